"""What a connection can do, what it refuses, and what its errors mean."""

import threading
import time

import apsw
import pytest
from storage.conftest import NOW, add_character, fill

from app.domain import text
from app.domain.errors import BugError, KnownError
from app.storage import driver, rows
from app.storage.driver import transaction


def test_our_functions_answer_in_sql(conn):
    words = "昨天下雨了，bring an Umbrella"
    assert conn.execute("SELECT tokens(?)", (words,)).get == " ".join(text.tokens(words))
    assert conn.execute("SELECT text_hash(?)", (words,)).get == text.text_hash(words)
    assert conn.execute("SELECT tokens(NULL), text_hash(NULL)").fetchone() == (None, None)
    one, other = conn.execute("SELECT ulid('memory'), ulid('memory')").fetchone()
    assert one.startswith("m_")
    assert one != other


def test_a_connection_is_set_up_as_designed(conn):
    wanted = {
        "page_size": driver.PAGE_SIZE,
        "journal_mode": "wal",
        "synchronous": 1,
        "foreign_keys": 1,
        "secure_delete": 1,
        "trusted_schema": 0,
        "busy_timeout": driver.BUSY_MS,
        "query_only": 0,
    }
    assert {name: conn.pragma(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT load_extension('vec0')",
        "INSERT INTO memory_fts_data(id, block) VALUES (9, x'00')",
        "UPDATE sqlite_master SET sql = 'x'",
        "ATTACH 'nowhere/else.db' AS other",
    ],
)
def test_what_could_break_or_leave_the_file_is_refused(conn, sql):
    conn.execute("PRAGMA writable_schema = ON")
    with pytest.raises(apsw.Error):
        conn.execute(sql)


def test_full_text_and_vectors_work_under_these_limits(conn):
    conn.execute(
        """CREATE VIRTUAL TABLE vec_memory_1 USING vec0(character INTEGER PARTITION KEY, bits BIT[16]);
        INSERT INTO vec_memory_1(rowid, character, bits) VALUES (4096, 1, vec_bit(x'ff00'));
        INSERT INTO memory_fts(rowid, owner, tokens) VALUES (1, 'c1', tokens('昨天下雨了'))"""
    )
    assert conn.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH '下雨'").get == 1
    near = "SELECT rowid FROM vec_memory_1 WHERE bits MATCH vec_bit(x'ff01') AND k = 1 AND character = 1"
    assert conn.execute(near).get == 4096
    conn.execute("DELETE FROM vec_memory_1; DELETE FROM memory_fts WHERE rowid = 1; DROP TABLE vec_memory_1")
    conn.execute("VACUUM")
    assert conn.execute("PRAGMA quick_check").get == "ok"


def test_functions_of_ours_cannot_be_called_from_a_schema(palace):
    other = apsw.Connection(str(palace))
    other.create_scalar_function("ulid", lambda *_: "x", 1)
    other.execute("CREATE VIEW spy AS SELECT ulid('memory')")
    other.close()
    conn = driver.connect(palace, True)
    with pytest.raises(apsw.SQLError, match="unsafe use of ulid"):
        conn.execute("SELECT * FROM spy")
    conn.close()


@pytest.mark.parametrize("how", [{}, {"sweep": True}, {"immutable": True}])
def test_a_reader_cannot_write(palace, how):
    conn = driver.connect(palace, True, **how)
    with pytest.raises(apsw.ReadOnlyError):
        add_character(conn)
    conn.close()


def test_odd_names_are_names(tmp_path):
    path = tmp_path / "a?mode=memory#b %41&c.palace"
    driver.make(path).close()
    assert path.exists()
    driver.connect(path).close()
    driver.connect(path, True, immutable=True).close()
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def half(conn, name):
    with transaction(conn):
        add_character(conn, name)
        raise ZeroDivisionError


def test_a_transaction_is_whole_or_not_at_all(conn):
    with pytest.raises(ZeroDivisionError):
        half(conn, "gone")
    assert not conn.in_transaction
    assert conn.execute("SELECT count(*) FROM character").get == 0


