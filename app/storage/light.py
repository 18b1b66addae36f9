"""Effective importance as an SQL expression, so that sorting 50,000 memories holds no Python lock.

`app/domain/decay.py` is the rule; a test holds the two together. The memory is called `m`, the instant is bound as
`:now` (milliseconds UTC).
"""

from typing import Final

from app.domain.profile import Profile, RoomNumbers

_HOURS: Final = "(max(0, :now - coalesce(m.occurred_at, m.recorded_at)) / 3600000.0)"


def expression(profile: Profile) -> str:
    """Give SQL for a memory's effective importance, whatever its room."""
    cases = [f"WHEN m.room = '{key}' THEN {_factor(numbers)}" for key, numbers in profile.rooms.items()]
    if profile.evicted_as:
        cases.insert(0, f"WHEN m.status = 'evicted' THEN {_factor(profile.rooms[profile.evicted_as])}")
    return f"(m.importance * CASE {' '.join(cases)} ELSE 1.0 END)"


def of_room(profile: Profile, room: str) -> str:
    """Give the same for the active memories of one room, without the choice."""
    return f"m.importance * {_factor(profile.room(room))}"


def _factor(numbers: RoomNumbers) -> str:
    if numbers.decay is None:
        return "1.0"
    return f"max({numbers.floor!r}, pow({numbers.decay!r}, {_HOURS}))"
