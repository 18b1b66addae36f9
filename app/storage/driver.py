"""The one door to SQLite: how a connection is made, what it may do and how its errors are told."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import apsw

from app.domain import text as texts
from app.domain.errors import BugError, KnownError
from app.domain.ids import new_uid

Connection = apsw.Connection

APPLICATION_ID: Final = 0x42_6C_76_64  # "Blvd"
PAGE_SIZE: Final = 16384
BUSY_MS: Final = 5_000
PATIENT_MS: Final = 30_000  # without WAL our own long reads keep our writer waiting

_PRAGMAS: Final = (
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -32000",
)


def connect(
    path: Path, read_only: bool = False, *, immutable: bool = False, sweep: bool = False, journal: str = "wal"
) -> Connection:
    """Open `path` with everything a palace needs.

    `immutable` promises that nobody writes the file: SQLite then makes no sidecar and takes no lock.
    `sweep` (with `read_only`) opens the file for writing but refuses to write, so that the last one to
    close removes the sidecars that reading a WAL file makes.
    """
    if read_only and not sweep:
        flags = apsw.SQLITE_OPEN_READONLY
    else:
        flags = apsw.SQLITE_OPEN_READWRITE
    with told(path):
        conn = Connection(_uri(path, immutable=immutable), flags=flags | apsw.SQLITE_OPEN_URI)
        try:
            _prepare(conn, read_only=read_only, journal=journal)
        except BaseException:
            conn.close()
            raise
    return conn


def make(path: Path, journal: str = "wal") -> Connection:
    """Make a new, empty database file; the caller has made sure that `path` is free."""
    with told(path):
        conn = Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        conn.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        _prepare(conn, read_only=False, journal=journal)
    return conn


def memory() -> Connection:
    """Open an empty database in memory, with the same functions and limits."""
    conn = Connection(":memory:")
    conn.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    _prepare(conn, read_only=False, journal="memory")
    return conn


def _uri(path: Path, *, immutable: bool) -> str:
    posix = path.absolute().as_posix()
    slash = "" if posix.startswith("/") else "/"
    return f"file://{slash}{quote(posix)}" + ("?immutable=1" if immutable else "")


def _prepare(conn: Connection, *, read_only: bool, journal: str) -> None:
    conn.set_busy_timeout(BUSY_MS if journal == "wal" else PATIENT_MS)
    conn.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    conn.enable_load_extension(True)
    try:
        conn.load_extension(_vec0())
    finally:
        conn.enable_load_extension(False)
    for pragma in _PRAGMAS:
        conn.execute(pragma)
    if journal != "wal":
        conn.execute("PRAGMA cache_spill = OFF")  # pages written before the commit would shut readers out
    if read_only:
        conn.execute("PRAGMA query_only = ON")
        conn.execute("SELECT count(*) FROM sqlite_master")  # what cannot be read is told now
    else:
        conn.execute(f"PRAGMA journal_mode = {journal}")
    conn.create_scalar_function("tokens", _tokens, 1, deterministic=True)
    conn.create_scalar_function("text_hash", _text_hash, 1, deterministic=True)
    conn.create_scalar_function("ulid", _ulid, 1)
    conn.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)


@cache
def _vec0() -> str:
    """Find sqlite-vec's library; importing its package would bring numpy, which a start can do without."""
    found = find_spec("sqlite_vec")
    if found is None or found.origin is None:
        raise BugError("sqlite-vec is not installed")
    return str(Path(found.origin).with_name("vec0"))


def _tokens(*args: Any) -> str | None:
    return None if args[0] is None else " ".join(texts.tokens(args[0]))


def _text_hash(*args: Any) -> bytes | None:
    return None if args[0] is None else texts.text_hash(args[0])


def _ulid(*args: Any) -> str:
    return new_uid(args[0], now_ms())


def now_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


_thread = threading.local()


