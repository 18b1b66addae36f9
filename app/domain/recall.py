"""Recall: what comes to mind, as one pure function that also tells how, and why the rest did not.

Hits of both legs and of the query's days → scores by room → one hop along the links → the mood of the
moment → boxes count once → a ranking model's word, where there is one → the places → rumination. Every stage
leaves its mark in the factors of those that pass it and a `Dropped` for those that do not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.hits import find
from app.domain.legs import Hit, View, rank, view
from app.domain.pairs import step_back
from app.domain.places import broods, fold_boxes, give_last_place, ruminate, scored, take_places
from app.domain.pool import (
    STAGES,
    BoxFacts,
    Candidate,
    Dropped,
    Hope,
    LinkEdge,
    Path,
    Pool,
    Query,
    Recall,
    Scored,
)
from app.domain.profile import Profile
from app.domain.scoring import contributions, priming, rebuild
from app.domain.spreading import Activation, activate

__all__ = [
    "STAGES",
    "BoxFacts",
    "Candidate",
    "Dropped",
    "Hope",
    "LinkEdge",
    "Path",
    "Pool",
    "Query",
    "Recall",
    "Scored",
    "broods",
    "contenders",
    "contributions",
    "rebuild",
    "recall",
    "seeds",
]


def recall(query: Query, pool: Pool, profile: Profile) -> Recall:
    """Give the memories this query brings up, best first, and the whole account of how it came about."""
    seen = view(query, pool)
    field = _compete(query, pool, seen, profile)
    ranking = field.ranking
    if pool.relevance is not None:
        ranking = _reranked(ranking, pool.relevance, profile)
    taken, left_out = _take(ranking, query, pool, seen, profile)
    items = scored(taken, field.mates, seen, profile)
    return Recall(
        items=items,
        dropped=_account(items, [*field.dropped, *left_out]),
        pins=field.pins,
        anticipations=tuple(pool.anticipations),
        vectors_used=pool.cosine is not None,
        mood=query.mood,
        now_ms=query.now_ms,
        boxes=pool.boxes,
        profile=profile,
    )


def contenders(query: Query, pool: Pool, profile: Profile) -> list[Candidate]:
    """Give the best of those that compete for the places, best first: whom a ranking model is asked about."""
    field = _compete(query, pool, view(query, pool), profile)
    return [one.candidate for one in field.ranking[: profile.reranking.candidates]]


@dataclass(frozen=True, slots=True)
class _Field:
    """Those that compete for the places, best first; those that fell out before, and the pins."""

    ranking: list[Hit]
    mates: Mapping[int, Sequence[Candidate]]
    dropped: list[Dropped]
    pins: tuple[Candidate, ...]


def _compete(query: Query, pool: Pool, seen: View, profile: Profile) -> _Field:
    hits, dropped = find(query, pool, seen, profile)
    dropped += _spread(hits, query, pool, seen, profile)
    _prime(hits, query, profile)
    pins = _pins(seen, query.now_ms)
    ranking = step_back(rank(hits.values()), pool.turns, profile)
    if not profile.output.pins_take_places:
        ranking, pinned = _without(ranking, pins)
        dropped += pinned
    ranking, mates, in_boxes = fold_boxes(ranking)
    return _Field(ranking, mates, dropped + in_boxes, pins)


def _reranked(ranking: Sequence[Hit], relevance: Mapping[int, float], profile: Profile) -> list[Hit]:
    """Let the model's word count beside the score; one it was not asked about gets none, and so stays behind."""
    for one in ranking:
        one.factors["relevance"] = relevance.get(one.candidate.id, 0.0)
        one.factors["weight_relevance"] = profile.reranking.weight
        one.score = rebuild(one.factors, profile)
    return rank(ranking)


def seeds(query: Query, pool: Pool, profile: Profile) -> dict[int, float]:
    """Give those from which activation spreads, with their scores: only their links need to be read."""
    hits, _ = find(query, pool, view(query, pool), profile)
    return _seeds(hits, profile)


def _seeds(hits: dict[int, Hit], profile: Profile) -> dict[int, float]:
    return {one.candidate.id: one.score for one in rank(hits.values())[: profile.spreading.seeds]}


def _spread(hits: dict[int, Hit], query: Query, pool: Pool, seen: View, profile: Profile) -> list[Dropped]:
    """Let the best hits call their neighbours; the most strongly called that are not yet in may join."""
    numbers = profile.spreading
    called = activate(
        _seeds(hits, profile),
        pool.links,
        query.style,
        profile,
        seen.stand_in if numbers.summary_answers else None,
    )
    answering: list[Activation] = []
    dropped: list[Dropped] = []
    for call in called:
        own = hits.get(call.target)
        if call.target in seen.hidden:
            hidden = seen.hidden[call.target]
            dropped.append(Dropped(hidden.candidate, hidden.stage, call.score, None, call.factors))
        elif call.target not in seen.visible or (own is not None and own.score >= call.score):
            continue
        elif len(answering) < numbers.limit:
            answering.append(call)
        elif own is None:
            needed = answering[-1].score if answering else None
            dropped.append(Dropped(seen.visible[call.target], "link", call.score, needed, call.factors))
    for call in answering:
        _answer(call, hits, seen)
    return dropped


def _answer(call: Activation, hits: dict[int, Hit], seen: View) -> None:
    own = hits.get(call.target)
    factors = {**own.factors, **call.factors} if own else dict(call.factors)
    hits[call.target] = Hit(seen.visible[call.target], factors, "link", call.score, call.path)


def _prime(hits: dict[int, Hit], query: Query, profile: Profile) -> None:
    for one in hits.values():
        factor = priming(query.mood, one.candidate, profile)
        if factor != 1.0:
            one.factors["priming"] = factor
        one.score = rebuild(one.factors, profile)


def _pins(seen: View, now_ms: int) -> tuple[Candidate, ...]:
    pinned = [
        one for one in seen.visible.values() if one.pinned_until is not None and one.pinned_until > now_ms
    ]
    return tuple(sorted(pinned, key=lambda one: (one.pinned_until or 0, one.id)))


def _without(ranking: list[Hit], pins: tuple[Candidate, ...]) -> tuple[list[Hit], list[Dropped]]:
    pinned = {one.id for one in pins}
    rest = [one for one in ranking if one.candidate.id not in pinned]
    gone = [one for one in ranking if one.candidate.id in pinned]
    return rest, [Dropped(one.candidate, "pinned", one.score, None, one.factors) for one in gone]


def _take(
    ranking: list[Hit], query: Query, pool: Pool, seen: View, profile: Profile
) -> tuple[list[Hit], list[Dropped]]:
    """Fill the places; what came up unasked takes the last one, or competes where the profile says so."""
    places = profile.output.places if query.limit is None else max(0, query.limit)
    if profile.rumination.place == "more":
        came_up = ruminate(ranking, pool.attic, seen, query, profile)
        return take_places(rank([*ranking, came_up]) if came_up else ranking, places)
    taken, left_out = take_places(ranking, places)
    came_up = ruminate(taken, pool.attic, seen, query, profile) if places > 1 else None
    if came_up:
        left_out += give_last_place(taken, came_up, places)
    return taken, left_out


def _account(items: tuple[Scored, ...], dropped: list[Dropped]) -> tuple[Dropped, ...]:
    """Tell of each candidate once: where it fell out at last, and not at all if it came in by another way."""
    last = {one.candidate.id: one for one in dropped}
    for item in items:
        last.pop(item.candidate.id, None)
    return tuple(last.values())
