"""`[[RECALL: 2026-03]]`: how a companion asks for the days of a month, in every spelling of the month."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from app.domain import dates
from app.domain.text import flat

_TAG: Final = re.compile(r"\[\[\s*recall\s*:\s*([^\[\]\n]{1,60}?)\s*\]\]")
# The year behind, or both without anything between: 03/2026, 2026 March, 202603.
_TURNED: Final = (
    (re.compile(r"(\d{1,2})[-/.](\d{4})"), r"\2-\1"),
    (re.compile(r"(\d{4}),? ([a-z]{3,9}\.?)"), r"\2 \1"),
    (re.compile(r"(\d{4})(\d\d)"), r"\1-\2"),
)
_MONTH: Final = 7  # signs of YYYY-MM


@dataclass(frozen=True, slots=True)
class RecallTag:
    """A tag with its place in the text; `month` (`YYYY-MM`) None when it names none."""

    month: str | None
    start: int
    end: int
    text: str


def find(reply: str, today: date | None = None) -> list[RecallTag]:
    """Give the tags of a reply in its order, the first of each month alone; `today` lets “last month” be understood."""
    found: dict[str, RecallTag] = {}
    for match in _TAG.finditer(flat(reply)):
        words = reply[match.start(1) : match.end(1)]
        month = read_month(words, today)
        tag = RecallTag(month, match.start(), match.end(), reply[match.start() : match.end()])
        found.setdefault(month or words, tag)
    return list(found.values())


def read_month(words: str, today: date | None = None) -> str | None:
    """Read a month written in any way (a day of it will do) as `YYYY-MM`; None when the words name none."""
    plain = flat(words).strip()
    for pattern, turned in _TURNED:
        if match := pattern.fullmatch(plain):
            plain = match.expand(turned)
            break
    field = dates.parse_day(plain)
    if field is not None:
        return field[0][:_MONTH] if field[1] in {"day", "month"} else None
    named = dates.find(words, today) if today else []
    months = {f"{one.span.start:%Y-%m}" for one in named}
    return months.pop() if len(months) == 1 else None
