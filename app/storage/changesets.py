"""Changesets of SQLite's session extension: taken, read and cut into parts without holding the interpreter for long."""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import apsw

from app.storage.tracked import INDEXED, TRACKED

PART_ROWS = 5_000
_LEVEL = 3  # of zlib: a large undo waits for it
_OPS = {"INSERT": "insert", "UPDATE": "update", "DELETE": "delete"}


@dataclass(slots=True)
class Touched:
    """Which rows a changeset touched, and how; `indexed` are those that a derived index must look at.

    There, `session` holds the sessions whose cast has changed.
    """

    ops: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    indexed: dict[str, set[int]] = field(default_factory=dict)

    def add(self, table: str, op: str, row: int, *, indexed: bool) -> None:
        self.ops.setdefault((table, op), []).append(row)
        if indexed:
            self.indexed.setdefault(table, set()).add(row)

    @property
    def count(self) -> int:
        return sum(map(len, self.ops.values()))

    def rows(self) -> dict[str, frozenset[int]]:
        found: dict[str, frozenset[int]] = {}
        for (table, _), ids in self.ops.items():
            found[table] = found.get(table, frozenset()) | frozenset(ids)
        return found


@contextmanager
def watching(conn: apsw.Connection, tables: Sequence[str] = TRACKED) -> Iterator[apsw.Session]:
    """A session on the tracked tables; never on shadow tables, which would make undo write into an index's insides."""
    session = apsw.Session(conn, "main")
    try:
        for table in tables:
            session.attach(table)
        yield session
    finally:
        session.close()


def take(session: apsw.Session) -> bytes:
    """The changeset, streamed: taken whole it would hold the interpreter for a second at 100,000 rows."""
    chunks: list[bytes] = []

    def keep(chunk: memoryview) -> None:  # a Python function on purpose: its bytecode lets other threads in
        chunks.append(bytes(chunk))

    session.changeset_stream(keep)
    return b"".join(chunks)


def columns(conn: apsw.Connection) -> dict[str, tuple[str, ...]]:
    """Column names per tracked table, in the order changesets use."""
    return {table: tuple(row[1] for row in conn.execute(f"PRAGMA table_info({table})")) for table in TRACKED}


def row_id(change: apsw.TableChange) -> int:
    """The id of the row: every tracked table has it as first column."""
    values = change.old if change.new is None or change.op != "INSERT" else change.new
    assert values is not None
    number = values[0]
    assert isinstance(number, int)
    return number


def cut(changeset: bytes, names: Mapping[str, tuple[str, ...]]) -> tuple[list[bytes], Touched]:
    """Cut a changeset into compressed parts of at most `PART_ROWS` rows and tell what it touched."""
    touched = Touched()
    parts: list[bytes] = []
    built, size = builder(), 0
    for change in apsw.Changeset.iter(changeset):
        indexed = _is_indexed(change, names)
        touched.add(change.name, _OPS[change.op], row_id(change), indexed=indexed)
        if indexed and change.name == "participant":
            touched.indexed.setdefault("session", set()).update(_sessions(change, names))
        built.add_change(change)
        size += 1
        if size == PART_ROWS:
            parts.append(pack(built.output()))
            built.close()
            built, size = builder(), 0
    if size:
        parts.append(pack(built.output()))
    built.close()
    return parts, touched


def pack(changeset: bytes) -> bytes:
    return zlib.compress(changeset, _LEVEL)


def builder() -> apsw.ChangesetBuilder:
    return apsw.ChangesetBuilder()  # type: ignore[no-untyped-call]


def _is_indexed(change: apsw.TableChange, names: Mapping[str, tuple[str, ...]]) -> bool:
    wanted = INDEXED.get(change.name)
    if wanted is None:
        return False
    if change.op != "UPDATE":
        return True
    assert change.new is not None
    return any(
        value is not apsw.no_change and name in wanted
        for name, value in zip(names[change.name], change.new, strict=False)
    )


def _sessions(change: apsw.TableChange, names: Mapping[str, tuple[str, ...]]) -> set[int]:
    """The sessions whose cast a participant's change touches: the row itself may be gone by then."""
    at = names["participant"].index("session")
    values = [row[at] for row in (change.old, change.new) if row is not None]
    return {value for value in values if isinstance(value, int)}


def reader(changeset: bytes) -> Callable[[int], bytes]:
    """A changeset as a stream: each read lets other threads run while `apply` works."""
    view, at = memoryview(changeset), 0

    def read(size: int) -> bytes:
        nonlocal at
        piece = bytes(view[at : at + size])
        at += size
        return piece

    return read
