"""Chinese names that took another's place: where a sentence goes like one of the days but for a few characters."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.months.named import Name, by_place, by_subject, by_surname, plain_name
from app.domain.months.told import Told
from app.domain.stop_words import FUNCTION_CHARACTERS
from app.domain.text import flat

_LONGEST: Final = 6  # characters of a name that may be swapped
_CONTEXT: Final = 2  # characters that must go on alike on a side that has any
_ASPECT: Final = "了着过"
_BEFORE_NAME: Final = "(?:(?<![\u4e00-\u9fff])|(?<=[和跟给被让找约陪对叫是月日号]))"
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_OPEN: Final = re.compile(r"[\s\d，。！？；：、,.!?;:“”「」『』《》（）()\-•*…—月日号]")
_GAP: Final = rf"[「『“《]?([^，。！？；：\n]{{1,{_LONGEST}}}?)[」』”》]?"


@dataclass(frozen=True, slots=True)
class Swap:
    """A name that no day has, in the place where a day has `old`."""

    name: Name
    old: str


def swaps(sentence: str, days: Sequence[str], told: Told) -> Iterable[Swap]:
    """Give names of a sentence in whose place one of the `days` (likeliest first) has a name it knows."""
    plain = flat(sentence)
    for start, end in _unheard(plain, told.whole):
        if not FUNCTION_CHARACTERS.isdisjoint(plain[start:end]):
            continue
        for day in days:
            old = _instead(plain, start, end, flat(day), told)
            if old is not None:
                yield Swap(Name(start, end, sentence[start:end]), old)
                break


def namesakes(sentence: str, told: Told) -> Iterable[Swap]:
    """Give names with the surname of somebody the days know and another given name."""
    plain = flat(sentence)
    for known in told.full_names:
        written = f"{_BEFORE_NAME}{known[0]}[\u4e00-\u9fff]{{{len(known) - 1}}}"
        for match in re.finditer(written, plain):
            name = match[0]
            if name != known and name[:2] not in told.whole and FUNCTION_CHARACTERS.isdisjoint(name):
                yield Swap(Name(*match.span(), sentence[match.start() : match.end()]), known)


def strangers(sentence: str, near: str, told: Told) -> Iterable[Swap]:
    """Give who stands beside a role or a deed in a sentence and is in no day, where `near` has somebody it leaves out."""
    for way in (by_place, by_surname, by_subject):
        left = [one.text for one in way(near) if one.text not in sentence]
        for name in way(sentence):
            old = next((one for one in left if way is not by_subject or _half_alike(one, name.text)), None)
            heard = way is not by_surname and plain_name(name.text) in told.whole
            if old and not heard and name.text not in told.placed:
                yield Swap(name, old)


def _half_alike(one: str, other: str) -> bool:
    """Tell two given names that have one character in common, in the same place."""
    return sum(sign == another for sign, another in zip(one, other, strict=True)) == 1


def instead(sentence: str, name: Name, days: Sequence[str], told: Told) -> str | None:
    """Give the name that one of the days has where a sentence has `name`."""
    plain = flat(sentence)
    found = (_instead(plain, name.start, name.end, flat(day), told) for day in days)
    return next((old for old in found if old), None)


def _unheard(plain: str, whole: str) -> Iterable[tuple[int, int]]:
    """Give stretches whose every pair of characters no day has; the characters at the seams are heard with what is beyond."""
    new = [
        bool(_HAN.match(plain[at]) and _HAN.match(plain[at + 1])) and plain[at : at + 2] not in whole
        for at in range(len(plain) - 1)
    ]
    at = 0
    while at < len(new):
        if not new[at]:
            at += 1
            continue
        end = at
        while end < len(new) and new[end]:
            end += 1
        # pairs at..end-1 are unheard: characters at..end; those at the seams may belong to what is heard
        for first in (at, at + 1):
            for last in (end + 1, end):
                if 0 < last - first <= _LONGEST:
                    yield first, last
        at = end


def _instead(plain: str, start: int, end: int, day: str, told: Told) -> str | None:
    """Give the name a day has between the same words; on at least one side two characters must agree."""
    left, right = _side(plain[:start][::-1])[::-1], _side(plain[end:])
    patterns = []
    if len(left) == _CONTEXT and right:
        patterns.append(f"{re.escape(left)}{_GAP}{re.escape(right[:1])}")
    if len(right) == _CONTEXT and left:
        deed = left.rstrip(_ASPECT) or left
        patterns.append(f"{re.escape(deed[-1:])}[{_ASPECT}]?{_GAP}{re.escape(right)}")
    if len(right) == _CONTEXT and not left:
        patterns.append(
            f"(?:^|[^\u4e00-\u9fff]|[的和跟给被让])([^，。！？；：\n]{{1,{_LONGEST}}}?){re.escape(right)}"
        )
    if len(left) == _CONTEXT:
        patterns.append(f"{re.escape(left)}[「『“《]([^，。！？；：\n]{{1,{_LONGEST}}}?)[」』”》]")
    known = {flat(name) for name in told.names}
    new = plain[start:end]
    for pattern in patterns:
        for match in re.finditer(pattern, day):
            old = match[1].strip("「」『』“”《》")
            if match.start(1) and day[match.start(1) - 1] == "《" and plain[start - 1 : start] != "《":
                continue  # a work's title is written as one
            if old != new and old in known:
                return old
    return None


def _side(text: str) -> str:
    """Give the first characters of one side up to the first sign that is none."""
    found = ""
    for sign in text[:_CONTEXT]:
        if _OPEN.match(sign):
            break
        found += sign
    return found
