"""What the view shows: day heads and messages in order, a window of them at a time."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.storage.messages import Line


@dataclass(frozen=True, slots=True)
class DayHead:
    """Begins a day: its local day (None: undated), its messages, and its memories if all of it is in the window."""

    day: str | None
    messages: int
    memories: int | None


@dataclass(frozen=True, slots=True)
class Lane:
    """A memory that rests on a message; `first` where its bar begins and its icon stands."""

    memory: int
    room: str | None
    first: bool


@dataclass(frozen=True, slots=True)
class Bubble:
    """A message with its lanes; `read_to` marks the last one that was read into memories."""

    line: Line
    lanes: tuple[Lane, ...] = ()
    more_lanes: int = 0
    read_to: bool = False
    variants: tuple[Line, ...] = ()


Item = DayHead | Bubble
MOST_LANES = 3


@dataclass(slots=True)
class Strip:
    """The whole conversation as places, and which of them are in the window."""

    ids: list[int] = field(default_factory=list)
    days: list[str | None] = field(default_factory=list)
    first: int = 0
    last: int = 0  # one past the end
    _place: dict[int, int] = field(default_factory=dict)
    _said: Counter[str | None] = field(default_factory=Counter)

    def fill(self, places: Sequence[tuple[int, str | None]]) -> None:
        self.ids = [place[0] for place in places]
        self.days = [place[1] for place in places]
        self._place = {message: index for index, message in enumerate(self.ids)}
        self._said = Counter(self.days)

    def place_of(self, message: int) -> int | None:
        return self._place.get(message)

    def place_of_month(self, month: str) -> int | None:
        """Give the first place of a month (`YYYY-MM`), or of the next that has any."""
        return next(
            (index for index, day in enumerate(self.days) if day is not None and day[:7] >= month), None
        )

    def centre_on(self, place: int, size: int) -> None:
        self.first = max(0, min(place - size // 2, len(self.ids) - size))
        self.last = min(len(self.ids), self.first + size)

    def grow_up(self, by: int, most: int) -> int:
        """Take more from before; give how many places came in at the top."""
        grown = min(by, self.first)
        self.first -= grown
        self.last = min(self.last, self.first + most)
        return grown

    def grow_down(self, by: int, most: int) -> int:
        """Take more from behind; give how many places went at the top."""
        self.last = min(len(self.ids), self.last + by)
        before = self.first
        self.first = max(self.first, self.last - most)
        return self.first - before

    def said_on(self, day: str | None) -> int:
        """Give the number of messages of a day, whether they are in the window or not."""
        return self._said[day]

    @property
    def window(self) -> list[int]:
        return self.ids[self.first : self.last]


def items(
    strip: Strip,
    lines: Sequence[Line],
    rests: Sequence[tuple[int, int, str, str | None]],
    open_variants: dict[int, tuple[Line, ...]],
) -> list[Item]:
    """Put the window together: heads before the first message of a day, lanes beside what memories rest on."""
    by_message: dict[int, list[tuple[int, str | None]]] = {}
    for message, memory, _, room in rests:
        by_message.setdefault(message, []).append((memory, room))
    begun: set[int] = set()
    made: list[Item] = []
    heads, marks = _heads(strip, lines, by_message), _read_marks(lines)
    day: object = object()
    for line in lines:
        if line.occurred_day != day:
            day = line.occurred_day
            made.append(heads[line.occurred_day])
        held = by_message.get(line.id, [])
        lanes = tuple(Lane(memory, room, memory not in begun) for memory, room in held[:MOST_LANES])
        begun.update(memory for memory, _ in held)
        more = max(0, len(held) - MOST_LANES)
        made.append(Bubble(line, lanes, more, line.id in marks, open_variants.get(line.id, ())))
    return made


def _heads(
    strip: Strip, lines: Sequence[Line], by_message: dict[int, list[tuple[int, str | None]]]
) -> dict[str | None, DayHead]:
    seen = Counter(line.occurred_day for line in lines)
    memories: dict[str | None, set[int]] = {day: set() for day in seen}
    for line in lines:
        memories[line.occurred_day].update(memory for memory, _ in by_message.get(line.id, []))
    heads = {}
    for day, count in seen.items():
        said = strip.said_on(day)
        heads[day] = DayHead(day, said, len(memories[day]) if count == said else None)
    return heads


def _read_marks(lines: Sequence[Line]) -> set[int]:
    """Give the last read message before an unread one; what nobody reads (hidden, system) parts nothing."""
    readable = [line for line in lines if not line.hidden and line.role in ("user", "assistant")]
    return {
        line.id
        for line, follows in pairwise(readable)
        if line.processed_run is not None and follows.processed_run is None
    }
