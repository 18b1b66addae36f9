"""Take edits and runs back, and bring them back again: all or nothing, never over what came later."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from app.domain.changes import Changes
from app.domain.errors import BugError, KnownError, mark
from app.domain.labels import Label
from app.storage import dependents, derived, inverse, runs
from app.storage.dependents import Dependent
from app.storage.driver import Connection
from app.storage.journal import Recorded, Stamp, keep, read_label, written
from app.storage.steps import Step, find, newest_redoable, newest_undoable

__all__ = [
    "Step", "Undone", "find", "newest_redoable", "newest_undoable", "redo", "redo_edit", "redo_run", "undo",
    "undo_edit", "undo_edits", "undo_run",
]  # fmt: skip

UNDO_LABEL: Final = mark("Undo “{label}”")
REDO_LABEL: Final = mark("Redo “{label}”")


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back (or brought back): the edit or run by uid, its label, rows and changes."""

    uid: str
    label: Label
    rows: int
    changes: Changes
    edits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Edit:
    id: int
    uid: str
    label: Label
    run: int | None
    form: str
    undoes: int | None
    undone_by: int | None
    sealed: bool
    schema: int
    since: int


def undo_edit(conn: Connection, edit_id: int, now: int, actor: str = "author") -> Undone:
    """Take one edit back; an edit that is itself an undo is thereby redone."""
    edit, redo = _root(conn, edit_id)
    return _toggle(conn, [edit], now, actor, redo=redo, named=(edit.uid, edit.label))


def undo_edits(conn: Connection, edit_ids: Sequence[int], now: int, actor: str = "author") -> Undone:
    """Take several edits back together, the newest first: an edit with those that depend on it."""
    edits = sorted((_edit(conn, edit_id) for edit_id in set(edit_ids)), key=lambda one: -one.since)
    return _toggle(conn, edits, now, actor, redo=False, named=(edits[-1].uid, edits[-1].label))


def undo_run(conn: Connection, run_id: int, now: int, actor: str = "author") -> Undone:
    """Take back every edit of a run (and of the runs under it) that is in force."""
    named = _run(conn, run_id)
    edits = _edits_of_run(conn, run_id, undone=False)
    if not edits:
        raise _nothing(named[1])
    done = _toggle(conn, edits, now, actor, redo=False, named=named, run=named[0])
    runs.set_status(conn, run_id, "undone")
    return done


def redo_edit(conn: Connection, edit_id: int, now: int, actor: str = "author") -> Undone:
    """Bring an undone edit back."""
    edit, _ = _root(conn, edit_id)
    return _toggle(conn, [edit], now, actor, redo=True, named=(edit.uid, edit.label))


def redo_run(conn: Connection, run_id: int, now: int, actor: str = "author") -> Undone:
    """Bring every undone edit of a run back."""
    named = _run(conn, run_id)
    edits = _edits_of_run(conn, run_id, undone=True)
    if not edits:
        raise _nothing(named[1])
    done = _toggle(conn, edits, now, actor, redo=True, named=named, run=named[0])
    runs.restore_status(conn, run_id)
    return done


def undo(conn: Connection, step: Step, now: int, actor: str = "author") -> Undone:
    return (undo_run if step.kind == "run" else undo_edit)(conn, step.id, now, actor)


def redo(conn: Connection, step: Step, now: int, actor: str = "author") -> Undone:
    return (redo_run if step.kind == "run" else redo_edit)(conn, step.id, now, actor)


def _toggle(
    conn: Connection,
    edits: Sequence[_Edit],
    now: int,
    actor: str,
    *,
    redo: bool,
    named: tuple[str, Label],
    run: str | None = None,
) -> Undone:
    """Take `edits` back or bring them back, in the order given; the caller's transaction makes it all or nothing."""
    stamp = Stamp(REDO_LABEL if redo else UNDO_LABEL, {"label": named[1], "run": run}, actor, at=now)
    done = [_one(conn, edit, stamp, redo=redo) for edit in edits]
    if any(step.value for step in done) and (orphans := dependents.orphans(conn)):
        raise dependents.conflict(_in_the_way(conn, orphans, edits))
    conn.execute("PRAGMA defer_foreign_keys = OFF")  # what was counted on the way has been looked at
    for edit, step in zip(edits, done, strict=True):
        if step.edit_id is not None:
            rows = dependents.dangling(conn, step.edit_id) + dependents.missed(conn, step.edit_id)
            if rows and (found := _in_the_way(conn, rows, [edit])):
                raise dependents.conflict(found)
    derived.sync(conn, _together([step.indexed for step in done]))
    changed = {
        table: frozenset(ids) for table, ids in _together([step.changes.rows for step in done]).items()
    }
    everything = len(edits) > 1 or any(step.changes.everything for step in done)
    return Undone(
        named[0],
        named[1],
        sum(step.rows for step in done),
        Changes(MappingProxyType(changed), everything, done[-1].edit_id, edits[-1].run),
        tuple(edit.id for edit in edits),
    )


