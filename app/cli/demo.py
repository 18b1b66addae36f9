"""`demo`: the demo palace."""

import argparse
from pathlib import Path

from app.bootstrap import create_palace, embedder
from app.cli.verb import Document, Verb, takes_palace
from app.engine.demo import furnish
from app.storage import characters


async def _run(args: argparse.Namespace) -> Document:
    engine = await create_palace(Path(args.palace))
    try:
        await furnish(engine, embedder())
        made = await engine.ask(characters.every)
    finally:
        await engine.close()
    return {"characters": [{"uid": one.uid, "name": one.name} for one in made]}


def _text(document: Document) -> str:
    return "The demo palace of " + " and ".join(one["name"] for one in document["characters"]) + "."


VERB = Verb("demo", takes_palace, _run, _text)
