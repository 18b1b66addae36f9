"""What recall works on: the pool as it stands at the query's moment, the two legs, and the hits they give."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from app.domain.pool import SUMMARY_KIND, Candidate, Dropped, Path, Pool, Query, Rest
from app.domain.profile import Profile
from app.domain.scoring import Factors, Shares, own_factors, own_score, shares
from app.domain.surroundings import Around, around


@dataclass(slots=True)
class Hit:
    """A candidate on its way: its factors grow from stage to stage."""

    candidate: Candidate
    factors: Factors
    via: str
    score: float
    path: Path | None = None


def rank(hits: Iterable[Hit]) -> list[Hit]:
    """Best first; of equals the newer."""
    return sorted(hits, key=lambda one: (-one.score, -(one.candidate.occurred_at or 0), one.candidate.id))


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
    around: Around | None = None
    rests: Mapping[int, Rest] = field(default_factory=dict)

    def hit(self, key: int, *, whole: bool = False) -> Hit:
        """Score one memory; with `whole` by all that is known of it, else a leg counts only among its best."""
        whole = whole or self.profile.candidates.whole
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
        if self.around is not None:
            factors.update(self.around.factors(key))
        by_words = self.parts.lexical * lexical > self.parts.vector * factors["cosine"]
        via = "lexical" if by_words or key not in self.best_cosine else "vector"
        if rest := self.rests.get(key):
            numbers = self.profile.resting
            factors |= {"own": numbers.own, "source": numbers.source * rest.score}
            via = rest.via
        return Hit(self.seen.visible[key], factors, via, own_score(factors))


def legs_of(query: Query, pool: Pool, seen: View, profile: Profile) -> Legs:
    """Sort out both legs among what is visible, so that nothing hidden sets a measure."""
    numbers = profile.candidates
    cosine = _visible(pool.cosine, seen)
    bm25 = {key: value for key, value in _visible(pool.bm25, seen).items() if value > 0}
    top, parts = max(bm25.values(), default=1.0), shares(profile, pool.cosine is not None)
    return Legs(
        seen,
        cosine,
        bm25,
        _best(cosine, numbers.vector, numbers.least_cosine),
        _best(bm25, numbers.lexical),
        top,
        parts,
        query.now_ms,
        profile,
        _around(query, pool, seen, cosine, bm25, top, parts, profile),
        {key: rest for key, rest in pool.rests.items() if key in seen.visible},
    )


def _around(
    query: Query,
    pool: Pool,
    seen: View,
    cosine: Mapping[int, float],
    bm25: Mapping[int, float],
    top: float,
    parts: Shares,
    profile: Profile,
) -> Around | None:
    """Place what is visible in its surroundings, where the pool tells of them and the profile asks."""
    if not pool.of_messages or not pool.turns:
        return None
    return around(
        {key: turn for key, turn in pool.turns.items() if key in seen.visible},
        {key: parts.vector * min(1.0, max(0.0, value)) for key, value in cosine.items()},
        {key: parts.lexical * value / top for key, value in bm25.items()},
        query.named,
        profile.around_messages,
    )


def _visible(leg: Mapping[int, float] | None, seen: View) -> dict[int, float]:
    return {key: value for key, value in (leg or {}).items() if key in seen.visible}


def _best(values: Mapping[int, float], limit: int, least: float | None = None) -> dict[int, float]:
    able = ((key, value) for key, value in values.items() if least is None or value >= least)
    return dict(sorted(able, key=lambda pair: (-pair[1], pair[0]))[:limit])
