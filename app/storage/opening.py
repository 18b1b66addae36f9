"""What may be opened, how, and what is refused before a byte is changed."""

import os
import re
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from app.domain.errors import KnownError
from app.storage import driver, folders, lock, migrate
from app.storage.driver import APPLICATION_ID, Connection
from app.storage.lock import Holder, Lock

_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = 100
_VECTOR_TABLE: Final = re.compile(r"vec_(memory|message)_\d+")


@dataclass(frozen=True, slots=True)
class Probe:
    """What the file itself says, read without opening it as a database."""

    path: Path
    size: int
    schema: int
    unfinished: bool  # a writer is at work, or was killed: the newest commits are in a file beside it


@dataclass(frozen=True, slots=True)
class Entry:
    """The way in that was found: `main` writes unless there is a `reason` against it."""

    main: Connection
    reader: Callable[[], Connection]
    lock: Lock | None
    reason: KnownError | None
    holder: Holder | None
    warning: KnownError | None


def create(path: Path) -> None:
    """Make an empty palace; an existing path is never touched, and a killed attempt leaves no half of one."""
    if os.path.lexists(path):
        raise _exists(path)
    if not path.parent.is_dir():
        raise KnownError(
            "palace.no_folder", "There is no folder {folder}.", "Make it first.", folder=str(path.parent)
        )
    if not _may_write(path.parent):
        raise read_only_folder(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with driver.told(path):
            conn = driver.make(draft)
            try:
                migrate.apply(conn)
                conn.execute(f"PRAGMA journal_mode = {folders.journal_mode(path)}")
            finally:
                conn.close()
        _give_name(draft, path)
    finally:
        for leftover in (draft, *_journals(draft), draft.with_name(draft.name + "-shm")):
            leftover.unlink(missing_ok=True)


def _give_name(draft: Path, path: Path) -> None:
    """A hard link never replaces a file that someone else has put there meanwhile; not every disk has them."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise _exists(path) from None
    except OSError:
        draft.rename(path)


def probe(path: Path) -> Probe:
    """Read size and header; refuse what is no palace, is cut off or is newer than this program."""
    try:
        found = _read_header(path)
        if found is None:  # a writer may just have been between its length and its header
            time.sleep(0.05)
            found = _read_header(path)
    except FileNotFoundError:
        raise KnownError(
            "palace.missing", "There is no file {file}.", "Look where it has gone.", file=str(path)
        ) from None
    except IsADirectoryError:
        raise _not_ours(path) from None
    except OSError as error:
        raise KnownError(
            "palace.cannot_open",
            "{file} cannot be opened.",
            "See whether the file is there and whether you may read it.",
            file=path.name,
        ) from error
    if found is None:
        raise KnownError(
            "palace.cut_off",
            "{file} is cut off or longer than it says: it was not copied whole. Nothing was changed.",
            "Copy it again from where it came, or restore a backup.",
            file=path.name,
        )
    return found


def _read_header(path: Path) -> Probe | None:
    """Give None when length and header do not agree."""
    if path.exists() and not path.is_file():  # a folder, or a pipe that would never answer
        raise IsADirectoryError
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        header = file.read(_HEADER)
    if size == 0:
        raise KnownError(
            "palace.empty",
            "{file} is empty: 0 bytes.",
            "Restore a backup, or make a new palace.",
            file=path.name,
        )
    if len(header) < _HEADER or not header.startswith(_MAGIC):
        raise _not_ours(path)
    (page,) = struct.unpack_from(">H", header, 16)
    change, pages = struct.unpack_from(">II", header, 24)
    (schema,) = struct.unpack_from(">I", header, 60)
    (application,) = struct.unpack_from(">I", header, 68)
    (counted_at,) = struct.unpack_from(">I", header, 92)
    unfinished = any(_filled(beside) for beside in _journals(path))
    page = 65536 if page == 1 else page
    if not unfinished:
        if application != APPLICATION_ID:
            raise _not_ours(path)
        if change == counted_at and pages * page != size:
            return None
    if application == APPLICATION_ID and schema > migrate.NEWEST:
        raise _newer(path)
    return Probe(path, size, schema, unfinished)


def enter(path: Path, read_only: bool = False, *, keep_copy: migrate.KeepCopy) -> Entry:
    """Open a palace as far as it may be opened; whatever stands against writing is told in `reason`."""
    found = probe(path)
    if read_only:
        return _enter_to_read(found, None)
    if not _may_write(path):
        return _enter_to_read(found, _read_only_file(path))
    if not _may_write(_folder(path)):
        return _enter_to_read(found, read_only_folder(path))
    try:
        own = Lock.take(path)
    except KnownError as by_other:
        return _enter_to_read(found, by_other)
    except OSError:
        return _enter_to_read(found, read_only_folder(path))
    try:
        reason = _inspect(found)
        if reason is None:
            return _enter_to_write(path, own, keep_copy)
    except BaseException:
        own.release()
        raise
    own.release()
    return _enter_to_read(found, reason)


def _enter_to_write(path: Path, own: Lock, keep_copy: migrate.KeepCopy) -> Entry:
    shared = folders.shared(path)
    journal = "delete" if shared else "wal"
    conn = driver.connect(path, journal=journal)
    try:
        with driver.told(path):
            migrate.bring_up_to_date(conn, keep_copy)
    except BaseException:
        conn.close()
        raise
    warning = shared.warning(path) if shared else None
    return Entry(conn, lambda: driver.connect(path, True, journal=journal), own, None, None, warning)


def _enter_to_read(found: Probe, reason: KnownError | None) -> Entry:
    holder = lock.holder(found.path)
    connect = _reading_way(found, holder)
    main = connect()
    try:
        with driver.told(found.path):
            foreign = strangers(main, found.path)
            refuse_older(main, found.path, foreign)
            reason = foreign or reason
    except BaseException:
        main.close()
        raise
    return Entry(main, connect, None, reason, holder, None)


def _inspect(found: Probe) -> KnownError | None:
    """Compare the schema with ours before the first write, and before SQLite takes over a leftover journal."""
    _, journal = _journals(found.path)
    conn = driver.connect(found.path, True, immutable=not found.unfinished, sweep=_filled(journal))
    try:
        with driver.told(found.path):
            return strangers(conn, found.path)
    finally:
        conn.close()


def _reading_way(found: Probe, holder: Holder | None) -> Callable[[], Connection]:
    """Choose how to read so that nothing is left behind and nobody's work is touched.

    A closed palace in a folder that we may write: SQLite makes its sidecars and takes them away again
    with the last reader (`sweep`), also when a writer has come and gone meanwhile. Where we may not write
    there can be no sidecars: `immutable`. The journal of a killed WAL writer is read and left for the next
    writer; a killed rollback journal can only be read by taking it over.
    """
    path = found.path
    may_write = _may_write(path) and _may_write(_folder(path))
    wal, journal = _journals(path)
    if may_write and (holder is not None or not _filled(wal)):
        return lambda: driver.connect(path, True, sweep=True)
    if _filled(journal):
        return lambda: driver.connect(path, True, sweep=True)
    if _filled(wal):
        return lambda: driver.connect(path, True)
    if holder is not None:
        return lambda: _beside_writer(path)
    return lambda: driver.connect(path, True, immutable=True)


def _beside_writer(path: Path) -> Connection:
    """A lock file that we may not touch: its holder lives, or the folder was copied with a dead one's."""
    try:
        return driver.connect(path, True)
    except KnownError:
        return driver.connect(path, True, immutable=True)


def connect_to_read(path: Path) -> Connection:
    """Open a closed palace of any of our schemas to look at it."""
    return _reading_way(probe(path), lock.holder(path))()


def strangers(conn: Connection, path: Path) -> KnownError | None:
    """Refuse a file without our tables; give a reason against writing one whose schema is not ours alone."""
    version: int = conn.pragma("user_version")
    if conn.pragma("application_id") != APPLICATION_ID or not version:
        raise _not_ours(path)
    if version > migrate.NEWEST:
        raise _newer(path)
    ours, theirs = _expected(version), _schema(conn)
    if any(kind == "table" and theirs.get(name, ("",))[0] != "table" for name, (kind, _) in ours.items()):
        raise _not_ours(path)
    odd = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    if not odd:
        return None
    return KnownError(
        "palace.foreign_schema",
        "{file} holds parts that this program did not make ({names}). It can be read, not changed.",
        "Import it into a new palace, or restore a backup from before another program changed it.",
        file=path.name,
        names=", ".join(odd[:5]),
    )


def _schema(conn: Connection) -> dict[str, tuple[str, str]]:
    """Name every part of the schema but SQLite's own and the well-formed tables of a vector set."""
    query = "SELECT type, name, tbl_name, coalesce(sql, '') FROM main.sqlite_master"
    rows = [tuple(map(str, row)) for row in conn.execute(query)]
    vectors = {
        name
        for kind, name, _, sql in rows
        if kind == "table" and _VECTOR_TABLE.fullmatch(name) and _is_vec0(sql)
    }
    return {
        name: (kind, " ".join(sql.split()))
        for kind, name, table, sql in rows
        if not name.startswith("sqlite_") and not _belongs(kind, table, vectors)
    }


def _is_vec0(sql: str) -> bool:
    return re.fullmatch(r"CREATE VIRTUAL TABLE \w+ USING vec0\([\w ,\[\]]+\)", sql) is not None


def _belongs(kind: str, table: str, vectors: set[str]) -> bool:
    return kind in {"table", "index"} and any(
        table == name or re.fullmatch(name + r"_[a-z]+(_[a-z]+)?\d*", table) for name in vectors
    )


@cache
def _expected(version: int) -> dict[str, tuple[str, str]]:
    conn = driver.memory()
    try:
        migrate.apply(conn, version)
        return _schema(conn)
    finally:
        conn.close()


def _journals(path: Path) -> tuple[Path, Path]:
    real = Path(os.path.realpath(path))  # SQLite keeps them beside the file, not beside a link to it
    return real.with_name(real.name + "-wal"), real.with_name(real.name + "-journal")


def _folder(path: Path) -> Path:
    return Path(os.path.realpath(path)).parent


def _filled(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _may_write(path: Path) -> bool:
    if os.access in os.supports_effective_ids:
        return os.access(path, os.W_OK, effective_ids=True)
    return os.access(path, os.W_OK)


def refuse_older(conn: Connection, path: Path, foreign: KnownError | None) -> None:
    """What reads a palace knows only the newest schema."""
    if conn.pragma("user_version") == migrate.NEWEST:
        return
    if foreign is not None:
        raise KnownError(
            "palace.older_foreign",
            "{file} was made by an earlier version and holds parts that this program did not make ({names})."
            " It cannot be brought up to date. Nothing was changed.",
            "Restore a backup from before another program changed it.",
            file=path.name,
            names=foreign.facts["names"],
        )
    raise KnownError(
        "palace.older",
        "{file} was made by an earlier version of this program and must be brought up to date first.",
        "Open it once for writing; a backup is made before.",
        file=path.name,
    )


def _exists(path: Path) -> KnownError:
    return KnownError("palace.exists", "{file} is there already.", "Choose another name.", file=path.name)


def _not_ours(path: Path) -> KnownError:
    return KnownError(
        "palace.not_a_palace",
        "{file} is not a palace.",
        "Choose a file that this program has made. Exports of other programs are imported, not opened.",
        file=path.name,
    )


def _newer(path: Path) -> KnownError:
    return KnownError(
        "palace.newer",
        "{file} was made by a newer version of this program. Nothing was changed.",
        "Bring this program up to date.",
        file=path.name,
    )


def _read_only_file(path: Path) -> KnownError:
    return KnownError(
        "palace.read_only_file",
        "{file} is write-protected. It can be read, not changed.",
        "Allow writing to the file, or work on a copy.",
        file=path.name,
    )


def read_only_folder(path: Path) -> KnownError:
    return KnownError(
        "palace.read_only_folder",
        "The folder of {file} cannot be written.",
        "Allow writing to the folder, or work on a copy elsewhere.",
        file=path.name,
    )
