"""Two texts laid side by side: where they agree but for one place, what stands there sets them apart.

Whoever tells a thing again changes the sentence, not only its noun: a corgi for a beagle is another dog, unless the
two words are known to say the same. A doing in that place proves nothing (one wants or hopes to go), a negation does.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from app.domain import numerals, same_words
from app.domain.english import is_verb_form, stem
from app.domain.negation import polarity, without_idioms

_PART: Final = re.compile(r"[a-z]+(?:['-][a-z]+)*|\d+(?:[.:]\d+)*|[\u4e00-\u9fff]|#+")
_CONTRACTION: Final = re.compile("n't$|'(?:s|m|re|ve|ll|d)$")
_ZH_NUMERAL: Final = re.compile(numerals.ZH_NUMBER)
_LONGEST_PHRASE: Final = 5
_LEAST_SHARED: Final = 2  # signs, or words, that both must share: less is no frame
_ROOT: Final = 4  # letters that words of one root share
_LONGEST_ZH: Final = 5  # signs that a thing is named by
_LONGEST_EN: Final = 3  # words
_SIGN: Final = re.compile("[，。！？；：、,.!?;:]")
_EDGES: Final = "，。！？；：、,.!?;: 是的了在"
_THING_WORDS: Final = "a an the my his her their our in on at of to from with for by"
_EN_BEFORE_THING: Final = tuple(f" {word} " for word in _THING_WORDS.split())
_BEFORE_DOING_WORDS: Final = (
    "i he she we you they who not never always often sometimes usually just already still can could will would may might"
    " must should don't doesn't didn't can't couldn't won't wouldn't"
)
_EN_BEFORE_DOING: Final = frozenset(_BEFORE_DOING_WORDS.split())
_ZH_BEFORE_THING: Final = frozenset(
    "在到坐吃喝养买从向叫是姓给被把跟和当学弹穿戴种只个条张把本辆件台部首家盆杯碗"
)
_ZH_BEFORE_DOING: Final = frozenset("a我你他她它们会要能敢肯就也都还又再才已正想不没")
# What follows what is done: 医生[劝]TA多休息, the doctor [suggests] the
_ZH_AFTER_DOING: Final = re.compile(
    "[了过着]?(?:ta|[我你他她它])|(?:[了着]|过(?![敏年节期生夜冬去]))[\u4e00-\u9fff]|地"
)
_EN_AFTER_DOING: Final = re.compile(
    " (?:the|an?|his|her|my|their|our|its|your|him|me|it|them|us|that|to|more|less)\\b"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A word or sign as it is compared, and where it stands in its text."""

    same: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """The one place in which a text parts from another: its parts from `start` up to, not including, `end`."""

    text: str
    parts: Sequence[Part]
    start: int
    end: int

    @property
    def words(self) -> str:
        return self._between(self.start, self.end)

    def told(self, *, wide: bool = False) -> tuple[int, int]:
        """Where its words stand, or those with the word beside them, as an empty place needs it."""
        start, end = self.start, self.end
        if wide:
            start, end = (start, end + 1) if end < len(self.parts) else (start - 1, end)
        return self.parts[start].start, self.parts[end - 1].end

    @property
    def around(self) -> int:
        """How many words or signs stand outside it."""
        return len(_PART.findall(self.text)) - len(_PART.findall(self.words))

    @property
    def gap(self) -> str:
        """Its words with all that says nothing around them."""
        start = self.parts[self.start - 1].end if self.start else 0
        end = self.parts[self.end].start if self.end < len(self.parts) else len(self.text)
        return self.text[start:end].strip(_EDGES)

    def is_thing(self) -> bool:
        """Tell an English noun by the article or preposition before it."""
        return f" {self.text[: self.parts[self.start].start]}".endswith(_EN_BEFORE_THING)

    def is_doing(self, *, chinese: bool) -> bool:
        """Tell whether what stands here is done, by the word before and its own ending."""
        first, last = self.parts[self.start], self.parts[self.end - 1]
        before, after = self.text[: first.start], self.text[last.end :]
        if chinese:
            if _ZH_AFTER_DOING.match(after) or (before.endswith("被") and not after.strip(_EDGES)):
                return True
            goes_on = re.match("[\u4e00-\u9fff]", after) is not None
            half_a_word = (
                len(self.words) == 1
                and not _ZH_NUMERAL.match(self.words)
                and before[-1:] not in _ZH_BEFORE_THING
            )
            return goes_on and (half_a_word or before[-1:] in _ZH_BEFORE_DOING)
        *_, verb, word = ["", "", *before.split()]
        return (
            word in _EN_BEFORE_DOING
            or (word == "to" and verb != "" and _plain(verb) in _wishes())
            or is_verb_form(doing := self.text[first.start : first.end])
            or (doing.endswith("s") and _EN_AFTER_DOING.match(after) is not None)
        )

    def _between(self, start: int, end: int) -> str:
        return self.text[self.parts[start].start : self.parts[end - 1].end] if start < end else ""


@dataclass(frozen=True, slots=True)
class Swap:
    """What sets two texts apart, and where it stands in each."""

    kind: Literal["word", "negation"]
    left: tuple[int, int]
    right: tuple[int, int]


