"""The import as tasks: try, import, make vectors. A told failure is a result, so that the page can show it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.ingest.account import Account
from app.engine.ingest.ingest import ingest
from app.engine.tasks import Task
from app.storage.characters import Character

VECTORS: Final = "vectors:"  # how the keys of these tasks begin
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


def start_vectors(
    engine: Engine, whom: Sequence[Character], *, kinds: Sequence[str] = ("memory", "message")
) -> Task:
    """Make the vectors that some characters' memories, then their messages, lack: one task, one after the other."""

    async def body(task: Task) -> int:
        from app import bootstrap
        from app.engine import embedding

        embedder = bootstrap.embedder()
        made = 0
        for kind in kinds:
            for who in whom:
                made += await embedding.complete(engine, embedder, kind, who.id, task)
        return made

    key = VECTORS + ",".join(str(who.id) for who in whom)
    if len(whom) == 1:
        return engine.tasks.start(mark("Make vectors for {who}"), body, key=key, who=whom[0].name)
    return engine.tasks.start(mark("Make vectors for {count} characters"), body, key=key, count=len(whom))
