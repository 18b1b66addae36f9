"""Lines of a prompt with their provenance, and what both ways of writing them share."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil

from app.domain.decay import HOUR_MS
from app.domain.pool import ENDLESS_PIN, Candidate


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a prompt, and what put it there; `tokens` is filled in when the prompt is put together."""

    text: str
    uid: str | None = None
    tokens: int = field(default=0, compare=False)


def say(text: str, uid: str) -> Iterator[Line]:
    """Give a memory's text line by line, each with its origin."""
    for part in text.splitlines() or [""]:
        yield Line(part, uid)


def days_left(pin: Candidate, now: datetime) -> int | None:
    """Give the days a pin still holds; None for one without end."""
    if pin.pinned_until is None or pin.pinned_until >= ENDLESS_PIN:
        return None
    return max(0, ceil((pin.pinned_until - now.timestamp() * 1000) / (24 * HOUR_MS)))
