"""Consolidation: from the living room to the bedroom what has proved to matter, and out of it what no longer fits."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from app.domain.decay import age_hours, effective_importance
from app.domain.errors import mark
from app.domain.pool import Candidate
from app.domain.profile import Profile

LIVING_ROOM = "living_room"
AT_ONCE = mark("important enough to move at once")
RIPE = mark("still matters after a day")
RECALLED = mark("recalled often")


@dataclass(frozen=True, slots=True)
class Moves:
    """Ids to promote to the bedroom with the reason of each, and ids to store away in the attic."""

    promote: tuple[int, ...]
    evict: tuple[int, ...]
    reasons: tuple[str, ...] = ()
    evicted_status: str = "evicted"


def promotion(importance: float, hours: float, access_count: int, profile: Profile) -> str | None:
    """Give the reason for which a memory of the living room moves to the bedroom; None: it stays."""
    numbers = profile.consolidation
    if importance >= numbers.at_once:
        return AT_ONCE
    if importance >= numbers.ripe and hours >= numbers.ripe_hours:
        return RIPE
    return RECALLED if access_count >= numbers.recalled else None


def plan(
    living_room: Iterable[Candidate], now_ms: int, profile: Profile, fixed: Collection[int] = ()
) -> Moves:
    """First promote, then evict the faintest beyond the capacity.

    Pinned memories are not evicted, `fixed` ones (whose room the author has chosen) do not move; both take room.
    """
    promote: list[tuple[int, str]] = []
    movable: list[tuple[float, int, int]] = []
    held = 0
    for one in living_room:
        if one.status != "active" or one.room != LIVING_ROOM:
            continue
        hours = age_hours(one.occurred_at, one.recorded_at, now_ms)
        reason = promotion(one.importance, hours, one.access_count, profile)
        if one.id in fixed:
            held += 1
        elif reason:
            promote.append((one.id, reason))
        elif one.pinned_until is not None and one.pinned_until > now_ms:
            held += 1
        else:
            effective = effective_importance(one.importance, LIVING_ROOM, hours, profile)
            when = one.recorded_at if one.occurred_at is None else one.occurred_at
            movable.append((effective, when, one.id))
    capacity = profile.room(LIVING_ROOM).capacity
    over = 0 if capacity is None else max(0, len(movable) + held - capacity)
    return Moves(
        tuple(key for key, _ in promote),
        tuple(key for _, _, key in sorted(movable)[:over]),
        tuple(reason for _, reason in promote),
        profile.consolidation.evicted_status,
    )
