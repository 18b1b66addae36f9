"""The buffer between talk and memory: what is still hot, what waits, and whether enough waits to be read."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from app.domain.errors import mark
from app.domain.profile import Profile

NOTHING_NEW: Final = mark("nothing new: every message has been read into memories")
HOT_ZONE: Final = mark("all that is unread lies in the hot zone, the newest messages")
BELOW_THRESHOLD: Final = mark("too few unread messages beyond the hot zone")
REASONS: Final = (NOTHING_NEW, HOT_ZONE, BELOW_THRESHOLD)


@dataclass(frozen=True, slots=True)
class Plan:
    """Which messages a run reads now; if none, the reason. `unprocessed` counts those beyond the hot zone."""

    take: tuple[int, ...]
    reason: str | None
    unprocessed: int
    hot: int = 0  # unread ones in the hot zone
    threshold: int = 0


def plan(
    messages: Sequence[tuple[int, bool]], profile: Profile, *, force: bool = False, all_: bool = False
) -> Plan:
    """Plan a run over (id, processed) in the order of time, hidden ones left out.

    `force` lowers the threshold, `all_` reads to the last message: no hot zone, no threshold, no tail left.
    """
    numbers = profile.buffer
    edge = len(messages) if all_ else max(0, len(messages) - numbers.hot)
    waiting = [key for key, processed in messages[:edge] if not processed]
    hot = sum(not processed for _, processed in messages[edge:])
    threshold = 1 if all_ else numbers.forced_threshold if force else numbers.threshold
    if len(waiting) >= threshold:
        take = waiting if all_ else waiting[: ceil(numbers.share * len(waiting))]
        return Plan(tuple(take), None, len(waiting), hot, threshold)
    reason = BELOW_THRESHOLD if waiting else HOT_ZONE if hot else NOTHING_NEW
    return Plan((), reason, len(waiting), hot, threshold)


def chunks(take: Sequence[int], profile: Profile) -> list[tuple[int, ...]]:
    """Cut a run into the pieces one extraction reads."""
    size = profile.buffer.chunk
    return [tuple(take[start : start + size]) for start in range(0, len(take), size)]
