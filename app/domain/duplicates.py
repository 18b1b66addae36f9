"""When two memories that sound alike are no duplicates: a number, date, name, negation or opposite sets them apart.

No embedding sees these (a changed number keeps a cosine of .96), so the guard looks for them in the words. It answers
only what it is sure of: a detail that one text merely adds is no difference.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, Literal

from app.domain import frames, names
from app.domain.amounts import Amount, amounts
from app.domain.dates import DateWords, find
from app.domain.negation import contradiction, turned_word
from app.domain.opposites import clash
from app.domain.spans import Span
from app.domain.text import flat, language, tokens

Kind = Literal["date", "number", "unit", "name", "negation", "opposite", "word", "person"]

# Three days on which one date word is read: what moves with the year lacks one, what moves within it is relative.
_DAYS: Final = (date(2026, 12, 30), date(2027, 12, 30), date(2026, 6, 15))
_UNMEASURED: Final = frozenset(("bare", "count", "clock", "ordinal", "grade", "share"))
# A day of the old calendar: it is compared as written.
_LUNAR: Final = re.compile(
    "[正一二三四五六七八九十冬腊]月(?:初[一二三四五六七八九十]|[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?)(?![日号])"
)
# A weekday that does not say of which week.
_BARE: Final = re.compile("周|星期|礼拜|週|禮拜|(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)day)")


@dataclass(frozen=True, slots=True)
class Difference:
    """What sets two texts apart: its kind, and the words on either side."""

    kind: Kind
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class _Day:
    """A date as written: absolute, without a year, or relative to a day we do not know."""

    words: str
    nature: Literal["absolute", "yearless", "relative"]
    span: Span

    @property
    def weekdays(self) -> frozenset[int]:
        days = min((self.span.end - self.span.start).days, 7) or 1
        return frozenset((self.span.start + timedelta(day)).weekday() for day in range(days))

    def agrees(self, other: "_Day") -> bool:
        """Tell whether both may mean one time; a relative and a written date cannot be compared."""
        if self.nature == other.nature == "relative" and (
            _BARE.match(self.words) or _BARE.match(other.words)
        ):
            return bool(self.weekdays & other.weekdays)
        if "relative" in {self.nature, other.nature}:
            return self.nature != other.nature or _overlap(self.span, other.span)
        if self.nature == other.nature:
            return _overlap(self.span, other.span)
        return _overlap(_in_one_year(self.span), _in_one_year(other.span))


def guard(left: str, right: str, given: Sequence[str] = ()) -> Difference | None:
    """Give what makes two like texts different memories, or None; `given` are names of people known to the palace."""
    if left == right:
        return None
    chinese = language(left) == "zh" or language(right) == "zh"
    return (
        _dates(left, right)
        or _numbers(left, right, chinese=chinese)
        or _names(left, right, given, chinese=chinese)
        or _words(left, right, chinese=chinese)
    )


def likeness(left: str, right: str) -> float:
    """Give how many tokens two texts share, 0 to 1: a stand-in where there are no vectors."""
    one, other = Counter(tokens(left)), Counter(tokens(right))
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def _dates(left: str, right: str) -> Difference | None:
    one, other = _days(left), _days(right)
    for here in one:
        if any(here.agrees(there) for there in other):
            continue
        for there in other:
            if not any(there.agrees(back) for back in one):
                return Difference("date", here.words, there.words)
    lunar, also = _LUNAR.findall(left), _LUNAR.findall(right)
    if lunar and also and not set(lunar) & set(also):
        return Difference("date", lunar[0], also[0])
    return None


def _days(text: str) -> tuple[_Day, ...]:
    first = _placed(text, _DAYS[0])
    if not first:
        return ()
    later, earlier = _placed(text, _DAYS[1]), _placed(text, _DAYS[2])
    return tuple(
        _Day(text[place[0] : place[1]], _nature(found, later.get(place), earlier.get(place)), found.span)
        for place, found in first.items()
    )


@lru_cache(maxsize=1024)
def _placed(text: str, today: date) -> dict[tuple[int, int], DateWords]:
    return {(found.start, found.end): found for found in find(text, today)}


def _nature(
    first: DateWords, later: DateWords | None, earlier: DateWords | None
) -> Literal["absolute", "yearless", "relative"]:
    if later is None or earlier is None:
        return "relative"
    if first.span == later.span == earlier.span:
        return "absolute"
    days = {(reading.span.start.month, reading.span.start.day) for reading in (first, later, earlier)}
    whole_year = (first.span.end - first.span.start).days > 360
    return "yearless" if len(days) == 1 and not whole_year else "relative"


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _in_one_year(span: Span) -> Span:
    shift = 2024 - span.start.year  # a leap year has every day
    return Span(span.start.replace(year=2024), span.end.replace(year=span.end.year + shift))


def _numbers(left: str, right: str, *, chinese: bool) -> Difference | None:
    texts = [flat(_without_dates(text)) for text in (left, right)]
    one, other = (amounts(text, chinese=chinese) for text in texts)
    only_left = [amount for amount in one if not _said(amount, other)]
    only_right = [amount for amount in other if not _said(amount, one)]
    for here in only_left:
        for there in only_right:
            if here.rivals(there):
                return Difference("number", left[here.start : here.end], right[there.start : there.end])
    for here in only_left:
        for there in only_right:
            if here.figure and here.figure == there.figure and _measures_differ(here, there):
                return Difference("unit", left[here.start : here.end], right[there.start : there.end])
    return None


def _said(amount: Amount, others: Iterable[Amount]) -> bool:
    return any(amount.says(other) for other in others)


def _measures_differ(one: Amount, other: Amount) -> bool:
    """Tell 5 miles from 5 minutes, three pounds of berries from three boxes of berries."""
    if {one.dimension, other.dimension} == {"age", "months"}:
        return False  # who lived eighteen years was eighteen
    measured = not {one.dimension, other.dimension} & _UNMEASURED
    return one.dimension != other.dimension and (measured or bool(one.nouns & other.nouns))


def _without_dates(text: str, mark: str = " ") -> str:
    """Give a text with a mark for its date words, so that their figures and capitals are not counted twice."""
    signs = list(text)
    for start, end in _placed(text, _DAYS[0]):
        signs[start:end] = mark * (end - start)
    return "".join(signs)


def _without_amounts(text: str, *, chinese: bool) -> str:
    """Give the flat form with a # for each date and amount: they are compared by what they mean."""
    signs = list(flat(_without_dates(text, "#")))
    for amount in amounts(flat(_without_dates(text)), chinese=chinese):
        if (amount.value, amount.dimension) != (1, "count"):  # "a cat" says no number
            signs[amount.start : amount.end] = "#" * (amount.end - amount.start)
    return "".join(signs)


