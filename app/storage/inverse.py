"""Apply the inverse of an edit and gather what stands in its way; nothing here decides or commits."""

import json
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import apsw

from app.domain.errors import KnownError
from app.storage import changesets
from app.storage.changesets import PART_ROWS, Touched
from app.storage.driver import Connection
from app.storage.tracked import INDEXED, TRACKED, UNIQUE, VOLATILE

Row = tuple[str, int]
_FLAGS: Final = apsw.SQLITE_CHANGESETAPPLY_FKNOACTION | apsw.SQLITE_CHANGESETAPPLY_NOSAVEPOINT


@dataclass(slots=True)
class Obstacles:
    """Rows of which something later has made something else; `orphans`: a foreign key may lead nowhere now."""

    rows: set[Row] = field(default_factory=set)
    orphans: bool = False


def take_back(conn: Connection, edit_id: int, schema: int) -> Obstacles:
    """Take back an edit that was kept as a changeset, part by part, letting other threads in between."""
    names = changesets.columns(conn)
    parts = [
        zlib.decompress(row[0])
        for row in conn.execute(
            "SELECT changeset FROM edit_part WHERE edit = ? ORDER BY ordinal DESC", (edit_id,)
        )
    ]
    if schema != conn.pragma("user_version"):
        _refuse_drift(parts, names)
    applier = _Applier(conn, names)
    for part in parts:
        applier.apply(apsw.Changeset.invert(part))
        time.sleep(0)
    applier.finish()
    return applier.obstacles


class _Applier:
    """One edit's inverse on its way into the tables."""

    def __init__(self, conn: Connection, names: dict[str, tuple[str, ...]]) -> None:
        self.obstacles = Obstacles()
        self._conn = conn
        self._names = names
        self._merged: list[tuple[str, int, dict[str, Any]]] = []
        self._waiting: list[bytes] = []
        self._last_try = False

    def apply(self, changeset: bytes) -> None:
        apsw.Changeset.apply(
            changesets.reader(changeset), self._conn, conflict=self._on_conflict, flags=_FLAGS
        )

    def finish(self) -> None:
        """Write merged rows, then try again what only another part's row had kept out."""
        for table, row, values in self._merged:
            parts = ", ".join(f'"{name}" = ?' for name in values)
            self._conn.execute(f"UPDATE {table} SET {parts} WHERE id = ?", (*values.values(), row))
        self._last_try = True
        for changeset in self._waiting:
            self.apply(changeset)

    def _on_conflict(self, reason: int, change: apsw.TableChange) -> int:
        if reason == apsw.SQLITE_CHANGESET_FOREIGN_KEY:
            self.obstacles.orphans = True  # perhaps only until the next part: looked at when all are in
            return apsw.SQLITE_CHANGESET_OMIT
        if reason == apsw.SQLITE_CHANGESET_CONSTRAINT and not self._last_try:
            self._waiting.append(_alone(change))
            return apsw.SQLITE_CHANGESET_OMIT
        if reason == apsw.SQLITE_CHANGESET_DATA:
            return self._on_other_data(change)
        self._stop_at(change, rivals=reason == apsw.SQLITE_CHANGESET_CONSTRAINT)
        return apsw.SQLITE_CHANGESET_OMIT

    def _on_other_data(self, change: apsw.TableChange) -> int:
        """The row holds something else than the edit left; harmless where only volatile columns differ."""
        names, old, actual = self._names[change.name], change.old, change.conflict
        assert old is not None
        assert actual is not None
        for name, was, now in zip(names, old, actual, strict=False):
            if was is not apsw.no_change and was != now and name not in VOLATILE:
                self._stop_at(change)
                return apsw.SQLITE_CHANGESET_OMIT
        if change.new is None:
            return apsw.SQLITE_CHANGESET_REPLACE
        merged = {
            name: _merge_lists(was, wanted, now) if name == "locked_fields" else wanted
            for name, was, wanted, now in zip(names, old, change.new, actual, strict=False)
            if wanted is not apsw.no_change and name != "updated_at"
        }
        if merged:
            self._merged.append((change.name, changesets.row_id(change), merged))
        return apsw.SQLITE_CHANGESET_OMIT

    def _stop_at(self, change: apsw.TableChange, *, rivals: bool = False) -> None:
        row = changesets.row_id(change)
        self.obstacles.rows.add((change.name, row))
        if rivals and change.name in UNIQUE and change.new is not None:
            self.obstacles.rows |= set(_rivals(self._conn, change, self._names[change.name], row))


