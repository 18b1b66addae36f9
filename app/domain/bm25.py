"""BM25 over tokens that `text` has split: a document counts by the query's words it holds, rare ones more."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from app.domain.profile import Fusion

_STANDARD = Fusion()


@dataclass(frozen=True, slots=True)
class Stats:
    """Facts about the whole corpus: its size, the mean length, and in how many documents each word stands."""

    total: int
    mean_length: float
    frequency: Mapping[str, int]


def stats_of(docs: Iterable[Sequence[str]]) -> Stats:
    """Count a corpus that is at hand; storage counts larger ones in SQL."""
    frequency: Counter[str] = Counter()
    total = length = 0
    for doc in docs:
        total += 1
        length += len(doc)
        frequency.update(set(doc))
    return Stats(total, length / total if total else 0.0, frequency)


def weight_of(token: str, stats: Stats) -> float:
    """Give a word's rarity; never negative, however common it is."""
    found = min(stats.frequency.get(token, 0), stats.total)
    return log((stats.total - found + 0.5) / (found + 0.5) + 1)


def score(
    query_tokens: Sequence[str], docs: Mapping[int, Sequence[str]], stats: Stats, fusion: Fusion = _STANDARD
) -> dict[int, float]:
    """Give the score of every document that holds a word of the query; a word asked twice counts twice."""
    weights: dict[str, float] = {}
    for token in query_tokens:
        weights[token] = weights.get(token, 0.0) + weight_of(token, stats)
    scores = {}
    for key, doc in docs.items():
        counts = Counter(token for token in doc if token in weights)
        if counts:
            damp = fusion.k1 * (1 - fusion.b + fusion.b * len(doc) / (stats.mean_length or 1.0))
            scores[key] = sum(
                weights[token] * count * (fusion.k1 + 1) / (count + damp) for token, count in counts.items()
            )
    return scores
