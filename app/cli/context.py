"""`context`: role settings and core context, exactly as they would be injected."""

import argparse

from app.bootstrap import embedder
from app.cli.prompt import told
from app.cli.verb import Document, Verb, one_character, opened, takes_character, takes_palace
from app.domain.assemble import Prompt
from app.engine.engine import Engine
from app.engine.months import context
from app.engine.recall import Question, recall
from app.storage.characters import Character


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    takes_character(parser)
    parser.add_argument(
        "--mode", choices=("role", "core"), required=True, help="role settings, or the core context"
    )
    parser.add_argument(
        "--layout",
        choices=tuple(context.LAYOUTS),
        default="belvedere",
        help="whose order and headings (default: belvedere)",
    )
    parser.add_argument(
        "--text", metavar="TEXT", help="what is said: the palace tells what it brings to mind"
    )


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=True) as engine:
        character = await one_character(engine, args.character)
        made = await _made(engine, character, args)
    return {"mode": args.mode, "layout": args.layout, **told(made)}


async def _made(engine: Engine, character: Character, args: argparse.Namespace) -> Prompt:
    if args.mode == "role":
        return await context.role(engine, character, args.layout)
    if args.text is None:
        return await context.core(engine, character, args.layout)
    asked = Question(args.text, profile=context.profile_of(engine, args.layout).name)
    found = await recall(engine, character, asked, embedder())
    return await context.core(engine, character, args.layout, recalled=found)


VERB = Verb("context", _configure, _run, lambda document: str(document["text"]))
