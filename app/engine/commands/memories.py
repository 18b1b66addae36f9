"""Edits of memories. What the author writes is locked against every run and re-import."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.domain import mood as moods
from app.domain.errors import KnownError, mark
from app.domain.pool import ENDLESS_PIN
from app.domain.rooms import ROOM_KEYS
from app.domain.when import Occurred
from app.engine.commands.base import Effect, opening
from app.storage import characters, memories, sources, writes
from app.storage.driver import Connection
from app.storage.memories import Memory

FOREVER = ENDLESS_PIN
EDITABLE = frozenset({"content", "room", "importance", "mood", "tags", "occurred", "pinned_until"})
_WRITTEN = ("content", "room", "importance", "mood", "tags", "occurred")
_UNKNOWN = object()


@dataclass(frozen=True, slots=True)
class ChangeMemory:
    """Change fields of one memory; `values` has some of content, room, importance, mood, tags, occurred, pinned_until."""

    memory: int
    values: Mapping[str, Any]
    title: str = ""

    @property
    def label(self) -> str:
        names = set(self.values)
        if names == {"content"}:
            return mark("Text of “{title}”")
        if names == {"room"}:
            return mark("Move “{title}” to {room}")
        if names == {"pinned_until"}:
            return mark("Pin “{title}”") if self.values["pinned_until"] else mark("Unpin “{title}”")
        if names == {"importance"}:
            return mark("Importance of “{title}”: {importance}")
        if names == {"mood"}:
            return mark("Mood of “{title}”")
        if names == {"tags"}:
            return mark("Tags of “{title}”")
        if names == {"occurred"}:
            return mark("Date of “{title}”")
        return mark("Change “{title}”")

    @property
    def facts(self) -> Mapping[str, object]:
        return {"title": self.title, **{k: v for k, v in self.values.items() if k in {"room", "importance"}}}

    def apply(self, conn: Connection, now: int) -> Effect:
        memory = memories.get(conn, self.memory)
        if memory is None:
            return Effect(notes=(mark("The memory is no longer there."),))
        if not change(conn, memory, self.values, now, lock=self.values):
            return Effect(notes=(mark("Nothing to change."),))
        return Effect((memory.id,), {"memories": 1})


def change(
    conn: Connection, memory: Memory, values: Mapping[str, Any], now: int, *, lock: Collection[str] = ()
) -> bool:
    """Write what differs from what the memory has, and `lock` fields as the author's; tell whether anything did."""
    differing = {name: value for name, value in values.items() if value != getattr(memory, name, _UNKNOWN)}
    columns = columns_of(conn, memory.character, differing)
    if not columns:
        return False
    if "room" in differing and memory.status == "evicted":
        columns |= {"status": "active", "status_reason": None}
    if lock:
        columns["locked_fields"] = writes.dumped(sorted({*memory.locked_fields, *lock}))
    writes.change_memory(conn, memory.id, columns, now)
    return True


def columns_of(conn: Connection, character: int, values: Mapping[str, Any]) -> dict[str, Any]:
    """Give the columns for some of a memory's editable fields; what no memory can have is refused."""
    unknown = set(values) - EDITABLE
    if unknown:
        raise KnownError(
            "memory.field",
            "A memory has no field {fields} that can be edited.",
            fields=", ".join(sorted(unknown)),
        )
    columns: dict[str, Any] = {}
    for name, value in values.items():
        if name == "occurred":
            columns |= writes.occurred_columns(value, characters.zone(conn, character))
        else:
            columns |= _COLUMNS[name](value)
    return columns


def _content(text: Any) -> dict[str, Any]:
    if not str(text).strip():
        raise KnownError(
            "memory.empty",
            "A memory cannot be empty.",
            "To take it out of recall, forget it; that can be undone.",
        )
    return {"content": text}


def _room(room: Any) -> dict[str, Any]:
    if room not in ROOM_KEYS:
        raise KnownError("memory.room", "There is no room “{room}”.", room=room)
    return {"room": room}


def _mood(mood: Any) -> dict[str, Any]:
    # The old valence and arousal belong to the old mood; kept, they would win over the new word.
    place = moods.mood_va(mood) if mood else None
    return {
        "mood": mood or None,
        "valence": place[0] if place else None,
        "arousal": place[1] if place else None,
    }


_COLUMNS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "content": _content,
    "room": _room,
    "importance": lambda value: {"importance": min(10, max(1, int(value)))},
    "mood": _mood,
    "tags": lambda tags: {
        "tags": writes.dumped(list(dict.fromkeys(tag.strip() for tag in tags if tag.strip())))
    },
    "pinned_until": lambda until: {"pinned_until": until},
}


