"""One writer a palace, named to the second; a killed one gives the lock back."""

import json
import os
import signal
import subprocess
import sys

import pytest

from app.domain.errors import KnownError
from app.storage import lock
from app.storage.database import Database
from app.storage.lock import Holder, Lock

HOLD = "import sys, pathlib; from app.storage.lock import Lock; lock = Lock.take(pathlib.Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"


@pytest.fixture
def other(palace):
    """Another process that holds the lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(palace)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_the_holder_is_named_and_the_file_goes(palace):
    assert lock.holder(palace) is None
    own = Lock.take(palace)
    assert lock.lock_path(palace).name == "home.palace.lock"
    found = lock.holder(palace)
    assert found.pid == os.getpid()
    assert found.host
    assert found.since > 1_700_000_000_000
    with pytest.raises(KnownError) as told:
        Lock.take(palace)
    assert told.value.code == "palace.held"
    assert str(os.getpid()) in told.value.message
    assert lock.holder(palace) == found  # asking has not taken it away
    own.release()
    own.release()
    assert [entry.name for entry in palace.parent.iterdir()] == [palace.name]


@pytest.mark.parametrize("content", [b"", b" ", b"\0\xff\xfe", b" []", b' {"pid": "x", "host": 3}', b" null"])
def test_an_unreadable_holder_is_nobody_known(palace, content):
    lock.lock_path(palace).write_bytes(content)
    assert lock.read_holder(palace) == Holder()
    assert lock.held(palace, Holder()).message


def test_a_lock_file_left_behind_is_nobodys(palace):
    lock.lock_path(palace).write_bytes(b' {"pid": 1, "host": "gone", "since": 5}')
    assert lock.holder(palace) is None
    assert not lock.lock_path(palace).exists()


async def test_the_second_process_reads_and_is_told_who_writes(palace, other):
    async with await Database.open(palace) as db:
        assert db.read_only
        assert db.holder.pid == other.pid
        assert db.read_only_reason.code == "palace.held"
        assert str(other.pid) in db.read_only_reason.message
        assert await db.read(lambda conn: conn.execute("SELECT count(*) FROM memory").get) == 0
        with pytest.raises(KnownError) as told:
            await db.write(lambda conn: None)
        assert told.value.code == "palace.held"
    assert lock.holder(palace).pid == other.pid


async def test_a_second_window_of_this_process_reads_too(palace):
    async with await Database.open(palace) as first, await Database.open(palace) as second:
        assert not first.read_only
        assert second.read_only
        assert second.holder.pid == os.getpid()
    async with await Database.open(palace) as again:
        assert not again.read_only


async def test_a_killed_holder_gives_the_lock_back(palace, other):
    other.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    other.wait()
    left = json.loads(lock.lock_path(palace).read_bytes())
    assert left["pid"] == other.pid
    async with await Database.open(palace) as db:
        assert not db.read_only
        assert lock.read_holder(palace).pid == os.getpid()
    assert [entry.name for entry in palace.parent.iterdir()] == [palace.name]


def test_no_soft_lock_where_the_system_has_none(palace, monkeypatch):
    def refuse(self):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr("filelock.FileLock._acquire", refuse)
    with pytest.raises(OSError, match="not implemented"):
        Lock.take(palace)


async def test_a_link_is_the_same_palace(palace, tmp_path):
    link = tmp_path / "link.palace"
    link.symlink_to(palace)
    async with await Database.open(palace) as first, await Database.open(link) as second:
        assert not first.read_only
        assert second.read_only
        assert second.holder.pid == os.getpid()
    async with await Database.open(link) as db:
        assert not db.read_only
    assert [entry.name for entry in palace.parent.iterdir()] == [palace.name]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["link.palace", "palaces"]
