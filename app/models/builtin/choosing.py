"""Choose which sentences of a memory are quoted, where there are more than it has room for."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.domain.text import estimate_tokens, query_tokens
from app.models.builtin.judging import Judged
from app.models.builtin.sentences import WEIGHTS, Sentence

# Tokens of quotes: with dates and names five memories then cost some 555 (docs/quality.md, "Recall").
QUOTED: Final = 105
# What a quote costs beside its words: marks, and often a name.
AROUND: Final = 8
# A question says less than the statement it got, a number more than another word.
ASKING: Final = 0.5
NUMBER: Final = 2.0


def chosen(parts: Sequence[Judged]) -> tuple[Judged, ...]:
    """Keep the sentences that bring most words not yet there for what they cost; one of each exchange before all others."""
    quotes = [quote for part in parts for quote in part.told.quotes]
    if sum(estimate_tokens(quote.text) for quote in quotes) <= QUOTED:
        return tuple(parts)
    choice = _Choice(quotes)
    at = 0
    for part in parts:
        choice.take(range(at, at + len(part.told.quotes)), once=True)
        at += len(part.told.quotes)
    choice.take(range(len(quotes)))
    kept = iter(choice.kept)
    return tuple(
        replace(part, told=replace(part.told, quotes=tuple(q for q in part.told.quotes if next(kept))))
        for part in parts
    )


class _Choice:
    """Which sentences are kept, and what that leaves of the room and of the words still to be said."""

    def __init__(self, quotes: Sequence[Sentence]) -> None:
        self.quotes = quotes
        self.sizes = [estimate_tokens(quote.text) for quote in quotes]
        self.words = [frozenset(query_tokens(quote.text)) for quote in quotes]
        self.kept = [False] * len(quotes)
        self.said: set[str] = set()
        self.room = QUOTED

    def take(self, places: range, *, once: bool = False) -> None:
        """Keep the worthiest of these places that still fit, until none does; with `once` a single one. The first always fits."""
        while able := [at for at in places if self._fits(at)]:
            best = max(able, key=self._worth)
            self.kept[best] = True
            self.said |= self.words[best]
            self.room -= self.sizes[best]
            if once:
                return

    def _fits(self, at: int) -> bool:
        return not self.kept[at] and (self.sizes[at] <= self.room or not any(self.kept))

    def _worth(self, at: int) -> float:
        quote = self.quotes[at]
        new = sum(NUMBER if _has_digit(word) else 1.0 for word in self.words[at] - self.said)
        carried = sum(WEIGHTS.get(kind, 0.0) for kind in quote.kinds) + quote.personal
        return (new + carried) * (ASKING if quote.question else 1.0) / (self.sizes[at] + AROUND)


def _has_digit(word: str) -> bool:
    return any(sign.isdigit() for sign in word)
