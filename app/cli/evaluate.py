"""`eval`: how often recall finds what a question rests on."""

import argparse
from pathlib import Path

from app.bootstrap import embedder
from app.cli.recall import takes_profile
from app.cli.verb import Document, Verb, opened, takes_palace
from app.engine.evaluate import DEPTHS, evaluate


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("questions", metavar="QUESTIONS.json")
    parser.add_argument("--over", choices=("memories", "messages"), default="memories")
    takes_profile(parser)


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=True) as engine:
        found = await evaluate(engine, Path(args.questions), embedder(), over=args.over, profile=args.profile)
    return {
        "questions": found.questions,
        "unmatched": found.unmatched,
        **{f"recall_at_{depth}": found.recall.get(depth) for depth in DEPTHS},
        **{f"coverage_at_{depth}": found.coverage.get(depth) for depth in DEPTHS},
        "mrr": found.mrr,
        "answer_at_5": found.answer_at_5,
        "tokens_at_5": found.tokens_at_5,
        "sources_mean": found.sources_mean,
    }


def _text(document: Document) -> str:
    return "\n".join(f"{name}: {value}" for name, value in document.items())


VERB = Verb("eval", _configure, _run, _text)