def test_inner_transactions_are_savepoints(conn):
    with transaction(conn):
        add_character(conn, "outer")
        with pytest.raises(ZeroDivisionError):
            half(conn, "inner")
        with transaction(conn):
            add_character(conn, "kept")
    assert [row[0] for row in conn.execute("SELECT name FROM character ORDER BY id")] == ["outer", "kept"]


def test_a_full_disk_is_told_and_nothing_is_kept(conn, palace):
    fill(conn)
    conn.pragma("max_page_count", conn.pragma("page_count"))
    with pytest.raises(KnownError) as told, driver.told(palace), transaction(conn):
        add_character(conn, "x" * 3_000_000)
    assert told.value.code == "palace.full"
    assert not conn.in_transaction
    assert conn.execute("SELECT count(*) FROM character").get == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (apsw.FullError, "palace.full"),
        (apsw.NotADBError, "palace.not_a_palace"),
        (apsw.CorruptError, "palace.corrupt"),
        (apsw.BusyError, "palace.locked"),
        (apsw.ReadOnlyError, "palace.read_only"),
        (apsw.CantOpenError, "palace.cannot_open"),
        (apsw.IOError, "palace.io"),
        (apsw.NoMemError, "palace.memory"),
        (apsw.InterruptError, "palace.cancelled"),
    ],
)
def test_the_worlds_faults_are_told(tmp_path, error, code):
    with pytest.raises(KnownError) as told, driver.told(tmp_path / "a.palace"):
        raise error("x")
    assert told.value.code == code
    assert told.value.__cause__ is not None


def test_our_faults_are_bugs(conn, palace):
    with pytest.raises(BugError, match="no such table"), driver.told(palace):
        conn.execute("SELECT * FROM nowhere")
    add_character(conn)
    with pytest.raises(BugError, match="UNIQUE"), driver.told(palace):
        add_character(conn)


def test_another_writer_is_waited_for_then_told(palace, conn):
    other = driver.connect(palace)
    other.set_busy_timeout(50)
    with transaction(conn), pytest.raises(KnownError) as told, driver.told(palace), transaction(other):
        pass
    assert told.value.code == "palace.locked"
    other.close()


def test_breathing_stops_a_cancelled_caller_only():
    driver.breathe()
    with driver.stoppable(lambda: True), pytest.raises(apsw.InterruptError):
        driver.breathe()
    driver.breathe()
    with driver.stoppable(lambda: True):
        thread = threading.Thread(target=driver.breathe)  # another thread is another caller
        thread.start()
        thread.join()


def test_rows_get_ids_in_order_and_uids(conn):
    stamps = {"recorded_at": NOW, "updated_at": NOW}
    ids = rows.insert_many(
        conn, "character", [{"name": "a", **stamps}, {"name": "b", "language": "zh", **stamps}]
    )
    assert ids == [1, 2]
    uids = [row[0] for row in conn.execute("SELECT uid FROM character")]
    assert len(set(uids)) == 2
    assert all(uid.startswith("c_") and len(uid) == 28 for uid in uids)
    assert rows.insert(conn, "character", {"name": "c", "uid": "c_own", "id": 9, **stamps}) == 9
    assert conn.execute("SELECT uid FROM character WHERE id = 9").get == "c_own"
    assert rows.insert_many(conn, "character", []) == []
    assert rows.insert(conn, "vector_set", {"model": "m", "dim": 8, "role": "second", "created_at": NOW}) == 1


def test_update_tells_whether_the_row_was_there(conn):
    fill(conn, 1)
    assert rows.update(conn, "memory", 1, {"content": "new", "mood": None})
    assert conn.execute("SELECT content FROM memory").get == "new"
    assert not rows.update(conn, "memory", 99, {"content": "new"})
    assert rows.update(conn, "memory", 1, {})
    assert not rows.update(conn, "memory", 99, {})


def test_now_is_now():
    assert abs(driver.now_ms() - time.time() * 1000) < 1000