def _alone(change: apsw.TableChange) -> bytes:
    builder = changesets.builder()
    builder.add_change(change)
    try:
        return builder.output()
    finally:
        builder.close()


def _merge_lists(was: Any, wanted: Any, now: Any) -> str:
    """Take back what the edit did to a JSON list and leave what later edits did."""
    before, after, actual = json.loads(was), json.loads(wanted), json.loads(now)
    kept = [item for item in actual if item in after or item not in before]
    return json.dumps([*kept, *(item for item in after if item not in before and item not in kept)])


def _rivals(conn: Connection, change: apsw.TableChange, names: tuple[str, ...], row: int) -> Iterable[Row]:
    """Rows that have what this row must have alone (a name, a pair, a month)."""
    stored = conn.execute(f"SELECT * FROM {change.name} WHERE id = ?", (row,)).fetchone()
    values = dict(zip(names, stored, strict=True)) if stored else {}
    assert change.new is not None
    values |= {
        name: value for name, value in zip(names, change.new, strict=False) if value is not apsw.no_change
    }
    query = f"SELECT id FROM {change.name} WHERE {UNIQUE[change.name]} AND id <> :id"
    return [(change.name, found[0]) for found in conn.execute(query, {**values, "id": row})]


def remove(conn: Connection, edit_id: int) -> tuple[Obstacles, Touched, list[bytes]]:
    """Delete what an edit of inserts inserted; rows that it does not find stand in the way.

    Each part has a session of its own: cutting one large changeset afterwards takes longer than deleting.
    """
    obstacles, touched = Obstacles(), Touched()
    parts: list[bytes] = []
    # Children first; and no foreign key is reckoned before the end, so that order within a table is free.
    conn.execute("PRAGMA defer_foreign_keys = ON")
    for table in reversed(TRACKED):
        for first, last in ranges(conn, edit_id, table):
            touched.ops.setdefault((table, "delete"), []).extend(range(first, last + 1))
            for low in range(first, last + 1, PART_ROWS):
                high = min(last, low + PART_ROWS - 1)
                with changesets.watching(conn, (table,)) as session:
                    conn.execute(f"DELETE FROM {table} WHERE id BETWEEN ? AND ?", (low, high))
                    if conn.changes() != high - low + 1:
                        obstacles.rows.add((table, low))
                    parts.append(changesets.pack(changesets.take(session)))
                time.sleep(0)
        if table in INDEXED and (table, "delete") in touched.ops:
            touched.indexed[table] = set(touched.ops[table, "delete"])
    obstacles.orphans = conn.status(apsw.SQLITE_DBSTATUS_DEFERRED_FKS)[0] > 0
    return obstacles, touched, parts


def ranges(conn: Connection, edit_id: int, table: str) -> list[tuple[int, int]]:
    """Which rows of a table an edit touched, as stretches of ids."""
    query = """SELECT first, last FROM edit_range WHERE edit = :edit AND tbl = :table
        UNION ALL SELECT row, row FROM edit_row WHERE edit = :edit AND tbl = :table ORDER BY 1"""
    return list(conn.execute(query, {"edit": edit_id, "table": table}))


def _refuse_drift(parts: list[bytes], names: dict[str, tuple[str, ...]]) -> None:
    """A table that lost columns since then would be undone by half, and SQLite would call that a success."""
    for part in parts:
        for change in apsw.Changeset.iter(part):
            if change.column_count > len(names.get(change.name, ())):
                raise KnownError(
                    "undo.drift",
                    "This edit was made by an earlier version whose tables were different. Nothing was changed.",
                    "It stays readable in the history; change the rows by hand.",
                )
