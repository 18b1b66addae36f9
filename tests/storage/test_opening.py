"""What is opened, what is refused, and that looking changes nothing."""

import os
import struct
import sys

import apsw
import pytest
from storage.conftest import NOW, add_memory, fill, snapshot

from app.domain.errors import KnownError
from app.storage import driver, migrate, opening
from app.storage.database import Database


def refused(path) -> KnownError:
    before = snapshot(path.parent)
    with pytest.raises(KnownError) as told:
        opening.probe(path)
    assert snapshot(path.parent) == before
    assert told.value.message
    assert told.value.remedy
    return told.value


async def refused_to_open(path, read_only=False) -> KnownError:
    before = snapshot(path.parent)
    with pytest.raises(KnownError) as told:
        await Database.open(path, read_only)
    assert snapshot(path.parent) == before
    return told.value


def test_create_makes_a_palace_alone_in_its_folder(tmp_path):
    path = tmp_path / "新宫殿 100%.palace"
    opening.create(path)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    found = opening.probe(path)
    assert (found.schema, found.unfinished, found.size) == (migrate.NEWEST, False, path.stat().st_size)
    assert path.read_bytes()[16:18] == struct.pack(">H", driver.PAGE_SIZE)


@pytest.mark.parametrize("make", [lambda p: p.write_text("mine"), lambda p: p.mkdir(), lambda p: p.touch()])
def test_create_refuses_an_existing_path(tmp_path, make):
    path = tmp_path / "a.palace"
    make(path)
    before = snapshot(tmp_path)
    with pytest.raises(KnownError) as told:
        opening.create(path)
    assert told.value.code == "palace.exists"
    assert snapshot(tmp_path) == before


def test_create_refuses_a_dangling_link(tmp_path):
    path = tmp_path / "a.palace"
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(KnownError) as told:
        opening.create(path)
    assert told.value.code == "palace.exists"


def test_create_tells_a_missing_parent(tmp_path):
    with pytest.raises(KnownError) as told:
        opening.create(tmp_path / "none" / "a.palace")
    assert told.value.code == "palace.no_folder"
    assert list(tmp_path.iterdir()) == []


def test_create_leaves_nothing_when_it_fails(tmp_path, monkeypatch):
    def full(conn):
        raise apsw.FullError("database or disk is full")

    monkeypatch.setattr(migrate, "apply", full)
    with pytest.raises(KnownError) as told:
        opening.create(tmp_path / "a.palace")
    assert told.value.code == "palace.full"
    assert list(tmp_path.iterdir()) == []


def test_create_tells_a_name_too_long_for_the_disk(tmp_path):
    path = tmp_path / ("名" * 100 + ".palace")
    with pytest.raises(KnownError) as told:
        opening.create(path)
    assert (told.value.code, told.value.facts["file"]) == ("palace.cannot_write", path.name)
    assert list(tmp_path.iterdir()) == []


def test_create_never_replaces_what_came_meanwhile(tmp_path, monkeypatch):
    path, apply = tmp_path / "a.palace", migrate.apply

    def slow(conn):
        apply(conn)
        path.write_text("mine")

    monkeypatch.setattr(migrate, "apply", slow)
    with pytest.raises(KnownError) as told:
        opening.create(path)
    assert told.value.code == "palace.exists"
    assert path.read_text() == "mine"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.palace"]


def test_missing_and_folder_are_told(tmp_path):
    assert refused(tmp_path / "none.palace").code == "palace.missing"
    (tmp_path / "folder.palace").mkdir()
    assert refused(tmp_path / "folder.palace").code == "palace.not_a_palace"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX's")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.palace")
    with pytest.raises(KnownError) as told:
        opening.probe(tmp_path / "pipe.palace")
    assert told.value.code == "palace.not_a_palace"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "palace.empty"),
        (b"dear diary", "palace.not_a_palace"),
        (b"\xff\xfe" * 5000, "palace.not_a_palace"),
        (b"SQLite format 3\0", "palace.not_a_palace"),
        (b"x" * 99, "palace.not_a_palace"),
    ],
)
async def test_what_is_no_database_is_refused(tmp_path, content, code):
    path = tmp_path / "a.palace"
    path.write_bytes(content)
    assert refused(path).code == code
    assert (await refused_to_open(path)).code == code
    assert (await refused_to_open(path, read_only=True)).code == code


