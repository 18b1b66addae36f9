"""The first half of recall: who may be recalled at all, who is found by which leg, and with what score of its own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from app.domain.pool import Candidate, Dropped, Path, Pool, Query
from app.domain.profile import Profile
from app.domain.scoring import Factors, Shares, own_factors, own_score, shares

SUMMARY_KIND = "summary"


@dataclass(slots=True)
class Hit:
    """A candidate on its way: its factors grow from stage to stage."""

    candidate: Candidate
    factors: Factors
    via: str
    score: float
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The pool as it stands at the query's moment."""

    visible: Mapping[int, Candidate]
    hidden: Mapping[int, Dropped]
    stand_in: Mapping[int, int]  # a memory swallowed by its box → the box's summary


def view(query: Query, pool: Pool) -> View:
    """Part the pool into what can be recalled and what cannot, with the reason."""
    today = datetime.fromtimestamp(query.now_ms / 1000, ZoneInfo(query.zone)).strftime("%Y-%m-%d")
    visible: dict[int, Candidate] = {}
    hidden: dict[int, Dropped] = {}
    for key, candidate in pool.memories.items():
        if query.hide_later and _is_later(candidate, query.now_ms, today):
            hidden[key] = Dropped(candidate, "later", None, None)
        elif not candidate.living:
            hidden[key] = Dropped(candidate, "status", None, None)
        else:
            visible[key] = candidate
    summaries = {
        candidate.box: key
        for key, candidate in sorted(visible.items(), reverse=True)
        if candidate.kind == SUMMARY_KIND and candidate.box is not None
    }
    stand_in = {
        key: summaries[drop.candidate.box]
        for key, drop in hidden.items()
        if drop.candidate.status == "archived" and drop.stage == "status" and drop.candidate.box in summaries
    }
    return View(visible, hidden, stand_in)


def _is_later(candidate: Candidate, now_ms: int, today: str) -> bool:
    """A day stands at its noon only to be sorted: it has begun when the day has."""
    if candidate.occurred_at is None or candidate.occurred_at <= now_ms:
        return False
    if candidate.precision == "day" and candidate.occurred_text_day:
        return candidate.occurred_text_day > today
    return True


def find(query: Query, pool: Pool, seen: View, profile: Profile) -> tuple[dict[int, Hit], list[Dropped]]:
    """Give the union of the best of each leg and the memories of the query's days, scored by themselves."""
    legs = _legs(query, pool, seen, profile)
    hits = {key: legs.hit(key) for key in {**legs.best_cosine, **legs.best_bm25}}
    dropped = first_cut(hits, profile)
    days = _dates(query, pool, seen, profile)
    if profile.dates.rule == "fixed":
        dropped += _join_fixed(hits, days, legs)
    else:
        dropped += _join_own(hits, days, legs)
    dropped += _outside(legs, hits, dropped)
    dropped += _hidden_hits(pool, seen)
    return hits, dropped


@dataclass(frozen=True, slots=True)
class Legs:
    """Both legs over what is visible: all they found, and the best of each, which alone counts."""

    seen: View
    cosine: Mapping[int, float]
    bm25: Mapping[int, float]
    best_cosine: Mapping[int, float]
    best_bm25: Mapping[int, float]
    top_bm25: float
    parts: Shares
    now_ms: int
    profile: Profile

    def hit(self, key: int, *, whole: bool = False) -> Hit:
        """Score one memory; with `whole` by all that is known of it, else a leg counts only among its best."""
        cosine = (self.cosine if whole else self.best_cosine).get(key, 0.0)
        lexical = (self.bm25 if whole else self.best_bm25).get(key, 0.0) / self.top_bm25
        factors = own_factors(
            self.seen.visible[key],
            cosine=cosine,
            lexical=lexical,
            parts=self.parts,
            now_ms=self.now_ms,
            profile=self.profile,
        )
        by_words = self.parts.lexical * lexical > self.parts.vector * factors["cosine"]
        via = "lexical" if by_words or key not in self.best_cosine else "vector"
        return Hit(self.seen.visible[key], factors, via, own_score(factors))


def _legs(query: Query, pool: Pool, seen: View, profile: Profile) -> Legs:
    numbers = profile.candidates
    cosine = _visible(pool.cosine, seen)
    bm25 = {key: value for key, value in _visible(pool.bm25, seen).items() if value > 0}
    return Legs(
        seen,
        cosine,
        bm25,
        _best(cosine, numbers.vector, numbers.least_cosine),
        _best(bm25, numbers.lexical),
        max(bm25.values(), default=1.0),
        shares(profile, pool.cosine is not None),
        query.now_ms,
        profile,
    )


def _visible(leg: Mapping[int, float] | None, seen: View) -> dict[int, float]:
    return {key: value for key, value in (leg or {}).items() if key in seen.visible}


def _best(values: Mapping[int, float], limit: int, least: float | None = None) -> dict[int, float]:
    able = ((key, value) for key, value in values.items() if least is None or value >= least)
    return dict(sorted(able, key=lambda pair: (-pair[1], pair[0]))[:limit])


def rank(hits: Iterable[Hit]) -> list[Hit]:
    """Best first; of equals the newer."""
    return sorted(hits, key=lambda one: (-one.score, -(one.candidate.occurred_at or 0), one.candidate.id))


def first_cut(hits: dict[int, Hit], profile: Profile) -> list[Dropped]:
    """Let only the best hits go on, where the profile says so."""
    keep = profile.candidates.keep
    if keep is None or len(hits) <= keep:
        return []
    ranking = rank(hits.values())
    needed = ranking[keep - 1].score
    for one in ranking[keep:]:
        del hits[one.candidate.id]
    return [Dropped(one.candidate, "first_cut", one.score, needed, one.factors) for one in ranking[keep:]]


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
    }
    return [seen.hidden[key] for key in found if key in seen.hidden]
