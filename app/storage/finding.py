"""Finding words everywhere at once: memories, messages, days and months of one character."""

import json
from dataclasses import dataclass
from typing import Any

from app.domain.text import query_tokens
from app.storage.driver import Connection
from app.storage.filters import matching_ids
from app.storage.statuses import LIVING

MOST = 80


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that holds every word: what it is, where it leads, how it reads."""

    kind: str  # memory | message | fragment | summary
    id: int
    room: str | None
    day: str | None  # local day, or month for a summary
    who: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Hits:
    kind: str
    total: int
    hits: tuple[Hit, ...]


_QUERIES = {
    "memory": f"SELECT id, room, occurred_day, NULL, content FROM memory WHERE id IN ({{ids}}) AND status IN {LIVING}",
    "message": """SELECT m.id, NULL, m.occurred_day, p.name, m.content FROM message m
        LEFT JOIN participant p ON p.id = m.participant WHERE m.id IN ({ids}) AND m.variant_of IS NULL""",
    "summary": "SELECT id, NULL, key, NULL, content FROM summary WHERE id IN ({ids}) AND scope = 'month'",
    "fragment": "SELECT id, NULL, day, NULL, content FROM fragment WHERE id IN ({ids})",
}
_IDS = "SELECT value FROM json_each(?)"


def everywhere(conn: Connection, character: int, text: str, most: int = MOST) -> list[Hits]:
    """Give what holds every word of `text`, kind by kind, newest first; at most `most` of each are read."""
    words = query_tokens(text)
    found = []
    for kind, query in _QUERIES.items():
        ids = matching_ids(conn, kind, character, words, 10_000)
        rows: list[Any] = conn.execute(
            query.format(ids=_IDS) + " ORDER BY 3 DESC, 1 DESC", (json.dumps(ids),)
        ).fetchall()
        hits = tuple(Hit(kind, *row) for row in rows[:most])
        found.append(Hits(kind, len(rows), hits))
    return found