async def test_another_programs_database_is_refused(tmp_path):
    path = tmp_path / "a.palace"
    other = apsw.Connection(str(path))
    other.execute("CREATE TABLE memory(id)")
    other.close()
    assert refused(path).code == "palace.not_a_palace"
    assert (await refused_to_open(path)).code == "palace.not_a_palace"


@pytest.mark.parametrize("cut", [200, 16384, 16384 * 3 + 77, -1])
async def test_a_cut_file_is_refused(palace, cut):
    palace.write_bytes(palace.read_bytes()[:cut])
    assert refused(palace).code == "palace.cut_off"
    assert (await refused_to_open(palace)).code == "palace.cut_off"


def test_a_file_with_a_tail_is_refused(palace):
    with palace.open("ab") as file:
        file.write(b"\0" * 16384)
    assert refused(palace).code == "palace.cut_off"


def put(path, offset, number):
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(struct.pack(">I", number))


async def test_a_newer_palace_is_refused_politely(palace):
    put(palace, 60, migrate.NEWEST + 1)
    assert refused(palace).code == "palace.newer"
    assert (await refused_to_open(palace)).code == "palace.newer"
    assert (await refused_to_open(palace, read_only=True)).code == "palace.newer"


async def test_our_mark_without_our_tables_is_refused(tmp_path):
    path = tmp_path / "a.palace"
    fake = driver.make(path)
    fake.execute(
        f"PRAGMA application_id = {driver.APPLICATION_ID}; PRAGMA user_version = 1; CREATE TABLE x(y)"
    )
    fake.close()
    assert (await refused_to_open(path)).code == "palace.not_a_palace"
    assert (await refused_to_open(path, read_only=True)).code == "palace.not_a_palace"


HOSTILE = [
    "CREATE TRIGGER spy AFTER INSERT ON memory BEGIN DELETE FROM message; END",
    "CREATE VIEW spy AS SELECT * FROM memory",
    "CREATE TABLE notes(x)",
    "CREATE UNIQUE INDEX one ON memory(character)",
    "CREATE TABLE vec_memory_1(x)",
    "CREATE VIRTUAL TABLE more USING fts5(x)",
    "DROP INDEX memory_room",
    "ALTER TABLE memory ADD COLUMN spy TEXT",
]


def change_schema(path, sql):
    conn = apsw.Connection(str(path))
    conn.execute(sql)
    conn.close()


@pytest.mark.parametrize("sql", HOSTILE)
async def test_a_foreign_schema_is_read_never_written(palace, sql):
    change_schema(palace, sql)
    before = snapshot(palace.parent)
    async with await Database.open(palace) as db:
        assert db.read_only
        assert db.read_only_reason is not None
        assert db.read_only_reason.code == "palace.foreign_schema"
        assert await db.read(lambda conn: conn.execute("SELECT count(*) FROM memory").get) == 0
        with pytest.raises(KnownError) as told:
            await db.write(fill)
        assert told.value.code == "palace.foreign_schema"
    assert snapshot(palace.parent) == before


@pytest.mark.parametrize(
    "sql",
    [
        "ALTER TABLE memory RENAME COLUMN mood TO feeling",
        "ALTER TABLE message DROP COLUMN payload",
        "DROP TABLE position; CREATE TABLE position(memory INTEGER PRIMARY KEY)",
    ],
)
async def test_a_table_that_lost_a_column_is_refused(palace, sql):
    change_schema(palace, sql)
    assert (await refused_to_open(palace)).code == "palace.lost_parts"
    assert (await refused_to_open(palace, read_only=True)).code == "palace.lost_parts"


async def test_a_view_in_place_of_a_table_is_refused(palace):
    change_schema(palace, "DROP TABLE position; CREATE VIEW position AS SELECT 1 AS memory")
    assert (await refused_to_open(palace, read_only=True)).code == "palace.not_a_palace"


async def test_the_tables_of_a_vector_set_are_ours(palace):
    conn = driver.connect(palace)
    conn.execute(
        "CREATE VIRTUAL TABLE vec_memory_12 USING vec0(character INTEGER PARTITION KEY, bits BIT[512])"
    )
    conn.close()
    async with await Database.open(palace) as db:
        assert not db.read_only


async def test_a_damaged_schema_page_is_told(palace):
    with palace.open("r+b") as file:
        file.seek(100)
        file.write(b"\xee" * 400)
    assert (await refused_to_open(palace)).code == "palace.corrupt"
    assert (await refused_to_open(palace, read_only=True)).code == "palace.corrupt"


