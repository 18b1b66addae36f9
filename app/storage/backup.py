"""Copies that are known to be good: made while the palace is in use, opened and counted before they get a name."""

import hashlib
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, cast

from app.domain.errors import KnownError
from app.storage import driver, opening
from app.storage.driver import Connection
from app.storage.lock import Lock

if TYPE_CHECKING:
    from app.storage.database import Database

Reason = Literal["rolling", "migration", "manual"]
OnStep = Callable[[int, int], None]

DAYS: Final = 7
WEEKS: Final = 4
MONTHS: Final = 12
MIGRATIONS: Final = 5
_PAGES: Final = 128  # 2 MB a step: a few milliseconds
_NAME: Final = re.compile(r"(\d{8}T\d{6})Z-(rolling|migration|manual)(-\d+)?\.palace")
_COUNTED: Final = ("character", "message", "memory", "link", "fragment", "edit")


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy in the backup folder."""

    path: Path
    at: int  # milliseconds since 1970, UTC
    size: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Preview:
    """What a palace holds, without opening it for good."""

    schema: int
    counts: dict[str, int]
    characters: tuple[tuple[str, int], ...]  # name, memories
    newest: int | None  # when it was last edited


async def make(db: "Database", target: Path, on_step: OnStep | None = None) -> Preview:
    """Copy an open palace to `target`, which must not exist; `on_step(done, total)` comes from another thread."""
    return await db.read(copy, target, on_step)


async def roll(db: "Database", folder: Path, now: int) -> Backup | None:
    """Make today's copy if there is none and something changed since the last, and thin the old ones out."""
    own = folder_of(folder, db.path)
    have = [backup for backup in listed(folder, db.path) if backup.reason == "rolling"]
    newest = max((backup.at for backup in have), default=None)
    if newest is not None and (_day(newest) == _day(now) or newest >= _changed_at(db.path)):
        return None
    target = _target(own, now, "rolling")
    await make(db, target)
    thin_out(folder, db.path)
    return Backup(target, _stamp_ms(target), target.stat().st_size, "rolling")


def copy(conn: Connection, target: Path, on_step: OnStep | None = None) -> Preview:
    """Copy the state that `conn` sees, verify the copy and only then give it its name."""
    if os.path.lexists(target):
        raise KnownError(
            "backup.exists", "{file} is there already.", "Choose another name.", file=target.name
        )
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    seen = preview_of(conn)  # inside a transaction this also fixes the state that is copied
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.touch()  # what cannot be written is told here, not as a palace that cannot be opened
        with driver.told(target):
            _copy_pages(conn, part, on_step)
        if not _verified(part, seen):
            raise _unsound(target)
        part.rename(target)
    except OSError as error:
        raise KnownError(
            "backup.cannot_write",
            "The backup {file} could not be written.",
            "See whether its folder is there, may be written and has room.",
            file=str(target),
        ) from error
    finally:
        with suppress(OSError):
            part.unlink()
    return seen


def _copy_pages(conn: Connection, part: Path, on_step: OnStep | None) -> None:
    copied = Connection(str(part))
    try:
        copied.execute("PRAGMA journal_mode = OFF")
        with copied.backup("main", conn, "main") as run:
            while not run.done:
                run.step(_PAGES)
                if on_step is not None:
                    on_step(run.page_count - run.remaining, run.page_count)
                driver.breathe()
    finally:
        copied.close()


def verify(path: Path) -> Preview:
    """Open a copy as a stranger would: every page sound, and ours."""
    found = _verified(path)
    if found is None:
        raise _unsound(path)
    return found


def _verified(path: Path, seen: Preview | None = None) -> Preview | None:
    """Give what a copy holds, or None where a page is damaged or the counts are not those that it should have."""
    opening.probe(path)
    conn = driver.connect(path, True, immutable=True)
    try:
        with driver.told(path):
            found = preview_of(conn) if driver.sound(conn) else None
    finally:
        conn.close()
    return found if seen is None or found == seen else None


def _unsound(path: Path) -> KnownError:
    return KnownError(
        "backup.unsound",
        "The copy {file} is not sound and was not kept.",
        "Check the palace; if it is sound, try again on another disk.",
        file=path.name,
    )


def preview(path: Path) -> Preview:
    """Say what a closed palace or a backup holds."""
    conn = opening.connect_to_read(path)
    try:
        with driver.told(path):
            return preview_of(conn)
    finally:
        conn.close()


