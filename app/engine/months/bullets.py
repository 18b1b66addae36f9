"""A day's memories as bullets of its log: each once, however often it is done."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from app.storage import months, sources, suggested
from app.storage.driver import Connection
from app.storage.suggested import DayMemory

PROVENANCE: Final = "palace"
_MARK: Final = "- "


def patch_of(conn: Connection, character: int, day: str) -> dict[str, Any] | None:
    """Give the entry that a day's memories make; None when the log says all of it already.

    Bullets that another program brought stay above ours; those that an earlier turn made here are made anew.
    """
    memories = suggested.day_memories(conn, character, day)
    held = months.of_day(conn, character, day)
    ours = [one for one in held if one.provenance == PROVENANCE]
    elsewhere = {line for one in held if one not in ours for line in _lines(one.content)}
    brought = [
        line for one in ours if not sources.of(conn, "fragment", one.id) for line in _lines(one.content)
    ]
    fresh = [line for line in map(bullet, (one.content for one in memories)) if line not in elsewhere]
    lines = list(dict.fromkeys([*brought, *fresh]))
    content = "\n".join(lines)
    if not fresh or content == "\n".join(one.content for one in ours):
        return None
    return {
        "table": "fragment",
        "day": day,
        "content": content,
        "mood": _mood(memories),
        "provenance": PROVENANCE,
        "origin": "rule",
        "model": None,
        "template": None,
        "sources": [{"target_kind": "memory", "target_id": one.id} for one in memories],
    }


def bullet(content: str) -> str:
    return _MARK + " ".join(content.split())


def _lines(content: str) -> list[str]:
    return [line.strip() for line in content.splitlines() if line.strip()]


def _mood(memories: Sequence[DayMemory]) -> str | None:
    """Give the mood that weighs most among the day's memories."""
    weights: Counter[str] = Counter()
    for one in memories:
        if one.mood:
            weights[one.mood] += one.importance
    return weights.most_common(1)[0][0] if weights else None
