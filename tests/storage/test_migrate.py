"""Older palaces are brought up to date: after a copy, step by step, all or nothing."""

import tomllib
from importlib.resources import files
from pathlib import Path

import apsw
import pytest
from storage.conftest import add_memory, fill, snapshot

from app.domain.errors import BugError, KnownError
from app.storage import backup, driver, foreign, integrity, migrate
from app.storage.database import Database

STORED = Path(__file__).parent / "stored"
STEPS = (
    "ALTER TABLE memory ADD COLUMN weather TEXT; CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT);",
    "ALTER TABLE note ADD COLUMN at INTEGER DEFAULT 7; INSERT INTO note(body) SELECT content FROM memory;",
)


@pytest.fixture
def later(monkeypatch):
    """A later version of this program, with two more steps."""

    def become(*steps):
        texts = (*migrate.steps(), *steps)
        monkeypatch.setattr(migrate, "steps", lambda: texts)
        monkeypatch.setattr(migrate, "NEWEST", len(texts))

    foreign._expected.cache_clear()
    yield become
    foreign._expected.cache_clear()


def first_version(path: Path) -> None:
    """A palace as the first version made it: its text is frozen here and never follows the program."""
    conn = driver.make(path)
    conn.execute((STORED / "0001_first.sql").read_text(encoding="utf-8"))
    conn.execute(f"PRAGMA application_id = {driver.APPLICATION_ID}; PRAGMA user_version = 1")
    character = fill(conn)
    add_memory(conn, character, "雨")
    conn.close()


def contents(conn):
    return conn.execute("SELECT uid, content FROM memory ORDER BY id").fetchall()


async def test_a_palace_of_the_first_version_opens_and_keeps_everything(tmp_path):
    path = tmp_path / "old.palace"
    first_version(path)
    conn = driver.connect(path, True)
    before = contents(conn)
    conn.close()
    async with await Database.open(path) as db:
        assert db.read_only_reason is None
        assert await db.read(contents) == before
        assert await db.read(lambda conn: conn.pragma("user_version")) == migrate.NEWEST


async def test_an_older_palace_is_copied_then_brought_up_to_date(palace, tmp_path, later):
    conn = driver.connect(palace)
    fill(conn)
    before = contents(conn)
    conn.close()
    later(*STEPS)
    async with await Database.open(palace, backups=tmp_path / "backups") as db:
        assert db.read_only_reason is None
        assert await db.read(contents) == before
        assert await db.read(lambda conn: conn.execute("SELECT body, at FROM note").fetchall()) == [
            (content, 7) for _, content in before
        ]
    (kept,) = backup.listed(tmp_path / "backups", palace)
    assert kept.reason == "migration"
    assert backup.preview(kept.path).schema == 1
    assert [entry.name for entry in palace.parent.iterdir()] == [palace.name]
    async with await Database.open(palace, backups=tmp_path / "backups") as db:  # once is enough
        assert len(backup.listed(tmp_path / "backups", palace)) == 1
    async with await Database.open(palace, read_only=True) as db:
        assert db.read_only_reason is None


async def test_a_reading_opening_does_not_change_an_older_palace(palace, later):
    later(*STEPS)
    before = snapshot(palace.parent)
    with pytest.raises(KnownError) as told:
        await Database.open(palace, read_only=True)
    assert told.value.code == "palace.older"
    assert snapshot(palace.parent) == before


async def test_a_failing_step_leaves_the_steps_before_it(palace, tmp_path, later):
    conn = driver.connect(palace)
    fill(conn)
    conn.close()
    later(STEPS[0], "INSERT INTO note(body) VALUES ('half'); SELECT * FROM nowhere;")
    with pytest.raises(BugError):
        await Database.open(palace, backups=tmp_path / "backups")
    conn = driver.connect(palace, True)
    assert conn.pragma("user_version") == 2
    assert conn.execute("SELECT count(*) FROM note").get == 0
    assert conn.execute("SELECT count(*) FROM memory").get == 3
    conn.close()
    assert len(backup.listed(tmp_path / "backups", palace)) == 1
    assert not palace.with_name(palace.name + ".lock").exists()


async def test_without_a_copy_nothing_is_changed(palace, tmp_path, later):
    later(*STEPS)
    (tmp_path / "file").write_text("not a folder")
    before = snapshot(palace.parent)
    with pytest.raises(KnownError) as told:
        await Database.open(palace, backups=tmp_path / "file")
    assert told.value.code == "backup.cannot_write"
    conn = driver.connect(palace, True, sweep=True)
    assert conn.pragma("user_version") == 1
    conn.close()
    assert snapshot(palace.parent) == before


async def test_a_foreign_part_is_found_before_the_first_step(palace, tmp_path, later):
    other = apsw.Connection(str(palace))
    other.execute("CREATE TRIGGER spy AFTER INSERT ON memory BEGIN DELETE FROM message; END")
    other.close()
    later(*STEPS)
    before = snapshot(palace.parent)
    with pytest.raises(KnownError) as told:
        await Database.open(palace, backups=tmp_path / "backups")
    assert told.value.code == "palace.older_foreign"
    assert snapshot(palace.parent) == before
    assert not (tmp_path / "backups").exists()


def test_the_texts_are_numbered_without_gap_and_reach_a_build():
    names = sorted(
        entry.name for entry in files("app.storage.schema").iterdir() if entry.name.endswith(".sql")
    )
    assert [name[:5] for name in names] == [f"{number:04}_" for number in range(1, len(names) + 1)]
    assert len(names) == migrate.NEWEST == len(migrate.steps())
    assert (STORED / "0001_first.sql").read_text(encoding="utf-8") == migrate.steps()[0]
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["app"]


def test_a_new_palace_is_sound_and_marked(conn):
    assert conn.pragma("application_id") == driver.APPLICATION_ID
    assert conn.pragma("user_version") == migrate.NEWEST
    assert integrity.check(conn) == []
    migrate.apply(conn)
    assert conn.pragma("user_version") == migrate.NEWEST
