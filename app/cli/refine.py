"""`refine`: the days of months into candidates for their texts, which wait in the Inbox or are applied."""

import argparse
from collections.abc import Sequence

from app.bootstrap import embedder
from app.cli.model import BUILT_IN, model_of, speaker_of, spent, spent_text, takes_model
from app.cli.verb import Document, Verb, one_character, opened, takes_character, takes_palace
from app.domain.errors import KnownError
from app.engine.commands.months import checked_month
from app.engine.engine import Engine
from app.engine.months.candidates import Candidate
from app.engine.months.days import Made, make_days
from app.engine.months.refine import Refined, refine_months
from app.engine.steps.asking import Speaker
from app.storage import messages, months
from app.storage.characters import Character


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
    parser.add_argument(
        "--make-days",
        action="store_true",
        help="first make the entries of days that have messages and none yet",
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
            character = await one_character(engine, args.character)
            made = await _make_days(engine, character, args.months, speaker) if args.make_days else Made()
            return _document(await _refine(engine, character, args, speaker), made, speaker)
    finally:
        if model is not None:
            await model.close()


async def _make_days(
    engine: Engine, character: Character, wanted: Sequence[str], speaker: Speaker | None
) -> Made:
    told = {one.day for one in await engine.ask(months.fragments, character.id)}
    spoken = [day for day, _ in await engine.ask(messages.days, character.id) if day and day[:7] in wanted]
    days = [day for day in spoken if day not in told]
    return await make_days(engine, character, days, embedder=embedder(), speaker=speaker)


async def _refine(
    engine: Engine, character: Character, args: argparse.Namespace, speaker: Speaker | None
) -> Refined:
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
            "Make them from the messages with --make-days, or in the window, under Months: write them, or date the undated.",
            reason=done.skipped[0].reason,
            months=[one.month for one in done.skipped],
        )
    return done


def _document(done: Refined, made: Made, speaker: Speaker | None) -> Document:
    told: Document = {
        "run": done.run,
        "days_run": made.run,
        "days": made.days,
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
    lines = [f"entries made of {len(document['days'])} days", ""] if document["days"] else []
    for one in document["proposals"]:
        lines += [f"{one['month']}  {one['state']}  {one['model']}, {one['template']}"]
        lines += [f"  {note}" for note in ([one["reason"]] if one["reason"] else one["notes"])]
        lines += ["", one["text"], ""]
    lines += [f"{one['month']}: {one['reason']}" for one in document["skipped"]]
    return "\n".join([*lines, *spent_text(document)]).rstrip()


VERB = Verb("refine", _configure, _run, _text)
