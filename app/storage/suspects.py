"""Memories that may want a look: what `findings` counts and shows."""

import json
from collections.abc import Sequence

from app.storage.driver import Connection
from app.storage.statuses import LIVING

_LIVING = f"m.character = :c AND m.status IN {LIVING}"


def undated(conn: Connection, character: int) -> list[int]:
    rows = conn.execute(
        f"SELECT m.id FROM memory m WHERE {_LIVING} AND m.occurred_at IS NULL ORDER BY m.importance DESC, m.id",
        {"c": character},
    )
    return [row[0] for row in rows]


def datable(conn: Connection, memories: Sequence[int]) -> list[int]:
    """Give those undated memories whose sources tell the day."""
    rows = conn.execute(
        """SELECT DISTINCT s.owner_id FROM source s JOIN message g ON g.id = s.target_id
           WHERE s.owner_kind = 'memory' AND s.target_kind = 'message' AND g.occurred_at IS NOT NULL
             AND s.owner_id IN (SELECT value FROM json_each(?))""",
        (json.dumps(list(memories)),),
    )
    return [row[0] for row in rows]


def misdated(conn: Connection, character: int, days: int = 1) -> list[int]:
    """Give memories dated more than `days` away from every message they rest on."""
    rows = conn.execute(
        f"""SELECT m.id FROM memory m JOIN source s ON s.owner_kind = 'memory' AND s.owner_id = m.id
              AND s.target_kind = 'message' JOIN message g ON g.id = s.target_id
            WHERE {_LIVING} AND m.occurred_day IS NOT NULL AND g.occurred_day IS NOT NULL
            GROUP BY m.id HAVING min(abs(julianday(m.occurred_day) - julianday(g.occurred_day))) > :days""",
        {"c": character, "days": days},
    )
    return [row[0] for row in rows]


def in_future(conn: Connection, character: int, now: int) -> list[int]:
    rows = conn.execute(
        f"SELECT m.id FROM memory m WHERE {_LIVING} AND m.occurred_at > :now", {"c": character, "now": now}
    )
    return [row[0] for row in rows]


def evicted(conn: Connection, character: int) -> list[int]:
    rows = conn.execute(
        "SELECT id FROM memory WHERE character = ? AND status = 'evicted' ORDER BY id", (character,)
    )
    return [row[0] for row in rows]


def naming(conn: Connection, character: int, names: Sequence[str]) -> list[tuple[int, str]]:
    """Give (memory, name) of living memories that hold one of `names`."""
    rows = conn.execute(
        f"""SELECT m.id, n.value FROM memory m, json_each(:names) n
            WHERE {_LIVING} AND instr(m.content, n.value) > 0 ORDER BY m.id""",
        {"c": character, "names": json.dumps(list(names), ensure_ascii=False)},
    )
    return list(rows)


def embedded(conn: Connection, character: int, set_id: int) -> list[tuple[int, str, bytes]]:
    """Give (id, content, vector) of every living memory that has one; of a text in pieces the first."""
    rows = conn.execute(
        f"""SELECT m.id, m.content, e.vec FROM memory m
            JOIN embedding e ON e.text_hash = m.content_hash AND e.model = :set AND e.piece = 0
            WHERE {_LIVING} ORDER BY m.id""",
        {"c": character, "set": set_id},
    )
    return list(rows)


def dismissed(conn: Connection, kind: str) -> set[tuple[int, int | None]]:
    rows = conn.execute(
        "SELECT target_id, other_id FROM dismissal WHERE kind = ? AND target_kind = 'memory'", (kind,)
    )
    return set(rows)


def strangers(conn: Connection, character: int) -> list[str]:
    """Give the names of others who speak in the character's sessions."""
    rows = conn.execute(
        """SELECT DISTINCT name FROM participant WHERE kind = 'other' AND length(name) > 1
           AND session IN (SELECT session FROM participant WHERE character = ?)""",
        (character,),
    )
    return [row[0] for row in rows]
