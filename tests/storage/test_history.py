import pytest
from storage.machine import palace

from app.domain.labels import Label
from app.storage import driver, history, rows, runs, undo
from app.storage.history import Change


@pytest.fixture
def conn():
    conn = palace.empty()
    yield conn
    conn.close()


@pytest.fixture
def owner(conn):
    return palace.edit(conn, palace.character, "New character", at=1).value


def states(conn):
    return [(str(one.label), one.state, one.rows, one.kind) for one in history.edits(conn)]


def test_a_run_is_one_line_beside_single_edits(conn, owner):
    with driver.transaction(conn):
        run = runs.start_run(conn, "import", "Import {file}", 2, facts={"file": "a"})
        below = runs.start_run(conn, "embed", "Step", 2, parent=run.id).id
        runs.start_run(conn, "process", "Nothing to do", 2)
    palace.edit(
        conn, lambda c: palace.memory(c, owner, run=run.id), run=run.id, form="insert", actor="import", at=3
    )
    palace.edit(conn, lambda c: palace.memory(c, owner), run=below, actor="import", at=4)
    with driver.transaction(conn):
        runs.finish_run(conn, run.id, 5)
    assert states(conn) == [("Import a", "done", 2, "import"), ("New character", "done", 1, "edit")]
    first = history.edits(conn, limit=1)[0]
    assert (first.id, first.run, first.actor, first.at) == (run.uid, run.uid, "import", 4)
    assert first.label == Label("Import {file}", {"file": "a"})
    assert history.edits(conn, limit=1, offset=1)[0].label.template == "New character"


def test_states(conn, owner):
    edit = palace.edit(conn, lambda c: palace.memory(c, owner), "Add", at=2)
    with driver.transaction(conn):
        undo.undo_edit(conn, edit.edit_id, 3)
    assert states(conn)[0] == ("Add", "undone", 1, "edit")
    with driver.transaction(conn):
        undo.redo_edit(conn, edit.edit_id, 4)
    assert states(conn)[0] == ("Add", "done", 1, "edit")
    conn.execute("UPDATE edit SET sealed = 1 WHERE id = 1")
    assert states(conn)[1][1] == "sealed"
    with driver.transaction(conn):
        runs.start_run(conn, "process", "Process", 9)
        runs.mark_interrupted(conn)
    assert states(conn)[0] == ("Process", "interrupted", 0, "process")


def test_an_undone_run(conn, owner):
    with driver.transaction(conn):
        run = runs.start_run(conn, "process", "Process", 2).id
    palace.edit(conn, lambda c: palace.memory(c, owner), run=run)
    with driver.transaction(conn):
        runs.finish_run(conn, run, 3)
        undo.undo_run(conn, run, 4)
    assert states(conn)[0][:2] == ("Process", "undone")


def test_the_history_of_a_row_tells_old_and_new(conn, owner):
    number = palace.edit(conn, lambda c: palace.memory(c, owner, "first"), "Add", at=2).value
    palace.edit(conn, lambda c: palace.memory(c, owner, "another"), at=3)
    edit = palace.edit(
        conn,
        lambda c: rows.update(c, "memory", number, {"content": "second", "room": "attic"}),
        "Rewrite",
        at=4,
    )
    with driver.transaction(conn):
        undo.undo_edit(conn, edit.edit_id, 5)
    back, rewrite, add = history.of_row(conn, "memory", number)
    assert (str(rewrite.label), rewrite.op, rewrite.state) == ("Rewrite", "update", "undone")
    assert rewrite.changes == (Change("room", "living_room", "attic"), Change("content", "first", "second"))
    assert back.takes_back
    assert back.changes == (Change("room", "attic", "living_room"), Change("content", "second", "first"))
    assert add.op == "insert"
    assert Change("content", None, "first") in add.changes
    palace.edit(conn, lambda c: c.execute("DELETE FROM memory WHERE id = ?", (number,)), "Delete")
    assert Change("content", "first", None) in history.of_row(conn, "memory", number)[0].changes


def test_rows_of_an_import_say_so_without_values(conn, owner):
    with driver.transaction(conn):
        run = runs.start_run(conn, "import", "Import", 2)
    stamp = {"run": run.id, "form": "insert", "actor": "import"}
    palace.edit(
        conn, lambda c: [palace.memory(c, owner, f"t{i}", run=run.id) for i in range(20)], "Import", **stamp
    )
    (only,) = history.of_row(conn, "memory", 7)
    assert (only.op, only.run, only.changes) == ("insert", run.uid, ())
    assert history.of_row(conn, "memory", 21) == []
