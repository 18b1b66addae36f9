import itertools
import zlib

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from storage.machine import palace

from app.domain.errors import BugError
from app.domain.labels import Label
from app.storage import changesets, driver, journal, rows, runs
from app.storage.journal import Stamp


@pytest.fixture
def conn():
    conn = palace.empty()
    yield conn
    conn.close()


def touched(conn, edit):
    single = [
        (t, r, r, op)
        for t, r, op in conn.execute("SELECT tbl, row, op FROM edit_row WHERE edit = ?", (edit,))
    ]
    ranged = conn.execute("SELECT tbl, first, last, op FROM edit_range WHERE edit = ?", (edit,)).fetchall()
    return sorted([*single, *ranged])


def test_an_edit_is_written_with_its_rows(conn):
    made = palace.edit(conn, palace.character, "New character {name}", facts={"name": "望"}, at=5)
    assert made.value == 1
    assert made.rows == 1
    assert made.changes.rows == {"character": frozenset({1})}
    assert made.changes.edit == made.edit_id
    row = conn.execute("SELECT uid, label, facts, actor, at, run, rows, form, undone_by FROM edit").fetchone()
    assert row == (
        made.edit_uid,
        "New character {name}",
        '{"name": "望"}',
        "author",
        5,
        None,
        1,
        "changeset",
        None,
    )
    assert made.edit_uid.startswith("e_")
    assert touched(conn, made.edit_id) == [("character", 1, 1, "insert")]


def test_work_that_changes_nothing_is_no_edit(conn):
    def work(conn):
        number = palace.character(conn)
        conn.execute("DELETE FROM character WHERE id = ?", (number,))
        return "done"

    made = palace.edit(conn, work)
    assert (made.value, made.edit_id, made.edit_uid, made.rows) == ("done", None, None, 0)
    assert not made.changes
    assert conn.execute("SELECT count(*) FROM edit").get == 0


def test_an_update_and_a_delete_are_told_apart(conn):
    owner = palace.edit(conn, palace.character).value
    first, second = (palace.edit(conn, lambda c: palace.memory(c, owner)).value for _ in range(2))

    def work(conn):
        rows.update(conn, "memory", first, {"room": "attic"})
        conn.execute("DELETE FROM memory WHERE id = ?", (second,))

    made = palace.edit(conn, work)
    assert touched(conn, made.edit_id) == [
        ("memory", first, first, "update"),
        ("memory", second, second, "delete"),
    ]


def test_a_failure_leaves_no_trace(conn):
    def work(conn):
        palace.character(conn)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        palace.edit(conn, work)
    assert conn.execute("SELECT count(*) FROM character").get == 0
    assert conn.execute("SELECT count(*) FROM edit").get == 0


def test_it_insists_on_a_transaction(conn):
    with pytest.raises(BugError):
        journal.record(conn, journal.Stamp("x"), palace.character)


def test_a_large_edit_is_kept_in_parts_that_together_are_whole(conn, monkeypatch):
    monkeypatch.setattr(changesets, "PART_ROWS", 50)
    owner = palace.edit(conn, palace.character).value
    made = palace.edit(conn, lambda c: [palace.memory(c, owner, f"t{i}") for i in range(120)])
    parts = [
        zlib.decompress(row[0]) for row in conn.execute("SELECT changeset FROM edit_part WHERE edit = 2")
    ]
    sizes = [sum(1 for _ in apsw.Changeset.iter(part)) for part in parts]
    assert sizes == [50, 50, 20]
    ids = {changesets.row_id(change) for part in parts for change in apsw.Changeset.iter(part)}
    assert ids == set(made.value)
    assert touched(conn, 2) == [("memory", 1, 120, "insert")]


def test_inserts_are_kept_as_ids_only(conn):
    with driver.transaction(conn):
        run = runs.start_run(conn, "import", "Import", 1).id
    owner = palace.edit(conn, palace.character).value
    stamp = {"run": run, "form": "insert", "actor": "import"}
    made = palace.edit(
        conn, lambda c: [palace.memory(c, owner, f"t{i}", run=run) for i in range(40)], **stamp
    )
    assert made.rows == 40
    assert touched(conn, made.edit_id) == [("memory", 1, 40, "insert")]
    assert conn.execute("SELECT count(*) FROM edit_part WHERE edit = ?", (made.edit_id,)).get == 0
    assert made.changes.rows["memory"] == frozenset(range(1, 41))
    assert conn.execute("SELECT count(*) FROM lexicon").get == 40


@pytest.mark.parametrize("sql", ["UPDATE character SET name = 'x'", "DELETE FROM character"])
def test_an_edit_of_inserts_may_do_nothing_else(conn, sql):
    palace.edit(conn, palace.character)
    with driver.transaction(conn):
        run = runs.start_run(conn, "import", "Import", 1).id
    with pytest.raises(BugError):
        palace.edit(conn, lambda c: c.execute(sql), run=run, form="insert")
    assert conn.authorizer is None
    conn.execute(sql)


def test_an_edit_of_inserts_belongs_to_a_run(conn):
    with pytest.raises(BugError):
        palace.edit(conn, palace.character, form="insert")


def test_side_tables_are_never_an_edit(conn):
    owner = palace.edit(conn, palace.character).value
    palace.edit(conn, lambda c: palace.memory(c, owner))
    made = palace.edit(
        conn, lambda c: c.execute("INSERT INTO memory_use(memory, access_count) VALUES (1, 1)")
    )
    assert made.edit_id is None


def test_a_label_inside_a_label_is_kept_whole(conn):
    owner = palace.edit(conn, palace.character).value
    move = Label("Move {count} to {room}", {"count": 2, "room": "attic"})
    stamp = Stamp("Undo “{label}”", {"label": move}, at=1)
    with driver.transaction(conn):
        journal.record(conn, stamp, lambda c: palace.memory(c, owner))
    template, facts = conn.execute("SELECT label, facts FROM edit ORDER BY id DESC LIMIT 1").fetchone()
    found = journal.read_label(template, facts)
    assert found.facts["label"] == move
    assert str(found) == "Undo “Move 2 to attic”"


@given(st.sets(st.integers(1, 60)))
def test_stretches_hold_the_same_ids(ids):
    found = journal.stretches(ids)
    assert {n for first, last in found for n in range(first, last + 1)} == ids
    assert all(b[0] > a[1] + 1 for a, b in itertools.pairwise(found))
