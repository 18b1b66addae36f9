"""The verbatim log: reading it in order, in windows, and for the buffer. Never rewritten."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.drafts import ReadMessage
from app.domain.when import Occurred
from app.storage.characters import SESSIONS
from app.storage.driver import Connection
from app.storage.statuses import LIVING


@dataclass(frozen=True, slots=True)
class Line:
    """A message as the conversation view shows it."""

    id: int
    uid: str
    session: int
    role: str
    speaker: str | None
    content: str
    content_type: str
    hidden: bool
    occurred: Occurred
    occurred_at: int | None
    occurred_day: str | None
    processed_run: int | None
    external_id: str | None
    variants: int


_ORDER = "coalesce(m.occurred_at, 0), m.session, m.ordinal, m.id"
_NEWEST = "coalesce(m.occurred_at, 0) DESC, m.session DESC, m.ordinal DESC, m.id DESC"
_LINE = """m.id, m.uid, m.session, m.role, p.name, m.content, m.content_type, m.hidden,
    m.occurred_from, m.occurred_to, m.occurred_precision, m.occurred_text, m.occurred_tz, m.occurred_at, m.occurred_day,
    m.processed_run, m.external_id, (SELECT count(*) FROM message v WHERE v.variant_of = m.id)"""
_FROM = "FROM message m LEFT JOIN participant p ON p.id = m.participant"


def ids_in_order(conn: Connection, character: int) -> list[int]:
    """Give every chosen message of the character, oldest first; variants stand behind their original."""
    rows = conn.execute(
        f"SELECT m.id FROM message m WHERE m.session IN ({SESSIONS}) AND m.variant_of IS NULL ORDER BY {_ORDER}",
        (character,),
    )
    return [row[0] for row in rows]


def many(conn: Connection, ids: Sequence[int]) -> list[Line]:
    rows = conn.execute(
        f"SELECT {_LINE} {_FROM} WHERE m.id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),)
    )
    found = {line.id: line for line in map(_line, rows)}
    return [found[i] for i in ids if i in found]


def variants(conn: Connection, message: int) -> list[Line]:
    rows = conn.execute(f"SELECT {_LINE} {_FROM} WHERE m.variant_of = ? ORDER BY m.id", (message,))
    return [_line(row) for row in rows]


def around(conn: Connection, message: int, each_side: int = 2) -> list[int]:
    """Give the ids of a message and its neighbours in its session."""
    rows = conn.execute(
        """WITH here AS (SELECT session, ordinal FROM message WHERE id = :id)
           SELECT id FROM (
             SELECT m.id, m.ordinal FROM message m, here WHERE m.session = here.session AND m.variant_of IS NULL
               AND m.ordinal < here.ordinal ORDER BY m.ordinal DESC LIMIT :n)
           UNION ALL SELECT :id UNION ALL
           SELECT id FROM (
             SELECT m.id, m.ordinal FROM message m, here WHERE m.session = here.session AND m.variant_of IS NULL
               AND m.ordinal > here.ordinal ORDER BY m.ordinal LIMIT :n)""",
        {"id": message, "n": each_side},
    )
    order = [row[0] for row in rows]
    placed = conn.execute(
        "SELECT id FROM message WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ordinal, id",
        (json.dumps(order),),
    )
    return [row[0] for row in placed]


def days(conn: Connection, character: int) -> list[tuple[str | None, int]]:
    """Give (local day, messages) in order of time: the conversation's day heads and its rail of months."""
    return list(
        conn.execute(
            f"""SELECT occurred_day, count(*) FROM message m
                WHERE m.session IN ({SESSIONS}) AND m.variant_of IS NULL GROUP BY 1 ORDER BY 1""",
            (character,),
        )
    )


