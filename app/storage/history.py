"""What was done: one line a run and a line for each edit outside one; and the history of a single row."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import apsw

from app.domain.labels import Label
from app.storage import changesets
from app.storage.driver import Connection
from app.storage.journal import read_label


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the history. `id` is the uid of the edit or run; `state` done, undone, sealed or interrupted."""

    id: str
    run: str | None
    label: Label
    actor: str
    at: int
    rows: int
    state: str
    kind: str  # "edit", or what kind of run it is


@dataclass(frozen=True, slots=True)
class Change:
    """A column's value before and after; None also where there was no row."""

    column: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class RowEdit:
    """One edit of one row. `changes` is empty for rows that an import inserted: they are kept as ids only."""

    id: str
    run: str | None
    label: Label
    actor: str
    at: int
    op: str  # insert | update | delete
    state: str
    takes_back: bool  # an undo or a redo
    changes: tuple[Change, ...]


# Undos are no lines of their own: what they took back is shown as undone. A run counts with the runs under it.
_LINES: Final = """
WITH RECURSIVE tree(run, root) AS (
    SELECT id, id FROM run WHERE parent IS NULL
    UNION ALL SELECT r.id, t.root FROM run r JOIN tree t ON r.parent = t.run
), own AS (
    SELECT t.root, min(e.actor) AS actor, sum(e.rows) AS rows, min(e.undone_by IS NOT NULL) AS undone,
        max(e.sealed) AS sealed, max(e.at) AS at, max(e.id) AS newest
    FROM edit e JOIN tree t ON t.run = e.run WHERE e.undoes IS NULL GROUP BY t.root
)
SELECT r.uid, r.uid, r.label, r.facts, coalesce(o.actor, 'rule'), coalesce(o.at, r.started_at), coalesce(o.rows, 0),
    CASE WHEN o.undone THEN 'undone' WHEN r.status IN ('interrupted', 'queued', 'running') THEN 'interrupted'
        WHEN o.sealed THEN 'sealed' ELSE 'done' END, r.kind, coalesce(o.newest, 0) AS newest
FROM run r LEFT JOIN own o ON o.root = r.id
WHERE r.parent IS NULL AND (o.root IS NOT NULL OR r.status = 'interrupted')
UNION ALL
SELECT e.uid, NULL, e.label, e.facts, e.actor, e.at, e.rows,
    CASE WHEN e.undone_by IS NOT NULL THEN 'undone' WHEN e.sealed THEN 'sealed' ELSE 'done' END, 'edit', e.id
FROM edit e WHERE e.run IS NULL AND e.undoes IS NULL
ORDER BY 6 DESC, newest DESC LIMIT ? OFFSET ?
"""


def edits(conn: Connection, limit: int = 200, offset: int = 0) -> list[Entry]:
    """The newest lines first."""
    rows: list[Any] = conn.execute(_LINES, (limit, offset)).fetchall()
    return [
        Entry(uid, run, read_label(label, facts), actor, at, count, state, kind)
        for uid, run, label, facts, actor, at, count, state, kind, _ in rows
    ]


_ROW_EDITS: Final = """
SELECT e.id, e.uid, r.uid, e.label, e.facts, e.actor, e.at, t.op, e.form, e.undoes IS NOT NULL AS takes_back,
    CASE WHEN e.undone_by IS NOT NULL THEN 'undone' WHEN e.sealed THEN 'sealed' ELSE 'done' END
FROM (
    SELECT edit, op FROM edit_row WHERE tbl = :table AND row = :row
    UNION ALL SELECT edit, op FROM edit_range WHERE tbl = :table AND first <= :row AND last >= :row
) t JOIN edit e ON e.id = t.edit LEFT JOIN run r ON r.id = e.run ORDER BY e.id DESC
"""


def of_row(conn: Connection, table: str, row: int) -> list[RowEdit]:
    """Every edit of one row, the newest first, with old and new values out of the changesets."""
    names = changesets.columns(conn)[table]
    found: list[Any] = conn.execute(_ROW_EDITS, {"table": table, "row": row}).fetchall()
    return [
        RowEdit(
            uid,
            run,
            read_label(label, facts),
            actor,
            at,
            op,
            state,
            bool(takes_back),
            () if form == "insert" else _changes(conn, edit, table, row, names),
        )
        for edit, uid, run, label, facts, actor, at, op, form, takes_back, state in found
    ]


def _changes(conn: Connection, edit: int, table: str, row: int, names: tuple[str, ...]) -> tuple[Change, ...]:
    parts: list[Any] = conn.execute(
        "SELECT changeset FROM edit_part WHERE edit = ? ORDER BY ordinal", (edit,)
    ).fetchall()
    for (part,) in parts:
        for change in apsw.Changeset.iter(zlib.decompress(part)):
            if change.name == table and changesets.row_id(change) == row:
                return tuple(_columns(change, names))
    return ()


