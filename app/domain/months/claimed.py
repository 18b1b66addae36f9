"""A sentence of a month's text as it is held against the days, and what is flagged in it."""

from dataclasses import dataclass
from typing import Final, Literal

from app.domain.months.claims import Date
from app.domain.months.evidence import Days
from app.domain.months.named import Name
from app.domain.months.passages import Sentence

SOLID: Final = 0.45  # score from which a sentence surely tells of a piece
BESIDE: Final = 0.66  # of the best score: what else a sentence rests on
ELSEWHERE: Final = 0.6  # of the best score: what a day must reach to be the one that is meant
_MOST: Final = 3  # fragments a sentence is held against first


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

    def reaching(self, share: float) -> list[int]:
        """Give the pieces that tell at least a share of what the best tells, the likeliest first."""
        least = share * self.best
        reached = (at for at, score in enumerate(self.scores) if score >= least)
        return sorted(reached, key=lambda at: -self.scores[at])

    def likely(self, days: Days) -> list[int]:
        """Give the fragments it may rest on, by their place, the likeliest first."""
        return list(dict.fromkeys(days.pieces[at].fragment for at in self.reaching(ELSEWHERE)))[:_MOST]
