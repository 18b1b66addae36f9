"""Stretches of the local calendar, and the shape of a rule that reads one out of a text."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Final, Self

EARLIEST: Final = 1900
LATEST: Final = 2199
SPRING, SUMMER, AUTUMN, WINTER = 3, 6, 9, 12  # the months in which the seasons begin
_MONTH_DAYS: Final = 30.44


@dataclass(frozen=True, slots=True)
class Span:
    """Local time from `start` up to, not including, `end`; `exact` when a single day was named."""

    start: datetime
    end: datetime
    exact: bool = False

    @classmethod
    def days(cls, first: date, last: date, *, exact: bool = False) -> Self:
        """From the morning of `first` to the end of `last`."""
        return cls(_midnight(first), _midnight(last + timedelta(1)), exact)

    def sane(self) -> bool:
        return self.start.year >= EARLIEST and self.end.year <= LATEST + 1 and self.start < self.end


# Reads a match on the given day: the matched words (in their own spelling) are the third argument.
Reader = Callable[["re.Match[str]", date, str], Span | None]


@dataclass(frozen=True)
class Rule:
    """What to look for and how to read it; without a reader the words are only kept from later rules."""

    source: str
    reader: Reader | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Compiled at the first text: all of them cost a third of a second, too much for a start."""
        return re.compile(self.source)


def day(of: date) -> Span:
    return Span.days(of, of, exact=True)


def night(of: date) -> Span:
    """A night belongs to the day it began on: from noon, where day-precise memories stand, to the next dawn."""
    start = _midnight(of)
    return Span(start + timedelta(hours=12), start + timedelta(hours=30))


def monday(of: date, weeks: int = 0) -> date:
    return of - timedelta(of.weekday()) + timedelta(weeks=weeks)


def week(of: date, weeks: int = 0) -> Span:
    first = monday(of, weeks)
    return Span.days(first, first + timedelta(6))


def weekend(of: date, weeks: int = 0) -> Span:
    first = monday(of, weeks)
    return Span.days(first + timedelta(5), first + timedelta(6))


def latest_weekend(today: date) -> Span:
    return weekend(today, 0 if today.weekday() >= 5 else -1)


def latest_weekday(weekday: int, today: date) -> Span:
    """The nearest such day that has come, today included."""
    return day(today - timedelta((today.weekday() - weekday) % 7))


def add_months(of: date, months: int) -> date:
    """The same day some months on; the month's last where it has no such day."""
    count = of.year * 12 + of.month - 1 + months
    year, month = divmod(count, 12)
    return date(year, month + 1, min(of.day, _length(year, month + 1)))


# Parts of a month by their first and last day; the last is cut to the month.
PARTS: Final = {"early": (1, 10), "mid": (11, 20), "late": (21, 31)}


def month(year: int, number: int, part: str | None = None) -> Span:
    first, last = PARTS[part] if part else (1, 31)
    return Span.days(date(year, number, first), date(year, number, min(last, _length(year, number))))


def latest_month(number: int, today: date, part: str | None = None) -> Span:
    """The nearest such month that has begun."""
    return latest(lambda year: month(year, number, part), today)


def latest_part(part: str, today: date) -> Span:
    """A part of this month when it has begun, else of the last."""
    span = month(today.year, today.month, part)
    if span.start.date() <= today:
        return span
    before = add_months(today, -1)
    return month(before.year, before.month, part)


def latest_day(number: int, day_number: int, today: date) -> Span | None:
    """The nearest such day of the year that has come; 29 February looks back up to eight years."""
    for year in range(today.year, today.year - 9, -1):
        if day_number <= _length(year, number) and date(year, number, day_number) <= today:
            return day(date(year, number, day_number))
    return None


def latest(in_year: Callable[[int], Span], today: date) -> Span:
    """This year's, or the last year's when this year's has not begun."""
    span = in_year(today.year)
    return span if span.start <= _midnight(today) else in_year(today.year - 1)


def months(year: int, first: int, last: int) -> Span:
    """Whole months; one beyond December runs into the next year."""
    end = date(year + last // 12, last % 12 + 1, 1)
    return Span.days(date(year, first, 1), end - timedelta(1))


def year(number: int) -> Span:
    return months(number, 1, 12)


def season(number: int, begins: int) -> Span:
    """Three months by the weather; a winter runs into the next year."""
    return months(number, begins, begins + 2)


# How vague "so many ago" is, in days for one unit, never less than a tenth of the way.
_VAGUENESS: Final = {"day": 0.0, "week": 3.0, "month": 12.0, "year": 45.0}
_DAYS: Final = {"day": 1.0, "week": 7.0, "month": _MONTH_DAYS, "year": 365.25}


def ago(low: float, high: float, unit: str, today: date) -> Span:
    """Around `low` to `high` units before today: to the day for a few days, wider for longer."""
    away = high * _DAYS[unit]
    slack = 0 if unit == "day" and high <= 7 else round(max(_VAGUENESS[unit] * min(1.0, high), away / 10))
    first = back(high, unit, today) - timedelta(slack)
    last = min(back(low, unit, today) + timedelta(slack), today)
    return Span.days(first, last, exact=first == last)


def past(high: float, unit: str, today: date) -> Span:
    """The last so many units, today included."""
    return Span.days(back(high, unit, today) + timedelta(1), today)


def back(amount: float, unit: str, today: date) -> date:
    if unit in {"month", "year"}:
        count = amount * (12 if unit == "year" else 1)
        return add_months(today, -int(count)) - timedelta(round(count % 1 * _MONTH_DAYS))
    return today - timedelta(int(amount * _DAYS[unit]))


def _length(of_year: int, number: int) -> int:
    return (date(of_year + number // 12, number % 12 + 1, 1) - timedelta(1)).day


def _midnight(of: date) -> datetime:
    return datetime.combine(of, time())
