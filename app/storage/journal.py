"""The door's notebook: every transaction becomes one edit that can be taken back."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, Literal, TypeVar

import apsw

from app.domain.changes import Changes
from app.domain.errors import BugError
from app.domain.ids import new_uid
from app.domain.labels import Label, stored
from app.storage import changesets, derived
from app.storage.changesets import PART_ROWS, Touched
from app.storage.driver import Connection
from app.storage.tracked import INDEXED, TRACKED

T = TypeVar("T")
RANGE_LENGTH = 16  # a stretch of ids shorter than this is written row by row


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an edit is called and who made it. `form="insert"`: the work only inserts rows, all with `run` set."""

    label: str
    facts: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    actor: str = "author"
    run: int | None = None
    form: Literal["changeset", "insert"] = "changeset"
    at: int | None = None  # milliseconds UTC; the present when left out


@dataclass(frozen=True, slots=True)
class Recorded(Generic[T]):
    """What the work returned and the edit that keeps it; `edit_id` is None when no row changed."""

    value: T
    edit_id: int | None
    edit_uid: str | None
    rows: int
    changes: Changes
    indexed: Mapping[str, set[int]] = field(default_factory=dict)  # for `derived.sync`


def record(conn: Connection, stamp: Stamp, work: Callable[[Connection], T]) -> Recorded[T]:
    """Do `work` inside the caller's transaction and write it down as one edit; the indexes follow last."""
    recorded = written(conn, stamp, work)
    derived.sync(conn, recorded.indexed)
    return recorded


def written(
    conn: Connection, stamp: Stamp, work: Callable[[Connection], T], *, undoes: int | None = None
) -> Recorded[T]:
    """Do `work` and write it down; the caller brings the indexes up to date, once for all its edits."""
    if not conn.in_transaction:
        raise BugError("an edit is recorded inside a transaction")
    if stamp.form == "insert":
        if stamp.run is None:
            raise BugError("an edit of inserts belongs to a run")
        value, touched = _watch_inserts(conn, work)
        parts: list[bytes] = []
    else:
        with changesets.watching(conn) as session:
            value = work(conn)
            parts, touched = changesets.cut(changesets.take(session), changesets.columns(conn))
    return keep(conn, stamp, value, touched, parts, undoes=undoes)


def keep(
    conn: Connection,
    stamp: Stamp,
    value: T,
    touched: Touched,
    parts: list[bytes],
    *,
    undoes: int | None = None,
) -> Recorded[T]:
    """Write an edit down whose changes are already made."""
    if not touched.ops:
        return Recorded(value, None, None, 0, Changes(run=stamp.run))
    edit_id, uid = _write(conn, stamp, touched, parts, undoes)
    changes = Changes(MappingProxyType(touched.rows()), touched.count > PART_ROWS, edit_id, stamp.run)
    return Recorded(value, edit_id, uid, touched.count, changes, touched.indexed)


def _watch_inserts(conn: Connection, work: Callable[[Connection], T]) -> tuple[T, Touched]:
    """Ids only grow (AUTOINCREMENT), so the rows that `work` inserted are those above the old mark."""
    before = dict(conn.execute("SELECT name, seq FROM sqlite_sequence"))
    with _inserts_only(conn):
        value = work(conn)
    after = dict(conn.execute("SELECT name, seq FROM sqlite_sequence"))
    touched = Touched()
    for table in TRACKED:
        mark = before.get(table, 0)
        if after.get(table, 0) > mark:
            ids = [
                row[0] for row in conn.execute(f"SELECT id FROM {table} WHERE id > ? ORDER BY id", (mark,))
            ]
            if ids:
                touched.ops[table, "insert"] = ids
                if table in INDEXED:
                    touched.indexed[table] = set(ids)
    return value, touched


@contextmanager
def _inserts_only(conn: Connection) -> Iterator[None]:
    """Refuse UPDATE and DELETE of tracked tables: such a change would not be in the journal."""
    forbidden = {apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE}

    def guard(op: int, table: str | None, *_: object) -> int:
        return apsw.SQLITE_DENY if op in forbidden and table in TRACKED else apsw.SQLITE_OK

    previous, conn.authorizer = conn.authorizer, guard
    try:
        yield
    except apsw.AuthError as error:
        raise BugError("an edit of inserts may not change or delete rows") from error
    finally:
        conn.authorizer = previous


def _write(
    conn: Connection, stamp: Stamp, touched: Touched, parts: list[bytes], undoes: int | None
) -> tuple[int, str]:
    at = time.time_ns() // 1_000_000 if stamp.at is None else stamp.at
    uid = new_uid("edit", at)
    conn.execute(
        "INSERT INTO edit(uid, label, facts, actor, at, run, rows, form, undoes, schema)"
        " VALUES (?,?,?,?,?,?,?,?,?,?)",
        (
            uid,
            stamp.label,
            _json(stamp.facts),
            stamp.actor,
            at,
            stamp.run,
            touched.count,
            stamp.form,
            undoes,
            conn.pragma("user_version"),
        ),
    )
    edit_id = conn.last_insert_rowid()
    conn.executemany(
        "INSERT INTO edit_part(edit, ordinal, changeset) VALUES (?,?,?)",
        ((edit_id, ordinal, part) for ordinal, part in enumerate(parts)),
    )
    _write_rows(conn, edit_id, touched)
    return edit_id, uid


def _write_rows(conn: Connection, edit_id: int, touched: Touched) -> None:
    single: list[tuple[int, str, int, str]] = []
    ranged: list[tuple[int, str, int, int, str]] = []
    for (table, op), ids in touched.ops.items():
        for first, last in stretches(ids):
            if last - first + 1 >= RANGE_LENGTH:
                ranged.append((edit_id, table, first, last, op))
            else:
                single.extend((edit_id, table, row, op) for row in range(first, last + 1))
    conn.executemany("INSERT INTO edit_row(edit, tbl, row, op) VALUES (?,?,?,?)", single)
    conn.executemany("INSERT INTO edit_range(edit, tbl, first, last, op) VALUES (?,?,?,?,?)", ranged)


def stretches(ids: Iterable[int]) -> list[tuple[int, int]]:
    """Ids as stretches (first, last) without gaps."""
    found: list[tuple[int, int]] = []
    for number in sorted(ids):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def read_label(template: str, facts: str) -> Label:
    """A label out of its two columns; the facts are JSON."""
    return Label.read(template, json.loads(facts))


def _json(facts: Mapping[str, object]) -> str:
    return json.dumps({name: stored(value) for name, value in facts.items()}, ensure_ascii=False)
