"""`process`: messages into memories."""

import argparse
from dataclasses import asdict
from pathlib import Path

from app.bootstrap import embedder, writer
from app.cli.verb import Document, UsageError, Verb, opened, some_characters, takes_character, takes_palace
from app.domain.errors import KnownError
from app.engine.engine import Engine
from app.engine.ledger import Ledger, Unbooked
from app.engine.process import Reading
from app.engine.read_new import Wish, read_new
from app.engine.steps.asking import Speaker
from app.engine.steps.spending import Cap
from app.models.provider import Provider
from app.models.recorded import NAMED, Recorder, Replayer
from app.storage.characters import Character


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    takes_character(parser)
    parser.add_argument("--all", action="store_true", help="read to the last message, leave no hot zone")
    parser.add_argument("--force", action="store_true", help="start from 10 waiting messages instead of 100")
    parser.add_argument(
        "--review", action="store_true", help="make proposals for the inbox instead of memories"
    )
    parser.add_argument(
        "--model",
        type=_who,
        metavar="WHO",
        help="built-in, endpoint, or recorded:FILE to replay a recording; by default what is configured",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="keep what the endpoint is asked and answers, for a replay",
    )
    parser.add_argument(
        "--cap", type=_tokens, metavar="TOKENS", help="stop before an endpoint has used more tokens"
    )


def _who(text: str) -> str:
    if text not in ("built-in", "endpoint") and not text.startswith(NAMED):
        raise argparse.ArgumentTypeError(f"“{text}” is none of built-in, endpoint, recorded:FILE")
    return text


def _tokens(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) == int(text)):
        raise argparse.ArgumentTypeError(f"“{text}” is no number of tokens")
    return int(text)


async def _run(args: argparse.Namespace) -> Document:
    model = _model(args.model, args.record)
    try:
        async with opened(args, read_only=False) as engine:
            chosen = await some_characters(engine, args.character)
            return await _process(engine, chosen, args, model)
    finally:
        if model is not None:
            await model.close()


def _model(wanted: str | None, record: Path | None) -> Provider | None:
    """Give the endpoint or recording, or None for the built-in extractor: also when nothing is set and asked for."""
    if wanted is not None and wanted.startswith(NAMED):
        return Replayer.load(Path(wanted.removeprefix(NAMED)))
    found = None if wanted == "built-in" else _endpoint(asked=wanted is not None or record is not None)
    if record is None:
        return found
    if found is None:
        raise UsageError(
            "model.record", "Only what an endpoint answers can be recorded.", "Leave --record out."
        )
    return Recorder(found, record)


def _endpoint(*, asked: bool) -> Provider | None:
    try:
        return writer()
    except KnownError as error:
        if error.code != "endpoint.not_set":
            raise
        if not asked:
            return None
        raise UsageError(
            "model.none", "No endpoint is set up.", "Leave --model out to read with the built-in extractor."
        ) from error


async def _process(
    engine: Engine, chosen: list[Character], args: argparse.Namespace, model: Provider | None
) -> Document:
    wish = Wish(args.all, args.force, args.review)
    if model is None:
        return {"runs": _runs(await read_new(engine, chosen, embedder(), wish)), "model": "built-in"}
    ledger = Unbooked() if isinstance(model, Replayer) else Ledger()
    speaker = Speaker(model, ledger, Cap(args.cap))
    readings = await read_new(engine, chosen, embedder(), wish, speaker)
    used = speaker.spending
    spent = {"calls": used.calls, "prompt": used.prompt, "completion": used.completion}
    return {"runs": _runs(readings), "model": model.model, "spent": spent}


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
    if spent := document.get("spent"):
        lines.append(
            f"{document['model']}: {spent['calls']} calls, {spent['prompt']} + {spent['completion']} tokens"
        )
    return "\n".join(lines) or "The palace has no character yet."


VERB = Verb("process", _configure, _run, _text)
