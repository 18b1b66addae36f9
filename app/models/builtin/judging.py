"""Judge a group of quotes: its room, its weight, how sure it is, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from app.domain.errors import mark
from app.domain.mood import mood_va
from app.models.builtin.lexicon import markers
from app.models.builtin.mood import moods
from app.models.builtin.prototypes import bank
from app.models.builtin.telling import Told
from app.models.embedding import Embedder

# Shown as the reason of a draft, the weightiest first.
REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": mark("Tells who they are"),
        "promise": mark("Holds a promise"),
        "change": mark("Tells of a turn in life"),
        "health": mark("Speaks of health"),
        "trouble": mark("Speaks of something unresolved"),
        "plan": mark("Speaks of a plan or a hope"),
        "bond": mark("Speaks of the two of us"),
        "self": mark("I speak of myself"),
        "family": mark("Names family"),
        "pet": mark("Names a pet"),
        "age": mark("Tells where they come from"),
        "preference": mark("Tells a preference"),
        "title": mark("Names a title"),
        "work": mark("Speaks of work"),
        "learning": mark("Speaks of learning"),
        "habit": mark("Tells a habit"),
        "friend": mark("Names a friend"),
        "remember": mark("Asks to be remembered"),
        "advice": mark("Holds advice"),
    }
)
ORDINARY: Final = mark("Carries something that was not small talk")

_UNPLEASANT: Final = frozenset({"sad", "angry", "anxious", "confused", "hurt"})
_STIRRED: Final = frozenset({"sad", "angry", "anxious", "hurt", "excited", "tender"})
LIVING: Final = 0.06
MIDDLE: Final = 4.2
SPREAD: Final = 9.0


@dataclass(frozen=True, slots=True)
class Judgement:
    room: str
    importance: int
    mood: str
    assertion: str
    reasons: tuple[str, ...]


def judge(groups: Sequence[tuple[Told, ...]], embedder: Embedder) -> list[Judgement]:
    """Judge many groups at once: one embedding run for all."""
    partner = [" ".join(told.said(own=False) for told in group).strip() for group in groups]
    own = [" ".join(told.said(own=True) for told in group).strip() for group in groups]
    texts = [said or answer for said, answer in zip(partner, own, strict=True)]
    if not texts:
        return []
    vectors = embedder.embed(texts)
    rooms = bank("rooms", embedder)
    weights = bank("importance", embedder)
    near = rooms.scores(vectors)
    weight = weights.scores(vectors)
    heavy = weight[:, weights.labels.index("weighty")] - weight[:, weights.labels.index("small")]
    feelings = moods(texts, vectors, embedder)
    return [
        _judge(group, dict(zip(rooms.labels, map(float, row), strict=True)), float(extra), feeling)
        for group, row, extra, feeling in zip(groups, near, heavy, feelings, strict=True)
    ]


def _judge(group: tuple[Told, ...], near: dict[str, float], heavy: float, mood: str) -> Judgement:
    partner = _kinds(group, own=False)
    own = _kinds(group, own=True)
    told = partner - {"self"}
    room = _room(near, told, own, mood, speaks=bool(_said(group, own=False)))
    everything = told | (own & {"self", "promise", "title", "advice", "bond"})
    reasons = tuple(text for kind, text in REASONS.items() if kind in everything)
    return Judgement(
        room,
        _importance(heavy, told, mood),
        mood,
        _assertion(group, partner),
        reasons[:3] or (ORDINARY,),
    )


def _said(group: tuple[Told, ...], *, own: bool) -> str:
    return " ".join(told.said(own=own) for told in group)


def _kinds(group: tuple[Told, ...], *, own: bool) -> frozenset[str]:
    quotes = [quote for told in group for quote in told.quotes]
    kinds = [quote.kinds for quote in quotes if (quote.message.role == "assistant") is own]
    return frozenset().union(*kinds)


def _room(
    near: dict[str, float], told: frozenset[str], own: frozenset[str], mood: str, *, speaks: bool
) -> str:
    scores = dict(near)
    for marker in markers():
        if marker.kind in told:
            for room, weight in marker.rooms.items():
                scores[room] += weight
    scores["living_room"] += LIVING
    if mood in _UNPLEASANT:
        scores["attic"] += 0.08
    else:
        scores["attic"] -= 0.12
    if "self" in own and not (told & {"preference", "name", "title"}):
        scores["self_room"] += 0.15 if speaks else 0.4
    if not speaks and "self" not in own:
        scores["self_room"] -= 0.2
    return max(scores, key=lambda room: scores[room])


def _importance(heavy: float, told: frozenset[str], mood: str) -> int:
    marked = sum(marker.importance for marker in markers() if marker.kind in told)
    stirred = abs((mood_va(mood) or (0.0, 0.0))[0]) > 0.55 and mood in _STIRRED
    return int(np.clip(round(MIDDLE + SPREAD * heavy + 0.5 * min(marked, 6) + stirred), 1, 10))


def _assertion(group: tuple[Told, ...], partner: frozenset[str]) -> str:
    """Stated in so many words; guessed when hedged; inferred when all the partner did was ask."""
    if "hedge" in partner:
        return "guessed"
    said = [q for told in group for q in told.quotes if q.message.role != "assistant"]
    return "inferred" if said and all(quote.question for quote in said) else "stated"
