"""`check`: what is wrong in a palace, and mending it."""

import argparse
from dataclasses import asdict

from app.cli.verb import Document, Verb, opened, takes_palace
from app.engine.care import check, repair


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("--repair", action="store_true", help="mend what can be mended; it can be undone")


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=not args.repair) as engine:
        repaired = await repair(engine) if args.repair else []
        problems = await check(engine)
    return {
        "problems": [asdict(problem) for problem in problems],
        "repaired": [asdict(problem) for problem in repaired],
        "failed": bool(problems),
    }


def _text(document: Document) -> str:
    lines = [f"mended: {one['kind']} ({one['count']})" for one in document["repaired"]]
    lines += [f"{one['kind']}: {one['count']}" for one in document["problems"]]
    return "\n".join(lines) or "The palace is sound."


VERB = Verb("check", _configure, _run, _text)
