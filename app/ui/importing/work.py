"""The import as tasks: try, then import. A told failure is a result, so that the page can show it."""

from pathlib import Path

from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.ingest.account import Account
from app.engine.ingest.ingest import ingest
from app.engine.tasks import Task

Read = Account | KnownError | None  # None: cancelled, or a bug that the runner has told


def start_reading(engine: Engine, path: Path, zone: str | None) -> Task:
    """Try the import: all of its way, nothing written."""

    async def body(task: Task) -> Read:
        try:
            return await ingest(engine, path, timezone=zone, dry_run=True, task=task)
        except KnownError as error:
            return error

    return engine.tasks.start(mark("Read {file}"), body, file=path.name)


def start_import(engine: Engine, path: Path, zone: str | None) -> Task:
    """Import for real, as one run."""

    async def body(task: Task) -> Read:
        try:
            return await ingest(engine, path, timezone=zone, task=task)
        except KnownError as error:
            return error

    return engine.tasks.start(mark("Import {file}"), body, file=path.name)


async def ended(task: Task) -> Read:
    """Wait for one of these tasks; a bug was told by the runner and is no result."""
    try:
        result = await task.wait()
    except Exception:  # noqa: BLE001 - the runner has handed it to the fault funnel
        return None
    return result if isinstance(result, Account | KnownError) else None
