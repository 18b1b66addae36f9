"""Looking after the palace: soundness, backups, restoring."""

import asyncio
from pathlib import Path

from app.domain.changes import Changes
from app.engine.engine import Engine
from app.machine import backup_folder
from app.storage import backup, integrity
from app.storage.backup import Backup, Preview
from app.storage.integrity import Problem


async def check(engine: Engine) -> list[Problem]:
    """Give what is wrong; an empty list is a sound palace."""
    return await engine.ask(integrity.check, engine.now())


async def repair(engine: Engine) -> list[Problem]:
    """Mend what can be mended and give what was found; changes of a person's rows can be undone."""
    found = await engine.database.write(integrity.repair, engine.now())
    engine.mirror.clear()
    engine.events.emit(Changes(everything=True))
    return found


async def back_up(engine: Engine, target: Path) -> int:
    """Make a verified copy and give its size in bytes."""
    await backup.make(engine.database, target)
    return (await asyncio.to_thread(target.stat)).st_size


async def roll_backups(engine: Engine) -> Backup | None:
    """Make today's rolling backup if something changed since the last."""
    return await backup.roll(engine.database, backup_folder(), engine.now())


async def backups(engine: Engine) -> list[Backup]:
    """List the palace's backups, the newest first."""
    return await asyncio.to_thread(backup.listed, backup_folder(), engine.database.path)


async def preview(path: Path) -> Preview:
    return await asyncio.to_thread(backup.preview, path)


async def restore(path: Path, over: Path, now: int) -> Path | None:
    """Put a backup in the place of a closed palace; give where the replaced file is kept."""
    return await asyncio.to_thread(backup.restore, path, over, now)
