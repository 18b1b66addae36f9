"""What may be opened, how, and what is refused before a byte is changed."""

import os
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.domain.errors import KnownError
from app.storage import driver, folders, foreign, lock, migrate
from app.storage.driver import APPLICATION_ID, Connection
from app.storage.lock import Holder, Lock

_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = 100


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
        _write_draft(draft, path)
        _give_name(draft, path)
    except OSError as error:
        raise _cannot_write(path) from error
    finally:
        for leftover in (draft, *_journals(draft), draft.with_name(draft.name + "-shm")):
            with suppress(OSError):  # a name too long for this disk was never there
                leftover.unlink()


def _write_draft(draft: Path, path: Path) -> None:
    with driver.told(path):
        try:
            conn = driver.make(draft)
        except KnownError as error:
            raise _cannot_write(path) if error.code == "palace.cannot_open" else error from error
        try:
            migrate.apply(conn)
            conn.execute(f"PRAGMA journal_mode = {folders.journal_mode(path)}")
        finally:
            conn.close()


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
        raise foreign.not_ours(path) from None
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
        raise foreign.not_ours(path)
    (page,) = struct.unpack_from(">H", header, 16)
    change, pages = struct.unpack_from(">II", header, 24)
    (schema,) = struct.unpack_from(">I", header, 60)
    (application,) = struct.unpack_from(">I", header, 68)
    (counted_at,) = struct.unpack_from(">I", header, 92)
    unfinished = any(_filled(beside) for beside in _journals(path))
    page = 65536 if page == 1 else page
    if not unfinished:
        if application != APPLICATION_ID:
            raise foreign.not_ours(path)
        if change == counted_at and pages * page != size:
            return None
    if application == APPLICATION_ID and schema > migrate.NEWEST:
        raise foreign.newer(path)
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
            strange = foreign.strangers(main, found.path)
            foreign.refuse_older(main, found.path, strange)
            reason = strange or reason
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
            return foreign.strangers(conn, found.path)
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


def _cannot_write(path: Path) -> KnownError:
    return KnownError(
        "palace.cannot_write",
        "{file} cannot be written there.",
        "Choose another folder or a shorter name.",
        file=path.name,
    )


def _exists(path: Path) -> KnownError:
    return KnownError("palace.exists", "{file} is there already.", "Choose another name.", file=path.name)


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
