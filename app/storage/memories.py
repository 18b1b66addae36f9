"""Memories: one, a window of a room's list, what a recall needs, what a room holds."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain import statuses
from app.domain.consolidation import LIVING_ROOM
from app.domain.decay import HOUR_MS, mean_over
from app.domain.profile import SEED, Profile
from app.domain.when import Occurred
from app.storage import light
from app.storage.driver import Connection
from app.storage.statuses import LIVING


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory with everything a person may look at."""

    id: int
    uid: str
    character: int
    room: str | None
    kind: str
    content: str
    tags: tuple[str, ...]
    mood: str | None
    valence: float | None
    arousal: float | None
    importance: int
    assertion: str
    occurred: Occurred
    occurred_at: int | None
    occurred_day: str | None
    status: str
    status_reason: str | None
    superseded_by: int | None
    pinned_until: int | None
    locked_fields: tuple[str, ...]
    origin: str
    origin_detail: str | None
    origin_system: str | None
    external_id: str | None
    box: int | None
    run: int | None
    recorded_at: int
    updated_at: int
    access_count: int
    last_accessed_at: int | None
    links: int
    sources: int

    @property
    def living(self) -> bool:
        """Whether it takes part: not forgotten, merged or put away."""
        return self.status in statuses.LIVING


_MEMORY = """m.id, m.uid, m.character, m.room, m.kind, m.content, m.tags, m.mood, m.valence, m.arousal,
    m.importance, m.assertion, m.occurred_from, m.occurred_to, m.occurred_precision, m.occurred_text, m.occurred_tz,
    m.occurred_at, m.occurred_day, m.status, m.status_reason, m.superseded_by, m.pinned_until, m.locked_fields,
    m.origin, m.origin_detail, m.origin_system, m.external_id, m.box, m.run, m.recorded_at, m.updated_at,
    coalesce(u.access_count, 0), u.last_accessed_at,
    (SELECT count(*) FROM link WHERE source = m.id) + (SELECT count(*) FROM link WHERE target = m.id),
    (SELECT count(*) FROM source WHERE owner_kind = 'memory' AND owner_id = m.id)"""
_FROM = "FROM memory m LEFT JOIN memory_use u ON u.memory = m.id"

# Sorting by a column of the list; `{light}` is the effective importance.
SORTS = {
    "now": "{light}",
    "date": "coalesce(m.occurred_at, m.recorded_at)",
    "importance": "m.importance",
    "recalled": "coalesce(u.access_count, 0)",
    "mood": "m.mood",
    "memory": "m.content",
}


def get(conn: Connection, memory: int) -> Memory | None:
    found = many(conn, [memory])
    return found[0] if found else None


def many(conn: Connection, ids: Sequence[int]) -> list[Memory]:
    """Read in the order of `ids`; what is gone is left out."""
    rows = conn.execute(
        f"SELECT {_MEMORY} {_FROM} WHERE m.id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),)
    )
    found = {memory.id: memory for memory in map(_memory, rows)}
    return [found[i] for i in ids if i in found]


def ids_in_order(
    conn: Connection,
    character: int,
    *,
    rooms: Sequence[str] | None = None,
    statuses: Sequence[str] = statuses.LIVING,
    undated: bool = False,
    sort: str = "date",
    descending: bool = True,
    now: int = 0,
    profile: Profile = SEED,
) -> list[int]:
    """Give the ids of a list, sorted and filtered in SQL; the view fetches the rows it shows with `many`."""
    where = ["m.character = :character", "m.status IN (SELECT value FROM json_each(:statuses))"]
    if rooms is not None:
        where.append("m.room IN (SELECT value FROM json_each(:rooms))")
    if undated:
        where.append("m.occurred_at IS NULL")
    way = "DESC" if descending else "ASC"
    order = f"{SORTS[sort].format(light=light.expression(profile))} {way}, m.id {way}"
    rows = conn.execute(
        f"SELECT m.id {_FROM} WHERE {' AND '.join(where)} ORDER BY {order}",
        {
            "character": character,
            "statuses": json.dumps(list(statuses)),
            "rooms": json.dumps(list(rooms or ())),
            "now": now,
        },
    )
    return [row[0] for row in rows]


@dataclass(frozen=True, slots=True)
class RoomCount:
    """How many memories a room holds: all that live, the active, and those evicted into the store-box."""

    room: str
    total: int
    active: int
    evicted: int
    warmth: float | None


def rooms(conn: Connection, character: int, now: int, profile: Profile = SEED) -> list[RoomCount]:
    """Count the rooms; warmth is the mean effective importance (0–10) of what is active."""
    rows = conn.execute(
        f"""SELECT room, count(*), sum(status = 'active'), sum(status = 'evicted'),
                  avg(CASE WHEN status = 'active' THEN {light.expression(profile)} END)
           FROM memory m
           WHERE character = :character AND status IN {LIVING} AND room IS NOT NULL GROUP BY room""",
        {"now": now, "character": character},
    )
    return [RoomCount(*row) for row in rows]


