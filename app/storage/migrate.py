"""Bring an older palace up to date: numbered texts, each in one transaction, after a backup."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

from app.storage.driver import APPLICATION_ID, Connection, transaction

KeepCopy = Callable[[Connection, int], object]


@cache
def steps() -> tuple[str, ...]:
    """All texts in order; the first one makes an empty palace."""
    folder = files("app.storage.schema")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


NEWEST: Final = len(steps())


def apply(conn: Connection, upto: int | None = None) -> None:
    """Apply every text that the palace has not seen, each with its number in one transaction."""
    have: int = conn.pragma("user_version")
    for number in range(have + 1, (NEWEST if upto is None else upto) + 1):
        with transaction(conn):
            conn.execute(steps()[number - 1])
            conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            conn.execute(f"PRAGMA user_version = {number}")


def bring_up_to_date(conn: Connection, keep_copy: KeepCopy) -> int:
    """Apply what is missing, after `keep_copy(conn, old schema)`; give the schema found."""
    have: int = conn.pragma("user_version")
    if have < NEWEST:
        keep_copy(conn, have)
        apply(conn)
    return have