def on_day(conn: Connection, character: int, day: str) -> list[int]:
    """Give what was said on a local day, in order; also what is hidden from the prompt by now."""
    rows = conn.execute(
        f"""SELECT m.id FROM message m WHERE m.session IN ({SESSIONS}) AND m.variant_of IS NULL
              AND m.role IN ('user', 'assistant') AND m.occurred_day = ? ORDER BY {_ORDER}""",
        (character, day),
    )
    return [row[0] for row in rows]


def memories_on(conn: Connection, ids: Sequence[int]) -> list[tuple[int, int, str, str | None]]:
    """Give (message, memory, memory's uid, its room) for each living memory that rests on one of the messages."""
    return list(
        conn.execute(
            f"""SELECT s.target_id, m.id, m.uid, m.room FROM source s JOIN memory m ON m.id = s.owner_id
               WHERE s.target_kind = 'message' AND s.owner_kind = 'memory' AND m.status IN {LIVING}
                 AND s.target_id IN (SELECT value FROM json_each(?)) ORDER BY m.id, s.ordinal""",
            (json.dumps(list(ids)),),
        )
    )


def buffer(conn: Connection, character: int) -> list[tuple[int, bool]]:
    """Give (id, already read) of every unhidden spoken message, oldest first: what the buffer rule works on."""
    rows = conn.execute(
        f"""SELECT m.id, m.processed_run IS NOT NULL FROM message m
            WHERE m.session IN ({SESSIONS}) AND m.variant_of IS NULL AND m.hidden = 0 AND m.role IN ('user', 'assistant')
            ORDER BY {_ORDER}""",
        (character,),
    )
    return [(i, bool(read)) for i, read in rows]


def unread(conn: Connection, character: int, hot: int) -> tuple[int, int]:
    """Count the unread messages beyond the `hot` newest and among them: what `domain.buffer.plan` counts, in SQL."""
    row: tuple[int, int] = conn.execute(
        f"""SELECT coalesce(sum(place > :hot), 0), coalesce(sum(place <= :hot), 0) FROM (
              SELECT m.processed_run AS read, row_number() OVER (ORDER BY {_NEWEST}) AS place FROM message m
              WHERE m.session IN ({SESSIONS.replace("?", ":character")})
                AND m.variant_of IS NULL AND m.hidden = 0 AND m.role IN ('user', 'assistant'))
            WHERE read IS NULL""",
        {"character": character, "hot": hot},
    ).get
    return row


def to_read(conn: Connection, ids: Sequence[int]) -> list[ReadMessage]:
    """Give messages as an extractor takes them, in the order of `ids`."""
    return [
        ReadMessage(
            id=line.id,
            role=line.role,
            speaker=line.speaker or "",
            content=line.content,
            occurred_at=line.occurred_at,
            occurred=line.occurred,
            session=line.session,
        )
        for line in many(conn, ids)
    ]


def newest_of_partner(conn: Connection, character: int, before: int, limit: int = 3) -> list[ReadMessage]:
    """Give what the partner said last at the instant `before`, oldest first."""
    rows = conn.execute(
        f"""SELECT m.id FROM message m WHERE m.session IN ({SESSIONS}) AND m.variant_of IS NULL AND m.hidden = 0
              AND m.role = 'user' AND coalesce(m.occurred_at, 0) <= ?
            ORDER BY coalesce(m.occurred_at, 0) DESC, m.session DESC, m.ordinal DESC LIMIT ?""",
        (character, before, limit),
    ).fetchall()
    return to_read(conn, [row[0] for row in reversed(rows)])


def _line(row: Sequence[Any]) -> Line:
    values = list(row)
    values[8:13] = [Occurred(*values[8:13])]
    values[7] = bool(values[7])
    return Line(*values)


def places(conn: Connection, character: int) -> list[tuple[int, str | None]]:
    """Give (id, local day) of every chosen message, oldest first: the conversation as a strip of places."""
    return list(
        conn.execute(
            f"""SELECT m.id, m.occurred_day FROM message m
                WHERE m.session IN ({SESSIONS}) AND m.variant_of IS NULL ORDER BY {_ORDER}""",
            (character,),
        )
    )
