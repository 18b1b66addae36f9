"""Which edits stand on the rows that an undo wants to take away."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.domain.errors import KnownError
from app.domain.labels import Label
from app.storage.driver import Connection
from app.storage.inverse import Row
from app.storage.journal import read_label
from app.storage.tracked import REFERENCES


@dataclass(frozen=True, slots=True)
class Dependent:
    """An edit in the way: one in force since later, or an earlier one that is missed because it has been undone."""

    id: int
    uid: str
    label: Label
    run: int | None
    undone: bool


_WANTED: Final = (
    "CREATE TEMP TABLE IF NOT EXISTS wanted(tbl TEXT, first INTEGER, last INTEGER, PRIMARY KEY (tbl, first))"
)
_TOUCHING: Final = """
    SELECT r.edit FROM temp.wanted w CROSS JOIN edit_row r ON r.tbl = w.tbl AND r.row BETWEEN w.first AND w.last
    UNION
    SELECT r.edit FROM temp.wanted w CROSS JOIN edit_range r
    ON r.tbl = w.tbl AND r.first <= w.last AND r.last >= w.first
"""


def of_rows(conn: Connection, rows: Iterable[Row], edit_id: int, since: int) -> list[Dependent]:
    """Edits on these rows that stand in the way of taking `edit_id` back, or of bringing it back.

    `since`: the edit by which its present state came about; what came into force later is in the way. Where nothing
    has, it is an earlier edit that has been undone: without it these rows cannot be. Or, where an undo has brought
    rows back since, whatever they came about by: they were gone while `edit_id` itself was undone and redone.
    """
    _want(conn)
    conn.executemany(
        "INSERT OR IGNORE INTO temp.wanted VALUES (?, ?, ?)", [(table, row, row) for table, row in rows]
    )
    return (
        _touching(conn, edit_id, since)
        or _touching(conn, edit_id, since, undone=True)
        or (_touching(conn, edit_id, 0) if _returned(conn, since) else [])
    )


def of_edit(conn: Connection, edit_id: int, since: int) -> list[Dependent]:
    """Edits that touch any row of this edit and came into force later."""
    _want_rows_of(conn, edit_id, "%")
    return _touching(conn, edit_id, since)


def dangling(conn: Connection, taken_back_by: int) -> list[Row]:
    """Rows that name a row which the edit `taken_back_by` has deleted, where no foreign key would say so."""
    _want_rows_of(conn, taken_back_by, "delete")
    gone = {row[0] for row in conn.execute("SELECT DISTINCT tbl FROM temp.wanted")}
    found: list[Row] = []
    for ref in REFERENCES:
        if ref.target not in gone:
            continue
        if ref.kind:  # indexed by kind and id
            query = f"""SELECT x.id FROM temp.wanted w CROSS JOIN {ref.table} x
                ON x.{ref.kind} = :target AND x.{ref.column} BETWEEN w.first AND w.last WHERE w.tbl = :target"""
        else:  # seldom set: look through those that are
            query = f"""SELECT x.id FROM {ref.table} x WHERE x.{ref.column} IS NOT NULL AND (
                SELECT w.last FROM temp.wanted w WHERE w.tbl = :target AND w.first <= x.{ref.column}
                ORDER BY w.first DESC LIMIT 1) >= x.{ref.column}"""
        found.extend((ref.table, row[0]) for row in conn.execute(query, {"target": ref.target}))
    return found


def missed(conn: Connection, taken_back_by: int) -> list[Row]:
    """Rows that are not there, though the rows that the edit `taken_back_by` has brought back name them."""
    _want_rows_of(conn, taken_back_by, "insert")
    found: list[Row] = []
    for ref in REFERENCES:
        of_kind = f"AND x.{ref.kind} = :target" if ref.kind else ""
        query = f"""SELECT DISTINCT x.{ref.column} FROM temp.wanted w CROSS JOIN {ref.table} x
            ON x.id BETWEEN w.first AND w.last WHERE w.tbl = :table AND x.{ref.column} IS NOT NULL {of_kind}
            AND NOT EXISTS (SELECT 1 FROM {ref.target} t WHERE t.id = x.{ref.column})"""
        rows: list[Any] = conn.execute(query, {"table": ref.table, "target": ref.target}).fetchall()
        found += [(ref.target, row[0]) for row in rows]
    return found


def orphans(conn: Connection) -> list[Row]:
    """Rows whose foreign key leads nowhere, and the rows that it should lead to."""
    found: list[Row] = []
    checked: list[Any] = conn.execute("PRAGMA foreign_key_check").fetchall()
    for table, row, parent, number in checked:
        keys: list[Any] = conn.execute(f"PRAGMA foreign_key_list({table})").fetchall()
        column = next(key[3] for key in keys if key[0] == number)
        (target,) = conn.execute(f"SELECT {column} FROM {table} WHERE id = ?", (row,)).fetchone() or (0,)
        found += [(table, row), (parent, int(target))]
    return found


def conflict(found: Sequence[Dependent]) -> KnownError:
    """The told error for these edits in the way."""
    if not found:
        return KnownError(
            "undo.changed",
            "What this edit touched has since been changed outside the history. Nothing was changed.",
            "Change the rows by hand.",
            conflicts=[],
        )
    conflicts = [{"id": one.uid, "label": str(one.label), "undone": one.undone} for one in found]
    if all(one.undone for one in found):
        return KnownError(
            "undo.conflict",
            "This stands on “{label}”, which has been undone. Nothing was changed.",
            "Redo that first.",
            label=found[-1].label,
            count=len(found),
            conflicts=conflicts,
        )
    return KnownError(
        "undo.conflict",
        "Later edits depend on this ({count}), the latest is “{label}”. Nothing was changed.",
        "Undo those first, or all of them together.",
        label=found[0].label,
        count=len(found),
        conflicts=conflicts,
    )


def _want(conn: Connection) -> None:
    conn.execute(_WANTED)
    conn.execute("DELETE FROM temp.wanted")


def _want_rows_of(conn: Connection, edit_id: int, op: str) -> None:
    _want(conn)
    conn.execute(
        """INSERT INTO temp.wanted
        SELECT tbl, first, last FROM edit_range WHERE edit = :edit AND op LIKE :op
        UNION ALL SELECT tbl, row, row FROM edit_row WHERE edit = :edit AND op LIKE :op""",
        {"edit": edit_id, "op": op},
    )


def _returned(conn: Connection, since: int) -> bool:
    query = f"SELECT 1 FROM edit e WHERE e.id IN ({_TOUCHING}) AND e.undone_by > :since LIMIT 1"
    return conn.execute(query, {"since": since}).fetchone() is not None


def _touching(conn: Connection, edit_id: int, since: int, *, undone: bool = False) -> list[Dependent]:
    wanted = "e.id < :edit AND e.undone_by IS NOT NULL" if undone else "e.undone_by IS NULL AND {0} > :since"
    place = "coalesce(e.since, e.id)"
    query = f"""SELECT e.id, e.uid, e.label, e.facts, e.run FROM edit e
        WHERE e.id IN ({_TOUCHING}) AND e.undoes IS NULL AND e.id <> :edit AND {wanted.format(place)}
        ORDER BY {place} DESC"""
    found: list[Any] = conn.execute(query, {"edit": edit_id, "since": since}).fetchall()
    return [Dependent(row[0], row[1], read_label(row[2], row[3]), row[4], undone) for row in found]
