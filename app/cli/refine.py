"""`refine`: the days of months into candidates for their texts, which wait in the Inbox or are applied."""

import argparse

from app.bootstrap import embedder
from app.cli.model import BUILT_IN, model_of, speaker_of, spent, spent_text, takes_model
from app.cli.verb import Document, Verb, one_character, opened, takes_character, takes_palace
from app.domain.errors import KnownError
from app.engine.commands.months import checked_month
from app.engine.engine import Engine
from app.engine.months.candidates import Candidate
from app.engine.months.refine import Refined, refine_months
from app.engine.steps.asking import Speaker


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("months", metavar="YYYY-MM", nargs="+", type=_month, help="the months to refine")
    takes_character(parser)
    parser.add_argument(
        "--template",
        metavar="T",
        help="refine_atmosphere, refine_keypoints, or the name of one of the palace’s own",
    )
    parser.add_argument(
        "--apply", action="store_true", help="give the months their new texts instead of proposing them"
    )
    takes_model(parser)


def _month(text: str) -> str:
    try:
        return checked_month(text)
    except KnownError as error:
        raise argparse.ArgumentTypeError(f"“{text}” is no month like 2026-03") from error


async def _run(args: argparse.Namespace) -> Document:
    model = model_of(args)
    try:
        async with opened(args, read_only=False) as engine:
            speaker = speaker_of(model, args)
            return _document(await _refine(engine, args, speaker), speaker)
    finally:
        if model is not None:
            await model.close()


async def _refine(engine: Engine, args: argparse.Namespace, speaker: Speaker | None) -> Refined:
    character = await one_character(engine, args.character)
    done = await refine_months(
        engine,
        character,
        args.months,
        embedder=embedder(),
        template=args.template,
        speaker=speaker,
        apply=args.apply,
    )
    if not done.candidates:
        raise KnownError(
            "month.no_days",
            "There is nothing to refine: {reason}",
            "In the window, under Months: write entries, make them from the messages, or date the undated ones.",
            reason=done.skipped[0].reason,
            months=[one.month for one in done.skipped],
        )
    return done


def _document(done: Refined, speaker: Speaker | None) -> Document:
    told: Document = {
        "run": done.run,
        "proposals": [_proposal(one) for one in done.candidates],
        "skipped": [{"month": one.month, "reason": one.reason} for one in done.skipped],
        "applied": done.applied,
        "model": BUILT_IN if speaker is None else speaker.name,
    }
    return told if speaker is None else {**told, "spent": spent(speaker)}


def _proposal(one: Candidate) -> Document:
    return {
        "uid": one.uid,
        "month": one.month,
        "template": one.template,
        "model": one.model,
        "text": one.text,
        "state": one.state,
        "tokens": one.tokens,
        "reason": one.refused,
        "notes": list(one.notes),
    }


def _text(document: Document) -> str:
    lines: list[str] = []
    for one in document["proposals"]:
        lines += [f"{one['month']}  {one['state']}  {one['model']}, {one['template']}"]
        lines += [f"  {note}" for note in ([one["reason"]] if one["reason"] else one["notes"])]
        lines += ["", one["text"], ""]
    lines += [f"{one['month']}: {one['reason']}" for one in document["skipped"]]
    return "\n".join([*lines, *spent_text(document)]).rstrip()


VERB = Verb("refine", _configure, _run, _text)
