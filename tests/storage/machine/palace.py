"""A palace in memory and ways to look at all of it at once."""

import json
from collections.abc import Callable
from typing import Any

from app.domain.text import text_hash
from app.storage import derived, driver, journal, migrate, rows
from app.storage.driver import Connection
from app.storage.tracked import TRACKED

NOW = 1_770_000_000_000


def empty() -> Connection:
    conn = driver.memory()
    migrate.apply(conn)
    return conn


def edit(
    conn: Connection, work: Callable[[Connection], Any], label: str = "x", **stamp: Any
) -> journal.Recorded[Any]:
    with driver.transaction(conn):
        return journal.record(conn, journal.Stamp(label, **stamp), work)


def character(conn: Connection, name: str = "Mio") -> int:
    return rows.insert(conn, "character", {"name": name, "recorded_at": NOW, "updated_at": NOW})


def memory(conn: Connection, owner: int, content: str = "一起去海边看日出", **values: Any) -> int:
    row = {
        "character": owner,
        "room": "living_room",
        "content": content,
        "content_hash": text_hash(content),
        "tags": json.dumps(["海"], ensure_ascii=False),
        "origin": "author",
        "recorded_at": NOW,
        "updated_at": NOW,
    }
    return rows.insert(conn, "memory", {**row, **values})


def session(conn: Connection, characters: list[int], run: int | None = None) -> tuple[int, int]:
    number = rows.insert(conn, "session", {"recorded_at": NOW, "run": run})
    people = [
        {"session": number, "name": f"c{one}", "kind": "character", "character": one, "run": run}
        for one in characters
    ]
    partner = {"session": number, "name": "TA", "kind": "partner", "run": run}
    return number, rows.insert_many(conn, "participant", [*people, partner])[-1]


def messages(
    conn: Connection, number: int, speaker: int, texts: list[str], run: int | None = None
) -> list[int]:
    return rows.insert_many(
        conn,
        "message",
        [
            {
                "session": number,
                "participant": speaker,
                "role": "user",
                "ordinal": ordinal,
                "content": text,
                "content_hash": text_hash(text),
                "run": run,
                "recorded_at": NOW,
            }
            for ordinal, text in enumerate(texts)
        ],
    )


def tables(conn: Connection, without: frozenset[str] = frozenset()) -> dict[str, list[dict[str, Any]]]:
    """Every tracked row."""
    found = {}
    for table in TRACKED:
        names = [row[1] for row in conn.execute(f"PRAGMA table_info({table})")]
        found[table] = [
            {name: value for name, value in zip(names, row, strict=True) if name not in without}
            for row in conn.execute(f"SELECT * FROM {table} ORDER BY id")
        ]
    return found


def indexes(conn: Connection) -> dict[str, list[Any]]:
    """Everything the derived indexes hold, term by term."""
    found: dict[str, list[Any]] = {
        "lexicon": conn.execute("SELECT * FROM lexicon ORDER BY 1, 2, 3").fetchall()
    }
    for kind in derived.KINDS:
        name = f"{kind}_fts"
        conn.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms_{kind} USING fts5vocab(main, {name}, instance)"
        )
        found[name] = conn.execute(f"SELECT * FROM temp.terms_{kind} ORDER BY 1, 2, 3, 4").fetchall()
    for set_id, _ in derived.vector_sets(conn):
        for kind in derived.VECTOR_KINDS:
            name = derived.bits_table(kind, set_id)
            found[name] = conn.execute(f"SELECT rowid, character, bits FROM {name} ORDER BY rowid").fetchall()
    return found


def assert_indexes_whole(conn: Connection) -> None:
    """What small steps made is what a rebuild makes."""
    stepwise = indexes(conn)
    with driver.transaction(conn):
        derived.rebuild(conn)
    assert stepwise == indexes(conn)
