"""Between engine and window: the only module of the window that knows what the engine is made of.

It turns the engine's notices into Qt signals and gathers, one hop a question, what the window's frame shows.
Panels bring their own storage functions to `studio.ask`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.domain.labels import Label
from app.domain.rooms import ROOM_KEYS
from app.domain.when import month_at
from app.ui import aio, faults
from app.ui.house.facts import HouseFacts, RoomFacts
from app.ui.i18n import tr

if TYPE_CHECKING:
    from app.domain.profile import Profile
    from app.engine.engine import Engine
    from app.engine.tasks import Task
    from app.storage.characters import Character, Span
    from app.storage.driver import Connection
    from app.storage.memories import Memory, RoomCount
    from app.storage.searches import SavedSearch
    from app.storage.undo import Step

DAY_MS = 86_400_000
WATCH_MS = 2_000
LIGHT_DAYS = 90
LIGHT_POINTS = 31


@dataclass(frozen=True, slots=True)
class FrameFacts:
    """What the window's frame says about the character in view."""

    messages: int
    memories: int
    unread: int
    days: int
    rooms: dict[str, int]
    inbox: int
    searches: tuple[SavedSearch, ...] = ()


@dataclass(frozen=True, slots=True)
class PalaceFacts:
    """The palace page: the house and what its strip of four tells."""

    house: HouseFacts
    memories: int
    messages: int
    unread: int
    links: int
    loose: int
    undated: int
    months: int
    months_without: int
    latest_month: str | None
    now: int  # the character's, in milliseconds UTC


@dataclass(frozen=True, slots=True)
class RoomPage:
    """The room in focus: its brightest memories and its light over 90 days."""

    facts: RoomFacts
    brightest: tuple[tuple[Memory, float], ...]
    light: tuple[float, ...]
    ready: int  # living room: ready for the bedroom
    due: int  # windowsill: hopes older than a week


class Bridge(QObject):
    """One open engine, in Qt's terms."""

    changed = Signal(object)
    tasks_changed = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.engine = engine
        self._looking = False
        engine.on_fault = faults.report
        self._subscriptions: list[Callable[[], None]] = [
            engine.events.subscribe(self._on_changes),
            engine.tasks.subscribe(self._on_task),
        ]
        self._watch = QTimer(self)
        self._watch.setInterval(WATCH_MS)
        self._watch.timeout.connect(self._on_watch)
        self._watch.start()

    def leave(self) -> None:
        """Hear nothing more of the engine."""
        self._watch.stop()
        for unsubscribe in self._subscriptions:
            unsubscribe()
        self._subscriptions.clear()

    @aio.slot
    async def _on_watch(self) -> None:
        """Hear of what another process has committed to the same file."""
        if not self._looking:
            self._looking = True
            try:
                if await self.engine.database.foreign_change():
                    self.engine.events.emit(Changes(everything=True))
            except KnownError:
                self._watch.stop()  # the palace is closing
            finally:
                self._looking = False

    def _on_changes(self, changes: Changes) -> None:
        self.changed.emit(changes)

    def _on_task(self, _task: Task) -> None:
        self.tasks_changed.emit()

    @property
    def file_name(self) -> str:
        return self.engine.database.path.name

    @property
    def read_only_reason(self) -> KnownError | None:
        database = self.engine.database
        if not database.read_only:
            return None
        plain = KnownError("palace.read_only", "The palace is open for reading only.")
        return database.read_only_reason or plain

    @property
    def warnings(self) -> tuple[KnownError, ...]:
        """What the author should know of the file: who holds it, where it lies."""
        database = self.engine.database
        return tuple(told for told in (database.read_only_reason, database.warning) if told is not None)

    @property
    def tasks(self) -> tuple[Task, ...]:
        return self.engine.tasks.running

    async def characters(self) -> list[Character]:
        from app.storage import characters

        return await self.engine.ask(characters.every)

    async def frame(self, character: Character) -> FrameFacts:
        """Read what the frame says."""
        return await self.engine.ask(
            _frame, character, await self.engine.clock(character), self.engine.profile
        )

    async def palace(self, character: Character) -> PalaceFacts:
        """Read the palace page."""
        return await self.engine.ask(
            _palace, character, await self.engine.clock(character), self.engine.profile
        )

    async def room(self, character: Character, facts: RoomFacts) -> RoomPage:
        """Read a room's page."""
        now = await self.engine.clock(character)
        return await self.engine.ask(_room, character, facts, now, self.engine.profile)

    async def undo_names(self) -> tuple[Label | None, Label | None]:
        """Name what Ctrl+Z and Ctrl+Y would do."""
        return await self.engine.ask(_undo_names)

    async def find_memories(self, character: Character, text: str, limit: int = 6) -> list[Memory]:
        """Find memories by their words, for the command palette."""
        return await self.engine.ask(_find, character.id, text, limit)