async def test_a_damaged_page_is_told_when_it_is_read(palace):
    conn = driver.connect(palace)
    fill(conn, 2000)
    root = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'memory'").get
    conn.close()
    with palace.open("r+b") as file:
        file.seek((root - 1) * driver.PAGE_SIZE)
        file.write(b"\xee" * driver.PAGE_SIZE)
    async with await Database.open(palace) as db:
        with pytest.raises(KnownError) as told:
            await db.read(lambda conn: conn.execute("SELECT sum(length(content)) FROM memory").get)
        assert told.value.code == "palace.corrupt"
        with pytest.raises(KnownError) as told:
            await db.write(lambda conn: conn.execute("UPDATE memory SET importance = 1"))
        assert told.value.code == "palace.corrupt"


@pytest.mark.parametrize("journal", ["wal", "delete"])
async def test_reading_a_closed_palace_leaves_every_byte(palace, journal):
    conn = driver.connect(palace, journal=journal)
    fill(conn)
    conn.close()
    before, touched = snapshot(palace.parent), palace.stat().st_mtime_ns
    opening.probe(palace)
    async with await Database.open(palace, read_only=True) as db:
        assert db.read_only
        assert db.read_only_reason is None
        assert await db.read(lambda conn: conn.execute("SELECT count(*) FROM memory").get) == 3
        with pytest.raises(KnownError) as told:
            await db.write(fill)
        assert told.value.code == "palace.read_only"
    assert snapshot(palace.parent) == before
    assert palace.stat().st_mtime_ns == touched


async def test_a_reader_sees_a_writer_that_comes_and_goes_and_still_leaves_nothing(palace):
    async with await Database.open(palace, read_only=True) as reader:
        async with await Database.open(palace) as writer:
            assert not writer.read_only
            await writer.write(fill)
            assert await reader.foreign_change()
            assert not await reader.foreign_change()
        assert await reader.read(lambda conn: conn.execute("SELECT count(*) FROM memory").get) == 3
    assert [entry.name for entry in palace.parent.iterdir()] == [palace.name]


async def test_the_writing_opening_leaves_one_file(palace):
    async with await Database.open(palace) as db:
        await db.write(fill)
        assert {entry.name for entry in palace.parent.iterdir()} == {
            palace.name,
            *(palace.name + end for end in ("-wal", "-shm", ".lock")),
        }
    assert [entry.name for entry in palace.parent.iterdir()] == [palace.name]
    assert not opening.probe(palace).unfinished


posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions of files are POSIX's")


@posix
async def test_a_read_only_file(palace, unprivileged):
    path = unprivileged(palace)
    path.chmod(0o444)
    before = snapshot(path.parent)
    async with await Database.open(path) as db:
        assert db.read_only_reason is not None
        assert db.read_only_reason.code == "palace.read_only_file"
        assert await db.read(lambda conn: conn.execute("SELECT count(*) FROM memory").get) == 0
    assert snapshot(path.parent) == before


@posix
async def test_a_read_only_folder(palace, unprivileged):
    path = unprivileged(palace)
    path.parent.chmod(0o555)
    before = snapshot(path.parent)
    async with await Database.open(path) as db:
        assert db.read_only_reason is not None
        assert db.read_only_reason.code == "palace.read_only_folder"
        assert await db.read(lambda conn: conn.execute("SELECT count(*) FROM memory").get) == 0
    assert snapshot(path.parent) == before
    with pytest.raises(KnownError) as told:
        opening.create(path.with_name("b.palace"))
    assert told.value.code == "palace.read_only_folder"


@posix
async def test_a_read_only_folder_copied_with_a_dead_ones_lock(palace, unprivileged):
    path = unprivileged(palace)
    path.with_name(path.name + ".lock").write_bytes(b' {"pid": 1, "host": "gone", "since": 5}')
    path.with_name(path.name + ".lock").chmod(0o444)
    path.parent.chmod(0o555)
    async with await Database.open(path) as db:
        assert db.read_only
        assert await db.read(lambda conn: conn.execute("SELECT count(*) FROM memory").get) == 0


@posix
async def test_a_file_that_may_not_be_read(palace, unprivileged):
    path = unprivileged(palace)
    path.chmod(0)
    with pytest.raises(KnownError) as told:
        await Database.open(path)
    assert told.value.code == "palace.cannot_open"


def test_memories_added_by_the_helpers_have_ids(conn):
    character = fill(conn, 1)
    assert add_memory(conn, character, "x", recorded_at=NOW) == 2
    assert os.path.lexists(conn.filename)
