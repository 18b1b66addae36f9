"""Date words in recall: the memories of the days a query names join the hits, or are raised among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from app.domain.legs import Hit, Legs, View, rank
from app.domain.pool import Dropped, Pool, Query
from app.domain.profile import Profile
from app.domain.scoring import own_score


def join(hits: dict[int, Hit], query: Query, pool: Pool, legs: Legs) -> list[Dropped]:
    """Let the memories of the named days in, by the profile's rule; give those for whom there was no room."""
    days = _dates(query, pool, legs.seen, legs.profile)
    if legs.profile.dates.rule == "fixed":
        return _join_fixed(hits, days, legs)
    return _join_own(hits, days, legs)


@dataclass(frozen=True, slots=True)
class Days:
    """One stretch of days the query names, and the memories in it."""

    sure: float  # 1 for a single day, less for a longer stretch
    members: tuple[int, ...]


def _dates(query: Query, pool: Pool, seen: View, profile: Profile) -> list[Days]:
    """Find the members of each range by their own time; what only the storage knew to be in them belongs to all."""
    everyone = (*seen.visible, *seen.stand_in)
    found: list[tuple[float, list[int]]] = []
    placed: set[int] = set()
    for days in query.date_ranges:
        start, end = _ms(days.start, query.zone), _ms(days.end, query.zone)
        inside = [key for key in everyone if _within(pool.memories[key].occurred_at, start, end)]
        placed.update(inside)
        found.append((1.0 if days.confidence == "exact" else profile.dates.fuzzy, inside))
    rest = [
        key for key in pool.in_dates if key not in placed and (key in seen.visible or key in seen.stand_in)
    ]
    return [
        Days(sure, tuple(dict.fromkeys(seen.stand_in.get(key, key) for key in (*inside, *rest))))
        for sure, inside in found or [(profile.dates.fuzzy, [])]
    ]


def _within(at: int | None, start: float, end: float) -> bool:
    return at is not None and start <= at < end


def _ms(moment: datetime, zone: str) -> float:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))
    return aware.timestamp() * 1000


def _join_own(hits: dict[int, Hit], days: Sequence[Days], legs: Legs) -> list[Dropped]:
    """Let the memories of the named days join with their own score, all of those days with a bonus (profile `seed`)."""
    numbers = legs.profile.dates
    named: dict[int, float] = {}
    for stretch in days:
        for key in stretch.members:
            named[key] = max(named.get(key, 0.0), stretch.sure)
    joining: list[Hit] = []
    for key, sure in named.items():
        one = hits.get(key)
        if one is None:
            one = legs.hit(key, whole=True)
            one.via = "date"
            joining.append(one)
        one.factors["date"] = numbers.bonus * sure
        one.score = own_score(one.factors)
    ranking = rank(joining)
    hits.update((one.candidate.id, one) for one in ranking[: numbers.limit])
    return [
        Dropped(one.candidate, "dates", one.score, ranking[numbers.limit - 1].score, one.factors)
        for one in ranking[numbers.limit :]
    ]


def _join_fixed(hits: dict[int, Hit], days: Sequence[Days], legs: Legs) -> list[Dropped]:
    """Raise or add the most important few of each stretch of days (profile `sullyos`)."""
    numbers = legs.profile.dates
    dropped: list[Dropped] = []
    for stretch in days:
        members = [legs.seen.visible[key] for key in stretch.members]
        members.sort(key=lambda one: (-one.importance, one.id))
        for one in members[: numbers.limit]:
            if one.id in hits:
                hits[one.id].factors.setdefault("date", numbers.bonus)
            else:
                hits[one.id] = legs.hit(one.id)
                hits[one.id].via = "date"
                hits[one.id].factors |= {"date_fixed": numbers.fresh, "date": 0.0}
            hits[one.id].score = own_score(hits[one.id].factors)
        rest = members[numbers.limit :]
        dropped += [
            Dropped(one, "dates", one.importance, members[numbers.limit - 1].importance) for one in rest
        ]
    return [one for one in dropped if one.candidate.id not in hits]
