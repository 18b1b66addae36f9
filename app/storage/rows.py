"""Rows in and out by column name; JSON columns come dumped from the caller."""

from collections.abc import Iterable, Mapping

from app.domain.ids import LETTERS, new_uid
from app.storage.driver import Connection, now_ms

Value = str | bytes | int | float | None


def insert(conn: Connection, table: str, values: Mapping[str, Value]) -> int:
    """Insert one row and return its id; a tracked row without `uid` gets one."""
    return insert_many(conn, table, [values])[0]


def insert_many(conn: Connection, table: str, many: Iterable[Mapping[str, Value]]) -> list[int]:
    """Insert rows in order and return their ids; rows may name different columns."""
    with_uid, now = table in LETTERS, now_ms()
    statements: dict[tuple[str, ...], str] = {}
    cursor, ids = conn.cursor(), []
    for values in many:
        row = {"uid": new_uid(table, now), **values} if with_uid else values
        names = tuple(row)
        if names not in statements:
            statements[names] = _insert_text(table, names)
        cursor.execute(statements[names], tuple(row.values()))
        ids.append(conn.last_insert_rowid())
    return ids


def update(conn: Connection, table: str, row_id: int, values: Mapping[str, Value]) -> bool:
    """Set columns of one row; tell whether the row was there."""
    if values:
        parts = ", ".join(f'"{name}" = ?' for name in values)
        conn.execute(f'UPDATE "{table}" SET {parts} WHERE id = ?', (*values.values(), row_id))
        return conn.changes() > 0
    return conn.execute(f'SELECT 1 FROM "{table}" WHERE id = ?', (row_id,)).fetchone() is not None


def _insert_text(table: str, names: tuple[str, ...]) -> str:
    columns = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" * len(names))
    return f'INSERT INTO "{table}" ({columns}) VALUES ({marks})'
