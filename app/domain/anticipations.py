"""The life of an anticipation: active, after a week an anchor, in the end fulfilled or disappointed."""

from typing import Final

from app.domain.decay import HOUR_MS
from app.domain.profile import SEED, Profile

OPEN_STATES: Final = ("active", "anchor")
STATES: Final = (*OPEN_STATES, "fulfilled", "disappointed")
DAY_MS: Final = 24 * HOUR_MS


def state_at(
    created_ms: int,
    now_ms: int,
    state: str,
    profile: Profile = SEED,
    *,
    anchored_ms: int | None = None,
    resolved_ms: int | None = None,
) -> str | None:
    """Give the state at a moment, which may lie in the past; None before the hope was there.

    A stored `anchor` without its moment is believed; one that was fulfilled later was still open then.
    """
    if created_ms > now_ms:
        return None
    resolved = state not in OPEN_STATES
    if resolved and (resolved_ms is None or resolved_ms <= now_ms):
        return state
    if anchored_ms is not None:
        told = anchored_ms <= now_ms
    else:
        told = state == "anchor"
    days = profile.anticipations.anchor_days
    aged = days is not None and now_ms - created_ms >= days * DAY_MS
    return "anchor" if told or aged else "active"
