"""Where things come from: a memory's messages, quotes and forebears."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.when import Occurred
from app.storage import derived
from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class Source:
    target_kind: str
    target_id: int
    role: str
    span_from: int | None
    span_to: int | None
    quote: str | None


def of(conn: Connection, owner_kind: str, owner: int) -> list[Source]:
    rows = conn.execute(
        """SELECT target_kind, target_id, role, span_from, span_to, quote FROM source
           WHERE owner_kind = ? AND owner_id = ? ORDER BY ordinal, id""",
        (owner_kind, owner),
    )
    return [Source(*row) for row in rows]


def message_external_ids(conn: Connection, memories: Sequence[int]) -> dict[int, list[str]]:
    """Give, for each memory, the external ids of the messages it rests on."""
    found: dict[int, list[str]] = {}
    rows: list[tuple[int, str]] = list(
        conn.execute(
            """SELECT s.owner_id, m.external_id FROM source s JOIN message m ON m.id = s.target_id
               WHERE s.owner_kind = 'memory' AND s.target_kind = 'message' AND m.external_id IS NOT NULL
                 AND s.owner_id IN (SELECT value FROM json_each(?)) ORDER BY s.owner_id, s.ordinal""",
            (json.dumps(list(memories)),),
        )
    )
    for memory, external in rows:
        found.setdefault(memory, []).append(external)
    return found


def resting_on(conn: Connection, character: int, messages: Iterable[int]) -> dict[int, list[int]]:
    """Give the character's memories that rest on any of these messages, each with those it rests on."""
    found: dict[int, list[int]] = {}
    rows: list[Any] = conn.execute(
        """SELECT s.owner_id, s.target_id FROM carray(?) c
           CROSS JOIN source s ON s.target_kind = 'message' AND s.target_id = c.value
           CROSS JOIN memory m ON m.id = s.owner_id
           WHERE s.owner_kind = 'memory' AND s.role <> 'contradicts' AND m.character = ?""",
        (derived.numbers(messages), character),
    ).fetchall()
    for memory, message in rows:
        found.setdefault(memory, []).append(message)
    return found


def messages_of(conn: Connection, memories: Iterable[int]) -> set[int]:
    """Give the messages that any of these memories rests on."""
    rows: list[Any] = conn.execute(
        """SELECT DISTINCT s.target_id FROM carray(?) c
           CROSS JOIN source s ON s.owner_kind = 'memory' AND s.owner_id = c.value
           WHERE s.target_kind = 'message' AND s.role <> 'contradicts'""",
        (derived.numbers(memories),),
    ).fetchall()
    return {row[0] for row in rows}


def first_dates(conn: Connection, memories: Sequence[int]) -> dict[int, Occurred]:
    """Give, for each memory, the time of the first dated message it rests on."""
    rows = conn.execute(
        """SELECT s.owner_id, m.occurred_from, m.occurred_to, m.occurred_precision, m.occurred_text, m.occurred_tz
           FROM source s JOIN message m ON m.id = s.target_id
           WHERE s.owner_kind = 'memory' AND s.target_kind = 'message' AND m.occurred_at IS NOT NULL
             AND s.owner_id IN (SELECT value FROM json_each(?)) ORDER BY s.owner_id, m.occurred_at DESC""",
        (json.dumps(list(memories)),),
    )
    return {row[0]: Occurred(*row[1:]) for row in rows}