def breathe() -> None:
    """Let other threads run between two parts of long work, and stop here if its caller was cancelled."""
    time.sleep(0)
    stopped: Callable[[], bool] | None = getattr(_thread, "stopped", None)
    if stopped is not None and stopped():
        raise apsw.InterruptError("cancelled")


@contextmanager
def stoppable(stopped: Callable[[], bool]) -> Iterator[None]:
    """Make `breathe` in this thread ask `stopped`."""
    _thread.stopped = stopped
    try:
        yield
    finally:
        _thread.stopped = None


@contextmanager
def transaction(conn: Connection) -> Iterator[None]:
    """BEGIN IMMEDIATE … COMMIT, or a savepoint inside one; anything raised rolls back."""
    begin, end, back = ("SAVEPOINT inner", "RELEASE inner", "ROLLBACK TO inner; RELEASE inner")
    if not conn.in_transaction:
        begin, end, back = ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")
    conn.execute(begin)
    try:
        yield
        conn.execute(end)
    except BaseException:
        if conn.in_transaction:  # a full disk or a torn page has rolled back already
            conn.execute(back)
        raise


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn the driver's errors into told ones; what only a bug can cause becomes a BugError."""
    try:
        yield
    except apsw.Error as error:
        raise translate(error, path) from error


@contextmanager
def blamed(conn: Connection, path: Path) -> Iterator[None]:
    """Lay a failure that looks like a bug to the file's charge when the file is damaged.

    What is read from a torn page is anything: text that is no UTF-8, parts that cannot be unpacked.
    """
    try:
        yield
    except KnownError:
        raise
    except Exception as error:
        if not sound(conn):
            raise translate(apsw.CorruptError(), path) from error
        raise


def sound(conn: Connection) -> bool:
    """Tell whether every page of the file reads as it should; seconds for a large one."""
    try:
        return [row[0] for row in conn.execute("PRAGMA quick_check(1)")] == ["ok"]
    except apsw.Error:
        return False


def translate(error: apsw.Error, path: Path) -> Exception:
    """Say what the driver's error means to the one who owns the file."""
    for kinds, code, message, remedy in _MEANINGS:
        if isinstance(error, kinds):
            return KnownError(code, message, remedy, file=path.name)
    return BugError(f"{type(error).__name__}: {error}")


_MEANINGS: Final[tuple[tuple[tuple[type[apsw.Error], ...], str, str, str], ...]] = (
    (
        (apsw.FullError,),
        "palace.full",
        "There is no room left on the disk for {file}. The change was taken back; everything before it is kept.",
        "Free some space and try again.",
    ),
    (
        (apsw.NotADBError,),
        "palace.not_a_palace",
        "{file} is not a palace.",
        "Choose a file that this program has made. Exports of other programs are imported, not opened.",
    ),
    (
        (apsw.CorruptError, apsw.FormatError),
        "palace.corrupt",
        "A part of {file} is damaged and cannot be read. Nothing was changed.",
        "Check the palace, or restore a backup.",
    ),
    (
        (apsw.BusyError, apsw.LockedError, apsw.ProtocolError),
        "palace.locked",
        "Another program is writing {file}. Nothing was changed.",
        "Wait until it has finished or close it, then try again.",
    ),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError),
        "palace.read_only",
        "{file} cannot be written. Nothing was changed.",
        "Allow writing to the file and its folder, or save a copy elsewhere.",
    ),
    (
        (apsw.CantOpenError,),
        "palace.cannot_open",
        "{file} cannot be opened.",
        "See whether the file is there and whether you may read it.",
    ),
    (
        (apsw.IOError,),
        "palace.io",
        "The disk refused to read or write {file}. The change was taken back.",
        "See whether the drive is still connected, then open the palace again.",
    ),
    (
        (apsw.NoMemError, apsw.TooBigError),
        "palace.memory",
        "There was not enough memory for this. Nothing was changed.",
        "Close other programs and try again, with fewer records at a time.",
    ),
    (
        (apsw.InterruptError, apsw.AbortError),
        "palace.cancelled",
        "Stopped before the end. Nothing was changed.",
        "",
    ),
)
