"""`process`: messages into memories."""

import argparse
from dataclasses import asdict

from app.bootstrap import embedder
from app.cli.model import BUILT_IN, model_of, speaker_of, spent, spent_text, takes_model
from app.cli.verb import Document, Verb, opened, some_characters, takes_character, takes_palace
from app.engine.engine import Engine
from app.engine.process import Reading
from app.engine.read_new import Wish, read_new
from app.models.provider import Provider
from app.storage.characters import Character


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    takes_character(parser)
    parser.add_argument("--all", action="store_true", help="read to the last message, leave no hot zone")
    parser.add_argument("--force", action="store_true", help="start from 10 waiting messages instead of 100")
    parser.add_argument(
        "--review", action="store_true", help="make proposals for the inbox instead of memories"
    )
    takes_model(parser)


async def _run(args: argparse.Namespace) -> Document:
    model = model_of(args)
    try:
        async with opened(args, read_only=False) as engine:
            chosen = await some_characters(engine, args.character)
            return await _process(engine, chosen, args, model)
    finally:
        if model is not None:
            await model.close()


async def _process(
    engine: Engine, chosen: list[Character], args: argparse.Namespace, model: Provider | None
) -> Document:
    wish = Wish(args.all, args.force, args.review)
    speaker = speaker_of(model, args)
    readings = await read_new(engine, chosen, embedder(), wish, speaker)
    told: Document = {"runs": _runs(readings), "model": BUILT_IN if speaker is None else speaker.name}
    return told if speaker is None else {**told, "spent": spent(speaker)}


def _runs(readings: list[Reading]) -> list[Document]:
    return [asdict(reading) for reading in readings]


def _text(document: Document) -> str:
    lines = []
    for run in document["runs"]:
        if run["skipped_reason"]:
            lines.append(f"{run['character']}: nothing read: {run['skipped_reason']}")
        else:
            made = (
                f"{run['created']} memories"
                if run["created"] or not run["proposed"]
                else f"{run['proposed']} proposals"
            )
            lines.append(
                f"{run['character']}: {run['read']} messages read, {made}, {run['duplicates']} doubles,"
                f" {run['links']} links, {run['promoted']} promoted, {run['evicted']} evicted"
            )
        lines += [f"  {reason}" for reason in run["failures"]]
    lines += spent_text(document)
    return "\n".join(lines) or "The palace has no character yet."


VERB = Verb("process", _configure, _run, _text)
