"""The claims of one sentence held against the days: numbers, names and dates, each with the nearest right one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from app.domain.dates_written import EN_MONTHS
from app.domain.months import claims, keywords
from app.domain.months.claims import Date, Number
from app.domain.months.contrast import instead, namesakes, strangers, swaps
from app.domain.months.evidence import Days, words_of
from app.domain.months.named import Name, plain_name, tell
from app.domain.months.passages import Sentence
from app.domain.months.respell import day_like, weekday_like
from app.domain.months.things import exchanged, unlike
from app.domain.months.turned import turned
from app.domain.text import flat, has_cjk

_SOLID: Final = 0.45  # score from which a sentence surely tells of a piece
_PART: Final = re.compile(r"\b(?:half|third|quarter)\b|半|分之|[一二三四五六七八九]成", re.IGNORECASE)
_BESIDE: Final = 0.66  # of the best score: what else a sentence rests on
_ELSEWHERE: Final = 0.6  # of the best score: what the day named must reach to be the one
_PLACED: Final = 4  # words by which a sentence can be told to belong to another day
_NEXT_TO: Final = 3  # signs between a weekday and its date
_MOST: Final = 3  # fragments a sentence is held against first
_WEEKDAYS: Final = (
    ("monday", "周一", "星期一", "礼拜一"), ("tuesday", "周二", "星期二", "礼拜二"), ("wednesday", "周三", "星期三", "礼拜三"),
    ("thursday", "周四", "星期四", "礼拜四"), ("friday", "周五", "星期五", "礼拜五"), ("saturday", "周六", "星期六", "礼拜六"),
    ("sunday", "周日", "星期日", "礼拜日", "周天", "星期天", "礼拜天"),
)  # fmt: skip
_CALENDAR: Final = frozenset(
    (*EN_MONTHS, *(word for words in _WEEKDAYS for word in words), *(f"{words[0]}s" for words in _WEEKDAYS))
)


@dataclass(frozen=True, slots=True)
class Flag:
    """Words of the summary that no day tells. `nearest`: what a day has instead (a date as YYYY-MM-DD), in `fragment`.

    `correction`: words that can stand in their place as they are; None where no rule can tell.
    """

    kind: Literal["number", "name", "date", "word", "swapped", "sentence"]
    start: int
    end: int
    text: str
    nearest: str | None = None
    fragment: int | None = None
    correction: str | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """A sentence, how much of it each piece tells, and whether it is in another language than the days.

    `untold`: names that no day has. `words`: how many carry its matter beside names, numbers and dates. `rests`:
    whether it rests on any piece.
    """

    sentence: Sentence
    scores: tuple[float, ...]
    across: bool
    dates: tuple[Date, ...]
    untold: tuple[Name, ...]
    words: int
    rests: bool

    @property
    def best(self) -> float:
        return max(self.scores, default=0.0)

    @property
    def place(self) -> int:
        """Give the piece that tells most of it; only of one that rests on any."""
        return self.scores.index(self.best)


def check_sentence(one: Claimed, days: Days) -> list[Flag]:
    """Give what no day tells, by places in the whole text."""
    numbers = claims.numbers(one.sentence.text, one.dates)
    found = [*_dates(one, days), *_numbers(one, numbers, days)]
    if not one.across:
        found += _names(one, days)
    if one.rests and not one.across:
        found += _strayed(one, days)
        found += _turned(one, days)
        found += _things(one, days, {place for flag in found for place in range(flag.start, flag.end)})
    return [_moved(flag, one.sentence.start) for flag in found]


def check_keywords(line: Sentence, days: Days) -> list[Flag]:
    """Give the names of a line of keywords that are nearly one of the days': others are words for what the month held."""
    names = untold(keywords.words_of(line.text), (), days)
    near = [(name, days.told.nearest(name)) for name in names]
    return [_moved(_name_flag(name, nearest, days), line.start) for name, nearest in near if nearest]


def _moved(flag: Flag, by: int) -> Flag:
    return Flag(
        flag.kind, flag.start + by, flag.end + by, flag.text, flag.nearest, flag.fragment, flag.correction
    )


