"""An open palace: one thread that writes, two that read, awaited without blocking the loop."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import apsw

from app.domain.errors import BugError, KnownError
from app.storage import backup, driver, opening
from app.storage.driver import Connection
from app.storage.lock import Holder, Lock

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2
_NUDGE = 0.02  # seconds between two interrupts of a cancelled statement


class Database:
    """Owns every connection to one palace. Functions handed to it are synchronous and take one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.read_only = False
        self.read_only_reason: KnownError | None = None
        self.holder: Holder | None = None
        self.warning: KnownError | None = None
        self._lock: Lock | None = None
        self._main_thread = ThreadPoolExecutor(1, "palace-main")
        self._read_threads = ThreadPoolExecutor(READERS, "palace-read")
        self._connections: list[Connection] = []  # the main one first: it writes, or only watches
        self._idle: SimpleQueue[Connection] = SimpleQueue()
        self._closing: Future[None] | None = None
        self._seen = 0

    @classmethod
    async def open(cls, path: Path, read_only: bool = False, *, backups: Path | None = None) -> Self:
        """Open a palace; `read_only_reason` and `warning` say what stands against writing it.

        An older palace is copied into `backups` (or beside it) before it is brought up to date.
        """
        db = cls(path)
        try:
            await asyncio.wrap_future(db._main_thread.submit(db._enter, read_only, backups or path.parent))
        except BaseException:
            await db.close()
            raise
        return db

    def _enter(self, read_only: bool, backups: Path) -> None:
        keep_copy = backup.before_migration(backups, self.path, driver.now_ms())
        entry = opening.enter(self.path, read_only, keep_copy=keep_copy)
        self._lock = entry.lock
        self._connections.append(entry.main)
        for _ in range(READERS):
            conn = entry.reader()
            self._connections.append(conn)
            self._idle.put(conn)
        self._seen = self._version()
        self.read_only = entry.lock is None
        self.read_only_reason, self.holder, self.warning = entry.reason, entry.holder, entry.warning

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `fn(conn, …)` in a reading thread, over one unchanging state of the palace.

        A cancelled read gives nothing, not even what it had just found: whoever asked may be gone.
        """
        job = _Job(self.path)

        def work() -> T:
            conn = self._idle.get()
            try:
                return job.read(conn, lambda: fn(conn, *args, **kwargs))
            finally:
                self._idle.put(conn)

        return await _settled(job, self._submit(self._read_threads, work))

    async def write(
        self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `fn(conn, …)` in the writing thread, as one transaction: whole or not at all.

        A cancelled write is rolled back. One cancelled after its commit returns its result; the
        cancellation then lands at the caller's next await.
        """
        if self.read_only:
            raise self.read_only_reason or _read_only(self.path)
        job = _Job(self.path)

        def work() -> T:
            conn = self._connections[0]
            return job.write(conn, lambda: fn(conn, *args, **kwargs))

        done = self._submit(self._main_thread, work)
        try:
            return await _settled(job, done)
        except asyncio.CancelledError:
            if done.cancelled() or done.exception() is not None:
                raise
            if (task := asyncio.current_task()) is not None:
                task.uncancel()
                task.cancel()
            return done.result()

    async def foreign_change(self) -> bool:
        """Tell whether another process has committed since the last call (or since opening)."""
        version = await asyncio.wrap_future(self._submit(self._main_thread, self._version))
        changed, self._seen = version != self._seen, version
        return changed

    def _version(self) -> int:
        with driver.told(self.path):
            version: int = self._connections[0].pragma("data_version")
            return version

    async def close(self) -> None:
        """Wait for what runs, then close every connection; a second call waits for the first."""
        if self._closing is None:
            self._closing = self._main_thread.submit(self._close)
            self._main_thread.shutdown(wait=False)
        await _ended(self._closing)
        self._closing.result()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _submit(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> Future[T]:
        if self._closing is not None:
            raise _closed(self.path)
        return threads.submit(work)

    def _close(self) -> None:
        self._read_threads.shutdown()
        try:
            for conn in reversed(
                self._connections
            ):  # SQLite tidies up with the last one, and only a writer may
                if conn is self._connections[0] and self._lock is not None:
                    _checkpoint(conn)
                conn.close()
        finally:
            if self._lock is not None:
                self._lock.release()


class _Job:
    """One function on one connection, which a cancelled caller may interrupt."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._guard = threading.Lock()
        self._conn: Connection | None = None
        self.cancelled = False

    def interrupt(self) -> None:
        with self._guard:
            self.cancelled = True
            if self._conn is not None:
                self._conn.interrupt()

    def read(self, conn: Connection, work: Callable[[], T]) -> T:
        try:
            with (
                driver.blamed(conn, self._path),
                driver.told(self._path),
                driver.stoppable(lambda: self.cancelled),
            ):
                self._start(conn)
                conn.execute("BEGIN")
                try:
                    return work()
                except apsw.ReadOnlyError as error:
                    raise BugError("a function that writes was called on a reader") from error
                finally:
                    if conn.in_transaction:
                        conn.execute("ROLLBACK")
        finally:
            self._end()

    def write(self, conn: Connection, work: Callable[[], T]) -> T:
        try:
            with (
                driver.blamed(conn, self._path),
                driver.told(self._path),
                driver.stoppable(lambda: self.cancelled),
                driver.transaction(conn),
            ):
                self._start(conn)
                value = work()
                self._end()  # from here on it is committed, cancelled or not
                return value
        finally:
            with self._guard:
                self._conn = None

    def _start(self, conn: Connection) -> None:
        with self._guard:
            self._conn = conn
            self._stop_if_cancelled()

    def _end(self) -> None:
        with self._guard:
            self._conn = None
            self._stop_if_cancelled()

    def _stop_if_cancelled(self) -> None:
        if self.cancelled:
            raise apsw.InterruptError("cancelled")


def _checkpoint(conn: Connection) -> None:
    with suppress(apsw.Error):  # a full disk: the journal stays, whole, and the next opening takes it over
        conn.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)


async def _settled(job: _Job, work: Future[T]) -> T:
    """Wait for the job's end, also when cancelled: half a transaction never outlives its caller."""
    try:
        await _ended(work)
    except asyncio.CancelledError:
        work.cancel()
        end = asyncio.ensure_future(_ended(work))
        while not end.done():
            job.interrupt()
            with suppress(asyncio.CancelledError):  # asked twice: the answer is the same
                await asyncio.wait({end}, timeout=_NUDGE)
        raise
    return work.result()


async def _ended(work: Future[Any]) -> None:
    loop = asyncio.get_running_loop()
    waiter = loop.create_future()

    def wake() -> None:
        if not waiter.done():
            waiter.set_result(None)

    def tell(_: object) -> None:
        with suppress(RuntimeError):  # the loop was closed meanwhile: nobody waits any more
            loop.call_soon_threadsafe(wake)

    work.add_done_callback(tell)
    await waiter


def _closed(path: Path) -> KnownError:
    return KnownError("palace.closed", "{file} has been closed.", "Open it again.", file=path.name)


def _read_only(path: Path) -> KnownError:
    return KnownError(
        "palace.read_only",
        "{file} is open for reading only. Nothing was changed.",
        "Open it for writing.",
        file=path.name,
    )
