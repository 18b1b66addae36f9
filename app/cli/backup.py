"""`backup`: a verified copy, made while the palace is open."""

import argparse
from pathlib import Path

from app.cli.verb import Document, Verb, opened, takes_palace
from app.engine.care import back_up


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("out", metavar="OUT", help="the copy; it must not exist yet")


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=True) as engine:
        size = await back_up(engine, Path(args.out))
    return {"out": args.out, "size": size, "verified": True}


VERB = Verb(
    "backup",
    _configure,
    _run,
    lambda document: f"{document['out']}, {document['size']} bytes, verified",
)
