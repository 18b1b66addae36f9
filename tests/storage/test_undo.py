import json

import pytest
from storage.machine import palace

from app.domain.errors import KnownError
from app.storage import changesets, driver, rows, runs, undo

NOW = palace.NOW


@pytest.fixture
def conn():
    conn = palace.empty()
    yield conn
    conn.close()


@pytest.fixture
def owner(conn):
    return palace.edit(conn, palace.character, "New character").value


def take(conn, function, *args, **kwargs):
    with driver.transaction(conn):
        return function(conn, *args, **kwargs)


def change(conn, number, **values):
    fields = json.loads(conn.execute("SELECT locked_fields FROM memory WHERE id = ?", (number,)).get)
    locked = json.dumps([*fields, *(name for name in values if name not in fields)])
    updated = conn.execute("SELECT updated_at + 1 FROM memory WHERE id = ?", (number,)).get

    def work(c):
        return rows.update(c, "memory", number, {**values, "locked_fields": locked, "updated_at": updated})

    return palace.edit(conn, work, f"Change {', '.join(values)}").edit_id


def cell(conn, column, number=1):
    return conn.execute(f"SELECT {column} FROM memory WHERE id = ?", (number,)).get


def imported(conn, owner, texts=("one", "two", "three")):
    with driver.transaction(conn):
        run = runs.start_run(conn, "import", "Import {file}", NOW, facts={"file": "chat.json"}).id
    stamp = {"run": run, "form": "insert", "actor": "import"}
    session, speaker = palace.edit(conn, lambda c: palace.session(c, [owner], run), **stamp).value
    palace.edit(conn, lambda c: palace.messages(c, session, speaker, list(texts), run), **stamp)
    with driver.transaction(conn):
        runs.finish_run(conn, run, NOW)
    return run


def test_undo_and_redo_of_one_edit(conn, owner):
    edit = palace.edit(conn, lambda c: palace.memory(c, owner)).edit_id
    before = palace.tables(conn)
    undone = take(conn, undo.undo_edit, edit, NOW + 1)
    assert undone.changes.rows == {"memory": frozenset({1})}
    assert undone.rows == 1
    assert not palace.tables(conn)["memory"]
    assert conn.execute("SELECT undoes FROM edit WHERE id = 3").get == edit
    assert conn.execute("SELECT undone_by FROM edit WHERE id = ?", (edit,)).get == 3
    take(conn, undo.undo_edit, 3, NOW + 2)  # an undo undone is a redo
    assert palace.tables(conn) == before
    take(conn, undo.undo_edit, 4, NOW + 3)  # and a redo undone an undo
    assert not palace.tables(conn)["memory"]
    palace.assert_indexes_whole(conn)


def test_an_older_edit_of_another_column_can_be_taken_back(conn, owner):
    palace.edit(conn, lambda c: palace.memory(c, owner))
    content = change(conn, 1, content="rewritten", content_hash=palace.text_hash("rewritten"))
    change(conn, 1, room="attic")
    take(conn, undo.undo_edit, content, NOW)
    assert cell(conn, "content") == "一起去海边看日出"
    assert cell(conn, "room") == "attic"
    assert json.loads(cell(conn, "locked_fields")) == ["room"]
    take(conn, undo.redo_edit, content, NOW)
    assert cell(conn, "content") == "rewritten"
    assert set(json.loads(cell(conn, "locked_fields"))) == {"room", "content", "content_hash"}


def test_an_older_edit_of_the_same_column_is_refused_with_the_later_one_named(conn, owner):
    palace.edit(conn, lambda c: palace.memory(c, owner))
    first = change(conn, 1, room="attic")
    second = change(conn, 1, room="study")
    before = palace.tables(conn)
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_edit, first, NOW)
    assert caught.value.code == "undo.conflict"
    assert [undo.find(conn, one["id"]).id for one in caught.value.facts["conflicts"]] == [second]
    assert palace.tables(conn) == before
    take(conn, undo.undo_edits, [first, second], NOW)
    assert cell(conn, "room") == "living_room"


