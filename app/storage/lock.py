"""One writer per palace: a lock of the operating system, which a killed process gives back."""

import json
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import filelock

from app.domain.errors import KnownError
from app.storage.driver import now_ms

PATIENCE = 0.3  # seconds: a reader that only asks who writes holds the lock for an instant


@dataclass(frozen=True, slots=True)
class Holder:
    """Who writes the palace, as they wrote it down; nothing known: all None."""

    pid: int | None = None
    host: str | None = None
    since: int | None = None  # milliseconds since 1970, UTC


def lock_path(path: Path) -> Path:
    """The lock lies beside the file itself: a link to it is another way to the same lock."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + ".lock")


class Lock:
    """Held from `take` to `release`, or until the process ends, however it ends.

    The file's first byte is what Windows locks against reading; the holder stands after it.
    """

    def __init__(self, path: Path, patience: float) -> None:
        self._file = lock_path(path)
        self._lock = filelock.FileLock(
            self._file,
            timeout=patience,
            thread_local=False,  # taken in one thread, given back in another
            fallback_to_soft=False,  # a soft lock would outlive a killed process
            on_acquired=_sign,
        )

    @classmethod
    def take(cls, path: Path, patience: float = PATIENCE) -> "Lock":
        """Take the lock; KnownError `palace.held` names the holder, OSError means no lock can be made here."""
        lock = cls(path, patience)
        try:
            lock._lock.acquire()
        except filelock.Timeout:
            raise held(path, read_holder(path)) from None
        return lock

    def release(self) -> None:
        """Give the lock back and leave no file; safe, for whoever waits checks that the file still is."""
        if self._lock.is_locked:
            with suppress(OSError):  # Windows removes an open file only after its release, by itself
                self._file.unlink()
            self._lock.release()


def holder(path: Path) -> Holder | None:
    """Tell who holds the lock now; a lock file left by a killed process is nobody's and is removed."""
    if not lock_path(path).exists():
        return None
    try:
        lock = Lock.take(path, 0)
    except (KnownError, OSError):
        return read_holder(path)
    lock.release()
    return None


def read_holder(path: Path) -> Holder:
    """Read what the holder wrote down."""
    try:
        with lock_path(path).open("rb", buffering=0) as file:
            file.seek(1)
            raw: Any = json.loads(file.read(4096) or b"null")
    except (OSError, ValueError):
        return Holder()
    if not isinstance(raw, dict):
        return Holder()
    pid, host, since = raw.get("pid"), raw.get("host"), raw.get("since")
    return Holder(
        pid if isinstance(pid, int) else None,
        host if isinstance(host, str) else None,
        since if isinstance(since, int) else None,
    )


def held(path: Path, by: Holder) -> KnownError:
    """Say who writes the palace."""
    if by.pid is None:
        return KnownError(
            "palace.held",
            "{file} is open elsewhere. Here it can be read, not changed.",
            "Close it there to write here.",
            file=path.name,
        )
    return KnownError(
        "palace.held",
        "{file} is open elsewhere, in process {pid} on {host} since {since}. Here it can be read, not changed.",
        "Close it there to write here.",
        file=path.name,
        pid=by.pid,
        host=by.host or "?",
        since=_clock(by.since),
    )


def _clock(since: int | None) -> str:
    if since is None:
        return "?"
    return datetime.fromtimestamp(since / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def _sign(descriptor: int) -> None:
    me = {"pid": os.getpid(), "host": socket.gethostname(), "since": now_ms()}
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, b" " + json.dumps(me).encode())
