"""A process killed at any moment loses no committed edit, and what it leaves opens as if nothing had been."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from storage import victim
from storage.conftest import fill

from app.storage import backup, driver, foreign, integrity, migrate, opening
from app.storage.database import Database

TRIALS = int(os.environ.get("BELVEDERE_KILLS", "20"))
JOBS = ["write", "delete", "commit", "commit-delete", "undo", "embed", "backup", "migrate"]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")]


@pytest.fixture(scope="module")
def slaughterer():
    process = subprocess.Popen(
        [sys.executable, victim.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield process
    process.communicate(timeout=10)


def kill_one(process, job, path, seconds) -> int:
    """Let a worker begin, kill it after a while; gives the last number it told as committed."""
    process.stdin.write(f"{job} {path}\n")
    process.stdin.flush()
    pid = int(process.stdout.readline())
    log = Path(f"{path}.log")
    until = time.monotonic() + 20
    while not begun(log, job):
        assert time.monotonic() < until, "the worker never began"
        time.sleep(0.0005)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    assert process.stdout.readline() == "dead\n"
    told = [line for line in log.read_text().splitlines() if line != "commit"]
    log.unlink()
    return int(told[-1]) if told else -1


def begun(log, job) -> bool:
    """Strike after the first number told, or in the midst of the third commit."""
    told = log.read_bytes() if log.exists() else b""
    return told.count(victim.COMMITS) >= 3 if job.startswith("commit") else bool(told)


def piles(conn) -> list[tuple[str, int]]:
    return conn.execute(
        """SELECT c.name, count(m.id) FROM character c LEFT JOIN memory m ON m.character = c.id
        GROUP BY c.id ORDER BY c.id"""
    ).fetchall()


def assert_whole(found, last, job):
    names = [name for name, _ in found]
    assert all(number == victim.PILE for _, number in found), "half an edit"
    numbers = sorted(int(name[1:]) for name in names)
    wanted = list(range(last + 1))
    if job == "undo":  # the newest may just have been taken back
        wanted = wanted[:-1]
    assert numbers[: len(wanted)] == wanted, "a committed edit is lost"
    assert len(numbers) <= last + 2


async def assert_opens(palace, job, last):
    async with await Database.open(palace, read_only=True) as db:  # the leftovers are read, not taken over
        assert_whole(await db.read(piles), last, job)
    async with await Database.open(palace) as db:
        assert db.read_only_reason is None
        assert_whole(await db.read(piles), last, job)
        assert await db.read(integrity.check) == []
        await db.write(victim.add, 99_999)
    for copy in (palace.parent / "copies").glob("*.palace"):
        backup.verify(copy)
    assert [entry.name for entry in palace.parent.iterdir() if entry.is_file()] == [palace.name]


@pytest.mark.parametrize("job", [job for job in JOBS if job != "migrate"])
async def test_killed_while(job, slaughterer, palace):
    chance = random.Random(job)
    for _ in range(-(-TRIALS // len(JOBS))):
        fresh = palace.with_name("trial") / palace.name
        fresh.parent.mkdir()
        shutil.copy(palace, fresh)
        pause = chance.uniform(0, 0.006 if job.startswith("commit") else 0.12)
        last = kill_one(slaughterer, job, fresh, pause)
        await assert_opens(fresh, job, last)
        shutil.rmtree(fresh.parent)


async def test_killed_while_migrating(slaughterer, palace, monkeypatch):
    conn = driver.connect(palace)
    fill(conn, 200)
    conn.close()
    texts = (*migrate.steps(), *victim.LATER)
    monkeypatch.setattr(migrate, "steps", lambda: texts)
    monkeypatch.setattr(migrate, "NEWEST", len(texts))
    foreign._expected.cache_clear()
    chance = random.Random("migrate")
    for _ in range(-(-TRIALS // len(JOBS))):
        fresh = palace.with_name("trial") / palace.name
        fresh.parent.mkdir()
        shutil.copy(palace, fresh)
        kill_one(slaughterer, "migrate", fresh, chance.uniform(0, 0.25))
        async with await Database.open(fresh, backups=fresh.parent / "copies") as db:
            assert db.read_only_reason is None
            assert [number for _, number in await db.read(piles)] == [200]
            assert await db.read(lambda conn: conn.execute("SELECT count(*) FROM more59").get) == 200
        copies = backup.listed(fresh.parent / "copies", fresh)
        assert copies
        assert all(backup.verify(copy.path).counts["memory"] == 200 for copy in copies)
        shutil.rmtree(fresh.parent)
    foreign._expected.cache_clear()


async def test_the_journal_of_a_killed_writer_is_read_and_left(slaughterer, palace):
    last = kill_one(slaughterer, "write", palace, 0.05)
    wal = palace.with_name(palace.name + "-wal")
    assert wal.stat().st_size > 0
    before = palace.read_bytes(), wal.read_bytes()
    assert opening.probe(palace).unfinished
    async with await Database.open(palace, read_only=True) as db:
        assert_whole(await db.read(piles), last, "write")
    assert (palace.read_bytes(), wal.read_bytes()) == before
