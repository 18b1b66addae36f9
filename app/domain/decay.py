"""How importance and freshness fade with the hours."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import inf, log
from typing import Final

from app.domain.profile import Profile, RoomNumbers

HOUR_MS: Final = 3_600_000


def hours_between(then_ms: int, now_ms: int) -> float:
    """The age in hours; what lies ahead has no age yet."""
    return max(0.0, (now_ms - then_ms) / HOUR_MS)


def age_hours(occurred_at: int | None, recorded_at: int, now_ms: int) -> float:
    """Age for decay, promotion and temporal links: since it occurred, else since it was recorded."""
    return hours_between(recorded_at if occurred_at is None else occurred_at, now_ms)


def effective_importance(
    importance: float, room: str | None, hours: float, profile: Profile, status: str = "active"
) -> float:
    """Importance x factor ** hours, never below the room's floor; an evicted memory fades as in the living room."""
    numbers = profile.room(room, status)
    if numbers.decay is None:
        return float(importance)
    faded: float = importance * numbers.decay ** max(0.0, hours)
    return max(faded, importance * numbers.floor)


def mean_over(held: Sequence[tuple[int, int]], moments: Sequence[int], numbers: RoomNumbers) -> list[float]:
    """Mean effective importance of a room's memories (instant, importance; in order of time) at each moment.

    All fade by one factor, so that sums serve every moment: 30 moments cost no more than one.
    """
    factor = 1.0 if numbers.decay is None else numbers.decay
    lasts = inf if factor == 1.0 or not numbers.floor else log(numbers.floor, factor) * HOUR_MS
    end, ats = max(moments, default=0), [at for at, _ in held]
    faded = [0.0, *accumulate(weight * factor ** hours_between(at, end) for at, weight in held)]
    whole = [0, *accumulate(weight for _, weight in held)]
    found = []
    for moment in moments:
        there, low = bisect_right(ats, moment), bisect_right(ats, moment - lasts)
        fading = (faded[there] - faded[low]) / factor ** hours_between(moment, end)
        found.append((fading + whole[low] * numbers.floor) / there if there else 0.0)
    return found


def recency(hours: float, profile: Profile) -> float:
    """1 at this moment, less with every hour since the last access."""
    fresh: float = profile.recency.factor ** max(0.0, hours)
    return fresh
