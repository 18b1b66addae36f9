"""`months`: how the months stand, and what they cost in the prompt."""

import argparse
from typing import Any, Final

from app.cli.verb import Document, Verb, one_character, opened, takes_character, takes_palace
from app.engine.months.overview import MonthTile, overview

_STATES: Final = {
    "refined": "refined",
    "stale": "stale",
    "missing": "no text",
    "edited": "edited by hand",
}


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    takes_character(parser)


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=True) as engine:
        character = await one_character(engine, args.character)
        seen = await overview(engine, character)
    return {
        "character": character.uid,
        "months": [_told(one) for one in seen.months],
        "undated": seen.undated,
        "context_tokens": seen.context_tokens,
        "budget": seen.budget,
        "tokens_by": seen.counted,
    }


def _told(one: MonthTile) -> dict[str, Any]:
    return {
        "month": one.month,
        "uid": one.uid,
        "fragments": one.fragments,
        "messages": one.messages,
        "memories": one.memories,
        "state": one.state,
        "running": one.running,
        "active": one.active,
        "changed_days": list(one.changed_days),
        "summary_tokens": one.summary_tokens,
        "detail_tokens": one.detail_tokens,
    }


def _text(document: Document) -> str:
    lines = [
        f"{one['month']}  {'on ' if one['active'] else 'off'}  {_STATES[one['state']]:14}  "
        f"{one['fragments']:4} entries  {one['messages']:6} messages  {one['memories']:5} memories  "
        f"{one['summary_tokens']:5} + {one['detail_tokens']} tokens"
        for one in document["months"]
    ]
    if document["undated"]:
        lines.append(f"without a date: {document['undated']} entries")
    return "\n".join([*lines, _cost(document["context_tokens"], document["budget"], document["tokens_by"])])


def _cost(tokens: int, budget: int | None, by: str) -> str:
    """Say what is switched on; what the budget has no room for is in no prompt."""
    if budget is not None and tokens > budget:
        return f"switched on: {tokens} tokens ({by}), {tokens - budget} beyond the {budget} of the budget: the oldest days are left out first"
    limit = "" if budget is None else f" of {budget}"
    return f"in the prompt: {tokens}{limit} tokens ({by})"


VERB = Verb("months", _configure, _run, _text)
