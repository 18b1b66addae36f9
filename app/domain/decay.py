"""How importance and freshness fade with the hours."""

from typing import Final

from app.domain.profile import Profile

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


def recency(hours: float, profile: Profile) -> float:
    """1 at this moment, less with every hour since the last access."""
    fresh: float = profile.recency.factor ** max(0.0, hours)
    return fresh
