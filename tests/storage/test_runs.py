import pytest
from storage.machine import palace

from app.domain.errors import BugError
from app.domain.labels import Label
from app.storage import runs


@pytest.fixture
def conn():
    conn = palace.empty()
    yield conn
    conn.close()


def test_a_run_from_start_to_end(conn):
    run = runs.start_run(conn, "import", "Import {file}", 5, facts={"file": "聊天.json"}, profile={"a": 1})
    assert (run.status, run.label, run.attempt) == (
        "running",
        Label("Import {file}", {"file": "聊天.json"}),
        1,
    )
    assert str(run.label) == "Import 聊天.json"
    assert run.uid.startswith("r_")
    assert run.profile == {"a": 1}
    done = runs.finish_run(conn, run.id, 9, report={"new": 3})
    assert (done.status, done.report, done.ended_at, done.error) == ("done", {"new": 3}, 9, None)
    assert runs.get(conn, run.id) == done


def test_a_killed_run_is_found_at_open_and_taken_up_where_it_was(conn):
    run = runs.start_run(conn, "process", "Process", 5)
    runs.note_step(conn, run.id, {"chunk": 3, "of": 9})
    ended = runs.finish_run(conn, runs.start_run(conn, "process", "Other", 5).id, 6)
    (killed,) = runs.mark_interrupted(conn)
    assert (killed.id, killed.status, killed.step) == (run.id, "interrupted", {"chunk": 3, "of": 9})
    assert runs.mark_interrupted(conn) == []
    again = runs.resume(conn, run.id)
    assert (again.status, again.attempt, again.step) == ("running", 2, {"chunk": 3, "of": 9})
    assert runs.get(conn, ended.id) == ended


def test_failed_and_cancelled_say_so(conn):
    run = runs.start_run(conn, "import", "Import", 5)
    failed = runs.finish_run(conn, run.id, 6, "failed", error={"code": "x"}, report={"new": 1})
    assert (failed.status, failed.error, failed.report) == ("failed", {"code": "x"}, {"new": 1})
    assert runs.resume(conn, run.id).error is None
    assert runs.finish_run(conn, run.id, 7, "cancelled").report == {"new": 1}


def test_the_status_before_an_undo_comes_back(conn):
    run = runs.finish_run(conn, runs.start_run(conn, "import", "Import", 5).id, 6, "cancelled")
    runs.set_status(conn, run.id, "undone")
    assert runs.get(conn, run.id).status == "undone"
    runs.restore_status(conn, run.id)
    assert runs.get(conn, run.id) == run


def test_the_root_of_a_step(conn):
    top = runs.start_run(conn, "process", "Process", 5).id
    middle = runs.start_run(conn, "x", "x", 5, parent=top).id
    assert runs.root(conn, runs.start_run(conn, "y", "y", 5, parent=middle).id) == top
    assert runs.root(conn, top) == top


def test_no_such_run(conn):
    with pytest.raises(BugError):
        runs.get(conn, 1)