def _columns(change: apsw.TableChange, names: tuple[str, ...]) -> Iterator[Change]:
    empty = (None,) * len(names)
    for name, old, new in zip(names, change.old or empty, change.new or empty, strict=False):
        if change.op == "UPDATE" and (new is apsw.no_change or name == "id"):
            continue
        if old != new:
            yield Change(name, old, new)


@dataclass(frozen=True, slots=True)
class Line:
    """An entry with what a person wants to know beside it. `status`, `report` and `error` are a run's."""

    entry: Entry
    edits: int
    memories: int
    undone_at: int | None
    status: str | None
    report: Mapping[str, Any] | None
    error: Mapping[str, Any] | None
    character: int | None


_NAMED: Final = f"WITH lines(uid, run, label, facts, actor, at, rows, state, kind, newest) AS ({_LINES})"
_ONLY: Final = {
    "all": "1",
    "mine": "run IS NULL AND actor = 'author'",
    "runs": "run IS NOT NULL",
    "interrupted": "state = 'interrupted'",
}
_MEMORIES: Final = """(SELECT count(*) FROM edit_row WHERE edit = e.id AND tbl = 'memory')
    + coalesce((SELECT sum(last - first + 1) FROM edit_range WHERE edit = e.id AND tbl = 'memory'), 0)"""
_BESIDE: Final = f"""
WITH RECURSIVE wanted(uid) AS (SELECT value FROM json_each(:uids)),
tree(run, root) AS (
    SELECT id, id FROM run WHERE uid IN (SELECT uid FROM wanted)
    UNION ALL SELECT r.id, t.root FROM run r JOIN tree t ON r.parent = t.run
)
SELECT r.uid, count(e.id), coalesce(sum({_MEMORIES}), 0), max(u.at), r.status, r.report, r.error, r.character
FROM tree t JOIN run r ON r.id = t.root LEFT JOIN edit e ON e.run = t.run AND e.undoes IS NULL
LEFT JOIN edit u ON u.id = e.undone_by GROUP BY r.id
UNION ALL
SELECT e.uid, 1, {_MEMORIES}, u.at, NULL, NULL, NULL, NULL
FROM edit e LEFT JOIN edit u ON u.id = e.undone_by WHERE e.uid IN (SELECT uid FROM wanted)
"""


def index(conn: Connection, which: str = "all") -> list[tuple[str, int]]:
    """Give (uid, when) of every line, the newest first: `all`, `mine`, `runs` or `interrupted`."""
    rows: list[Any] = conn.execute(
        f"{_NAMED} SELECT uid, at FROM lines WHERE {_ONLY[which]}", (-1, 0)
    ).fetchall()
    return [(uid, at) for uid, at in rows]


def lines(conn: Connection, uids: Sequence[str]) -> list[Line]:
    """Read lines by uid, in that order; what is gone is left out."""
    wanted = json.dumps(list(uids))
    rows: list[Any] = conn.execute(
        f"{_NAMED} SELECT * FROM lines WHERE uid IN (SELECT value FROM json_each(?))", (-1, 0, wanted)
    ).fetchall()
    found = {
        uid: Entry(uid, run, read_label(label, facts), actor, at, count, state, kind)
        for uid, run, label, facts, actor, at, count, state, kind, _ in rows
    }
    beside: list[Any] = conn.execute(_BESIDE, {"uids": wanted}).fetchall()
    told = {row[0]: row[1:] for row in beside}
    return [_line(found[uid], *told[uid]) for uid in uids if uid in found]


def _line(
    entry: Entry,
    edits: int,
    memories: int,
    undone_at: int | None,
    status: str | None,
    report: str | None,
    error: str | None,
    character: int | None,
) -> Line:
    undone = undone_at if entry.state == "undone" else None
    return Line(entry, edits, memories, undone, status, _loaded(report), _loaded(error), character)


def _loaded(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def count_of_row(conn: Connection, table: str, row: int) -> int:
    """Count the edits of one row, undos left out."""
    query = f"SELECT count(*) FROM ({_ROW_EDITS}) WHERE NOT takes_back"
    return int(conn.execute(query, {"table": table, "row": row}).get)


#: what the journal may take up before old edits are to lose their undo, in bytes
BUDGET: Final = 500_000_000


def journal_bytes(conn: Connection) -> int:
    """What the changesets take up in the file."""
    return int(conn.execute("SELECT coalesce(sum(length(changeset)), 0) FROM edit_part").get)