@dataclass(frozen=True, slots=True)
class AddMemory:
    """Write a memory by hand."""

    character: int
    content: str
    room: str
    importance: int = 5
    mood: str | None = None
    tags: Sequence[str] = ()
    occurred: Occurred = field(default_factory=Occurred)

    label = property(lambda self: mark("Write “{title}”"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"title": opening(self.content)}

    def apply(self, conn: Connection, now: int) -> Effect:
        character = characters.get(conn, self.character)
        if character is None:
            return Effect(notes=(mark("The character is no longer there."),))
        fields = {name: getattr(self, name) for name in _WRITTEN}
        values = {
            **columns_of(conn, character.id, fields),
            "character": character.id,
            "origin": "author",
            "assertion": "stated",
        }
        return Effect(tuple(writes.add_memories(conn, [values], now)), {"memories": 1})


@dataclass(frozen=True, slots=True)
class MoveMemories:
    memories: Sequence[int]
    room: str

    label = property(lambda self: mark("Move {count} to {room}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.memories), "room": self.room}

    def apply(self, conn: Connection, now: int) -> Effect:
        return _each(conn, self.memories, lambda _: {"room": self.room}, now)


@dataclass(frozen=True, slots=True)
class SetImportance:
    memories: Sequence[int]
    importance: int

    label = property(lambda self: mark("Importance of {count} to {importance}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.memories), "importance": self.importance}

    def apply(self, conn: Connection, now: int) -> Effect:
        return _each(conn, self.memories, lambda _: {"importance": self.importance}, now)


@dataclass(frozen=True, slots=True)
class PinMemories:
    """Pin until an instant (milliseconds UTC), for good (`FOREVER`), or not at all (None)."""

    memories: Sequence[int]
    until: int | None = FOREVER

    label = property(lambda self: mark("Pin {count}") if self.until else mark("Unpin {count}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.memories)}

    def apply(self, conn: Connection, now: int) -> Effect:
        return _each(conn, self.memories, lambda _: {"pinned_until": self.until}, now)


@dataclass(frozen=True, slots=True)
class TagMemories:
    memories: Sequence[int]
    add: Sequence[str] = ()
    remove: Sequence[str] = ()

    label = property(lambda self: mark("Tag {count}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.memories)}

    def apply(self, conn: Connection, now: int) -> Effect:
        def retagged(memory: Memory) -> dict[str, Any]:
            tags = [tag for tag in (*memory.tags, *self.add) if tag not in self.remove]
            return {"tags": tuple(dict.fromkeys(tags))}

        return _each(conn, self.memories, retagged, now)


@dataclass(frozen=True, slots=True)
class ForgetMemories:
    """Take memories out of recall; they stay in the history and can be brought back."""

    memories: Sequence[int]
    title: str = ""

    @property
    def label(self) -> str:
        return mark("Forget “{title}”") if self.title and len(self.memories) == 1 else mark("Forget {count}")

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.memories), "title": self.title}

    def apply(self, conn: Connection, now: int) -> Effect:
        return _status(conn, self.memories, "forgotten", "author", now)


@dataclass(frozen=True, slots=True)
class RestoreMemories:
    memories: Sequence[int]

    label = property(lambda self: mark("Bring back {count}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.memories)}

    def apply(self, conn: Connection, now: int) -> Effect:
        return _status(conn, self.memories, "active", None, now)


@dataclass(frozen=True, slots=True)
class DateFromSources:
    """Date undated memories by the first message they rest on."""

    memories: Sequence[int]

    label = property(lambda self: mark("Date {count} from their sources"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.memories)}

    def apply(self, conn: Connection, now: int) -> Effect:
        first = sources.first_dates(conn, self.memories)
        return _each(conn, list(first), lambda memory: {"occurred": first[memory.id]}, now)


def _each(
    conn: Connection, ids: Sequence[int], values: Callable[[Memory], Mapping[str, Any]], now: int
) -> Effect:
    """Change each memory by the author's hand; `values` gives its new fields."""
    done = []
    for memory in memories.many(conn, ids):
        new = values(memory)
        if change(conn, memory, new, now, lock=new):
            done.append(memory.id)
    return Effect(tuple(done), {"memories": len(done)})


def _status(conn: Connection, ids: Sequence[int], status: str, reason: str | None, now: int) -> Effect:
    done = [memory.id for memory in memories.many(conn, ids) if memory.status != status]
    for memory in done:
        writes.change_memory(conn, memory, {"status": status, "status_reason": reason}, now)
    return Effect(tuple(done), {"memories": len(done)})
