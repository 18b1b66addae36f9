"""Edits of memories. What the author writes is locked against every run and re-import."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.domain import mood as moods
from app.domain.errors import KnownError, mark
from app.domain.rooms import ROOM_KEYS
from app.domain.when import Occurred
from app.engine.commands.base import Effect, opening
from app.storage import characters, links, memories, rows, sources, writes
from app.storage.driver import Connection
from app.storage.memories import Memory

FOREVER = 2**63 - 1
EDITABLE = frozenset({"content", "room", "importance", "mood", "tags", "occurred", "pinned_until"})


@dataclass(frozen=True, slots=True)
class ChangeMemory:
    """Change fields of one memory; `values` has some of content, room, importance, mood, tags, occurred, pinned_until."""

    memory: int
    values: Mapping[str, Any]
    author: bool = True
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
        changed = _changed(conn, memory, self.values)
        if not changed:
            return Effect(notes=(mark("Nothing to change."),))
        writes.change_memory(conn, memory.id, changed, now)
        if self.author:
            writes.lock_fields(conn, memory.id, self.values)
        return Effect((memory.id,), {"memories": 1})


def _changed(conn: Connection, memory: Memory, values: Mapping[str, Any]) -> dict[str, Any]:
    """Give the columns that differ from what the memory has."""
    unknown = set(values) - EDITABLE
    if unknown:
        raise KnownError(
            "memory.field",
            "A memory has no field {fields} that can be edited.",
            fields=", ".join(sorted(unknown)),
        )
    columns: dict[str, Any] = {}
    for name, value in values.items():
        if value == getattr(memory, name):
            continue
        columns.update(_columns(conn, memory, name, value))
    return columns


def _columns(conn: Connection, memory: Memory, name: str, value: Any) -> dict[str, Any]:
    if name == "occurred":
        character = characters.get(conn, memory.character)
        return writes.occurred_columns(value, character.timezone if character else "UTC")
    if name == "tags":
        return {"tags": writes.dumped(list(dict.fromkeys(tag.strip() for tag in value if tag.strip())))}
    if name == "mood":
        # The old valence and arousal belong to the old mood; kept, they would win over the new word.
        place = moods.mood_va(value) if value else None
        return {
            "mood": value or None,
            "valence": place[0] if place else None,
            "arousal": place[1] if place else None,
        }
    if name == "room" and value not in ROOM_KEYS:
        raise KnownError("memory.room", "There is no room “{room}”.", room=value)
    if name == "importance":
        value = min(10, max(1, int(value)))
    if name == "content" and not str(value).strip():
        raise KnownError(
            "memory.empty",
            "A memory cannot be empty.",
            "To take it out of recall, forget it; that can be undone.",
        )
    return {name: value, **({"status": "active"} if name == "room" and memory.status == "evicted" else {})}


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
        place = moods.mood_va(self.mood) if self.mood else None
        values = {
            "character": self.character,
            "content": self.content,
            "room": self.room,
            "importance": self.importance,
            "mood": self.mood,
            "valence": place[0] if place else None,
            "arousal": place[1] if place else None,
            "tags": writes.dumped(list(self.tags)),
            "origin": "author",
            "assertion": "stated",
            **writes.occurred_columns(self.occurred, character.timezone),
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
        return _each(conn, self.memories, {"room": self.room}, now)


@dataclass(frozen=True, slots=True)
class SetImportance:
    memories: Sequence[int]
    importance: int

    label = property(lambda self: mark("Importance of {count} to {importance}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.memories), "importance": self.importance}

    def apply(self, conn: Connection, now: int) -> Effect:
        return _each(conn, self.memories, {"importance": self.importance}, now)


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
        return _each(conn, self.memories, {"pinned_until": self.until}, now)


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
        done: list[int] = []
        for memory in memories.many(conn, self.memories):
            tags = [tag for tag in (*memory.tags, *self.add) if tag not in self.remove]
            effect = ChangeMemory(memory.id, {"tags": tuple(dict.fromkeys(tags))}).apply(conn, now)
            done += effect.ids
        return Effect(tuple(done), {"memories": len(done)})


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
class MergeMemories:
    """Keep one memory's text; it gains the sources, tags and links of the others, which stay in the history."""

    keep: int
    gone: Sequence[int]
    content: str | None = None

    label = property(lambda self: mark("Merge {count}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.gone) + 1}

    def apply(self, conn: Connection, now: int) -> Effect:
        kept = memories.get(conn, self.keep)
        others = [m for m in memories.many(conn, self.gone) if kept and m.id != kept.id]
        if kept is None or not others:
            return Effect(notes=(mark("There is nothing to merge."),))
        _take_sources(conn, kept.id, [m.id for m in others])
        _take_links(conn, kept, [m.id for m in others], now)
        tags = tuple(dict.fromkeys([*kept.tags, *(tag for m in others for tag in m.tags)]))
        importance = max(kept.importance, *(m.importance for m in others))
        values: dict[str, Any] = {"tags": tags, "importance": importance}
        if self.content:
            values["content"] = self.content
        ChangeMemory(kept.id, values).apply(conn, now)
        for other in others:
            writes.change_memory(
                conn, other.id, {"status": "merged", "status_reason": "merged", "superseded_by": kept.id}, now
            )
        return Effect((kept.id, *(m.id for m in others)), {"memories": 1 + len(others)})


def _take_sources(conn: Connection, keep: int, gone: Sequence[int]) -> None:
    held = {(s.target_kind, s.target_id) for s in sources.of(conn, "memory", keep)}
    new: list[dict[str, Any]] = []
    for other in gone:
        for source in sources.of(conn, "memory", other):
            if (source.target_kind, source.target_id) not in held:
                held.add((source.target_kind, source.target_id))
                new.append(
                    _source(keep, source.target_kind, source.target_id, source.role, source.quote, len(held))
                )
        new.append(_source(keep, "memory", other, "merged", None, len(held)))
    writes.add_sources(conn, new)


def _source(owner: int, kind: str, target: int, role: str, quote: str | None, ordinal: int) -> dict[str, Any]:
    return {
        "owner_kind": "memory",
        "owner_id": owner,
        "target_kind": kind,
        "target_id": target,
        "role": role,
        "quote": quote,
        "ordinal": ordinal,
    }


def _take_links(conn: Connection, kept: Memory, gone: Sequence[int], now: int) -> None:
    held = {
        (min(link.source, link.target), max(link.source, link.target), link.kind)
        for link in links.touching(conn, [kept.id])
    }
    new = []
    for link in links.touching(conn, gone):
        other = link.target if link.source in gone else link.source
        pair = (min(kept.id, other), max(kept.id, other), link.kind)
        if other not in gone and other != kept.id and pair not in held:
            held.add(pair)
            new.append(
                {
                    "character": kept.character,
                    "source": kept.id,
                    "target": other,
                    "kind": link.kind,
                    "strength": link.strength,
                    "origin": link.origin,
                    "reason": link.reason,
                }
            )
    writes.add_links(conn, new, now)


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
        done = [
            i for i, occurred in first.items() if ChangeMemory(i, {"occurred": occurred}).apply(conn, now).ids
        ]
        return Effect(tuple(done), {"memories": len(done)})


def _each(conn: Connection, ids: Sequence[int], values: Mapping[str, Any], now: int) -> Effect:
    done: list[int] = []
    for memory in ids:
        done += ChangeMemory(memory, values).apply(conn, now).ids
    return Effect(tuple(done), {"memories": len(done)})


def _status(conn: Connection, ids: Sequence[int], status: str, reason: str | None, now: int) -> Effect:
    done = []
    for memory in memories.many(conn, ids):
        if memory.status != status:
            rows.update(
                conn, "memory", memory.id, {"status": status, "status_reason": reason, "updated_at": now}
            )
            done.append(memory.id)
    return Effect(tuple(done), {"memories": len(done)})
