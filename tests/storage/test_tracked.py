"""The list of tracked tables keeps its promises to the session extension."""

from graphlib import TopologicalSorter

import pytest
from storage.machine import palace

from app.domain.ids import LETTERS
from app.storage.tracked import INDEXED, REFERENCES, TRACKED, UNIQUE

UNTRACKED = {
    "run", "edit", "edit_part", "edit_row", "edit_range", "memory_use", "link_gain", "position", "read_mark",
    "trace", "trace_hit", "vector_set", "embedding", "lexicon",
}  # fmt: skip


@pytest.fixture(scope="module")
def conn():
    conn = palace.empty()
    yield conn
    conn.close()


@pytest.mark.parametrize("table", TRACKED)
def test_has_a_key_that_is_never_given_twice_and_a_uid(conn, table):
    (sql,) = conn.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    columns = conn.execute(f"PRAGMA table_info({table})").fetchall()
    assert "id INTEGER PRIMARY KEY AUTOINCREMENT" in sql
    assert columns[0][1] == "id"
    assert [column[1] for column in columns if column[5]] == ["id"]
    assert "CHECK" not in sql.upper()
    unique = {
        conn.execute(f"PRAGMA index_info({index[1]})").fetchall()[0][2]
        for index in conn.execute(f"PRAGMA index_list({table})").fetchall()
        if index[2]
    }
    assert "uid" in unique
    assert table in LETTERS


def test_no_trigger_and_no_shadow_table(conn):
    assert not conn.execute("SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view')").fetchall()
    kinds = {row[1]: row[2] for row in conn.execute("PRAGMA table_list")}
    assert all(kinds[table] == "table" for table in TRACKED)


def test_every_ordinary_table_is_either_tracked_or_known_not_to_be(conn):
    kinds = {row[1]: row[2] for row in conn.execute("PRAGMA table_list") if row[0] == "main"}
    ordinary = {name for name, kind in kinds.items() if kind == "table" and not name.startswith("sqlite_")}
    assert ordinary == set(TRACKED) | UNTRACKED


def test_parents_stand_before_children_and_nothing_is_cyclic(conn):
    parents = {
        table: {row[2] for row in conn.execute(f"PRAGMA foreign_key_list({table})")} - {table}
        for table in TRACKED
    }
    tuple(TopologicalSorter(parents).static_order())  # raises on a cycle
    for table, above in parents.items():
        assert all(TRACKED.index(parent) < TRACKED.index(table) for parent in above)
        assert not any(row[2] == table for row in conn.execute(f"PRAGMA foreign_key_list({table})"))


def test_every_foreign_key_of_a_table_that_grows_has_an_index(conn):
    for table in (
        "participant",
        "message",
        "memory",
        "link",
        "summary_version",
        "anticipation",
        "fragment",
        "box",
    ):
        first = {
            conn.execute(f"PRAGMA index_info({index[1]})").fetchall()[0][2]
            for index in conn.execute(f"PRAGMA index_list({table})").fetchall()
        }
        keys = {row[3] for row in conn.execute(f"PRAGMA foreign_key_list({table})")}
        assert keys <= first, table


def test_what_is_said_about_columns_is_true(conn):
    names = {table: {row[1] for row in conn.execute(f"PRAGMA table_info({table})")} for table in TRACKED}
    for ref in REFERENCES:
        assert {ref.column, ref.kind or ref.column} <= names[ref.table]
        assert ref.target in TRACKED
    for table, columns in INDEXED.items():
        assert columns <= names[table]
    for table, condition in UNIQUE.items():
        values = dict.fromkeys(names[table])
        assert conn.execute(f"SELECT id FROM {table} WHERE {condition}", values).fetchall() == []
