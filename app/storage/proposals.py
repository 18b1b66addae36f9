"""Proposals: what a model, a rule or a re-import suggests, and what was decided."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.storage.driver import Connection

OPEN: Final = ("waiting", "later")
DECIDED: Final = (
    "accepted",
    "refused",
    "outdated",
)  # outdated: what it was about was gone when it was accepted


@dataclass(frozen=True, slots=True)
class Proposal:
    id: int
    uid: str
    character: int | None
    op: str
    targets: tuple[int, ...]
    patch: dict[str, Any]
    base: dict[str, Any] | None
    evidence: tuple[dict[str, Any], ...]
    state: str
    reason: str | None
    decision_note: str | None
    decided_at: int | None
    run: int | None
    recorded_at: int


_COLUMNS = """id, uid, character, op, targets, patch, base, evidence, state, reason, decision_note,
    decided_at, run, recorded_at"""


def listed(conn: Connection, character: int | None, states: Sequence[str]) -> list[Proposal]:
    """Give proposals newest run first, in the order they were made within it."""
    rows = conn.execute(
        f"""SELECT {_COLUMNS} FROM proposal WHERE state IN (SELECT value FROM json_each(?))
            AND (? IS NULL OR character = ?) ORDER BY run DESC, id""",
        (json.dumps(list(states)), character, character),
    )
    return [_proposal(row) for row in rows]


def get(conn: Connection, proposal: int) -> Proposal | None:
    row = conn.execute(f"SELECT {_COLUMNS} FROM proposal WHERE id = ?", (proposal,)).fetchone()
    return _proposal(row) if row else None


def raw_reply(conn: Connection, proposal: int) -> str | None:
    """Give a model's reply as it came, where one was kept."""
    row = conn.execute("SELECT raw_reply FROM proposal WHERE id = ?", (proposal,)).fetchone()
    return row[0] if row else None


def waiting(conn: Connection, character: int | None = None) -> int:
    return int(
        conn.execute(
            "SELECT count(*) FROM proposal WHERE state = 'waiting' AND (? IS NULL OR character = ?)",
            (character, character),
        ).get
    )


def _proposal(row: tuple[Any, ...]) -> Proposal:
    v = list(row)
    v[4], v[5] = tuple(json.loads(v[4])), json.loads(v[5])
    v[6], v[7] = json.loads(v[6]) if v[6] else None, tuple(json.loads(v[7]))
    return Proposal(*v)


def reviewed(conn: Connection, character: int) -> bool:
    """Tell whether the author has decided a proposal for this character, or it holds nothing imported."""
    decided = conn.execute(
        "SELECT EXISTS (SELECT 1 FROM proposal WHERE character = ? AND state IN ('accepted', 'refused'))",
        (character,),
    ).get
    imported = conn.execute(
        "SELECT EXISTS (SELECT 1 FROM character WHERE id = ? AND origin_system IS NOT NULL)", (character,)
    ).get
    return bool(decided) or not imported
