"""`prompt`: the prompt as it would be sent."""

import argparse

from app.bootstrap import embedder
from app.cli.recall import takes_profile
from app.cli.verb import Document, Verb, one_character, opened, takes_character, takes_palace
from app.domain.assemble import Prompt
from app.engine.prompt import prompt
from app.engine.recall import Question


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("text", metavar="TEXT")
    takes_character(parser)
    takes_profile(parser)


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=True) as engine:
        character = await one_character(engine, args.character)
        made, _ = await prompt(engine, character, Question(args.text, profile=args.profile), embedder())
    return told(made)


def told(made: Prompt) -> Document:
    """Give a prompt as JSON."""
    return {
        "text": made.text,
        "tokens": made.tokens,
        "tokens_by": made.counted,
        "blocks": [
            {
                "name": block.name,
                "part": block.part,
                "tokens": block.tokens,
                "clipped": block.clipped,
                "lines": [
                    {"text": line.text, "uid": line.uid, "tokens": line.tokens} for line in block.lines
                ],
            }
            for block in made.blocks
        ],
    }


VERB = Verb("prompt", _configure, _run, lambda document: str(document["text"]))
