"""`process`: messages into memories."""

import argparse
from dataclasses import asdict

from app.bootstrap import embedder
from app.cli.verb import Document, UsageError, Verb, opened, some_characters, takes_character, takes_palace
from app.engine.process import process_all


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    takes_character(parser)
    parser.add_argument("--all", action="store_true", help="read to the last message, leave no hot zone")
    parser.add_argument("--force", action="store_true", help="start from 10 waiting messages instead of 100")
    parser.add_argument(
        "--review", action="store_true", help="make proposals for the inbox instead of memories"
    )
    parser.add_argument(
        "--model", choices=("built-in", "endpoint"), help="who reads; by default what is configured"
    )


async def _run(args: argparse.Namespace) -> Document:
    if args.model == "endpoint":
        raise UsageError(
            "model.none", "No endpoint is set up.", "Leave --model out to read with the built-in extractor."
        )
    async with opened(args, read_only=False) as engine:
        chosen = await some_characters(engine, args.character)
        readings = await process_all(
            engine, chosen, embedder(), all_=args.all, force=args.force, review=args.review
        )
    runs = [asdict(reading) for reading in readings]
    return {"runs": runs, "model": "built-in"}


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
    return "\n".join(lines) or "The palace has no character yet."


VERB = Verb("process", _configure, _run, _text)
