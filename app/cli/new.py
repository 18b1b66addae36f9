"""`new`: an empty palace."""

import argparse
from pathlib import Path

import tzlocal

from app.bootstrap import create_palace
from app.cli.verb import Document, Verb, takes_palace
from app.engine.commands import CreateCharacter
from app.storage import characters


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("--character", metavar="NAME", help="make a first character")


async def _run(args: argparse.Namespace) -> Document:
    engine = await create_palace(Path(args.palace))
    try:
        if name := (args.character or "").strip():
            await engine.execute(CreateCharacter(name, timezone=tzlocal.get_localzone_name()))
        made = await engine.ask(characters.every)
    finally:
        await engine.close()
    return {"characters": [{"uid": one.uid, "name": one.name} for one in made]}


def _text(document: Document) -> str:
    return (
        "An empty palace."
        if not document["characters"]
        else f"A palace for {document['characters'][0]['name']}."
    )


VERB = Verb("new", _configure, _run, _text)
