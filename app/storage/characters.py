"""Characters: who lives in the palace, and what is theirs at a glance."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class Character:
    """A character as the program works with it; times in milliseconds UTC."""

    id: int
    uid: str
    name: str
    partner_name: str | None
    description: str | None
    source_ids: tuple[str, ...]
    timezone: str
    clock: str
    language: str | None
    personality_style: str | None
    rumination_tendency: float | None
    mood_now: str | None


@dataclass(frozen=True, slots=True)
class Span:
    """The messages of a character: how many, the first and the last instant, and the days that have any."""

    messages: int
    first_at: int | None
    last_at: int | None
    days: int


_COLUMNS = """id, uid, name, partner_name, description, source_ids, timezone, clock, language,
    personality_style, rumination_tendency, mood_now"""

# The sessions a character takes part in: a group session belongs to several.
SESSIONS = "SELECT session FROM participant WHERE character = ?"


def every(conn: Connection) -> list[Character]:
    return [_character(row) for row in conn.execute(f"SELECT {_COLUMNS} FROM character ORDER BY id")]


def get(conn: Connection, character: int) -> Character | None:
    row = conn.execute(f"SELECT {_COLUMNS} FROM character WHERE id = ?", (character,)).fetchone()
    return _character(row) if row else None


def origin_system(conn: Connection, character: int) -> str | None:
    """Give the program a character was imported from; None when it was made here."""
    row = conn.execute("SELECT origin_system FROM character WHERE id = ?", (character,)).fetchone()
    return row[0] if row else None


def zone(conn: Connection, character: int) -> str:
    """Give the name of the character's time zone; UTC for one that is gone."""
    row = conn.execute("SELECT timezone FROM character WHERE id = ?", (character,)).fetchone()
    return str(row[0]) if row else "UTC"


def find(conn: Connection, wanted: str) -> list[Character]:
    """Find by uid or name; then, only when neither fits, by what another program calls the character."""
    found = [c for c in every(conn) if wanted in {c.uid, c.name}]
    return found or [c for c in every(conn) if wanted in c.source_ids]


def span(conn: Connection, character: int) -> Span:
    row: tuple[Any, ...] = conn.execute(
        f"""SELECT count(*), min(occurred_at), max(occurred_at), count(DISTINCT occurred_day)
            FROM message WHERE session IN ({SESSIONS}) AND variant_of IS NULL""",
        (character,),
    ).get
    return Span(*row)


def of_memories(conn: Connection, memories: Iterable[int]) -> list[int]:
    """Give the characters to whom these memories belong; those of memories that are gone are left out."""
    rows = conn.execute(
        "SELECT DISTINCT character FROM memory WHERE id IN (SELECT value FROM json_each(?)) ORDER BY character",
        (json.dumps(list(memories)),),
    )
    return [row[0] for row in rows]


def unique_name(conn: Connection, name: str, source_id: str, *, except_id: int | None = None) -> str:
    """Give `name`, or with a clash `name (source id)`, or that with a number."""
    taken = {n for (i, n) in conn.execute("SELECT id, name FROM character") if i != except_id}
    if name not in taken:
        return name
    told = f"{name} ({source_id})"
    candidate, number = told, 2
    while candidate in taken:
        candidate, number = f"{told} {number}", number + 1
    return candidate


def card(conn: Connection, character: int) -> dict[str, object]:
    row = conn.execute("SELECT card FROM character WHERE id = ?", (character,)).fetchone()
    return dict(json.loads(row[0])) if row and row[0] else {}


def self_blocks(conn: Connection, character: int) -> list[tuple[str, str, str]]:
    """Give (uid, key, content) of the character's own text, in the order it was written."""
    return list(
        conn.execute("SELECT uid, key, content FROM self_block WHERE character = ? ORDER BY id", (character,))
    )


def instants(conn: Connection, character: int) -> list[tuple[str, int, str, str | None]]:
    """Give (table, row, instant, local day) of everything of the character's whose day hangs on its zone."""
    return list(
        conn.execute(
            f"""SELECT 'memory', id, occurred_from, occurred_day FROM memory
                WHERE character = :c AND occurred_precision = 'instant'
                UNION ALL SELECT 'message', id, occurred_from, occurred_day FROM message
                WHERE occurred_precision = 'instant' AND session IN ({SESSIONS.replace("?", ":c")})""",
            {"c": character},
        )
    )


def _character(row: Sequence[Any]) -> Character:
    values = list(row)
    values[5] = tuple(json.loads(values[5]))
    return Character(*values)
