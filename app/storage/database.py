"""An open palace: one thread that writes, two that read, awaited without blocking the loop."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import apsw

from app.domain.errors import BugError, KnownError
from app.storage import driver
from app.storage.driver import Connection

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2
_NUDGE = 0.02  # seconds between two interrupts of a cancelled statement


class Database:
    """Owns every connection to one palace. Functions handed to it are synchronous and take one."""

    def __init__(self, path: Path, main: Connection, readers: list[Connection]) -> None:
        self.path = path
        self.read_only = False
        self.read_only_reason: KnownError | None = None
        self._main = main
        self._idle: SimpleQueue[Connection] = SimpleQueue()
        self._connections = readers
        for conn in readers:
            self._idle.put(conn)
        self._write_thread = ThreadPoolExecutor(1, "palace-write")
        self._read_threads = ThreadPoolExecutor(len(readers), "palace-read")
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, path: Path, read_only: bool = False) -> Self:
        """Open a palace; see `read_only_reason` when it may not be written."""
        main = await asyncio.to_thread(driver.connect, path, read_only)
        readers = [await asyncio.to_thread(driver.connect, path, True) for _ in range(READERS)]
        db = cls(path, main, readers)
        db.read_only = read_only
        return db

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `fn(conn, …)` in a reading thread, over one unchanging state of the palace."""
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
        return await _settled(
            job,
            self._submit(
                self._write_thread, lambda: job.write(self._main, lambda: fn(self._main, *args, **kwargs))
            ),
        )

    async def close(self) -> None:
        """Wait for what runs, then close every connection; a second call waits for the first."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(asyncio.to_thread(self._close))
        await asyncio.shield(self._closing)

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
        self._write_thread.shutdown()
        for conn in self._connections:
            conn.close()
        self._main.close()


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
            with driver.told(self._path):
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
            with driver.told(self._path), driver.transaction(conn):
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


async def _settled(job: _Job, submitted: Future[T]) -> T:
    future = asyncio.wrap_future(submitted)
    try:
        await asyncio.wait({future})
    except asyncio.CancelledError:
        submitted.cancel()
        while not future.done():
            job.interrupt()
            try:
                await asyncio.wait({future}, timeout=_NUDGE)
            except asyncio.CancelledError:
                continue  # asked twice: the answer is the same
        if future.cancelled() or future.exception() is not None:
            raise
        task = asyncio.current_task()
        if task is not None:
            task.uncancel()
            task.cancel()
    return future.result()


def _closed(path: Path) -> KnownError:
    return KnownError("palace.closed", "{file} has been closed.", "Open it again.", file=path.name)


def _read_only(path: Path) -> KnownError:
    return KnownError(
        "palace.read_only",
        "{file} is open for reading only. Nothing was changed.",
        "Open it for writing.",
        file=path.name,
    )