def preview_of(conn: Connection) -> Preview:
    """Count what a person would miss."""
    counts: dict[str, int] = {table: conn.execute(f"SELECT count(*) FROM {table}").get for table in _COUNTED}
    counts["month"] = conn.execute(
        "SELECT count(*) FROM summary WHERE scope = 'month' AND content IS NOT NULL"
    ).get
    characters = conn.execute(
        """SELECT c.name, count(m.id) FROM character c LEFT JOIN memory m ON m.character = c.id
        GROUP BY c.id ORDER BY c.id"""
    ).fetchall()
    newest = conn.execute("SELECT max(at) FROM edit").get
    schema: int = conn.pragma("user_version")
    return Preview(
        schema, counts, tuple((str(name), cast("int", number)) for name, number in characters), newest
    )


def listed(folder: Path, palace: Path) -> list[Backup]:
    """Copies of one palace, the newest first."""
    found = []
    for path in folder_of(folder, palace).glob("*.palace"):
        match = _NAME.fullmatch(path.name)
        if match:
            reason: Reason = match[2]  # type: ignore[assignment]  # the pattern names the three
            found.append(Backup(path, _stamp_ms(path), path.stat().st_size, reason))
    return sorted(found, key=lambda backup: (backup.at, backup.path.name), reverse=True)


def folder_of(folder: Path, palace: Path) -> Path:
    """Give each palace its own folder, named so that a person finds it."""
    whole = os.path.normcase(os.path.realpath(palace))
    return folder / f"{palace.stem}-{hashlib.blake2b(whole.encode(), digest_size=4).hexdigest()}"


def thin_out(folder: Path, palace: Path) -> list[Path]:
    """Remove rolling copies beyond 7 days, 4 weeks and 12 months, and all but the newest before migrations."""
    backups = listed(folder, palace)
    rolling = [backup for backup in backups if backup.reason == "rolling"]
    kept = keep(backup.at for backup in rolling)
    gone = [backup.path for backup in rolling if backup.at not in kept]
    gone += [backup.path for backup in backups if backup.reason == "migration"][MIGRATIONS:]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def keep(times: Iterable[int]) -> set[int]:
    """Choose the newest copy of each of the last days, weeks and months that have one."""
    newest_first = sorted(set(times), reverse=True)
    kept: set[int] = set()
    for period, number in ((_day, DAYS), (_week, WEEKS), (_month, MONTHS)):
        newest: dict[str, int] = {}
        for at in newest_first:
            newest.setdefault(period(at), at)
        kept.update(list(newest.values())[:number])
    return kept


def before_migration(folder: Path, palace: Path, now: int) -> Callable[[Connection, int], Preview]:
    """Give the function that `migrate` calls before it changes an older palace."""
    return lambda conn, _schema: copy(conn, _target(folder_of(folder, palace), now, "migration"))


def restore(backup: Path, over: Path, now: int) -> Path | None:
    """Put a copy in the place of `over`, which nobody may have open; give where the replaced file is kept."""
    over = Path(os.path.realpath(over))
    draft = over.with_name(f".{over.name}.{os.getpid()}.restored")
    try:
        lock = Lock.take(over)
    except OSError as error:
        raise opening.read_only_folder(over) from error
    try:
        conn = opening.connect_to_read(backup)
        try:
            copy(conn, draft)
        finally:
            conn.close()
        kept = _put_aside(over, now)
        draft.replace(over)
    finally:
        draft.unlink(missing_ok=True)
        lock.release()
    return kept


def _put_aside(path: Path, now: int) -> Path | None:
    if not os.path.lexists(path):
        return None
    stamp = _moment(now).strftime("%Y-%m-%d %H.%M.%S")
    kept = path.with_name(f"{path.stem} (replaced {stamp}){path.suffix}")
    number = 1
    while os.path.lexists(kept):
        number += 1
        kept = path.with_name(f"{path.stem} (replaced {stamp}, {number}){path.suffix}")
    for journal in ("-wal", "-journal"):  # a killed writer's newest commits go with their file
        beside = path.with_name(path.name + journal)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + journal))
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    try:
        os.link(path, kept)  # so that at no moment there is no file under the old name
    except OSError:
        path.rename(kept)
    return kept


def _target(own: Path, now: int, reason: Reason) -> Path:
    stem = f"{_moment(now):%Y%m%dT%H%M%S}Z-{reason}"
    target, number = own / f"{stem}.palace", 1
    while target.exists():
        number += 1
        target = own / f"{stem}-{number}.palace"
    return target


def _stamp_ms(path: Path) -> int:
    moment = datetime.strptime(path.name[:15], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    return int(moment.timestamp()) * 1000


def _changed_at(path: Path) -> int:
    files = (path, path.with_name(path.name + "-wal"))
    return max(int(file.stat().st_mtime * 1000) for file in files if file.exists())


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def _day(at: int) -> str:
    return _moment(at).strftime("%Y-%m-%d")


def _week(at: int) -> str:
    return _moment(at).strftime("%G-%V")


def _month(at: int) -> str:
    return _moment(at).strftime("%Y-%m")
