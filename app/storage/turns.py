"""Messages in their talk: who says them, what stands beside them, and those of a day."""

from collections.abc import Iterable, Sequence
from typing import Any

from app.domain.pool import Turn
from app.domain.surroundings import asks
from app.storage import derived
from app.storage.driver import Connection


def neighbours(conn: Connection, ids: Iterable[int], reach: int) -> set[int]:
    """The messages that stand at most `reach` places from one of these in its session."""
    query = """SELECT DISTINCT n.id FROM carray(?) c CROSS JOIN message g ON g.id = c.value
        CROSS JOIN message n ON n.session = g.session AND n.ordinal BETWEEN g.ordinal - ? AND g.ordinal + ?"""
    found: list[Any] = conn.execute(query, (derived.numbers(ids), reach, reach)).fetchall()
    return {row[0] for row in found}


def turns(conn: Connection, ids: Iterable[int]) -> dict[int, Turn]:
    """Where these messages stand: a stretch is one local day of one session."""
    query = """SELECT g.id, g.session || '/' || coalesce(g.occurred_day, ''), g.ordinal, coalesce(p.name, ''),
        g.role, g.content FROM carray(?) c CROSS JOIN message g ON g.id = c.value
        LEFT JOIN participant p ON p.id = g.participant"""
    found: list[Any] = conn.execute(query, (derived.numbers(ids),)).fetchall()
    return {row[0]: Turn(row[1], row[2], row[3], row[4], asks(row[5])) for row in found}


def speakers(conn: Connection, character: int) -> list[str]:
    """The names of everyone who takes part in the character's sessions."""
    query = """SELECT DISTINCT p.name FROM participant p
        WHERE p.session IN (SELECT session FROM participant WHERE character = ?)"""
    found: list[Any] = conn.execute(query, (character,)).fetchall()
    return [row[0] for row in found]


def in_dates(conn: Connection, character: int, spans: Sequence[tuple[int, int]], limit: int) -> list[int]:
    """The character's messages of these spans (milliseconds, end left out), the newest first."""
    query = """SELECT id FROM message WHERE hidden = 0 AND variant_of IS NULL AND occurred_at >= ? AND occurred_at < ?
        AND session IN (SELECT session FROM participant WHERE character = ?) ORDER BY occurred_at DESC, id DESC LIMIT ?"""
    found: list[int] = []
    for start, end in spans:
        rows: list[Any] = conn.execute(query, (start, end, character, limit)).fetchall()
        found += (row[0] for row in rows)
    return list(dict.fromkeys(found))
