"""Date words and written dates, Chinese and English: what stretch of time a text speaks of.

A word that is not understood stays a word: no rule guesses. Ranges are local, `[start, end)`. A month, a day
or a weekday without a year is the nearest that has come: memories lie in the past.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from app.domain import dates_en, dates_written, dates_zh
from app.domain.spans import Rule, Span
from app.domain.text import clean, flat, has_cjk

Confidence = Literal["exact", "fuzzy"]
LONGEST: Final = 2000  # characters read of a text: a question is never longer

_LATIN: Final = re.compile("[a-z]")


@dataclass(frozen=True, slots=True)
class DateRange:
    """The very words, and the local time they mean; `exact` when they name one day."""

    label: str
    start: datetime
    end: datetime
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class DateWords:
    """Where in a text date words stand, and what they mean on a given day."""

    start: int
    end: int
    span: Span


def resolve(text: str, now: datetime) -> list[DateRange]:
    """Give the stretches of time that `text` names, in its order; `now` brings the day and the zone."""
    return [
        DateRange(
            text[found.start : found.end],
            found.span.start.replace(tzinfo=now.tzinfo),
            found.span.end.replace(tzinfo=now.tzinfo),
            "exact" if found.span.exact else "fuzzy",
        )
        for found in find(text, now.date())
    ]


def find(text: str, today: date) -> list[DateWords]:
    """Give the date words of a text with their places; earlier rules take their words from later ones."""
    words = text[:LONGEST]
    plain = flat(words)
    taken = bytearray(len(plain))
    found: list[DateWords] = []
    for rule in _rules(plain):
        for match in rule.pattern.finditer(plain):
            start, end = match.span()
            if start == end or any(taken[start:end]):
                continue
            if rule.reader is None:
                taken[start:end] = b"\1" * (end - start)
                continue
            span = _read(rule, match, today, words[start:end])
            if span is not None:
                taken[start:end] = b"\1" * (end - start)
                found.append(DateWords(start, end, span))
    return sorted(found, key=lambda one: one.start)


def parse_day(text: str, *, day_first: bool = False) -> tuple[str, str] | None:
    """Read a field that holds a written date: its ISO text and precision `day`, `month` or `year`.

    A time after the day is ignored. `day_first` says how 3/5/2026 is meant; a point between always means day first.
    """
    return dates_written.read_field(flat(clean(text[:120]).strip()), day_first=day_first)


def _rules(plain: str) -> tuple[Rule, ...]:
    """Give the rules worth trying: a text without Chinese has no Chinese date words."""
    chinese = dates_zh.RULES if has_cjk(plain) else ()
    english = dates_en.RULES if _LATIN.search(plain) else ()
    return (*dates_written.RULES, *chinese, *english)


def _read(rule: Rule, match: re.Match[str], today: date, label: str) -> Span | None:
    if rule.reader is None:
        return None
    try:
        span = rule.reader(match, today, label)
    except (ValueError, OverflowError):
        return None
    return span if span is not None and span.sane() else None
