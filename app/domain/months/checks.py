"""The claims of one sentence held against the days: numbers, names, things and denials, each with the nearest right one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from app.domain.months import claims, keywords
from app.domain.months.claimed import BESIDE, Claimed, Flag
from app.domain.months.claims import Date, Number
from app.domain.months.contrast import instead, namesakes, strangers, swaps
from app.domain.months.date_checks import CALENDAR, check_dates
from app.domain.months.evidence import Days, words_of
from app.domain.months.named import Name, plain_name, tell
from app.domain.months.passages import Sentence
from app.domain.months.things import exchanged, unlike
from app.domain.months.turned import turned
from app.domain.text import flat, has_cjk

_PART: Final = re.compile(r"\b(?:half|third|quarter)\b|半|分之|[一二三四五六七八九]成", re.IGNORECASE)


def check_sentence(one: Claimed, days: Days) -> list[Flag]:
    """Give what no day tells, by places in the whole text."""
    numbers = claims.numbers(one.sentence.text, one.dates)
    found = [*check_dates(one, days), *_numbers(one, numbers, days)]
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
    return replace(flag, start=flag.start + by, end=flag.end + by)


def _numbers(one: Claimed, numbers: Sequence[Number], days: Days) -> Iterable[Flag]:
    likely = one.likely(days)
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
        and not CALENDAR.issuperset(flat(name.text).split())
        and not days.told.tells(name)
    )


def _names(one: Claimed, days: Days) -> Iterable[Flag]:
    text, told = one.sentence.text, days.told
    parts: tuple[Date | Name, ...] = (*one.dates, *one.untold)
    taken = {place for part in parts for place in range(part.start, part.end)}
    near = [days.fragments[place].text for place in one.likely(days)]
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
    rests = {days.pieces[at].fragment for at in one.reaching(BESIDE)}
    near = "\n".join(days.fragments[place].text for place in rests)
    fragment = days.fragments[days.pieces[one.place].fragment]
    text = one.sentence.text
    for name in days.told.strays(text, near):
        if flat(name.text) not in CALENDAR and not _tells_of(name, one, days):
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
    left = [name for name in left if flat(name) not in CALENDAR]
    return left[0] if len(left) == 1 else None


def _name_flag(name: Name, nearest: str | None, days: Days) -> Flag:
    fragment = next((one.id for one in days.fragments if nearest and flat(nearest) in flat(one.text)), None)
    return Flag("name", name.start, name.end, name.text, nearest, fragment, nearest)
