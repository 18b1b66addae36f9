"""What a month's text claims in figures: numbers and dates, each with its place, read as of that month."""

import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, Literal

from app.domain import numerals
from app.domain.amounts import Amount, amounts
from app.domain.dates import LONGEST, find
from app.domain.dates_written import ZH_DAY
from app.domain.spans import Span
from app.domain.text import flat, has_cjk

Scope = Literal["day", "weekday", "month", "year", "stretch"]

_UNMEASURED: Final = frozenset(("bare", "count", "ordinal"))
_NTH: Final = frozenset(("ordinal", "days"))  # the third night, three nights
_TOLD_BY_ONE: Final = _UNMEASURED | {"days", "months"}
# "120 pounds" may be money or weight, "120 £" and "ten o'clock" beside a bare ten are the same figures.
_BY_FIGURE: Final = frozenset((frozenset(("kilos", "pounds")), frozenset(("yuan", "dollars"))))
_PLENTY: Final = 400  # days: on two days so far apart a date without a year still has its month and day
_DAYS_A_MONTH: Final = 31
_NEAR: Final = 2  # days a stretch may last and still be a day: a night, a day and its eve
_WEEKDAY: Final = re.compile(
    "^(?:on )?(?:周|星期|礼拜|週|禮拜)[一二三四五六日天]|^(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    re.IGNORECASE,
)
_RELATIVE: Final = re.compile("^(?:last|past|this|next|every)\\b|^[上下这本]", re.IGNORECASE)

_EN_ORDINALS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
    " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third"
    " twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
_ORDINALS: Final = {word: number for number, word in enumerate(_EN_ORDINALS.split(), 1)}
_NO_DAY: Final = (
    "floor|century|time|birthday|anniversary|grade|year|month|week|day|night|hour|place|chapter|page|round|draft|one|cake|try"
    "|attempt|version|part|half|street|avenue|edition|of the (?!month)"
)
_EN_OF_MONTH: Final = re.compile(
    rf"\b(?:on|by|from|to|until|till|since|before|after|around|of|and|the night of|,|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)day) the (?P<d>(?:3[01]|[12]?\d)(?:st|nd|rd|th)"
    rf"|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})\b(?! (?:{_NO_DAY}))"
    rf"|(?:^|[.!?;:\n]\s*)the (?P<o>(?:3[01]|[12]?\d)(?:st|nd|rd|th))\b(?! (?:{_NO_DAY}))"
)
_ZH_OF_MONTH: Final = re.compile(
    rf"(?<![\d月年第.一二三四五六七八九十百千初])(?P<d>{ZH_DAY}) ?[日号](?![线楼店院房机码文游内间子元本常记程历光式期志报]|出口)"
)
# Whoever writes 月初 may mean the first third of it, and a day or two more.
_PART_OF_MONTH: Final = re.compile(
    r"(?P<start>(?<![个\d一二三四五六七八九十])月初|本月上旬|\b(?:at )?the (?:start|beginning) of the month|\bearly in the month)"
    r"|(?P<middle>(?<![个\d一二三四五六七八九十])月中(?!旬)|本月中旬|(?<!月)中旬|\bmid-month|\b(?:in )?the middle of the month)"
    r"|(?P<end>(?<![个\d一二三四五六七八九十])月[底末]|本月下旬|\b(?:at )?the end of the month|\blate in the month)"
)
_YEAR_OF_TWO: Final = re.compile("[一二三四五六七八九零〇]{2}年")  # 八七年: 1987


@dataclass(frozen=True, slots=True)
class Number:
    """An amount that the text states, and its place."""

    start: int
    end: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class Date:
    """A date that the text states: a day or month of the year, a weekday, a year, or a vague stretch (early April).

    `first` to `last`: the days it may mean, both included.
    """

    start: int
    end: int
    scope: Scope
    first: date
    last: date

    def has(self, day: date) -> bool:
        return self.first <= day <= self.last


def numbers(text: str, dates: Iterable[Date] = ()) -> tuple[Number, ...]:
    """Give the amounts that can be true or false; a, one and the two of them say nothing."""
    plain = _without(flat(text), dates)
    found = amounts(plain, chinese=has_cjk(text))
    return tuple(Number(one.start, one.end, one) for one in found if _states(one, plain))


def same(one: Amount, other: Amount) -> bool:
    """Tell whether two amounts may be one: the same value of one measure, or the same figure where one has none."""
    measures = frozenset((one.dimension, other.dimension))
    if len(measures) == 1:
        return _equal(one.value, other.value)
    if measures <= _UNMEASURED or "bare" in measures or measures in {_NTH, *_BY_FIGURE}:
        return _equal(one.figure or one.value, other.figure or other.value)
    return False


def dates(text: str, month: date) -> tuple[Date, ...]:
    """Give the dates that a text about a month states, in order; `month` is its first day.

    Words that move with the day they are said on (yesterday, last week, recently) state none. A day alone (the
    17th, 17日) is one of that month; a date without a year is of the year in which it is nearest to the month.
    """
    end = month.replace(day=_days(month))
    found = [one for at in range(0, len(text), LONGEST) for one in _written(text[at : at + LONGEST], end, at)]
    taken = {place for one in found for place in range(one.start, one.end)}
    found += [
        one
        for one in (*_of_month(text, month), *_parts_of(text, month))
        if not taken.intersection(range(one.start, one.end))
    ]
    return tuple(sorted(found, key=lambda one: one.start))


