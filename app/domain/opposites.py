"""Words that exclude one another: opposite states on one axis, and members of one family (father, mother)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from app.domain import families, opposite_words
from app.domain.english import stem
from app.domain.families import Family
from app.domain.negation import negated
from app.domain.stop_words import STOP_WORDS

_HE: Final = re.compile(r"\b(?:he|him|his|himself)\b")
_ZH_SIDE: Final = re.compile("([\u4e00-\u9fff]{2})[以之]?(前|后)(?![天面来])")
_ZH_DONE: Final = re.compile("完([\u4e00-\u9fff]{2})(?:再|才|就)")
_EN_SIDE: Final = re.compile(r"\b(before|after) ((?:[a-z']+ ?){1,3})")
_SHE: Final = re.compile(r"\b(?:she|her|hers|herself)\b")


@dataclass(frozen=True, slots=True)
class Clash:
    """Two words that cannot both be true of one thing."""

    kind: Literal["opposite", "word", "person"]
    left: str
    right: str


def clash(left: str, right: str, *, chinese: bool) -> Clash | None:
    """Give the first pair of excluding words of two texts in flat form."""
    return (
        next(_by_axis(left, right, chinese=chinese), None)
        or _by_side(left, right, chinese=chinese)
        or next(_by_family(left, right, chinese=chinese), None)
        or (None if chinese else _by_person(left, right))
    )


def _by_axis(left: str, right: str, *, chinese: bool) -> Iterator[Clash]:
    for axis in _axes(chinese=chinese):
        one, other = _pole(left, axis, chinese=chinese), _pole(right, axis, chinese=chinese)
        if one and other and one[0] != other[0] and one[1] != other[1]:
            yield Clash("opposite", one[1], other[1])


def _pole(
    flat: str, axis: tuple[re.Pattern[str], re.Pattern[str]], *, chinese: bool
) -> tuple[int, str] | None:
    """Give which end of the axis a text takes, negation turning it over; None when it takes none or both."""
    found: dict[int, str] = {}
    for end, words in zip((1, -1), axis, strict=True):
        for match in words.finditer(flat):
            turned = negated(flat, match.start(), chinese=chinese)
            found.setdefault(-end if turned else end, match[0])
    return next(iter(found.items())) if len(found) == 1 else None


def _by_family(left: str, right: str, *, chinese: bool) -> Iterator[Clash]:
    for family in _families(chinese=chinese):
        one, other = _members(left, family), _members(right, family)
        only_left = [name for name in one if name not in other]
        only_right = [name for name in other if name not in one]
        if only_left and only_right:
            yield Clash("word", one[only_left[0]], other[only_right[0]])


def _members(flat: str, family: Family) -> dict[str, str]:
    """Give the family's members named in a text, each with the word it was named by."""
    found: dict[str, str] = {}
    for match in family.pattern.finditer(flat):
        found.setdefault(family.members[match[1]], match[0])
    return found


def _by_person(left: str, right: str) -> Clash | None:
    for one, other in ((_HE, _SHE), (_SHE, _HE)):
        here, there = one.search(left), other.search(right)
        if here and there and not other.search(left) and not one.search(right):
            return Clash("person", here[0], there[0])
    return None


def _by_side(left: str, right: str, *, chinese: bool) -> Clash | None:
    """Find one event with two sides: 手术前 and 手术后, before and after the surgery."""
    one, other = _sides(left, chinese=chinese), _sides(right, chinese=chinese)
    for event, (side, words) in one.items():
        if event in other and other[event][0] != side:
            return Clash("opposite", words, other[event][1])
    return None


def _sides(flat: str, *, chinese: bool) -> dict[str, tuple[str, str]]:
    if chinese:
        sides = {match[1]: (match[2], match[0]) for match in _ZH_SIDE.finditer(flat)}
        return sides | {match[1]: ("后", match[0]) for match in _ZH_DONE.finditer(flat)}
    found = {}
    for match in _EN_SIDE.finditer(flat):
        event = next((word for word in match[2].split() if word not in STOP_WORDS), None)
        if event:
            found[stem(event)] = (match[1], match[1])
    return found


@cache
def _axes(*, chinese: bool) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    table = opposite_words.ZH_AXES if chinese else opposite_words.EN_AXES
    axes = []
    for line in table.strip().splitlines():
        one, other = (_any_of(pole, chinese=chinese) for pole in line.split("|"))
        axes.append((one, other))
    return axes


def _any_of(words: str, *, chinese: bool) -> re.Pattern[str]:
    joined = "|".join(sorted(words.split(), key=len, reverse=True)).replace("_", " ")
    return re.compile(joined if chinese else rf"\b(?:{joined})\b")


@cache
def _families(*, chinese: bool) -> list[Family]:
    table = opposite_words.ZH_FAMILIES if chinese else opposite_words.EN_FAMILIES
    return families.read(table, chinese=chinese, endings="s|'s")
