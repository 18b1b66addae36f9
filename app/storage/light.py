"""Effective importance as an SQL expression, so that sorting 50,000 memories holds no Python lock.

`app/domain/decay.py` is the rule; a test holds the two together.
"""

from app.domain.profile import Profile, RoomNumbers

AT = "coalesce({m}occurred_at, {m}recorded_at)"


def expression(profile: Profile, alias: str = "m.") -> str:
    """Give SQL for a memory's effective importance at the instant bound as `:now` (milliseconds UTC)."""
    hours = f"(max(0, :now - {AT.format(m=alias)}) / 3600000.0)"
    cases = [_case(f"{alias}room = '{key}'", numbers, alias, hours) for key, numbers in profile.rooms.items()]
    if profile.evicted_as:
        evicted = profile.rooms[profile.evicted_as]
        cases.insert(0, _case(f"{alias}status = 'evicted'", evicted, alias, hours))
    return f"({alias}importance * CASE {' '.join(cases)} ELSE 1.0 END)"


def of_room(profile: Profile, room: str, alias: str = "m.") -> str:
    """Give the same for the active memories of one room, without the choice."""
    numbers = profile.room(room)
    if numbers.decay is None:
        return f"{alias}importance * 1.0"
    hours = f"(max(0, :now - {AT.format(m=alias)}) / 3600000.0)"
    return f"{alias}importance * max({numbers.floor!r}, pow({numbers.decay!r}, {hours}))"


def _case(condition: str, numbers: RoomNumbers, alias: str, hours: str) -> str:
    if numbers.decay is None:
        return f"WHEN {condition} THEN 1.0"
    return f"WHEN {condition} THEN max({numbers.floor!r}, pow({numbers.decay!r}, {hours}))"
