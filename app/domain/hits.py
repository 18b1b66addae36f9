"""The first half of recall: who is found, by which leg or date word, and with what score of its own."""

from collections.abc import Mapping, Sequence

from app.domain import named_days
from app.domain.legs import Hit, Legs, View, legs_of, rank
from app.domain.pool import Dropped, Pool, Query
from app.domain.profile import Profile


def find(query: Query, pool: Pool, seen: View, profile: Profile) -> tuple[dict[int, Hit], list[Dropped]]:
    """Give the union of the best of each leg and the memories of the query's days, scored by themselves."""
    legs = legs_of(query, pool, seen, profile)
    found = (legs.cosine, legs.bm25) if profile.candidates.whole else (legs.best_cosine, legs.best_bm25)
    hits = {key: legs.hit(key) for leg in (*found, legs.rests) for key in leg}
    dropped = _first_cut(hits, profile)
    dropped += named_days.join(hits, query, pool, legs)
    dropped += _outside(legs, hits, dropped)
    dropped += _hidden_hits(pool, seen)
    return hits, dropped


def _first_cut(hits: dict[int, Hit], profile: Profile) -> list[Dropped]:
    """Let only the best hits go on, where the profile says so."""
    keep = profile.candidates.keep
    if keep is None or len(hits) <= keep:
        return []
    ranking = rank(hits.values())
    needed = ranking[keep - 1].score
    for one in ranking[keep:]:
        del hits[one.candidate.id]
    return [Dropped(one.candidate, "first_cut", one.score, needed, one.factors) for one in ranking[keep:]]


def _outside(legs: Legs, hits: Mapping[int, Hit], dropped: Sequence[Dropped]) -> list[Dropped]:
    """Tell of those that a leg found but that are among the best of none."""
    known = {one.candidate.id for one in dropped} | hits.keys()
    numbers = legs.profile.candidates
    outside: dict[int, Dropped] = {}
    for leg, best, limit, least in (
        (legs.cosine, legs.best_cosine, numbers.vector, numbers.least_cosine),
        (legs.bm25, legs.best_bm25, numbers.lexical, None),
    ):
        needed = min(best.values()) if len(best) >= limit else least
        for key, value in leg.items():
            if key not in known and key not in outside:
                outside[key] = Dropped(legs.seen.visible[key], "candidates", value, needed)
    return list(outside.values())


def _hidden_hits(pool: Pool, seen: View) -> list[Dropped]:
    found = {
        **dict.fromkeys(pool.cosine or ()),
        **dict.fromkeys(pool.bm25 or ()),
        **dict.fromkeys(pool.in_dates),
        **dict.fromkeys(pool.rests),
    }
    return [seen.hidden[key] for key in found if key in seen.hidden]
