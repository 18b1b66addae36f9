"""What `undo` and `redo` would take next, and what a uid names."""

from dataclasses import dataclass
from typing import Any

from app.domain.errors import KnownError
from app.domain.labels import Label
from app.storage import runs
from app.storage.driver import Connection
from app.storage.journal import read_label


@dataclass(frozen=True, slots=True)
class Step:
    """What `undo` or `redo` without a name would take: an edit or a whole run."""

    kind: str  # edit | run
    id: int
    uid: str
    label: Label


def newest_undoable(conn: Connection, actor: str | None = None) -> Step | None:
    """The newest edit in force, or its run; with an actor, the newest single edit of that actor."""
    only = "AND e.run IS NULL AND e.actor = :actor" if actor else ""
    query = f"""SELECT e.id, e.run FROM edit e WHERE e.undoes IS NULL AND e.undone_by IS NULL AND NOT e.sealed {only}
        ORDER BY coalesce(e.since, e.id) DESC LIMIT 1"""
    return _step(conn, conn.execute(query, {"actor": actor}).fetchone())


def newest_redoable(conn: Connection, actor: str | None = None) -> Step | None:
    """What was undone last; with an actor, nothing once that actor has made a new edit since."""
    only = ""
    if actor:
        only = """AND e.run IS NULL AND e.actor = :actor AND NOT EXISTS (SELECT 1 FROM edit n
            WHERE n.undoes IS NULL AND n.run IS NULL AND n.actor = :actor AND n.id > e.undone_by)"""
    query = f"""SELECT e.id, iif(u.facts ->> '$.run' IS NULL, NULL, e.run) FROM edit e JOIN edit u ON u.id = e.undone_by
        WHERE e.undoes IS NULL AND NOT e.sealed {only} ORDER BY e.undone_by DESC LIMIT 1"""
    return _step(conn, conn.execute(query, {"actor": actor}).fetchone())


def find(conn: Connection, uid: str) -> Step:
    """The edit or run with this uid."""
    if found := _named(conn, "edit", "uid", uid) or _named(conn, "run", "uid", uid):
        return found
    raise KnownError(
        "undo.unknown", "There is no edit or run {uid} in this palace.", "See the history.", uid=uid
    )


def _step(conn: Connection, row: tuple[Any, ...] | None) -> Step | None:
    if row is None:
        return None
    number, run = row
    return (
        _named(conn, "edit", "id", number) if run is None else _named(conn, "run", "id", runs.root(conn, run))
    )


def _named(conn: Connection, kind: str, column: str, value: int | str) -> Step | None:
    query = f"SELECT id, uid, label, facts FROM {kind} WHERE {column} = ?"
    row: tuple[Any, ...] | None = conn.execute(query, (value,)).fetchone()
    return None if row is None else Step(kind, row[0], row[1], read_label(row[2], row[3]))
