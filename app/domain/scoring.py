"""A memory's score from its factors, and the factors from the memory: one formula, readable backwards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.domain.decay import age_hours, effective_importance, hours_between, recency
from app.domain.mood import distance, mood_va, place, same_mood
from app.domain.pool import Candidate
from app.domain.profile import Profile

Factors = dict[str, float]
NOWHERE = (0.0, 0.0)
# What its surroundings add to a text's own likeness (`surroundings`, `pairs`, `resting`), already weighted.
AROUND: Final = ("context", "stretch", "speaker", "statement", "beside", "source")


@dataclass(frozen=True, slots=True)
class Shares:
    """What each leg is worth; without vectors the words are all there is."""

    vector: float
    lexical: float


def shares(profile: Profile, vectors_used: bool) -> Shares:
    """Give the profile's shares, or everything to the words when no memory has a vector."""
    return Shares(profile.fusion.vector, profile.fusion.lexical) if vectors_used else Shares(0.0, 1.0)


def own_factors(
    candidate: Candidate, *, cosine: float, lexical: float, parts: Shares, now_ms: int, profile: Profile
) -> Factors:
    """Give what a memory brings by itself: likeness, freshness, importance and its room's weights."""
    since = candidate.last_accessed_at if candidate.last_accessed_at is not None else candidate.occurred_at
    fresh = recency(hours_between(candidate.recorded_at if since is None else since, now_ms), profile)
    age = age_hours(candidate.occurred_at, candidate.recorded_at, now_ms)
    effective = effective_importance(
        candidate.importance, candidate.room, age, profile, status=candidate.status
    )
    room = profile.room(candidate.room, candidate.status)
    similarity_weight, recency_weight, importance_weight = room.similarity, room.recency, room.importance
    if fresh < profile.recency.redistribute_below and recency_weight > 0:
        similarity_weight += recency_weight / 2
        importance_weight += recency_weight / 2
        recency_weight = 0.0
    cosine = min(1.0, max(0.0, cosine))
    factors = {
        "cosine": cosine,
        "lexical": lexical,
        "share_vector": parts.vector,
        "share_lexical": parts.lexical,
        "similarity": parts.vector * cosine + parts.lexical * lexical,
        "recency": fresh,
        "importance": effective / 10,
        "weight_similarity": similarity_weight,
        "weight_recency": recency_weight,
        "weight_importance": importance_weight,
    }
    if profile.recency.familiarity:
        factors["familiarity"] = familiarity(candidate.access_count, profile)
    return factors


def familiarity(access_count: int, profile: Profile) -> float:
    """Give what having been recalled before adds (profile `sullyos`)."""
    numbers = profile.recency
    known = max(0, access_count - 1) ** numbers.familiarity_exponent / numbers.familiarity_divisor
    return numbers.familiarity * min(1.0, float(known))


def own_score(factors: Mapping[str, float]) -> float:
    """Give the score before links and moods."""
    if "date_fixed" in factors:
        return factors["date_fixed"]
    similarity = factors["share_vector"] * factors["cosine"] + factors["share_lexical"] * factors["lexical"]
    return (
        factors["weight_similarity"] * factors.get("own", 1.0) * similarity
        + factors["weight_recency"] * factors["recency"]
        + factors["weight_importance"] * factors["importance"]
        + factors.get("familiarity", 0.0)
        + factors.get("date", 0.0)
        + sum(factors[name] for name in AROUND if name in factors)
    )


def link_score(factors: Mapping[str, float]) -> float:
    """Give what a neighbour lent: its score, the link's strength, the style's weight."""
    if "link_origin" not in factors:
        return 0.0
    return (
        factors["link_origin"] * factors["link_strength"] * factors["link_weight"] * factors["link_damping"]
    )


def rebuild(factors: Mapping[str, float], profile: Profile) -> float:
    """Give the score that these factors make: what the trace shows is what was reckoned."""
    if "rumination_mean" in factors:
        return profile.rumination.share * factors["rumination_mean"]
    own = own_score(factors) if "cosine" in factors or "date_fixed" in factors else 0.0
    found = max(own, link_score(factors)) * factors.get("priming", 1.0)
    if "relevance" not in factors:
        return found
    return (1 - factors["weight_relevance"]) * found + factors["weight_relevance"] * factors["relevance"]


def contributions(factors: Mapping[str, float], profile: Profile) -> dict[str, float]:
    """Give the score as parts that add up to it, in the order of the waterfall."""
    if "relevance" in factors:
        weight = factors["weight_relevance"]
        found = {name: value for name, value in factors.items() if name != "relevance"}
        parts = {name: (1 - weight) * part for name, part in contributions(found, profile).items()}
        said = weight * factors["relevance"]
        return {"relevance": said, **parts} if said else parts
    total = rebuild(factors, profile)
    if "rumination_mean" in factors:
        return {"rumination": total}
    if link_score(factors) > 0 and link_score(factors) * factors.get("priming", 1.0) >= total:
        parts = {"link": link_score(factors)}
    elif "date_fixed" in factors:
        parts = {"date": factors["date_fixed"]}
    else:
        weight = factors["weight_similarity"] * factors.get("own", 1.0)
        parts = {
            "vector": weight * factors["share_vector"] * factors["cosine"],
            "lexical": weight * factors["share_lexical"] * factors["lexical"],
            "recency": factors["weight_recency"] * factors["recency"],
            "importance": factors["weight_importance"] * factors["importance"],
            "familiarity": factors.get("familiarity", 0.0),
            "date": factors.get("date", 0.0),
            **{name: factors[name] for name in AROUND if name in factors},
        }
    parts["priming"] = total - sum(parts.values())
    return {name: part for name, part in parts.items() if part}


def priming(mood: str | None, candidate: Candidate, profile: Profile) -> float:
    """Give the factor by which a memory in the mood of the moment is easier to recall; 1 when nothing is known."""
    numbers = profile.priming
    if numbers.rule == "same":
        return numbers.boost if same_mood(mood, candidate.mood) else 1.0
    now = mood_va(mood)
    if now is None or now == NOWHERE:
        return 1.0
    then = place(candidate.mood, candidate.valence, candidate.arousal) or NOWHERE
    apart = distance(now, then)
    if apart >= numbers.radius:
        return 1.0
    return 1 + (numbers.boost - 1) * (1 - apart / numbers.radius)
