"""The dates of one sentence held against the days, each with the nearest right one."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from app.domain.dates_written import EN_MONTHS
from app.domain.months import claims
from app.domain.months.claimed import BESIDE, ELSEWHERE, SOLID, Claimed, Flag
from app.domain.months.claims import Date
from app.domain.months.evidence import Days
from app.domain.months.respell import day_like, weekday_like
from app.domain.text import flat, has_cjk

_PLACED: Final = 4  # words by which a sentence can be told to belong to another day
_NEXT_TO: Final = 3  # signs between a weekday and its date
_WEEKDAYS: Final = (
    ("monday", "周一", "星期一", "礼拜一"), ("tuesday", "周二", "星期二", "礼拜二"), ("wednesday", "周三", "星期三", "礼拜三"),
    ("thursday", "周四", "星期四", "礼拜四"), ("friday", "周五", "星期五", "礼拜五"), ("saturday", "周六", "星期六", "礼拜六"),
    ("sunday", "周日", "星期日", "礼拜日", "周天", "星期天", "礼拜天"),
)  # fmt: skip
CALENDAR: Final = frozenset(
    (*EN_MONTHS, *(word for words in _WEEKDAYS for word in words), *(f"{words[0]}s" for words in _WEEKDAYS))
)


def check_dates(one: Claimed, days: Days) -> Iterable[Flag]:
    """Give the dates of a sentence that no day bears out, by places in the sentence."""
    for when in one.dates:
        text = one.sentence.text[when.start : when.end]
        if when.scope == "day":
            yield from _day(one, when, text, days)
        elif when.scope == "weekday":
            yield from _weekday(one, when, text, days)
        elif when.scope == "stretch" and when.first.month == days.month.month:
            yield from _part_of_month(one, when, text, days)
        elif not _told_anywhere(when, days):
            yield Flag("date", when.start, when.end, text, *_other_date(when, one, days))


def _day(one: Claimed, when: Date, text: str, days: Days) -> Iterable[Flag]:
    there = [
        score
        for score, stretches in zip(one.scores, days.stretches, strict=True)
        if any(claims.within(stretches, day) for day in (when.first, when.last))
    ]
    if there and (one.best < SOLID or one.words < _PLACED or max(there) >= ELSEWHERE * one.best):
        return
    if not any(sign.isdecimal() for sign in text) and flat(text) in days.told.whole:
        return  # a feast by its name
    right = _right_day(one, days)
    if right is None:
        if not there:
            yield Flag("date", when.start, when.end, text)
        return
    day, fragment = right
    yield Flag("date", when.start, when.end, text, day.isoformat(), fragment, day_like(text, when.first, day))


def _right_day(one: Claimed, days: Days) -> tuple[date, int] | None:
    """Give the day of the piece that tells the sentence best, and its fragment.

    A sentence that names the fragment's own day means another one by its other date: one that the piece tells.
    """
    if one.best < SOLID:
        return None
    fragment = days.fragments[days.pieces[one.place].fragment]
    if fragment.day is None:
        return None
    named = {when.first for when in one.dates}
    told = [first for first, last in days.stretches[one.place] if first == last and first not in named]
    return (told[0] if told and fragment.day in named else fragment.day, fragment.id)


def _part_of_month(one: Claimed, when: Date, text: str, days: Days) -> Iterable[Flag]:
    right = _right_day(one, days)
    said = (claims.dates(day.text, days.month) for day in days.fragments)
    if (
        right is None
        or not one.rests
        or any((when.first, when.last) == (it.first, it.last) for day in said for it in day)
    ):
        return  # a day speaks of that part of the month itself
    if not any(
        when.has(day) for at in one.reaching(BESIDE) for stretch in days.stretches[at] for day in stretch
    ):
        yield Flag("date", when.start, when.end, text, right[0].isoformat(), right[1])


def _weekday(one: Claimed, when: Date, text: str, days: Days) -> Iterable[Flag]:
    weekday = when.first.weekday()
    beside = next(
        (
            other
            for other in one.dates
            if other.scope == "day" and 0 <= other.start - when.end <= _NEXT_TO + len(", the ")
        ),
        None,
    )
    if beside is not None:
        if beside.first.weekday() != weekday:
            right = beside.first
            yield Flag("date", when.start, when.end, text, right.isoformat(), None, weekday_like(text, right))
        return
    if any(word in days.told.whole for word in _WEEKDAYS[weekday]):
        return
    likely = one.likely(days)
    told = [
        first
        for piece, stretches in zip(days.pieces, days.stretches, strict=True)
        if piece.fragment in likely
        for first, last in stretches
        if first == last
    ]
    if told and all(day.weekday() != weekday for day in told) and one.best >= SOLID:
        right_day = _right_day(one, days)
        nearest = right_day[0].isoformat() if right_day else None
        yield Flag("date", when.start, when.end, text, nearest, right_day[1] if right_day else None)


def _told_anywhere(when: Date, days: Days) -> bool:
    if when.scope == "month":
        if when.first.month == days.month.month:
            return True
        return any(
            when.first.month in {first.month, last.month}
            for stretches in days.stretches
            for first, last in stretches
        )
    if when.scope == "stretch":
        told = [
            (first.month, first.day, last.month, last.day)
            for stretches in days.stretches
            for first, last in stretches
        ]
        return any(
            (one, two) <= (when.last.month, when.last.day)
            and (three, four) >= (when.first.month, when.first.day)
            for one, two, three, four in told
        )
    if when.first.year == days.month.year:
        return True
    return any(
        when.first.year in claims.years_told(one.text, one.day or days.month) for one in days.fragments
    )


def _other_date(when: Date, one: Claimed, days: Days) -> tuple[str | None, int | None, str | None]:
    """Give a month or year that the likely fragments name, its fragment, and the words to write."""
    for place in one.likely(days):
        fragment = days.fragments[place]
        for other in claims.dates(fragment.text, (fragment.day or days.month).replace(day=1)):
            if other.scope == when.scope:
                words = fragment.text[other.start : other.end]
                return words, fragment.id, words if has_cjk(words) == has_cjk(one.sentence.text) else None
    return None, None, None
