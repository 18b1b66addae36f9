"""What stands around a text in the talk: neighbours, the stretch it belongs to, and who speaks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from app.domain.pool import Turn
from app.domain.profile import Surroundings
from app.domain.scoring import Factors


def asks(text: str) -> bool:
    """Tell whether a text ends in a question."""
    return text.rstrip().rstrip("\"'\u201d\u300d)\uff09~\uff5e ").endswith(("?", "\uff1f"))


@dataclass(frozen=True, slots=True)
class Around:
    """What every turn is lent by its neighbours, and how well its stretch holds the question's words."""

    turns: Mapping[int, Turn]
    numbers: Surroundings
    named: frozenset[str]
    lent: Mapping[int, float]
    stretches: Mapping[str, float]

    def factors(self, key: int) -> Factors:
        """What its surroundings add to a text, each part as it counts in the score."""
        turn = self.turns.get(key)
        if turn is None:
            return {}
        numbers = self.numbers
        found = {"own": numbers.own}
        if lent := self.lent.get(key, 0.0):
            found["context"] = numbers.own * lent
        if near := self.stretches.get(turn.stretch, 0.0):
            found["stretch"] = numbers.stretch * near
        if numbers.speaker and turn.speaker in self.named:
            found["speaker"] = numbers.speaker
        if numbers.statement and not turn.asks:
            found["statement"] = numbers.statement
        return found


def around(
    turns: Mapping[int, Turn],
    vector: Mapping[int, float],
    lexical: Mapping[int, float],
    named: frozenset[str],
    numbers: Surroundings,
) -> Around:
    """Order the turns and let them lend; the likenesses are weighted by the fusion's shares already."""
    stretches: dict[str, float] = {}
    best = max(lexical.values(), default=0.0)
    for key, value in lexical.items():
        if best and key in turns:
            stretch = turns[key].stretch
            stretches[stretch] = max(stretches.get(stretch, 0.0), value / best)
    return Around(turns, numbers, named, _lent(turns, vector, lexical, numbers), stretches)


def _lent(
    turns: Mapping[int, Turn],
    vector: Mapping[int, float],
    lexical: Mapping[int, float],
    numbers: Surroundings,
) -> dict[int, float]:
    """Sum up what the neighbours of each turn lend; one further off than the reach, in places, lends nothing."""
    reach = numbers.reach
    lent = dict.fromkeys(turns, 0.0)
    if not reach:
        return lent
    before = _shares(numbers.words_before, numbers.meaning_before, reach)
    after = _shares(numbers.words_after, numbers.meaning_after, reach)
    for row in rows(turns):
        places = [(turns[key].ordinal, lexical.get(key, 0.0), vector.get(key, 0.0)) for key in row]
        for at, (here, words, meaning) in enumerate(places):
            for step in range(1, min(reach, len(row) - 1 - at) + 1):
                there, next_words, next_meaning = places[at + step]
                if there - here > reach:
                    break
                share = after[step - 1]
                lent[row[at]] += share[0] * next_words + share[1] * next_meaning
                share = before[step - 1]
                lent[row[at + step]] += share[0] * words + share[1] * meaning
    return lent


def _shares(words: Sequence[float], meaning: Sequence[float], reach: int) -> list[tuple[float, float]]:
    return list(zip_longest(words, meaning, fillvalue=0.0))[:reach] + [(0.0, 0.0)] * reach


def rows(turns: Mapping[int, Turn]) -> Iterable[list[int]]:
    """Give the turns of each stretch in order."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for key in sorted(turns, key=lambda key: (turns[key].ordinal, key)):
        found[turns[key].stretch].append(key)
    return found.values()