def _names(left: str, right: str, given: Sequence[str], *, chinese: bool) -> Difference | None:
    left, right = _without_dates(left), _without_dates(right)
    if chinese:
        swapped = names.swapped_names(left, right)
        if swapped:
            return Difference("name", *swapped)
        one, other = (names.chinese_names(text, flat(text), given) for text in (left, right))
    else:
        opening = names.opening_names(left, right)
        if opening:
            return Difference("name", *opening)
        one, other = (names.english_names(text, given) for text in (left, right))
    only_left = [name for name in one if name.lower() not in right.lower()]
    only_right = [name for name in other if name.lower() not in left.lower()]
    if not chinese and only_left and not only_right:
        only_right = _opener(right, left)
    elif not chinese and only_right and not only_left:
        only_left = _opener(left, right)
    return Difference("name", only_left[0], only_right[0]) if only_left and only_right else None


def _opener(text: str, other: str) -> list[str]:
    """Give the name a text begins with, unless the other knows it."""
    name = names.english_opener(text)
    return [name] if name and name.lower() not in other.lower() else []


def _words(left: str, right: str, *, chinese: bool) -> Difference | None:
    one, other = flat(left), flat(right)
    denied = contradiction(one, other, chinese=chinese) or (None if chinese else turned_word(one, other))
    if denied:
        return Difference("negation", *denied)
    found = clash(one, other, chinese=chinese)
    if found:
        return Difference(found.kind, found.left, found.right)
    bare = [_without_amounts(text, chinese=chinese) for text in (left, right)]
    swap = frames.swapped(*bare, chinese=chinese)
    return Difference(swap.kind, left[slice(*swap.left)], right[slice(*swap.right)]) if swap else None
