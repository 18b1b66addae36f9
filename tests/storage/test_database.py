"""One thread writes, two read; nobody waits for the wrong one and nothing outlives its caller."""

import asyncio
import threading

import pytest
from storage.conftest import add_character, fill

from app.domain.errors import BugError, KnownError
from app.storage import driver, rows
from app.storage.database import Database

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000000000) SELECT count(*) FROM n"


def count(conn, table="memory"):
    return conn.execute(f"SELECT count(*) FROM {table}").get


def endless(conn):
    return conn.execute(ENDLESS).get


async def test_a_read_sees_what_was_written_before(db):
    for number in range(20):
        await db.write(add_character, f"name {number}")
        seen = await asyncio.gather(*(db.read(count, "character") for _ in range(4)))
        assert seen == [number + 1] * 4


async def test_writing_and_reading_have_their_own_threads(db):
    def where(conn):
        return threading.current_thread().name

    assert (await db.write(where)).startswith("palace-main")
    assert (await db.read(where)).startswith("palace-read")


async def test_two_reads_and_a_write_run_at_once(db):
    meeting = threading.Barrier(3, timeout=5)

    def meet(conn):
        meeting.wait()
        return True

    assert await asyncio.gather(db.read(meet), db.read(meet), db.write(meet)) == [True] * 3


async def test_one_read_sees_one_state(db):
    started, written = threading.Event(), threading.Event()

    def twice(conn):
        first = count(conn)
        started.set()
        assert written.wait(5)
        return first, count(conn)

    reading = asyncio.ensure_future(db.read(twice))
    await asyncio.to_thread(started.wait, 5)
    await db.write(fill)
    written.set()
    assert await reading == (0, 0)
    assert await db.read(count) == 3


async def test_a_failed_write_leaves_nothing(db):
    def half(conn):
        fill(conn)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await db.write(half)
    assert await db.read(count) == 0
    await db.write(fill)
    assert await db.read(count) == 3


async def test_a_told_failure_keeps_its_words(db):
    def refuse(conn):
        fill(conn)
        raise KnownError("own.code", "No, {name}.", name="Ren")

    with pytest.raises(KnownError) as told:
        await db.write(refuse)
    assert (told.value.code, told.value.message) == ("own.code", "No, Ren.")
    assert await db.read(count) == 0


async def test_a_write_on_a_reader_is_our_fault(db):
    with pytest.raises(BugError, match="reader"):
        await db.read(add_character)
    with pytest.raises(BugError):
        await db.write(lambda conn: conn.execute("SELECT nothing"))
    assert await db.read(count, "character") == 0


@pytest.mark.parametrize("kind", ["read", "write"])
async def test_a_cancelled_statement_ends_at_once(db, kind):
    def work(conn):
        if kind == "write":
            fill(conn)
        return endless(conn)

    task = asyncio.ensure_future(getattr(db, kind)(work))
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(asyncio.shield(task), 5)
    assert await db.read(count) == 0
    await db.write(fill)
    assert await db.read(count) == 3


async def test_cancelled_between_statements_or_in_long_work(db):
    started = threading.Event()

    def many_short(conn):
        fill(conn)
        started.set()
        while True:
            conn.execute("SELECT 1").fetchall()
            driver.breathe()

    task = asyncio.ensure_future(db.write(many_short))
    await asyncio.to_thread(started.wait, 5)
    task.cancel()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await db.read(count) == 0


async def test_cancelled_before_it_began(db):
    gate = threading.Event()
    first = asyncio.ensure_future(db.write(lambda conn: gate.wait(5)))
    second = asyncio.ensure_future(db.write(fill))
    await asyncio.sleep(0.05)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    gate.set()
    assert await first
    assert await db.read(count) == 0


@pytest.fixture
def cancelling_late(db, monkeypatch):
    """Run a caller that is cancelled between the end of its work and the moment in which the loop hears of it."""

    async def run(caller):
        loop, submit = asyncio.get_running_loop(), db._submit

        def submit_and_cancel(threads, work):
            future = submit(threads, work)
            future.add_done_callback(lambda _: loop.call_soon_threadsafe(task.cancel))
            return future

        monkeypatch.setattr(db, "_submit", submit_and_cancel)
        task = asyncio.ensure_future(caller())
        with pytest.raises(asyncio.CancelledError):
            await task
        monkeypatch.undo()

    return run