def test_a_later_link_holds_its_memories(conn, owner):
    edits = [palace.edit(conn, lambda c: palace.memory(c, owner)).edit_id for _ in range(2)]
    link = {"character": owner, "source": 1, "target": 2, "kind": "causal", "strength": 0.5}
    link |= {"origin": "author", "recorded_at": NOW}
    linked = palace.edit(conn, lambda c: rows.insert(c, "link", link), "Link two").edit_id
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_edit, edits[0], NOW)
    assert [one["label"] for one in caught.value.facts["conflicts"]] == ["Link two"]
    assert not conn.execute("PRAGMA foreign_key_check").fetchall()
    take(conn, undo.undo_edit, linked, NOW)
    take(conn, undo.undo_edit, edits[0], NOW)
    with pytest.raises(KnownError) as caught:
        take(conn, undo.redo_edit, linked, NOW)
    assert [undo.find(conn, one["id"]).id for one in caught.value.facts["conflicts"]] == [edits[0]]
    assert "has been undone" in caught.value.message


def test_a_source_holds_its_message_though_no_foreign_key_says_so(conn, owner):
    run = imported(conn, owner)
    source = {"owner_kind": "memory", "target_kind": "message", "target_id": 2}

    def work(conn):
        rows.insert(conn, "source", {**source, "owner_id": palace.memory(conn, owner)})

    remembered = palace.edit(conn, work, "Remember").edit_id
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_run, run, NOW)
    assert [one["label"] for one in caught.value.facts["conflicts"]] == ["Remember"]
    assert conn.execute("SELECT count(*) FROM message").get == 3
    take(conn, undo.undo_edit, remembered, NOW)
    take(conn, undo.undo_run, run, NOW)
    assert conn.execute("SELECT count(*) FROM message").get == 0


def test_a_name_taken_meanwhile_stands_in_the_way(conn, owner):
    take(conn, undo.undo_edit, 1, NOW)
    palace.edit(conn, palace.character, "New character")
    with pytest.raises(KnownError) as caught:
        take(conn, undo.redo_edit, 1, NOW)
    assert caught.value.code == "undo.conflict"
    assert len(caught.value.facts["conflicts"]) == 1


def test_what_one_part_frees_another_may_take(conn, owner, monkeypatch):
    """The pair of a deleted link is given to a new one; cut apart, neither part fits without the other."""
    monkeypatch.setattr(changesets, "PART_ROWS", 1)
    for _ in range(2):
        palace.edit(conn, lambda c: palace.memory(c, owner))
    link = {"character": owner, "source": 1, "target": 2, "kind": "causal", "strength": 0.5}
    link |= {"origin": "author", "recorded_at": NOW}
    palace.edit(conn, lambda c: rows.insert(c, "link", link))
    before = palace.tables(conn)

    def work(conn):
        conn.execute("DELETE FROM link")
        rows.insert(conn, "link", {**link, "strength": 0.9})

    edit = palace.edit(conn, work).edit_id
    after = palace.tables(conn)
    for _ in range(2):
        take(conn, undo.undo_edit, edit, NOW)
        assert palace.tables(conn) == before
        take(conn, undo.redo_edit, edit, NOW)
        assert palace.tables(conn) == after


def test_a_whole_family_deleted_in_parts_comes_back(conn, owner, monkeypatch):
    monkeypatch.setattr(changesets, "PART_ROWS", 3)
    run = imported(conn, owner, [f"line {i}" for i in range(20)])
    before = palace.tables(conn)

    def work(conn):
        for table in ("message", "participant", "session"):
            conn.execute(f"DELETE FROM {table}")

    edit = palace.edit(conn, work).edit_id
    take(conn, undo.undo_edit, edit, NOW)
    assert palace.tables(conn) == before
    palace.assert_indexes_whole(conn)
    take(conn, undo.undo_run, run, NOW)
    take(conn, undo.redo_run, run, NOW)
    assert palace.tables(conn) == before