def _likely(one: Claimed, days: Days) -> list[int]:
    """Give the fragments a sentence may rest on, by their place, the likeliest first."""
    order = sorted(range(len(one.scores)), key=lambda at: -one.scores[at])
    least = _ELSEWHERE * one.best
    places = dict.fromkeys(days.pieces[at].fragment for at in order if one.scores[at] >= least)
    return list(places)[:_MOST]


def _numbers(one: Claimed, numbers: Sequence[Number], days: Days) -> Iterable[Flag]:
    likely = _likely(one, days)
    for number in numbers:
        if number.amount.dimension == "share" and any(_PART.search(days.fragments[at].text) for at in likely):
            continue  # half of it, where the day has "froze half"
        if _told_by(number, [other for place in likely for other in days.numbers[place]]):
            continue
        if any(_says(number, other) for told in days.numbers for other in told):
            continue
        text = one.sentence.text[number.start : number.end]
        yield _nearest_number(text, number, likely, days)


def _told_by(number: Number, others: Sequence[Number]) -> bool:
    """Tell whether the likely days have the amount; not when they have it of other things, and another of these."""
    equal = [other for other in others if claims.same(number.amount, other.amount)]
    if not equal:
        return False
    nouns = number.amount.nouns
    if number.amount.dimension != "count" or any(
        not other.amount.nouns or nouns & other.amount.nouns for other in equal
    ):
        return True
    return not any(nouns & other.amount.nouns and number.amount.rivals(other.amount) for other in others)


def _says(number: Number, other: Number) -> bool:
    """Tell whether a day the sentence does not rest on has the amount: of the same measure, or of the same things."""
    if not claims.same(number.amount, other.amount):
        return False
    if number.amount.dimension != "count" and number.amount.dimension == other.amount.dimension != "bare":
        return True
    return bool(number.amount.nouns & other.amount.nouns)


def _nearest_number(text: str, number: Number, likely: Sequence[int], days: Days) -> Flag:
    for place in likely:
        rivals = [other for other in days.numbers[place] if number.amount.rivals(other.amount)]
        rivals.sort(key=lambda other: -len(number.amount.nouns & other.amount.nouns))
        if rivals:
            fragment = days.fragments[place]
            words = fragment.text[rivals[0].start : rivals[0].end].strip()
            fits = number.amount.dimension == rivals[0].amount.dimension and has_cjk(text) == has_cjk(words)
            fits = fits or (words.isdecimal() and text.isdecimal())
            return Flag("number", number.start, number.end, text, words, fragment.id, words if fits else None)
    return Flag("number", number.start, number.end, text)


def untold(text: str, dates: Sequence[Date], days: Days) -> tuple[Name, ...]:
    """Give the names of a sentence that no day has; what is part of a date is none."""
    dated = {place for when in dates for place in range(when.start, when.end)}
    return tuple(
        name
        for name in tell(text, days.names)
        if not dated.intersection(range(name.start, name.end))
        and not _CALENDAR.issuperset(flat(name.text).split())
        and not days.told.tells(name)
    )


def _names(one: Claimed, days: Days) -> Iterable[Flag]:
    text, told = one.sentence.text, days.told
    parts: tuple[Date | Name, ...] = (*one.dates, *one.untold)
    taken = {place for part in parts for place in range(part.start, part.end)}
    near = [days.fragments[place].text for place in _likely(one, days)]
    for name in one.untold:
        nearest = instead(text, name, near, told) or told.nearest(name) or _only_other(text, near, days)
        yield _name_flag(name, nearest, days)
    if not has_cjk(text):
        return
    beside = strangers(text, days.around(one.place), told) if one.rests else ()
    for swap in (*namesakes(text, told), *swaps(text, near, told), *beside):
        places = set(range(swap.name.start, swap.name.end))
        if not places & taken:
            taken |= places
            yield _name_flag(swap.name, swap.old, days)


def _things(one: Claimed, days: Days, taken: set[int]) -> Iterable[Flag]:
    """Flag things that no day has where the day has another of their kind; not in words that are flagged anyway."""
    text, near, whole = one.sentence.text, days.around(one.place), days.told.whole
    fragment = days.fragments[days.pieces[one.place].fragment].id
    for thing in (*exchanged(text, near, whole), *unlike(text, near, whole)):
        if taken.isdisjoint(range(thing.start, thing.end)):
            taken.update(range(thing.start, thing.end))
            words = text[thing.start : thing.end]
            yield Flag("word", thing.start, thing.end, words, thing.old, fragment, thing.old)


