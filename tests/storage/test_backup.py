"""Copies are whole, known to be good, thinned out by rule, and restored without losing what they replace."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from storage.conftest import NOW, add_memory, fill, snapshot

from app.domain.errors import KnownError
from app.storage import backup, driver
from app.storage.database import Database
from app.storage.lock import Lock

DAY = 86_400_000


def count(conn):
    return conn.execute("SELECT count(*) FROM memory").get


async def test_a_copy_is_whole_and_counted(db, tmp_path):
    await db.write(fill)
    steps = []
    target = tmp_path / "deep" / "copy.palace"
    seen = await backup.make(db, target, lambda done, total: steps.append((done, total)))
    assert seen.counts["memory"] == 3
    assert seen.characters == (("Ren", 3),)
    assert backup.preview(target) == seen
    assert steps
    assert steps[-1][0] == steps[-1][1]
    assert [entry.name for entry in target.parent.iterdir()] == ["copy.palace"]
    async with await Database.open(target) as copy:
        assert await copy.read(count) == 3


async def test_writing_goes_on_during_a_copy(db, tmp_path, monkeypatch):
    monkeypatch.setattr(backup, "_PAGES", 1)
    character = await db.write(fill, 50)
    copying = asyncio.ensure_future(backup.make(db, tmp_path / "copy.palace"))
    written = 0
    while not copying.done():
        await db.write(add_memory, character, f"more {written}")
        written += 1
    seen = await copying
    assert written > 1
    assert 50 <= seen.counts["memory"] <= 50 + written
    assert await db.read(count) == 50 + written


async def test_a_copy_is_made_of_a_palace_open_for_reading(palace, tmp_path):
    async with await Database.open(palace, read_only=True) as db:
        await backup.make(db, tmp_path / "copy.palace")
    assert backup.verify(tmp_path / "copy.palace").schema == 1


async def test_a_copy_never_replaces_a_file(db, tmp_path):
    (tmp_path / "copy.palace").write_text("mine")
    with pytest.raises(KnownError) as told:
        await backup.make(db, tmp_path / "copy.palace")
    assert told.value.code == "backup.exists"
    assert (tmp_path / "copy.palace").read_text() == "mine"


@pytest.mark.skipif(
    not Path("/proc/self").is_dir(), reason="needs a folder in which even root writes nothing"
)
async def test_a_folder_that_cannot_be_written_is_told_as_such(db):
    target = Path("/proc/self/copy.palace")
    with pytest.raises(KnownError) as told:
        await backup.make(db, target)
    assert told.value.code == "backup.cannot_write"
    assert str(target) in told.value.message


async def test_a_cancelled_copy_leaves_nothing(db, tmp_path, monkeypatch):
    monkeypatch.setattr(backup, "_PAGES", 1)
    await db.write(fill)
    folder = tmp_path / "copies"
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()
    copying = asyncio.ensure_future(
        backup.make(db, folder / "copy.palace", lambda *_: loop.call_soon_threadsafe(begun.set))
    )
    await begun.wait()
    copying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await copying
    assert list(folder.iterdir()) == []


async def test_a_full_disk_is_told_and_leaves_nothing(db, tmp_path, monkeypatch):
    def full(conn, part, on_step):
        part.write_bytes(b"half")
        raise apsw.FullError("database or disk is full")

    monkeypatch.setattr(backup, "_copy_pages", full)
    with pytest.raises(KnownError) as told:
        await backup.make(db, tmp_path / "copies" / "copy.palace")
    assert told.value.code == "palace.full"
    assert list((tmp_path / "copies").iterdir()) == []


async def test_an_unsound_copy_is_not_kept(db, tmp_path, monkeypatch):
    real = backup._copy_pages

    def spoil(conn, part, on_step):
        real(conn, part, on_step)
        broken = apsw.Connection(str(part))
        broken.execute("DELETE FROM memory WHERE id = 1")
        broken.close()

    await db.write(fill)
    monkeypatch.setattr(backup, "_copy_pages", spoil)
    with pytest.raises(KnownError) as told:
        await backup.make(db, tmp_path / "copies" / "copy.palace")
    assert (told.value.code, told.value.facts["file"]) == ("backup.unsound", "copy.palace")
    assert list((tmp_path / "copies").iterdir()) == []


async def test_a_damaged_page_is_found_by_verifying(db, tmp_path):
    await db.write(fill, 500)
    await backup.make(db, tmp_path / "copy.palace")
    root = await db.read(
        lambda conn: conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'memory'").get
    )
    with (tmp_path / "copy.palace").open("r+b") as file:
        file.seek((root - 1) * driver.PAGE_SIZE)
        file.write(b"\xee" * 4000)
    with pytest.raises(KnownError) as told:
        backup.verify(tmp_path / "copy.palace")
    assert told.value.code in {"backup.unsound", "palace.corrupt"}


async def test_rolling_copies_once_a_day_and_only_after_a_change(db, tmp_path):
    folder = tmp_path / "data"
    now = driver.now_ms() + DAY
    first = await backup.roll(db, folder, now)
    assert first.reason == "rolling"
    await db.write(fill)
    assert await backup.roll(db, folder, now + 1000) is None  # one a day
    assert (
        await backup.roll(db, folder, now + DAY) is None
    )  # nothing changed since (the clock here is behind)
    (listed,) = backup.listed(folder, db.path)
    assert listed == first
    assert backup.preview(listed.path).counts["memory"] == 0


async def test_palaces_of_one_name_have_their_own_copies(db, tmp_path):
    await backup.roll(db, tmp_path / "data", NOW)
    assert len(backup.listed(tmp_path / "data", db.path)) == 1
    assert backup.listed(tmp_path / "data", tmp_path / "elsewhere" / db.path.name) == []


def test_thinning_leaves_foreign_files_and_the_newest_before_migrations(palace, tmp_path):
    own = backup.folder_of(tmp_path, palace)
    own.mkdir()
    for day in range(1, 29):
        (own / f"202601{day:02}T120000Z-rolling.palace").touch()
        (own / f"202601{day:02}T120000Z-migration.palace").touch()
    (own / "mine.palace").touch()
    (own / "20260101T120000Z-manual.palace").touch()
    backup.thin_out(tmp_path, palace)
    left = {entry.name for entry in own.iterdir()}
    assert {"mine.palace", "20260101T120000Z-manual.palace"} <= left
    assert sorted(name for name in left if "migration" in name) == [
        f"202601{day:02}T120000Z-migration.palace" for day in range(24, 29)
    ]
    rolling = sorted(int(name[6:8]) for name in left if "rolling" in name)
    assert rolling == [11, 18, 22, 23, 24, 25, 26, 27, 28]  # a week by day, before it the Sundays


def at(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_months_are_kept_for_a_year():
    times = [at(f"{year}-{month:02}-15") for year in (2024, 2025) for month in range(1, 13)]
    assert backup.keep(times) == set(times[-12:])


@given(st.lists(st.integers(0, 4_000_000_000_000), max_size=60))
def test_keeping_is_bounded_stable_and_keeps_the_newest(times):
    kept = backup.keep(times)
    assert kept <= set(times)
    assert len(kept) <= backup.DAYS + backup.WEEKS + backup.MONTHS
    assert not times or max(times) in kept
    assert backup.keep(kept) == kept


async def test_restoring_keeps_the_replaced_file_beside(palace, tmp_path):
    async with await Database.open(palace) as db:
        await db.write(fill)
        await backup.make(db, tmp_path / "copy.palace")
        await db.write(lambda conn: conn.execute("DELETE FROM memory"))
    kept = backup.restore(tmp_path / "copy.palace", palace, NOW)
    assert kept.name == "home (replaced 2026-02-25 06.13.20).palace"
    assert backup.preview(palace).counts["memory"] == 3
    assert backup.preview(kept).counts["memory"] == 0
    again = backup.restore(tmp_path / "copy.palace", palace, NOW)
    assert again.name == "home (replaced 2026-02-25 06.13.20, 2).palace"
    assert len(list(palace.parent.iterdir())) == 3


async def test_restoring_over_a_ruin_keeps_the_ruin(db, palace, tmp_path):
    await backup.make(db, tmp_path / "copy.palace")
    ruin = tmp_path / "ruin.palace"
    ruin.write_bytes(b"ruin")
    ruin.with_name("ruin.palace-wal").write_bytes(b"its newest commits")
    kept = backup.restore(tmp_path / "copy.palace", ruin, NOW)
    assert kept.read_bytes() == b"ruin"
    assert kept.with_name(kept.name + "-wal").read_bytes() == b"its newest commits"
    assert backup.preview(ruin).counts["memory"] == 0
    assert backup.restore(tmp_path / "copy.palace", tmp_path / "new.palace", NOW) is None


async def test_nothing_is_restored_over_an_open_palace_or_from_an_unsound_copy(db, palace, tmp_path):
    await backup.make(db, tmp_path / "copy.palace")
    with pytest.raises(KnownError) as told:
        backup.restore(tmp_path / "copy.palace", palace, NOW)
    assert told.value.code == "palace.held"
    await db.close()
    (tmp_path / "bad.palace").write_bytes((tmp_path / "copy.palace").read_bytes()[:-5])
    before = snapshot(palace.parent)
    with pytest.raises(KnownError) as told:
        backup.restore(tmp_path / "bad.palace", palace, NOW)
    assert told.value.code == "palace.cut_off"
    assert snapshot(palace.parent) == before
    Lock.take(palace).release()