def _frame(conn: Connection, character: Character, now: int, profile: Profile) -> FrameFacts:
    from app.storage import characters, palace, proposals, searches

    facts = palace.facts(conn, character, now, profile)
    counts = {room.room: room.active for room in facts.rooms}
    return FrameFacts(
        messages=facts.messages,
        memories=facts.memories,
        unread=facts.unprocessed,
        days=_days(characters.span(conn, character.id)),
        rooms={key: counts.get(key, 0) for key in ROOM_KEYS},
        inbox=proposals.waiting(conn, character.id),
        searches=tuple(searches.every(conn)),
    )


def _days(span: Span) -> int:
    """How many days lie between the first message and the last, both counted."""
    if span.first_at is None or span.last_at is None:
        return 0
    return (span.last_at - span.first_at) // DAY_MS + 1


def _palace(conn: Connection, character: Character, now: int, profile: Profile) -> PalaceFacts:
    from app.storage import links, memories, months, palace

    facts = palace.facts(conn, character, now, profile)
    without = months.bare(conn, character.id, month_at(now, character.timezone))
    return PalaceFacts(
        house=_house(conn, character, facts.rooms, now, profile),
        memories=facts.memories,
        messages=facts.messages,
        unread=facts.unprocessed,
        links=facts.links,
        loose=links.loose(conn, character.id),
        undated=len(memories.ids_in_order(conn, character.id, undated=True)),
        months=facts.months,
        months_without=len(without),
        latest_month=without[-1] if without else None,
        now=now,
    )


def _house(
    conn: Connection, character: Character, counted: tuple[RoomCount, ...], now: int, profile: Profile
) -> HouseFacts:
    by_room = {count.room: count for count in counted}
    rooms = []
    for key in ROOM_KEYS:
        count = by_room.get(key)
        active = count.active if count else 0
        rooms.append(
            RoomFacts(
                key,
                active,
                count.evicted if count else 0,
                profile.room(key).capacity,
                count.warmth if count else None,
                _badge(conn, character, key, active, now, profile),
            )
        )
    return HouseFacts(tuple(rooms))


def _badge(
    conn: Connection, character: Character, room: str, active: int, now: int, profile: Profile
) -> str | None:
    if room == "attic" and active:
        return tr("{n} unresolved", n=active)
    if room == "living_room" and (ready := _ready(conn, character, now, profile)):
        return tr("{n} to the bedroom", n=ready)
    if room == "windowsill" and (due := _due(conn, character, now, profile)):
        return tr("{n} due", n=due)
    return None


def _ready(conn: Connection, character: Character, now: int, profile: Profile) -> int:
    from app.storage import memories

    return memories.ripe(conn, character.id, now, profile)


def _due(conn: Connection, character: Character, now: int, profile: Profile) -> int:
    from app.domain import anticipations
    from app.storage import memories

    waiting = memories.anticipations(conn, character.id, now)
    return sum(
        1 for one in waiting if anticipations.state_at(one.created_at, now, one.state, profile) == "anchor"
    )


def _room(conn: Connection, character: Character, facts: RoomFacts, now: int, profile: Profile) -> RoomPage:
    from app.storage import memories

    bright = dict(memories.brightest(conn, character.id, facts.room, now, profile))
    step = LIGHT_DAYS * DAY_MS // (LIGHT_POINTS - 1)
    moments = [now - step * back for back in range(LIGHT_POINTS - 1, -1, -1)]
    living, sill = facts.room == "living_room", facts.room == "windowsill"
    return RoomPage(
        facts,
        tuple((memory, bright[memory.id]) for memory in memories.many(conn, list(bright))),
        tuple(memories.light_over(conn, character.id, facts.room, moments, profile)),
        _ready(conn, character, now, profile) if living else 0,
        _due(conn, character, now, profile) if sill else 0,
    )


def _undo_names(conn: Connection) -> tuple[Label | None, Label | None]:
    from app.storage import undo

    return _named(undo.newest_undoable(conn, "author")), _named(undo.newest_redoable(conn, "author"))


def _named(step: Step | None) -> Label | None:
    return step.label if step else None


def _find(conn: Connection, character: int, text: str, limit: int) -> list[Memory]:
    from app.domain.text import query_tokens
    from app.storage import memories, search

    tokens = query_tokens(text)
    if not tokens:
        return []
    found = search.lexical_candidates(conn, "memory", character, tokens, limit)
    return memories.many(conn, [row[0] for row in found])
