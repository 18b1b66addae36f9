"""Runs: pieces of work that own many edits, can be cut short and taken up again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from app.domain.errors import BugError
from app.domain.ids import new_uid
from app.domain.labels import Label
from app.storage.driver import Connection
from app.storage.journal import read_label

OPEN: Final = ("queued", "running")
Ending = Literal["done", "failed", "cancelled", "interrupted"]


@dataclass(frozen=True, slots=True)
class Run:
    """One run as it stands; `step` says how far it came, in its own words (JSON)."""

    id: int
    uid: str
    kind: str
    label: Label
    facts: Mapping[str, Any]
    character: int | None
    parent: int | None
    status: str
    step: Any
    attempt: int
    profile: Any
    report: Any
    error: Any
    started_at: int
    ended_at: int | None


_COLUMNS: Final = """id, uid, kind, label, facts, character, parent, status, step, attempt, profile, report, error,
    started_at, ended_at"""


def start_run(
    conn: Connection,
    kind: str,
    label: str,
    now: int,
    *,
    facts: Mapping[str, object] | None = None,
    character: int | None = None,
    parent: int | None = None,
    profile: Mapping[str, object] | None = None,
    identity_hash: bytes | None = None,
) -> Run:
    """Begin a run; its row is no edit and stays when the work is undone."""
    conn.execute(
        """INSERT INTO run(uid, kind, label, facts, character, parent, status, identity_hash, profile, started_at)
        VALUES (?, ?, ?, ?, ?, ?, 'running', ?, ?, ?)""",
        (
            new_uid("run", now),
            kind,
            label,
            json.dumps(dict(facts or {}), ensure_ascii=False),
            character,
            parent,
            identity_hash,
            _dump(profile),
            now,
        ),
    )
    return get(conn, conn.last_insert_rowid())


def finish_run(
    conn: Connection,
    run_id: int,
    now: int,
    status: Ending = "done",
    *,
    report: Mapping[str, object] | None = None,
    error: object = None,
    facts: Mapping[str, object] | None = None,
) -> Run:
    """End a run. A cancelled or interrupted one keeps its edits and its step, to be resumed or undone."""
    conn.execute(
        """UPDATE run SET status = ?, ended_at = ?, report = coalesce(?, report), error = ?,
        facts = coalesce(?, facts) WHERE id = ?""",
        (status, now, _dump(report), _dump(error), _dump(facts), run_id),
    )
    return get(conn, run_id)


def note_step(conn: Connection, run_id: int, step: object) -> None:
    """Keep how far the run has come; written in the same transaction as the edit it tells of."""
    conn.execute("UPDATE run SET step = ? WHERE id = ?", (_dump(step), run_id))


def mark_interrupted(conn: Connection) -> list[Run]:
    """At open: what still counts as running was killed."""
    query = "UPDATE run SET status = 'interrupted' WHERE status IN ('queued', 'running') RETURNING id"
    ids: list[tuple[Any, ...]] = conn.execute(query).fetchall()
    return [get(conn, row[0]) for row in ids]


def resume(conn: Connection, run_id: int) -> Run:
    """Take an unfinished run up again from its step."""
    conn.execute(
        "UPDATE run SET status = 'running', attempt = attempt + 1, ended_at = NULL, error = NULL WHERE id = ?",
        (run_id,),
    )
    return get(conn, run_id)


def set_status(conn: Connection, run_id: int, status: str) -> None:
    """Change the status and keep the old one in `facts` for `restore_status`."""
    conn.execute(
        "UPDATE run SET facts = json_set(facts, '$.status_before', status), status = ? WHERE id = ?",
        (status, run_id),
    )


def restore_status(conn: Connection, run_id: int) -> None:
    conn.execute(
        """UPDATE run SET status = coalesce(facts ->> '$.status_before', 'done'),
        facts = json_remove(facts, '$.status_before') WHERE id = ?""",
        (run_id,),
    )


def get(conn: Connection, run_id: int) -> Run:
    return _run(conn.execute(f"SELECT {_COLUMNS} FROM run WHERE id = ?", (run_id,)).fetchone())


TREE: Final = (  # a run and all that stand under it
    "WITH RECURSIVE tree(id) AS (SELECT :run UNION SELECT r.id FROM run r JOIN tree t ON r.parent = t.id)"
)


def made(conn: Connection, run_id: int, character: int, after: int = 0) -> list[int]:
    """Give the memories of a character that a run and those under it have made; `after`: only by later runs."""
    query = f"""{TREE} SELECT id FROM memory
        WHERE run IN (SELECT id FROM tree) AND run > :after AND character = :who ORDER BY id"""
    return [row[0] for row in conn.execute(query, {"run": run_id, "who": character, "after": after})]


def newest_under(conn: Connection, run_id: int, kind: str, character: int) -> Run | None:
    """Give the newest run of a kind under a run that worked for a character."""
    query = f"""{TREE} SELECT {_COLUMNS} FROM run WHERE id IN (SELECT id FROM tree) AND id != :run
        AND kind = :kind AND character = :who ORDER BY id DESC LIMIT 1"""
    row = conn.execute(query, {"run": run_id, "kind": kind, "who": character}).fetchone()
    return None if row is None else _run(row)


def root(conn: Connection, run_id: int) -> int:
    """The run that this one is a step of, or itself."""
    query = """WITH RECURSIVE up(id, parent) AS (SELECT id, parent FROM run WHERE id = ?
        UNION SELECT r.id, r.parent FROM run r JOIN up ON r.id = up.parent) SELECT id FROM up WHERE parent IS NULL"""
    row: tuple[Any, ...] | None = conn.execute(query, (run_id,)).fetchone()
    return run_id if row is None else row[0]


def _run(row: tuple[Any, ...] | None) -> Run:
    if row is None:
        raise BugError("no such run")
    number, uid, kind, label, facts, character, parent, status, step, attempt, *rest = row
    profile, report, error = (_load(text) for text in rest[:3])
    return Run(
        number,
        uid,
        kind,
        read_label(label, facts),
        _load(facts),
        character,
        parent,
        status,
        _load(step),
        attempt,
        profile,
        report,
        error,
        rest[3],
        rest[4],
    )


def _load(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _dump(value: object) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)
