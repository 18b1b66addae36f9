"""What the inspector reads of a memory, one hop a question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from app.domain.decay import age_hours, effective_importance
from app.domain.profile import Profile
from app.domain.when import Occurred
from app.storage import history, links, memories, messages, sources, suspects
from app.storage.driver import Connection
from app.storage.history import RowEdit
from app.storage.links import Box, Link
from app.storage.memories import Memory
from app.storage.messages import Line

HINTS = ("undated", "evicted")
_SIBLINGS = 40


@dataclass(frozen=True, slots=True)
class Facts:
    """A memory with what stands around it. `source_date`: the day its sources tell, where it has none."""

    memory: Memory
    light: float
    box: Box | None
    siblings: tuple[Memory, ...]
    into: Memory | None
    source_date: Occurred | None
    edits: int
    waved: frozenset[str]
    now: int  # the character's
    today: date  # the author's


@dataclass(frozen=True, slots=True)
class SourceGroup:
    """Messages of one session and day that the memory rests on, with the words quoted in each."""

    session: int
    day: str | None
    lines: tuple[tuple[Line, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class Sources:
    groups: tuple[SourceGroup, ...]
    forebears: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A link and the memory at its other end."""

    link: Link
    memory: Memory


def read(conn: Connection, memory: int, now: int, today: date, profile: Profile) -> Facts | None:
    """Read the head of the page; None when the memory is gone."""
    held = memories.get(conn, memory)
    if held is None:
        return None
    box = links.boxes(conn, [held.box]).get(held.box) if held.box else None
    members = memories.in_box(conn, held.box)[:_SIBLINGS] if held.box else []
    undated = held.occurred_at is None and held.occurred.start is None
    return Facts(
        memory=held,
        light=light(held, now, profile),
        box=box,
        siblings=tuple(one for one in memories.many(conn, members) if one.id != memory),
        into=memories.get(conn, held.superseded_by) if held.superseded_by else None,
        source_date=sources.first_dates(conn, [memory]).get(memory) if undated else None,
        edits=history.count_of_row(conn, "memory", memory),
        waved=frozenset(kind for kind in HINTS if (memory, None) in suspects.dismissed(conn, kind)),
        now=now,
        today=today,
    )


def light(memory: Memory, now: int, profile: Profile) -> float:
    """Effective importance: what its importance is worth now."""
    hours = age_hours(memory.occurred_at, memory.recorded_at, now)
    return effective_importance(memory.importance, memory.room, hours, profile, memory.status)


def sources_of(conn: Connection, memory: int) -> Sources:
    """Read the messages (by session and day) and the memories it comes from."""
    held = sources.of(conn, "memory", memory)
    said = [one for one in held if one.target_kind == "message"]
    lines = messages.many(conn, list(dict.fromkeys(one.target_id for one in said)))
    groups: dict[tuple[int, str | None], list[tuple[Line, tuple[tuple[int, int], ...]]]] = {}
    for line in lines:
        spans = tuple(
            span
            for one in said
            if one.target_id == line.id and (span := _quoted(line.content, one)) is not None
        )
        groups.setdefault((line.session, line.occurred_day), []).append((line, spans))
    made_from = [one.target_id for one in held if one.target_kind == "memory"]
    return Sources(
        tuple(SourceGroup(session, day, tuple(rows)) for (session, day), rows in groups.items()),
        tuple(memories.many(conn, made_from)),
    )


def _quoted(content: str, source: sources.Source) -> tuple[int, int] | None:
    """Where the quoted words stand; by the text where no span was kept."""
    if source.quote and (at := content.find(source.quote)) >= 0:
        return at, at + len(source.quote)
    if source.span_from is not None and source.span_to is not None and source.span_to > source.span_from:
        return source.span_from, min(source.span_to, len(content))
    return None


def links_of(conn: Connection, memory: int) -> list[Neighbour]:
    """Read its links, the strongest first; those to forgotten memories too."""
    held = links.touching(conn, [memory])
    other = {link.id: link.target if link.source == memory else link.source for link in held}
    found = {one.id: one for one in memories.many(conn, list(set(other.values())))}
    pairs = [Neighbour(link, found[other[link.id]]) for link in held if other[link.id] in found]
    return sorted(pairs, key=lambda one: (-one.link.strength, one.link.id))


def history_of(conn: Connection, memory: int) -> list[RowEdit]:
    """Its edits, the newest first; undos are not lines of their own."""
    return [edit for edit in history.of_row(conn, "memory", memory) if not edit.takes_back]


@dataclass(frozen=True, slots=True)
class Shared:
    """What several memories have in common, and what they differ in."""

    memories: tuple[Memory, ...]
    rooms: tuple[tuple[str | None, int], ...]
    moods: tuple[tuple[str | None, int], ...]
    importance: tuple[int, int]
    days: tuple[str, str] | None
    undated: int
    tags: tuple[str, ...]
    pinned: int


def shared(conn: Connection, ids: Sequence[int], now: int) -> Shared | None:
    """Read what several memories share; None when none of them is there."""
    held = memories.many(conn, ids)
    if not held:
        return None
    days = sorted(one.occurred_day for one in held if one.occurred_day)
    common = set(held[0].tags).intersection(*(one.tags for one in held))
    return Shared(
        memories=tuple(held),
        rooms=_counted(one.room for one in held),
        moods=_counted(one.mood for one in held),
        importance=(min(one.importance for one in held), max(one.importance for one in held)),
        days=(days[0], days[-1]) if days else None,
        undated=sum(one.occurred_at is None for one in held),
        tags=tuple(tag for tag in held[0].tags if tag in common),
        pinned=sum(bool(one.pinned_until and one.pinned_until > now) for one in held),
    )


def _counted(values: Iterable[str | None]) -> tuple[tuple[str | None, int], ...]:
    counts: dict[str | None, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return tuple(sorted(counts.items(), key=lambda pair: -pair[1]))