def test_a_run_is_taken_back_whole_and_brought_back(conn, owner):
    run = imported(conn, owner)
    before = palace.tables(conn)
    undone = take(conn, undo.undo_run, run, NOW)
    assert (str(undone.label), len(undone.edits)) == ("Import chat.json", 2)
    assert undone.changes.everything
    assert runs.get(conn, run).status == "undone"
    assert not palace.tables(conn)["message"]
    assert not palace.indexes(conn)["message_fts"]
    step = undo.newest_redoable(conn)
    assert (step.kind, step.id) == ("run", run)
    take(conn, undo.redo, step, NOW)
    assert palace.tables(conn) == before
    assert runs.get(conn, run).status == "done"
    palace.assert_indexes_whole(conn)


def test_redo_of_a_run_leaves_what_was_undone_before_it(conn, owner):
    run = imported(conn, owner)
    marked = palace.edit(conn, lambda c: c.execute("UPDATE message SET hidden = 1"), run=run).edit_id
    take(conn, undo.undo_edit, marked, NOW)
    take(conn, undo.undo_run, run, NOW)
    take(conn, undo.redo_run, run, NOW)
    assert conn.execute("SELECT sum(hidden) FROM message").get == 0


def test_a_run_changed_since_is_refused_with_nothing_changed(conn, owner):
    run = imported(conn, owner)
    palace.edit(conn, lambda c: c.execute("UPDATE message SET hidden = 1 WHERE id = 2"), "Hide")
    before, marks = palace.tables(conn), conn.execute("SELECT id, undone_by FROM edit").fetchall()
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_run, run, NOW)
    assert [one["label"] for one in caught.value.facts["conflicts"]] == ["Hide"]
    assert palace.tables(conn) == before
    assert conn.execute("SELECT id, undone_by FROM edit").fetchall() == marks


def test_undo_of_a_run_takes_the_runs_under_it(conn, owner):
    with driver.transaction(conn):
        above = runs.start_run(conn, "process", "Process", NOW).id
        below = runs.start_run(conn, "embed", "Step", NOW, parent=above).id
    palace.edit(conn, lambda c: palace.memory(c, owner), run=below, actor="rule")
    with driver.transaction(conn):
        runs.finish_run(conn, below, NOW)
        runs.finish_run(conn, above, NOW)
    assert undo.newest_undoable(conn).id == above
    take(conn, undo.undo_run, above, NOW)
    assert not palace.tables(conn)["memory"]


def test_a_running_run_is_not_taken_back(conn):
    with driver.transaction(conn):
        run = runs.start_run(conn, "process", "Process", NOW).id
    with pytest.raises(KnownError, match="still running"):
        take(conn, undo.undo_run, run, NOW)


def test_what_is_undone_next(conn, owner):
    first = palace.edit(conn, lambda c: palace.memory(c, owner)).edit_id
    run = imported(conn, owner)
    assert (undo.newest_undoable(conn).kind, undo.newest_undoable(conn).id) == ("run", run)
    assert undo.newest_undoable(conn, "author").id == first
    assert undo.newest_undoable(conn, "model") is None
    assert undo.newest_redoable(conn, "author") is None
    take(conn, undo.undo_edit, first, NOW)
    assert undo.newest_redoable(conn, "author").id == first
    palace.edit(conn, lambda c: palace.memory(c, owner))
    assert undo.newest_redoable(conn, "author") is None
    assert undo.newest_redoable(conn).id == first


def test_what_was_redone_last_is_undone_first(conn, owner):
    first, second = (palace.edit(conn, lambda c: palace.memory(c, owner)).edit_id for _ in range(2))
    take(conn, undo.undo_edit, first, NOW)
    take(conn, undo.redo_edit, first, NOW)
    assert undo.newest_undoable(conn).id == first
    assert second != first


def test_undo_finds_edits_and_runs_by_uid(conn, owner):
    run = imported(conn, owner)
    assert undo.find(conn, runs.get(conn, run).uid).kind == "run"
    with pytest.raises(KnownError) as caught:
        undo.find(conn, "e_NOTHING")
    assert caught.value.code == "undo.unknown"


