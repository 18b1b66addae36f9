"""What stands around a text in the talk: neighbours, the stretch it belongs to, and who speaks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.domain.pool import Turn
from app.domain.profile import Surroundings
from app.domain.scoring import Factors


def asks(text: str) -> bool:
    """Tell whether a text ends in a question."""
    return text.rstrip().rstrip("\"'\u201d\u300d)\uff09~\uff5e ").endswith(("?", "\uff1f"))


@dataclass(frozen=True, slots=True)
class Around:
    """The likeness of everything that was found, by which its neighbours are judged."""

    turns: Mapping[int, Turn]
    numbers: Surroundings
    named: frozenset[str]
    vector: Mapping[int, float]  # weighted by the fusion's shares
    lexical: Mapping[int, float]
    neighbours: Mapping[int, Sequence[int | None]]
    stretches: Mapping[str, float]

    def factors(self, key: int) -> Factors:
        """What its surroundings add to a text, each part as it counts in the score."""
        turn = self.turns.get(key)
        if turn is None:
            return {}
        numbers = self.numbers
        found = {
            "context": numbers.own * self._context(key),
            "stretch": numbers.stretch * self.stretches.get(turn.stretch, 0.0),
            "speaker": numbers.speaker * (turn.speaker in self.named),
            "statement": numbers.statement * (not turn.asks),
        }
        return {"own": numbers.own, **{name: value for name, value in found.items() if value}}

    def _context(self, key: int) -> float:
        numbers, reach = self.numbers, self.numbers.reach
        near = self.neighbours.get(key, ())
        before, after = near[:reach][::-1], near[reach:]
        return (
            _lent(before, numbers.words_before, self.lexical)
            + _lent(after, numbers.words_after, self.lexical)
            + _lent(before, numbers.meaning_before, self.vector)
            + _lent(after, numbers.meaning_after, self.vector)
        )


def _lent(near: Sequence[int | None], shares: Sequence[float], likeness: Mapping[int, float]) -> float:
    return sum(
        share * likeness.get(key, 0.0) for key, share in zip(near, shares, strict=False) if key is not None
    )


def around(
    turns: Mapping[int, Turn],
    vector: Mapping[int, float],
    lexical: Mapping[int, float],
    named: frozenset[str],
    numbers: Surroundings,
) -> Around:
    """Order the turns and find each one's neighbours; the likenesses are weighted already."""
    stretches: dict[str, float] = {}
    best = max(lexical.values(), default=0.0)
    for key, value in lexical.items():
        if best and key in turns:
            stretch = turns[key].stretch
            stretches[stretch] = max(stretches.get(stretch, 0.0), value / best)
    return Around(turns, numbers, named, vector, lexical, _neighbours(turns, numbers.reach), stretches)


def _neighbours(turns: Mapping[int, Turn], reach: int) -> dict[int, list[int | None]]:
    """Those `reach` before and after, in order; None where none is near."""
    if not reach:
        return {}
    found: dict[int, list[int | None]] = {}
    for row in rows(turns):
        padded = [None] * reach + row + [None] * reach
        for at, key in enumerate(row, reach):
            near = [*padded[at - reach : at], *padded[at + 1 : at + reach + 1]]
            found[key] = [one if one and _near(turns[key], turns[one], reach) else None for one in near]
    return found


def _near(one: Turn, other: Turn, reach: int) -> bool:
    return abs(one.ordinal - other.ordinal) <= reach


def rows(turns: Mapping[int, Turn]) -> Iterable[list[int]]:
    """Give the turns of each stretch in order."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for key in sorted(turns, key=lambda key: (turns[key].ordinal, key)):
        found[turns[key].stretch].append(key)
    return found.values()