def _strayed(one: Claimed, days: Days) -> Iterable[Flag]:
    """Flag names that only other days have than those a sentence rests on, unless it tells of those days too."""
    least = _BESIDE * one.best
    rests = {piece.fragment for piece, score in zip(days.pieces, one.scores, strict=True) if score >= least}
    near = "\n".join(days.fragments[place].text for place in rests)
    fragment = days.fragments[days.pieces[one.place].fragment]
    text = one.sentence.text
    for name in days.told.strays(text, near):
        if flat(name.text) not in _CALENDAR and not _tells_of(name, one, days):
            other = _only_other(text, [fragment.text], days)
            yield Flag("swapped", name.start, name.end, name.text, other, fragment.id, other)


def _tells_of(name: Name, one: Claimed, days: Days) -> bool:
    """Tell whether a sentence has more in common with the days that have a name than the name."""
    text = one.sentence.text
    words = {*words_of(f"{text[: name.start]} {text[name.end :]}")}
    own = {place for place, day in enumerate(days.fragments) if plain_name(name.text) in plain_name(day.text)}
    return any(not words.isdisjoint(piece.words) for piece in days.pieces if piece.fragment in own)


def _turned(one: Claimed, days: Days) -> Iterable[Flag]:
    """Flag what the sentences of the day deny and this one affirms, or the other way round."""
    said, chinese = flat(one.sentence.text), has_cjk(one.sentence.text)
    for at in days.beside(one.place):
        piece = days.pieces[at]
        found = turned(said, flat(piece.text), chinese=chinese)
        # With nothing in common beside those words, it may be another thing that is denied.
        if found and not piece.words.intersection(words_of(said)).issubset(words_of(" ".join(found))):
            start = said.index(found[0])
            end = start + len(found[0])
            fragment = days.fragments[piece.fragment].id
            yield Flag("word", start, end, one.sentence.text[start:end], found[1], fragment)
            return


def _only_other(text: str, near: Sequence[str], days: Days) -> str | None:
    """Give the one name of the likeliest day that a sentence leaves out, if it is one."""
    said = plain_name(text)
    left = [name for name in days.told.heard(near[0]) if plain_name(name) not in said] if near else []
    left = [name for name in left if flat(name) not in _CALENDAR]
    return left[0] if len(left) == 1 else None


def _name_flag(name: Name, nearest: str | None, days: Days) -> Flag:
    fragment = next((one.id for one in days.fragments if nearest and flat(nearest) in flat(one.text)), None)
    return Flag("name", name.start, name.end, name.text, nearest, fragment, nearest)


def _dates(one: Claimed, days: Days) -> Iterable[Flag]:
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
    if there and (one.best < _SOLID or one.words < _PLACED or max(there) >= _ELSEWHERE * one.best):
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
    if one.best < _SOLID:
        return None
    place = one.scores.index(one.best)
    fragment = days.fragments[days.pieces[place].fragment]
    if fragment.day is None:
        return None
    named = {when.first for when in one.dates}
    told = [first for first, last in days.stretches[place] if first == last and first not in named]
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
    least = _BESIDE * one.best
    likely = [at for at, score in enumerate(one.scores) if score >= least]
    if not any(when.has(day) for at in likely for stretch in days.stretches[at] for day in stretch):
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
    likely = _likely(one, days)
    told = [
        first
        for piece, stretches in zip(days.pieces, days.stretches, strict=True)
        if piece.fragment in likely
        for first, last in stretches
        if first == last
    ]
    if told and all(day.weekday() != weekday for day in told) and one.best >= _SOLID:
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
    for place in _likely(one, days):
        fragment = days.fragments[place]
        for other in claims.dates(fragment.text, (fragment.day or days.month).replace(day=1)):
            if other.scope == when.scope:
                words = fragment.text[other.start : other.end]
                return words, fragment.id, words if has_cjk(words) == has_cjk(one.sentence.text) else None
    return None, None, None
