"""What one recall, one linking or one consolidation looks at, read in one hop."""

import json
from collections.abc import Iterable, Sequence

from app.domain.pool import BoxFacts, Candidate, LinkEdge
from app.storage import links
from app.storage.driver import Connection
from app.storage.statuses import RECALLED

_CANDIDATE = """SELECT m.id, m.uid, m.external_id, m.room, m.status, m.kind, m.content, m.mood, m.valence, m.arousal,
    m.importance, m.occurred_at, m.occurred_day, m.recorded_at, u.last_accessed_at, coalesce(u.access_count, 0),
    m.box, m.pinned_until, m.occurred_precision
    FROM memory m LEFT JOIN memory_use u ON u.memory = m.id"""


def candidates(conn: Connection, ids: Iterable[int]) -> dict[int, Candidate]:
    rows = conn.execute(
        f"{_CANDIDATE} WHERE m.id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),)
    )
    return {row[0]: Candidate(*row) for row in rows}


def in_room(conn: Connection, character: int, room: str) -> list[Candidate]:
    rows = conn.execute(
        f"{_CANDIDATE} WHERE m.character = ? AND m.room = ? AND m.status = 'active'", (character, room)
    )
    return [Candidate(*row) for row in rows]


def in_dates(conn: Connection, character: int, spans: Sequence[tuple[int, int]], limit: int) -> list[int]:
    """Give the memories that occurred in one of the spans (milliseconds, end left out), the weightiest first."""
    found: list[int] = []
    for start, end in spans:
        found += (
            row[0]
            for row in conn.execute(
                f"""SELECT id FROM memory WHERE character = ? AND status IN {RECALLED}
                   AND occurred_at >= ? AND occurred_at < ? ORDER BY importance DESC, occurred_at DESC LIMIT ?""",
                (character, start, end, limit),
            )
        )
    return list(dict.fromkeys(found))


def pinned(conn: Connection, character: int, now: int) -> list[int]:
    rows = conn.execute(
        "SELECT id FROM memory WHERE character = ? AND status = 'active' AND pinned_until > ?",
        (character, now),
    )
    return [row[0] for row in rows]


def unresolved(conn: Connection, character: int) -> list[int]:
    """Give what may come up by itself: the attic without its store-box."""
    rows = conn.execute(
        "SELECT id FROM memory WHERE character = ? AND room = 'attic' AND status = 'active' ORDER BY id",
        (character,),
    )
    return [row[0] for row in rows]


def edges(conn: Connection, ids: Iterable[int]) -> list[LinkEdge]:
    return [
        LinkEdge(link.source, link.target, link.kind, link.strength) for link in links.touching(conn, ids)
    ]


def boxes(conn: Connection, ids: Iterable[int]) -> dict[int, BoxFacts]:
    rows = conn.execute(
        "SELECT id, name, tags, compression_count FROM box WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(ids)),),
    )
    return {row[0]: BoxFacts(row[1], tuple(json.loads(row[2])), row[3]) for row in rows}


def box_members(conn: Connection, box_ids: Iterable[int]) -> list[int]:
    rows = conn.execute(
        f"SELECT id FROM memory WHERE box IN (SELECT value FROM json_each(?)) AND status IN {RECALLED}",
        (json.dumps(sorted(box_ids)),),
    )
    return [row[0] for row in rows]


def messages(conn: Connection, ids: Iterable[int]) -> dict[int, Candidate]:
    """Give messages as candidates: they lie in no room and never fade."""
    rows = conn.execute(
        """SELECT id, uid, external_id, NULL, 'active', 'message', content, NULL, NULL, NULL, 5, occurred_at, occurred_day,
             recorded_at, NULL, 0, NULL, NULL, occurred_precision FROM message
           WHERE hidden = 0 AND variant_of IS NULL AND id IN (SELECT value FROM json_each(?))""",
        (json.dumps(list(ids)),),
    )
    return {row[0]: Candidate(*row) for row in rows}
