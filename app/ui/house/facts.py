"""What the house shows: plain values in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoomFacts:
    """A room: memories in it, those evicted into the store-box, capacity, warmth 0–10, and what waits, in words."""

    room: str
    count: int
    evicted: int = 0
    capacity: int | None = None
    warmth: float | None = None
    badge: str | None = None


@dataclass(frozen=True, slots=True)
class HouseFacts:
    """All rooms, in their order."""

    rooms: tuple[RoomFacts, ...]

    def of(self, room: str) -> RoomFacts:
        """The facts of one room; nothing in it when it is not told."""
        return next((facts for facts in self.rooms if facts.room == room), RoomFacts(room, 0))
