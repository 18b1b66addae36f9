"""What an import asks of the palace: which of these records are here already, and as what."""

import json
from collections.abc import Sequence
from typing import Any

from app.storage.driver import Connection
from app.storage.statuses import GONE


def character(conn: Connection, external_id: str, name: str) -> int | None:
    """Find the character another program calls `external_id`.

    A record that has no id of its own carries its name instead; it meets the one character of that
    name, and a character that was only known by name meets its id.
    """
    rows: list[Any] = conn.execute("SELECT id, name, source_ids FROM character").fetchall()
    for row, _, ids in rows:
        if external_id in json.loads(ids):
            return int(row)
    by_name = [(row, json.loads(ids)) for row, own, ids in rows if own == name]
    if len(by_name) == 1 and (external_id == name or set(by_name[0][1]) <= {name}):
        return int(by_name[0][0])
    return None


def row(conn: Connection, table: str, row_id: int, columns: Sequence[str]) -> dict[str, Any]:
    found = conn.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE id = ?", (row_id,)).fetchone()
    return dict(zip(columns, found, strict=True)) if found else {}


def session(conn: Connection, characters: Sequence[int], external_id: str) -> int | None:
    """Find a session by the other program's id, among those one of `characters` takes part in."""
    found = conn.execute(
        """SELECT s.id FROM session s JOIN participant p ON p.session = s.id
           WHERE s.external_id = ? AND p.character IN (SELECT value FROM json_each(?)) LIMIT 1""",
        (external_id, json.dumps(list(characters))),
    ).fetchone()
    return int(found[0]) if found else None


def participants(conn: Connection, session_id: int) -> dict[str, int]:
    return dict(conn.execute("SELECT name, id FROM participant WHERE session = ?", (session_id,)))


def next_ordinal(conn: Connection, session_id: int) -> int:
    return int(
        conn.execute(
            "SELECT coalesce(max(ordinal), -1) + 1 FROM message WHERE session = ?", (session_id,)
        ).get
    )


def messages(
    conn: Connection, session_id: int, external_ids: Sequence[str]
) -> dict[str, list[tuple[int, str]]]:
    """Give, by external id, the (id, content) of the message and its variants, the first imported first."""
    found: dict[str, list[tuple[int, str]]] = {}
    for external, row_id, content in conn.execute(
        """SELECT external_id, id, content FROM message
           WHERE session = ? AND external_id IN (SELECT value FROM json_each(?)) ORDER BY id""",
        (session_id, json.dumps(list(external_ids))),
    ):
        found.setdefault(external, []).append((row_id, content))
    return found


def message_ids(conn: Connection, character_id: int, external_ids: Sequence[str]) -> list[int]:
    """Give the ids of a character's messages in the order of `external_ids`; unknown ones are left out."""
    found = dict(
        conn.execute(
            """SELECT m.external_id, m.id FROM message m JOIN participant p ON p.session = m.session
               WHERE p.character = ? AND m.external_id IN (SELECT value FROM json_each(?))""",
            (character_id, json.dumps(list(external_ids))),
        )
    )
    return [found[external] for external in external_ids if external in found]


def owned(conn: Connection, table: str, character_id: int, external_ids: Sequence[str]) -> dict[str, int]:
    """Give the ids of a character's memories, boxes or fragments by external id."""
    return dict(
        conn.execute(
            f"""SELECT external_id, id FROM {table}
                WHERE character = ? AND external_id IN (SELECT value FROM json_each(?)) ORDER BY id DESC""",
            (character_id, json.dumps(list(external_ids))),
        )
    )


def imported(conn: Connection, table: str, character_id: int, system: str) -> dict[str, int]:
    """Give the character's boxes or living memories that came from `system`, by external id."""
    living = f"AND status NOT IN {GONE}" if table == "memory" else ""
    return dict(
        conn.execute(
            f"""SELECT external_id, id FROM {table} WHERE character = ? AND origin_system = ?
               AND external_id IS NOT NULL {living}""",
            (character_id, system),
        )
    )


def has_link(conn: Connection, a: int, b: int, kind: str) -> bool:
    return (
        conn.execute(
            "SELECT 1 FROM link WHERE min(source, target) = ? AND max(source, target) = ? AND kind = ?",
            (min(a, b), max(a, b), kind),
        ).fetchone()
        is not None
    )


def summary(conn: Connection, character_id: int, scope: str, key: str) -> int | None:
    found = conn.execute(
        "SELECT id FROM summary WHERE character = ? AND scope = ? AND key = ?", (character_id, scope, key)
    ).fetchone()
    return int(found[0]) if found else None


def remainder(conn: Connection, system: str, name: str, character_id: int | None) -> tuple[int, bytes] | None:
    found = conn.execute(
        "SELECT id, payload FROM remainder WHERE origin_system = ? AND name = ? AND character IS ?",
        (system, name, character_id),
    ).fetchone()
    return (int(found[0]), found[1]) if found else None


def proposed(conn: Connection, character_id: int, op: str, targets: str, patch: str) -> bool:
    """Tell whether exactly this was proposed for the character before, whatever was decided."""
    return (
        conn.execute(
            "SELECT 1 FROM proposal WHERE character = ? AND op = ? AND targets = ? AND patch = ?",
            (character_id, op, targets, patch),
        ).fetchone()
        is not None
    )


def keep_use(conn: Connection, memory: int, count: int, last_at: int | None) -> None:
    """Write down how often another program recalled a memory; our own counts are never lowered."""
    conn.execute(
        """INSERT INTO memory_use(memory, access_count, last_accessed_at) VALUES (?, ?, ?)
           ON CONFLICT(memory) DO UPDATE SET access_count = max(access_count, excluded.access_count),
             last_accessed_at = max(coalesce(last_accessed_at, 0), coalesce(excluded.last_accessed_at, 0))""",
        (memory, count, last_at),
    )