def test_nothing_is_taken_back_twice(conn, owner):
    take(conn, undo.undo_edit, 1, NOW)
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_edits, [1], NOW)
    assert caught.value.code == "undo.nothing"


def test_a_sealed_edit_is_refused(conn, owner):
    conn.execute("UPDATE edit SET sealed = 1")
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_edit, 1, NOW)
    assert caught.value.code == "undo.sealed"
    assert undo.newest_undoable(conn) is None


def test_an_edit_over_a_column_that_is_gone_is_refused(conn, owner):
    conn.execute("ALTER TABLE character DROP COLUMN mood_now")
    conn.execute("PRAGMA user_version = 2")
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_edit, 1, NOW)
    assert caught.value.code == "undo.drift"
    assert conn.execute("SELECT count(*) FROM character").get == 1


def test_an_edit_from_before_a_column_was_added_is_undone(conn, owner):
    conn.execute("ALTER TABLE character ADD COLUMN later TEXT")
    conn.execute("PRAGMA user_version = 2")
    take(conn, undo.undo_edit, 1, NOW)
    assert conn.execute("SELECT count(*) FROM character").get == 0


def test_rows_changed_behind_the_journal_are_told(conn, owner):
    palace.edit(conn, lambda c: palace.memory(c, owner))
    edit = change(conn, 1, room="attic")
    conn.execute("UPDATE memory SET room = 'study'")
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_edit, edit, NOW)
    assert caught.value.code == "undo.changed"


def test_imported_rows_deleted_behind_the_journal_are_told(conn, owner):
    run = imported(conn, owner)
    conn.execute("DELETE FROM message WHERE id = 2")
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_run, run, NOW)
    assert caught.value.code == "undo.changed"
    assert conn.execute("SELECT count(*) FROM message").get == 2


def test_derived_indexes_follow_an_undo(conn, owner):
    palace.edit(conn, lambda c: palace.memory(c, owner))
    edit = change(conn, 1, status="forgotten")
    assert not palace.indexes(conn)["memory_fts"]
    take(conn, undo.undo_edit, edit, NOW)
    assert palace.indexes(conn)["memory_fts"]


def test_what_is_brought_back_must_find_what_it_names(conn, owner):
    run = imported(conn, owner)

    def work(conn):
        made = palace.memory(conn, owner)
        source = {"owner_kind": "memory", "owner_id": made, "target_kind": "message", "target_id": 2}
        rows.insert(conn, "source", source)

    remembered = palace.edit(conn, work, "Remember").edit_id
    take(conn, undo.undo_edit, remembered, NOW)
    take(conn, undo.undo_run, run, NOW)
    with pytest.raises(KnownError) as caught:
        take(conn, undo.redo_edit, remembered, NOW)
    assert [one["undone"] for one in caught.value.facts["conflicts"]] == [True]
    take(conn, undo.redo_run, run, NOW)
    take(conn, undo.redo_edit, remembered, NOW)
    assert conn.execute("SELECT count(*) FROM source").get == 1


def test_what_came_back_after_its_owner_is_named_though_it_is_older(conn, owner):
    """The memory is gone while its character is taken back and brought back, then returns with its deletion undone."""
    character = conn.execute("SELECT max(id) FROM edit").get
    palace.edit(conn, lambda c: palace.memory(c, owner), "Remember")
    deleted = palace.edit(conn, lambda c: c.execute("DELETE FROM memory WHERE id = 1"), "Delete").edit_id
    take(conn, undo.undo_edit, character, NOW)
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_edit, deleted, NOW)
    assert [(one["label"], one["undone"]) for one in caught.value.facts["conflicts"]] == [
        ("New character", True)
    ]
    take(conn, undo.redo_edit, character, NOW)
    take(conn, undo.undo_edit, deleted, NOW)
    with pytest.raises(KnownError) as caught:
        take(conn, undo.undo_edit, character, NOW)
    assert [(one["label"], one["undone"]) for one in caught.value.facts["conflicts"]] == [("Remember", False)]