async def test_cancelled_after_the_commit_the_result_is_delivered_first(db, cancelling_late):
    delivered = []

    async def caller():
        delivered.append(await db.write(fill))
        await asyncio.sleep(10)
        delivered.append("too late")

    await cancelling_late(caller)
    assert delivered == [1]
    assert await db.read(count) == 3


async def test_a_read_cancelled_after_its_end_delivers_nothing(db, cancelling_late):
    delivered = []

    async def caller():
        delivered.append(await db.read(count))

    await cancelling_late(caller)
    assert delivered == []
    assert await db.read(count) == 0


async def test_inner_transactions_do_not_end_the_outer(db):
    def inner(conn):
        with driver.transaction(conn):
            add_character(conn, "gone")
            raise ZeroDivisionError

    def nested(conn):
        add_character(conn, "kept")
        with pytest.raises(ZeroDivisionError):
            inner(conn)

    await db.write(nested)
    assert await db.read(lambda conn: conn.execute("SELECT name FROM character").fetchall()) == [("kept",)]


async def test_a_full_disk_is_told_and_the_next_write_works(db):
    await db.write(fill)

    def limit(conn):
        conn.pragma("max_page_count", conn.pragma("page_count"))

    await db.write(limit)
    with pytest.raises(KnownError) as told:
        await db.write(add_character, "x" * 3_000_000)
    assert told.value.code == "palace.full"
    await db.write(rows.update, "memory", 1, {"content": "still"})
    assert await db.read(count) == 3


def tear(path):
    """Overwrite the last page: read as anything else it is nonsense."""
    with path.open("r+b") as file:
        file.seek(-driver.PAGE_SIZE, 2)
        file.write(b"\xee" * driver.PAGE_SIZE)


@pytest.mark.parametrize("kind", ["read", "write"])
async def test_nonsense_out_of_a_torn_page_is_told_as_damage(palace, kind):
    async with await Database.open(palace) as db:
        await db.write(fill, 500)
    tear(palace)

    def stumble(conn):
        raise UnicodeDecodeError("utf-8", b"\xee", 0, 1, "invalid continuation byte")

    async with await Database.open(palace) as db:
        with pytest.raises(KnownError) as told:
            await getattr(db, kind)(stumble)
        assert told.value.code == "palace.corrupt"


@pytest.mark.parametrize("kind", ["read", "write"])
async def test_a_bug_over_a_sound_file_stays_ours(db, kind):
    def stumble(conn):
        conn.execute("SELECT nothing FROM nowhere")

    with pytest.raises(BugError):
        await getattr(db, kind)(stumble)


async def test_closing_drains_is_idempotent_and_refuses_late_callers(palace):
    db = await Database.open(palace)
    writing = [asyncio.ensure_future(db.write(add_character, f"n{number}")) for number in range(5)]
    await asyncio.sleep(0)
    await asyncio.gather(db.close(), db.close())
    await db.close()
    assert await asyncio.gather(*writing) == [1, 2, 3, 4, 5]
    for call in (db.read(count), db.write(fill), db.foreign_change()):
        with pytest.raises(KnownError) as told:
            await call
        assert told.value.code == "palace.closed"
    assert [entry.name for entry in palace.parent.iterdir()] == [palace.name]
    async with await Database.open(palace) as again:
        assert await again.read(count, "character") == 5


async def test_our_own_commits_are_not_foreign(db, palace):
    await db.write(fill)
    assert not await db.foreign_change()
    other = driver.connect(palace)
    other.execute("UPDATE memory SET importance = 9")
    other.close()
    assert await db.foreign_change()
    assert not await db.foreign_change()


async def test_a_failed_opening_leaves_no_lock_and_no_thread(palace, monkeypatch):
    monkeypatch.setattr("app.storage.migrate.bring_up_to_date", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        await Database.open(palace)
    assert [entry.name for entry in palace.parent.iterdir()] == [palace.name]
    monkeypatch.undo()
    async with await Database.open(palace) as db:
        assert not db.read_only
