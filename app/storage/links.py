"""Links and boxes: what holds memories together."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class Link:
    """A link with its strength as it stands: min(1, given + gained by use)."""

    id: int
    uid: str
    source: int
    target: int
    kind: str
    strength: float
    origin: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class Box:
    id: int
    uid: str
    character: int
    name: str
    tags: tuple[str, ...]
    sealed: bool
    members: int


_LINK = """l.id, l.uid, l.source, l.target, l.kind, min(1.0, l.strength + coalesce(g.gain, 0)), l.origin, l.reason
    FROM link l LEFT JOIN link_gain g ON g.link = l.id"""


def touching(conn: Connection, memories: Iterable[int]) -> list[Link]:
    """Give every link with an end among `memories`, each once."""
    ids = json.dumps(list(memories))
    rows = conn.execute(
        f"""SELECT {_LINK} WHERE l.source IN (SELECT value FROM json_each(:ids))
            UNION SELECT {_LINK} WHERE l.target IN (SELECT value FROM json_each(:ids))""",
        {"ids": ids},
    )
    return [Link(*row) for row in rows]


def count(conn: Connection, character: int) -> int:
    return int(conn.execute("SELECT count(*) FROM link WHERE character = ?", (character,)).get)


def loose(conn: Connection, character: int) -> int:
    """Count the living memories that no link touches."""
    return int(
        conn.execute(
            """SELECT count(*) FROM memory m WHERE m.character = ? AND m.status = 'active'
               AND NOT EXISTS (SELECT 1 FROM link WHERE source = m.id)
               AND NOT EXISTS (SELECT 1 FROM link WHERE target = m.id)""",
            (character,),
        ).get
    )


def pair(one: int, other: int, kind: str) -> tuple[int, int, str]:
    """Give what no two links may share: their ends without direction, and their kind."""
    return min(one, other), max(one, other), kind


def pairs(conn: Connection, character: int) -> set[tuple[int, int, str]]:
    """Give (lower id, higher id, kind) of every link."""
    return set(
        conn.execute(
            "SELECT min(source, target), max(source, target), kind FROM link WHERE character = ?",
            (character,),
        )
    )


def boxes(conn: Connection, ids: Sequence[int]) -> dict[int, Box]:
    rows = conn.execute(
        """SELECT id, uid, character, name, tags, sealed, (SELECT count(*) FROM memory WHERE box = box.id)
           FROM box WHERE id IN (SELECT value FROM json_each(?))""",
        (json.dumps(list(ids)),),
    )
    return {row[0]: _box(row) for row in rows}


def _box(row: Sequence[Any]) -> Box:
    values = list(row)
    values[4], values[5] = tuple(json.loads(values[4])), bool(values[5])
    return Box(*values)