def brightest(
    conn: Connection, character: int, room: str, now: int, profile: Profile = SEED, limit: int = 3
) -> list[tuple[int, float]]:
    """Give (id, effective importance) of the room's memories that matter most now."""
    rows = conn.execute(
        f"""SELECT m.id, {light.of_room(profile, room)} AS light FROM memory m
            WHERE m.character = :character AND m.room = :room AND m.status = 'active'
            ORDER BY light DESC, coalesce(m.occurred_at, m.recorded_at) DESC LIMIT :limit""",
        {"character": character, "room": room, "now": now, "limit": limit},
    )
    return [(i, value) for i, value in rows]


def light_over(
    conn: Connection, character: int, room: str, moments: Sequence[int], profile: Profile = SEED
) -> list[float]:
    """Give the room's mean effective importance at each moment, over its present memories that had occurred by then."""
    rows: Any = conn.execute(
        """SELECT coalesce(occurred_at, recorded_at) AS at, importance FROM memory
           WHERE character = ? AND room = ? AND status = 'active' AND at <= ? ORDER BY at""",
        (character, room, max(moments, default=0)),
    )
    return mean_over(rows.fetchall(), moments, profile.room(room))


def ripe(conn: Connection, character: int, now: int, profile: Profile = SEED) -> int:
    """Count what consolidation would promote: `domain.consolidation.promotion` in SQL; a test holds them together."""
    numbers = profile.consolidation
    found = conn.execute(
        """SELECT count(*) FROM memory m LEFT JOIN memory_use u ON u.memory = m.id
           WHERE m.character = ? AND m.room = ? AND m.status = 'active' AND (m.importance >= ?
             OR (m.importance >= ? AND coalesce(m.occurred_at, m.recorded_at) <= ?)
             OR coalesce(u.access_count, 0) >= ?)""",
        (
            character,
            LIVING_ROOM,
            numbers.at_once,
            numbers.ripe,
            now - numbers.ripe_hours * HOUR_MS,
            numbers.recalled,
        ),
    )
    return int(found.get)


def neighbours_in_time(
    conn: Connection, character: int
) -> list[tuple[int, int, str | None, float | None, float | None, int | None]]:
    """Give (id, at, mood, valence, arousal, run) of every living memory: what linking works on."""
    return list(
        conn.execute(
            f"""SELECT id, coalesce(occurred_at, recorded_at), mood, valence, arousal, run FROM memory
               WHERE character = ? AND status IN {LIVING} ORDER BY 2""",
            (character,),
        )
    )


def in_box(conn: Connection, box: int) -> list[int]:
    return [
        row[0] for row in conn.execute("SELECT id FROM memory WHERE box = ? ORDER BY occurred_at", (box,))
    ]


@dataclass(frozen=True, slots=True)
class Anticipation:
    memory: int
    uid: str
    content: str
    state: str
    created_at: int
    anchored_at: int | None
    resolved_at: int | None


def anticipations(conn: Connection, character: int, before: int) -> list[Anticipation]:
    """Give every hope that was there at the instant `before`, with its life."""
    rows = conn.execute(
        """SELECT m.id, m.uid, m.content, a.state, coalesce(m.occurred_at, m.recorded_at),
             a.anchored_at, a.resolved_at
           FROM anticipation a CROSS JOIN memory m ON m.id = a.memory  -- few hopes, many memories
           WHERE m.character = ? AND m.status = 'active'
             AND coalesce(m.occurred_at, m.recorded_at) <= ? ORDER BY 5""",
        (character, before),
    )
    return [Anticipation(*row) for row in rows]


def _memory(row: Sequence[Any]) -> Memory:
    values = list(row)
    values[23] = tuple(json.loads(values[23]))
    values[12:17] = [Occurred(*values[12:17])]
    values[6] = tuple(json.loads(values[6]))
    return Memory(*values)


def texts(conn: Connection, ids: Iterable[int]) -> dict[int, str]:
    rows = conn.execute(
        "SELECT id, content FROM memory WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    return dict(rows)


def locked_in(conn: Connection, ids: Sequence[int], field: str) -> list[int]:
    """Give those of the memories whose `field` the author has locked."""
    rows = conn.execute(
        """SELECT id FROM memory WHERE id IN (SELECT value FROM json_each(?))
           AND EXISTS (SELECT 1 FROM json_each(locked_fields) WHERE value = ?)""",
        (json.dumps(list(ids)), field),
    )
    return [row[0] for row in rows]


def count(conn: Connection, character: int, rooms: Sequence[str] | None = None) -> int:
    """Count the living memories of some rooms, or of all."""
    found = conn.execute(
        f"""SELECT count(*) FROM memory WHERE character = ? AND status IN {LIVING}
           AND (? IS NULL OR room IN (SELECT value FROM json_each(?)))""",
        (character, None if rooms is None else 1, json.dumps(list(rooms or ()))),
    )
    return int(found.get)