def _together(many: Iterable[Mapping[str, Set[int]]]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for rows in many:
        for table, ids in rows.items():
            found.setdefault(table, set()).update(ids)
    return found


def _one(conn: Connection, edit: _Edit, stamp: Stamp, *, redo: bool) -> Recorded[bool]:
    target = _target(conn, edit, redo=redo)
    stamp = replace(stamp, run=edit.run)
    done = (_remove if target.form == "insert" else _apply)(conn, edit, target, stamp)
    if done.edit_id is None:
        raise BugError(f"taking back edit {edit.uid} changed nothing")
    undone_by, since = (None, done.edit_id) if redo else (done.edit_id, edit.since)
    conn.execute("UPDATE edit SET undone_by = ?, since = ? WHERE id = ?", (undone_by, since, edit.id))
    if redo:
        conn.execute("UPDATE edit SET undone_by = ? WHERE id = ?", (done.edit_id, target.id))
    return done


def _apply(conn: Connection, edit: _Edit, target: _Edit, stamp: Stamp) -> Recorded[bool]:
    def work(conn: Connection) -> bool:
        obstacles = inverse.take_back(conn, target.id, target.schema)
        if obstacles.rows:
            raise dependents.conflict(_in_the_way(conn, obstacles.rows, [edit]))
        return obstacles.orphans

    return written(conn, stamp, work, undoes=target.id)


def _remove(conn: Connection, edit: _Edit, target: _Edit, stamp: Stamp) -> Recorded[bool]:
    """Rows inserted without a changeset: nothing compares them, so every later edit of them is in the way."""
    if found := dependents.of_edit(conn, edit.id, edit.since):
        raise dependents.conflict(found)
    obstacles, touched, parts = inverse.remove(conn, target.id)
    if obstacles.rows:
        raise dependents.conflict(_in_the_way(conn, obstacles.rows, [edit]))
    return keep(conn, stamp, obstacles.orphans, touched, parts, undoes=target.id)


def _target(conn: Connection, edit: _Edit, *, redo: bool) -> _Edit:
    """The edit whose inverse is applied: the edit itself, or for a redo the undo of it."""
    if redo:
        if edit.undone_by is None:
            raise _nothing(edit.label)
        target = _edit(conn, edit.undone_by)
    else:
        if edit.undone_by is not None:
            raise _nothing(edit.label)
        target = edit
    if edit.sealed or target.sealed:
        raise KnownError(
            "undo.sealed",
            "“{label}” can be read but no longer undone. Nothing was changed.",
            "Change the rows by hand.",
            label=edit.label,
        )
    return target


def _in_the_way(conn: Connection, rows: Iterable[inverse.Row], edits: Sequence[_Edit]) -> list[Dependent]:
    """Edits other than these that stand on the rows: the oldest of these says what counts as later."""
    oldest = min(edits, key=lambda one: one.id)
    since = min(one.undone_by or one.since for one in edits)
    mine = {edit.id for edit in edits}
    found = dependents.of_rows(conn, rows, oldest.id, since)
    return [one for one in found if one.id not in mine]


def _nothing(label: Label) -> KnownError:
    return KnownError(
        "undo.nothing", "There is nothing to take back of “{label}”.", "See the history.", label=label
    )


_COLUMNS: Final = "id, uid, label, facts, run, form, undoes, undone_by, sealed, schema, coalesce(since, id)"


def _edit(conn: Connection, edit_id: int) -> _Edit:
    row: tuple[Any, ...] | None = conn.execute(
        f"SELECT {_COLUMNS} FROM edit WHERE id = ?", (edit_id,)
    ).fetchone()
    if row is None:
        raise BugError(f"no edit {edit_id}")
    number, uid, label, facts, run, form, undoes, undone_by, sealed, schema, since = row
    return _Edit(
        number, uid, read_label(label, facts), run, form, undoes, undone_by, bool(sealed), schema, since
    )


def _root(conn: Connection, edit_id: int) -> tuple[_Edit, bool]:
    """The edit at the bottom of a chain of undos, and whether taking `edit_id` back brings it back."""
    edit, depth = _edit(conn, edit_id), 0
    while edit.undoes is not None:
        edit, depth = _edit(conn, edit.undoes), depth + 1
    return edit, depth % 2 == 1


def _edits_of_run(conn: Connection, run_id: int, *, undone: bool) -> list[_Edit]:
    order = "e.undone_by" if undone else "coalesce(e.since, e.id)"
    together = "u.facts ->> '$.run' = (SELECT uid FROM run WHERE id = :run)" if undone else "u.id IS NULL"
    query = f"""{runs.TREE} SELECT e.id FROM edit e LEFT JOIN edit u ON u.id = e.undone_by
        WHERE e.run IN (SELECT id FROM tree) AND e.undoes IS NULL AND {together} ORDER BY {order} DESC"""
    ids: list[tuple[Any, ...]] = conn.execute(query, {"run": run_id}).fetchall()
    return [_edit(conn, row[0]) for row in ids]


def _run(conn: Connection, run_id: int) -> tuple[str, Label]:
    row = conn.execute("SELECT uid, label, facts, status FROM run WHERE id = ?", (run_id,)).fetchone()
    if row is None:
        raise BugError(f"no run {run_id}")
    label = read_label(row[1], row[2])
    if row[3] in runs.OPEN:
        raise KnownError(
            "undo.running",
            "“{label}” is still running. Nothing was changed.",
            "Cancel it first.",
            label=label,
        )
    return row[0], label