@lru_cache(maxsize=8192)
def days_told(text: str, day: date) -> tuple[tuple[date, date], ...]:
    """Give the stretches of at most a month that a day's words tell of, as of that day: yesterday, last Friday, the 3rd.

    A date without a year is also one to come, as a text about the month would mean it.
    """
    found = [
        (one.span.start.date(), _last(one.span))
        for one in find(text, day)
        if (one.span.end - one.span.start).days <= _DAYS_A_MONTH
    ]
    found += [(one.first, one.last) for one in dates(text, day.replace(day=1)) if one.scope == "day"]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=8192)
def years_told(text: str, day: date) -> frozenset[int]:
    """Give the years that a day's words tell of."""
    return frozenset(
        year for one in find(text, day) for year in range(one.span.start.year, _last(one.span).year + 1)
    )


def _written(text: str, end: date, at: int) -> Iterable[Date]:
    later = {
        (one.start, one.end): one.span for one in find(text, end + min(timedelta(_PLENTY), date.max - end))
    }
    for one in find(text, end):
        start, stop = _trimmed(text, one.start, one.end)
        words = text[start:stop]
        scope = _scope(words, one.span, later.get((one.start, one.end)))
        if scope:
            first, last = one.span.start.date(), _last(one.span)
            yield Date(at + start, at + stop, scope, first, last)


def _scope(words: str, span: Span, later: Span | None) -> Scope | None:
    if _WEEKDAY.match(words):
        return "weekday"
    if later is None or _RELATIVE.match(words):
        return None
    length = (span.end - span.start).days
    if length > 300:
        return "year" if span == later else None
    if (span.start.month, span.start.day) != (later.start.month, later.start.day):
        return None
    if length <= _NEAR:
        return "day"
    return "month" if 28 <= length <= _DAYS_A_MONTH else "stretch"


def _of_month(text: str, month: date) -> Iterable[Date]:
    plain = flat(text)
    for match in _EN_OF_MONTH.finditer(plain):
        words = match["d"] or match["o"]
        number = _ORDINALS.get(words) or int(re.sub(r"\D", "", words))
        yield from _day_in(month, number, match.start("d" if match["d"] else "o"), match.end())
    if has_cjk(text):
        for match in _ZH_OF_MONTH.finditer(plain):
            yield from _day_in(month, numerals.chinese(match["d"].replace("廿", "二十")) or 0, *match.span())


def _parts_of(text: str, month: date) -> Iterable[Date]:
    """Give the parts of the month itself that a text names: 月初, mid-month, the end of the month."""
    last = _days(month)
    for match in _PART_OF_MONTH.finditer(flat(text)):
        first, end = {"start": (1, 12), "middle": (9, 22), "end": (19, last)}[match.lastgroup or ""]
        yield Date(*match.span(), "stretch", month.replace(day=first), month.replace(day=end))


def _day_in(month: date, number: int, start: int, end: int) -> Iterable[Date]:
    if 1 <= number <= _days(month):
        day = month.replace(day=number)
        yield Date(start, end, "day", day, day)


def _states(amount: Amount, plain: str) -> bool:
    if 1 in {amount.value, amount.figure} and amount.dimension in _TOLD_BY_ONE:
        return False  # a cat, one day, 的一个月
    before, after = plain[: amount.start], plain[amount.end :]
    words = plain[amount.start : amount.end]
    if words == "半夜" or _YEAR_OF_TWO.fullmatch(words):
        return False
    if amount.value == 2 and (before.endswith("the ") or re.match(" of (?:us|them|you)|[ ]?个?人", after)):
        return False
    return not (
        amount.dimension == "count"
        and amount.value == 2
        and (words == "两人" or (words == "两个" and after[:1] in "人"))
    )


def _without(plain: str, dates: Iterable[Date]) -> str:
    signs = list(plain)
    for one in dates:
        signs[one.start : one.end] = " " * (one.end - one.start)
    return "".join(signs)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Drop the full stop that may belong to a month's short form but ends the sentence, and a preposition."""
    words = text[start:end]
    if words.endswith(".") and not re.search(
        r"\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$", words, re.IGNORECASE
    ):
        end -= 1
    before = re.match(
        r"(?:back )?(?:in|since|during|of|until|by|around|before|after|on|from) ", words, re.IGNORECASE
    )
    return start + (before.end() if before else 0), end


def _last(span: Span) -> date:
    return (span.end - timedelta(microseconds=1)).date()


def _days(month: date) -> int:
    return monthrange(month.year, month.month)[1]


def _equal(one: float, other: float) -> bool:
    return abs(one - other) < 1e-6 * max(1.0, abs(one))


def within(stretches: Sequence[tuple[date, date]], day: date) -> bool:
    """Tell whether one of some short stretches has the day in it."""
    return any(first <= day <= last and (last - first).days <= _NEAR for first, last in stretches)
