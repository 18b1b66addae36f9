"""Read a written day in the spellings that companions' logs use."""

import re
from datetime import date
from typing import Final

_DAY: Final = re.compile(
    r"\s*(\d{4})\s*(?:[-/.]|年)\s*(\d{1,2})\s*(?:[-/.]|月)\s*(\d{1,2})\s*日?(?!\d)|\s*(\d{4})(\d{2})(\d{2})(?!\d)"
)
_MONTH: Final = re.compile(r"\s*(\d{4})\s*(?:[-/.]|年)\s*(\d{1,2})\s*月?\s*$")
_YEARS: Final = range(1900, 2200)


def read_day(text: str) -> str | None:
    """`YYYY-MM-DD` of a text that begins with a whole date; None when it does not."""
    found = _DAY.match(text)
    if not found:
        return None
    year, month, day = (int(part) for part in found.groups() if part is not None)
    try:
        return date(year, month, day).isoformat() if year in _YEARS else None
    except ValueError:
        return None


def read_month(text: str) -> str | None:
    """`YYYY-MM` of a text that is a year and a month."""
    found = _MONTH.match(text)
    if not found:
        return None
    year, month = int(found[1]), int(found[2])
    return f"{year:04d}-{month:02d}" if 1 <= month <= 12 and year in _YEARS else None
