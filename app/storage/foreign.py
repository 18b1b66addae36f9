"""Whose file it is: its schema compared with ours, before anything in it is trusted."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import apsw

from app.domain.errors import KnownError
from app.storage import driver, migrate
from app.storage.driver import APPLICATION_ID, Connection

_VECTOR_TABLE: Final = re.compile(r"vec_(memory|message)_\d+")


def strangers(conn: Connection, path: Path) -> KnownError | None:
    """Refuse a file without our tables; give a reason against writing one whose schema is not ours alone."""
    version: int = conn.pragma("user_version")
    if conn.pragma("application_id") != APPLICATION_ID or not version:
        raise not_ours(path)
    if version > migrate.NEWEST:
        raise newer(path)
    (ours, columns), theirs = _expected(version), _schema(conn)
    if any(kind == "table" and theirs.get(name, ("",))[0] != "table" for name, (kind, _) in ours.items()):
        raise not_ours(path)
    odd = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    if not odd:
        return None
    lost = [name for name in odd if not _columns(conn, name) >= columns.get(name, frozenset())]
    if lost:
        raise KnownError(
            "palace.lost_parts",
            "{file} lacks parts that this program needs ({names}). Nothing was changed.",
            "Restore a backup from before another program changed it.",
            file=path.name,
            names=", ".join(lost[:5]),
        )
    return KnownError(
        "palace.foreign_schema",
        "{file} holds parts that this program did not make ({names}). It can be read, not changed.",
        "Import it into a new palace, or restore a backup from before another program changed it.",
        file=path.name,
        names=", ".join(odd[:5]),
    )


def _schema(conn: Connection) -> dict[str, tuple[str, str]]:
    """Name every part of the schema but SQLite's own and the well-formed tables of a vector set."""
    query = "SELECT type, name, tbl_name, coalesce(sql, '') FROM main.sqlite_master"
    rows = [tuple(map(str, row)) for row in conn.execute(query)]
    vectors = {
        name
        for kind, name, _, sql in rows
        if kind == "table" and _VECTOR_TABLE.fullmatch(name) and _is_vec0(sql)
    }
    return {
        name: (kind, " ".join(sql.split()))
        for kind, name, table, sql in rows
        if not name.startswith("sqlite_") and not _belongs(kind, table, vectors)
    }


def _is_vec0(sql: str) -> bool:
    return re.fullmatch(r"CREATE VIRTUAL TABLE \w+ USING vec0\([\w ,\[\]]+\)", sql) is not None


def _belongs(kind: str, table: str, vectors: set[str]) -> bool:
    return kind in {"table", "index"} and any(
        table == name or re.fullmatch(name + r"_[a-z]+(_[a-z]+)?\d*", table) for name in vectors
    )


@cache
def _expected(version: int) -> tuple[dict[str, tuple[str, str]], dict[str, frozenset[str]]]:
    """Our schema of a version, and the columns of its tables."""
    conn = driver.memory()
    try:
        migrate.apply(conn, version)
        schema = _schema(conn)
        return schema, {name: _columns(conn, name) for name, (kind, _) in schema.items() if kind == "table"}
    finally:
        conn.close()


def _columns(conn: Connection, table: str) -> frozenset[str]:
    try:
        return frozenset(name for (name,) in conn.execute("SELECT name FROM pragma_table_info(?)", (table,)))
    except apsw.SQLError:  # another kind of table, of a module that is not here
        return frozenset()


def refuse_older(conn: Connection, path: Path, strange: KnownError | None) -> None:
    """What reads a palace knows only the newest schema."""
    if conn.pragma("user_version") == migrate.NEWEST:
        return
    if strange is not None:
        raise KnownError(
            "palace.older_foreign",
            "{file} was made by an earlier version and holds parts that this program did not make ({names})."
            " It cannot be brought up to date. Nothing was changed.",
            "Restore a backup from before another program changed it.",
            file=path.name,
            names=strange.facts["names"],
        )
    raise KnownError(
        "palace.older",
        "{file} was made by an earlier version of this program and must be brought up to date first.",
        "Open it once for writing; a backup is made before.",
        file=path.name,
    )


def not_ours(path: Path) -> KnownError:
    return KnownError(
        "palace.not_a_palace",
        "{file} is not a palace.",
        "Choose a file that this program has made. Exports of other programs are imported, not opened.",
        file=path.name,
    )


def newer(path: Path) -> KnownError:
    return KnownError(
        "palace.newer",
        "{file} was made by a newer version of this program. Nothing was changed.",
        "Bring this program up to date.",
        file=path.name,
    )
