"""Judge what was told in an exchange: its room, its weight, its mood, how sure it is, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.mood import mood_va
from app.models.builtin.lexicon import markers
from app.models.builtin.mood import moods
from app.models.builtin.prototypes import bank
from app.models.builtin.telling import Told
from app.models.embedding import Embedder, Vectors

# Fitted on the development half of our labels (docs/quality.md), in cosine.
LIVING: Final = 0.06  # small talk is the likeliest
UNPLEASANT: Final = 0.08  # an unpleasant mood speaks for the attic, any other against it
PLEASANT: Final = -0.12
WORKING: Final = -0.12  # trouble with a task is work, not a wound
STRANGER: Final = -0.25  # the partner's "I" resembles the character's
ANSWERING: Final = 0.15
ALONE: Final = 0.40
# Importance: the middle of the scale, and what a cosine nearer to weighty than to small talk adds.
MIDDLE: Final = 4.2
SPREAD: Final = 8.0
MARKED: Final = 0.5

# How much nearer to a mere courtesy than to any room a text may be that names nothing of weight; and what the
# character tells of itself beside it.
COURTEOUS: Final = 0.14
OWN_COURTEOUS: Final = 0.0

_BAD_MOODS: Final = frozenset({"sad", "angry", "anxious", "confused", "hurt"})
_STIRRED: Final = 0.55
_OF_PARTNER: Final = frozenset({"preference", "name", "title", "age", "family"})
_LIGHT: Final = frozenset({"advice", "habit", "work", "friend", "hedge", "relief", "learning"})
_OF_CHARACTER: Final = frozenset({"self", "promise", "title", "advice", "bond"})


@dataclass(frozen=True, slots=True)
class Judged:
    """What was told, with the verdict on it."""

    told: Told
    room: str
    importance: int
    mood: str
    assertion: str
    kinds: frozenset[str]


def judge(told: Sequence[Told], embedder: Embedder) -> Iterator[Judged]:
    """Judge many at once, with one embedding run for all; mere courtesies fall out."""
    if not told:
        return
    texts = [one.said(own=False) or one.said(own=True) for one in told]
    vectors = embedder.embed(texts)
    rooms, weights = bank("rooms", embedder), bank("importance", embedder)
    near, weight = rooms.scores(vectors), weights.scores(vectors)
    heavy = weight[:, weights.labels.index("weighty")] - weight[:, weights.labels.index("small")]
    feelings = moods(texts, vectors, embedder)
    empty = _courtesies(told, vectors, embedder)
    for one, row, extra, mood, dropped in zip(told, near, heavy, feelings, empty, strict=True):
        if dropped:
            continue
        partner, own = _kinds(one, own=False), _kinds(one, own=True)
        scores = dict(zip(rooms.labels, map(float, row), strict=True))
        yield Judged(
            one,
            _room(scores, one, partner, own, mood),
            _importance(float(extra), partner or own, mood),
            mood,
            _assertion(one, partner),
            (partner - {"self"}) | (own & _OF_CHARACTER),
        )


def _courtesies(told: Sequence[Told], vectors: Vectors, embedder: Embedder) -> list[bool]:
    """Tell where neither side says more than manners ask; the character is heard where the partner says no more."""
    empty = [
        polite > COURTEOUS and _kinds(one, own=False) <= _LIGHT and not _kinds(one, own=True) & _OF_CHARACTER
        for one, polite in zip(told, _politeness(vectors, embedder), strict=True)
    ]
    own = {
        at: one.said(own=True)
        for at, one in enumerate(told)
        if empty[at] and one.told_by(own=False) and any(quote.personal for quote in one.told_by(own=True))
    }
    if own:
        polite = _politeness(embedder.embed(list(own.values())), embedder)
        for at, degree in zip(own, polite, strict=True):
            empty[at] = degree > OWN_COURTEOUS
    return empty


def _politeness(vectors: Vectors, embedder: Embedder) -> list[float]:
    """How much nearer texts are to a courtesy than to any room, in cosine."""
    near = bank("rooms", embedder).scores(vectors).max(axis=1)
    return [float(degree) for degree in bank("manners", embedder).scores(vectors)[:, 0] - near]


def _kinds(one: Told, *, own: bool) -> frozenset[str]:
    return frozenset().union(*(quote.kinds for quote in one.told_by(own=own)))


def _room(
    scores: dict[str, float], one: Told, partner: frozenset[str], own: frozenset[str], mood: str
) -> str:
    for marker in markers():
        if marker.kind in partner and marker.kind != "self":
            for room, weight in marker.rooms.items():
                scores[room] += weight
    scores["living_room"] += LIVING
    scores["attic"] += UNPLEASANT if mood in _BAD_MOODS else PLEASANT
    scores["attic"] += WORKING if partner & {"learning", "work"} else 0.0
    scores["self_room"] += _selfhood(one, partner, own)
    return max(scores, key=lambda room: scores[room])


def _selfhood(one: Told, partner: frozenset[str], own: frozenset[str]) -> float:
    """How much an exchange tells of the character: it alone, in answer to the partner, or not at all."""
    if not one.told_by(own=False):
        return ALONE if "self" in own or any(quote.personal for quote in one.quotes) else 0.0
    asked = all(quote.question for quote in one.told_by(own=False))
    return ANSWERING if "self" in own and (asked or not partner & _OF_PARTNER) else STRANGER


def _importance(heavy: float, kinds: frozenset[str], mood: str) -> int:
    marked = sum(marker.importance for marker in markers() if marker.kind in kinds)
    valence, arousal = mood_va(mood) or (0.0, 0.0)
    stirred = abs(valence) > _STIRRED and abs(arousal) > _STIRRED
    return min(10, max(1, round(MIDDLE + SPREAD * heavy + MARKED * min(marked, 6) + stirred)))


def _assertion(one: Told, partner: frozenset[str]) -> str:
    """Stated in so many words; guessed when hedged; inferred when all the partner did was ask."""
    if "hedge" in partner:
        return "guessed"
    said = one.told_by(own=False)
    return "inferred" if said and all(quote.question for quote in said) else "stated"