def swapped(left: str, right: str, *, chinese: bool) -> Swap | None:
    """Give what sets two texts in flat form apart if they agree in all but one place, or None.

    For amounts and dates, which are compared by what they mean, a # must stand.
    """
    left, right = (without_idioms(text, chinese=chinese) for text in (left, right))
    here, there = _places(left, right, chinese=chinese)
    if min(here.around, there.around) < _LEAST_SHARED or not (here.parts and there.parts):
        return None
    (denied, one), (also, other) = (_polarity(place.words, chinese=chinese) for place in (here, there))
    if not one and not other:
        wide = not (here.words and there.words)
        return Swap("negation", here.told(wide=wide), there.told(wide=wide)) if denied != also else None
    if denied or also or not one or not other or not _comparable(here, there, chinese=chinese):
        return None
    if _related(here, there, chinese=chinese) or _open(one, other, chinese=chinese):
        return None
    if here.is_doing(chinese=chinese) and there.is_doing(chinese=chinese):
        return None
    return Swap("word", here.told(), there.told())


def _places(left: str, right: str, *, chinese: bool) -> tuple[Place, Place]:
    """Give where two texts part: all that lies between what they share at the beginning and at the end."""
    one, other = _parts(left, chinese=chinese), _parts(right, chinese=chinese)
    shorter = min(len(one), len(other))
    head = next((at for at in range(shorter) if one[at].same != other[at].same), shorter)
    rest = shorter - head
    tail = next((at for at in range(rest) if one[-1 - at].same != other[-1 - at].same), rest)
    return Place(left, one, head, len(one) - tail), Place(right, other, head, len(other) - tail)


def _comparable(here: Place, there: Place, *, chinese: bool) -> bool:
    """Tell whether both places hold one thing; where more differs, the sentence was made anew."""
    if any(_SIGN.search(place.gap) for place in (here, there)):
        return False
    if chinese:
        return max(len(here.gap), len(there.gap)) <= _LONGEST_ZH
    lengths = {here.end - here.start, there.end - there.start}
    if here.is_thing() and there.is_thing():
        return max(lengths) <= _LONGEST_EN
    return max(lengths) < _LONGEST_EN and (len(lengths) == 1 or "#" in here.gap + there.gap)


def _polarity(words: str, *, chinese: bool) -> tuple[bool, list[Part]]:
    """Tell whether words deny, and give what they say beside that."""
    denies, rest = polarity(words, chinese=chinese)
    return denies, _parts(rest, chinese=chinese)


def _open(one: Sequence[Part], other: Sequence[Part], *, chinese: bool) -> bool:
    """Tell two amounts or dates, which are compared elsewhere, and words that leave open what is meant."""
    left, right = {part.same for part in one}, {part.same for part in other}
    return "#" in left & right or not (left | right).isdisjoint(_vague(chinese=chinese))


def _related(here: Place, there: Place, *, chinese: bool) -> bool:
    """Tell words of one root: allergic and allergy, 每晚 and 每天晚上."""
    if chinese:
        return bool(set(here.words) & set(there.words))
    return any(
        _one_root(one.same, other.same)
        for one in here.parts[here.start : here.end]
        for other in there.parts[there.start : there.end]
    )


def _one_root(one: str, other: str) -> bool:
    """Tell allergic and allergy, vet and veterinarian."""
    shorter, longer = sorted((one, other), key=len)
    alike = next((at for at, sign in enumerate(shorter) if sign != longer[at]), len(shorter))
    return alike >= max(_ROOT, 0.6 * len(longer)) or alike == len(shorter) >= _ROOT - 1


def _parts(flat: str, *, chinese: bool) -> list[Part]:
    """Split a text into what is compared: words of one meaning made one, those that say nothing left out."""
    same = _same(chinese=chinese)
    parts = [Part(_plain(match[0], chinese=chinese), *match.span()) for match in _PART.finditer(flat)]
    found: list[Part] = []
    at = 0
    while at < len(parts):
        phrase, length = _longest(parts[at : at + _LONGEST_PHRASE], same)
        if phrase:
            found.append(Part(phrase, parts[at].start, parts[at + length - 1].end))
        at += length
    return found


def _longest(parts: Sequence[Part], same: dict[tuple[str, ...], str]) -> tuple[str, int]:
    """Give the meaning of the longest phrase a row of parts begins with, and its length."""
    for length in range(len(parts), 0, -1):
        meaning = same.get(tuple(part.same for part in parts[:length]))
        if meaning is not None:
            return meaning, length
    return parts[0].same, 1


def _plain(word: str, *, chinese: bool = False) -> str:
    if word[0] == "#":
        return "#"
    if chinese:
        return word
    return "not" if word.endswith("n't") else stem(_CONTRACTION.sub("", word))


@cache
def _vague(*, chinese: bool) -> frozenset[str]:
    words = same_words.ZH_VAGUE if chinese else same_words.EN_VAGUE
    same = _same(chinese=chinese)
    return frozenset(same.get(_row(word, chinese=chinese), word) for word in words.split())


@cache
def _wishes() -> frozenset[str]:
    return frozenset(_plain(word) for word in same_words.EN_WISHES.split())


@cache
def _same(*, chinese: bool) -> dict[tuple[str, ...], str]:
    """Give the meaning of every known word, as a row of signs or stems; an empty one where it says nothing."""
    table = same_words.ZH_SAME if chinese else same_words.EN_SAME
    light = same_words.ZH_LIGHT if chinese else same_words.EN_LIGHT
    known = {
        _row(word, chinese=chinese): line.split()[0]
        for line in reversed(table.strip().splitlines())
        for word in line.split()
    }
    return known | {_row(word, chinese=chinese): "" for word in light.split()}


def _row(word: str, *, chinese: bool) -> tuple[str, ...]:
    return tuple(word) if chinese else tuple(map(_plain, word.split("_")))
