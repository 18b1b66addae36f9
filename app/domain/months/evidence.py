"""The days a month's text is held against: cut into pieces, with what each says in words, numbers and dates."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import Final

from app.domain import numerals
from app.domain.english import stem
from app.domain.months import claims
from app.domain.months.claims import Number
from app.domain.months.passages import sentences
from app.domain.months.told import Told
from app.domain.text import Language, has_cjk, language, query_tokens

REACH: Final = 2  # sentences before and after one that may say the rest of what it says
# Most sentences count nothing; looking for their dates would be the dearest part of the whole check.
_FIGURES: Final = re.compile(
    rf"\d|{numerals.ZH_NUMBER}|半|\b(?:{'|'.join(numerals.EN_WORDS)}|dozen|hundred|thousand|million|half|quarter|twice|thrice"
    r"|first|second|third|\w+th|(?:an?|whole|entire|full) (?:minute|hour|day|week|fortnight|month|year|mile|pound))\b",
    re.IGNORECASE,
)
_RARE: Final = 2  # fragments that have a number, at most, for it to tell one
_NUMBER: Final = 0.2  # of what is lacking: what such a number tells
_MEASURE: Final = 0.35  # … when it has a measure
_WHOM: Final = 0.5  # what a name counts for: it tells of whom, not what
_LEANING: Final = 0.7  # what a word counts for that only a neighbouring sentence says


@dataclass(frozen=True, slots=True)
class Evidence:
    """A fragment; `day` None: undated. `importance` 1 to 10 where something tells it."""

    id: int
    day: date | None
    text: str
    mood: str | None = None
    importance: int | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence of a fragment, `fragment` by its place in the sequence of them."""

    fragment: int
    start: int
    end: int
    text: str
    words: frozenset[str]


def words_of(text: str) -> tuple[str, ...]:
    """Give the words that carry the matter, English ones by their stem."""
    return tuple(dict.fromkeys(stem(word) if word.isascii() else word for word in query_tokens(text)))


@lru_cache(maxsize=2048)
def _numbers(text: str, month: date) -> tuple[Number, ...]:
    """Read each sentence by its own language: a day may be told in two."""
    return tuple(
        Number(one.start + number.start, one.start + number.end, number.amount)
        for one in sentences(text)
        if _FIGURES.search(one.text)
        for number in claims.numbers(one.text, claims.dates(one.text, month))
    )


@dataclass(frozen=True)
class Days:
    """All fragments of a month, and what is reckoned from them once.

    `month`: its first day. `names`: people the palace knows.
    """

    fragments: tuple[Evidence, ...]
    month: date
    names: tuple[str, ...] = ()

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(
            Piece(place, one.start, one.end, one.text, frozenset(words_of(one.text)))
            for place, fragment in enumerate(self.fragments)
            for one in sentences(fragment.text)
        )

    @cached_property
    def told(self) -> Told:
        return Told(tuple(one.text for one in self.fragments), self.names)

    @cached_property
    def languages(self) -> frozenset[Language]:
        """Give the languages that the days are told in."""
        return frozenset(language(one.text) for one in self.pieces)

    @cached_property
    def numbers(self) -> tuple[tuple[Number, ...], ...]:
        """Give the amounts of each fragment, without those that are part of a date."""
        return tuple(_numbers(one.text, self._month_of(one)) for one in self.fragments)

    @cached_property
    def stretches(self) -> tuple[tuple[tuple[date, date], ...], ...]:
        """Give the dates each piece tells of: its fragment's own day, and what its line says."""
        return tuple(self._stretches(piece) for piece in self.pieces)

    @cached_property
    def weights(self) -> dict[str, float]:
        """Give what each word tells: one of every fragment next to nothing."""
        spread = Counter(word for piece in self.pieces for word in piece.words)
        total = len(self.pieces) or 1
        return {word: math.log(1 + total / count) for word, count in spread.items()}

    def weight(self, word: str) -> float:
        """Give a word's weight; one that no day has tells most. A pair of Chinese characters is half a word."""
        found = self.weights.get(word, math.log(1 + (len(self.pieces) or 1)))
        if word in self._of_names:
            found *= _WHOM
        return found * (0.5 if has_cjk(word) else 1.0)

    @cached_property
    def _of_names(self) -> frozenset[str]:
        return frozenset(word for name in (*self.names, *self.told.people) for word in words_of(name))

    def shares(self, words: Sequence[str]) -> list[float]:
        """Give for each piece what share of the words it says, by weight, with the sentences around it."""
        whole = sum(map(self.weight, words))
        if not whole:
            return [0.0] * len(self.pieces)
        own = [frozenset(word for word in words if word in piece.words) for piece in self.pieces]
        return [self._share(at, own) / whole for at in range(len(own))]

    def with_numbers(self, shares: Sequence[float], stated: Sequence[Number]) -> list[float]:
        """Raise the shares of pieces that have the same rare number: a score of 612 is told by few days."""
        raised = list(shares)
        for number in stated:
            at = [
                place
                for place, piece in enumerate(self.pieces)
                if any(
                    piece.start <= other.start < piece.end and claims.same(number.amount, other.amount)
                    for other in self.numbers[piece.fragment]
                )
            ]
            if len({self.pieces[place].fragment for place in at}) <= _RARE:
                tells = _NUMBER if number.amount.dimension in {"count", "bare", "ordinal"} else _MEASURE
                for place in at:
                    raised[place] += tells * (1 - raised[place])
        return raised

    def beside(self, at: int) -> list[int]:
        """Give the places of a piece and of those of its fragment that may say the rest of what it says, the nearest first."""
        fragment = self.pieces[at].fragment
        near = range(max(0, at - REACH), min(len(self.pieces), at + REACH + 1))
        return sorted(
            (other for other in near if self.pieces[other].fragment == fragment),
            key=lambda other: abs(other - at),
        )

    def around(self, at: int) -> str:
        """Give the text of a piece and of those beside it."""
        near = self.beside(at)
        whole = self.fragments[self.pieces[at].fragment].text
        return whole[self.pieces[min(near)].start : self.pieces[max(near)].end]

    def _share(self, at: int, own: Sequence[frozenset[str]]) -> float:
        if not own[at]:
            return 0.0
        near = set().union(*(own[other] for other in self.beside(at)))
        said = sum(map(self.weight, own[at]))
        return said + _LEANING * sum(map(self.weight, near - own[at]))

    def _stretches(self, piece: Piece) -> tuple[tuple[date, date], ...]:
        fragment = self.fragments[piece.fragment]
        if fragment.day is None:
            return tuple(
                (one.first, one.last) for one in claims.dates(piece.text, self.month) if one.scope == "day"
            )
        start = fragment.text.rfind("\n", 0, piece.start) + 1
        end = fragment.text.find("\n", piece.end)
        line = fragment.text[start : end if end >= 0 else None]
        return ((fragment.day, fragment.day), *claims.days_told(line, fragment.day))

    def _month_of(self, fragment: Evidence) -> date:
        return (fragment.day or self.month).replace(day=1)
