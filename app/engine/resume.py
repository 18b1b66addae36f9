"""What to do with a run that was cut short: take the work up again, or let it stand."""

from app.domain.changes import Changes
from app.domain.errors import KnownError, mark
from app.engine import embedding
from app.engine.engine import Engine
from app.engine.process import process
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.storage import characters, runs, undo
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.runs import Run

RESUMABLE = ("process", "vectors")  # an import needs its file again


async def resume(engine: Engine, uid: str, embedder: Embedder) -> Task:
    """Start the work again as a task; what was kept is not done twice. The old run is closed when it is done."""
    run, character = await engine.ask(_read, uid)
    if run.kind not in RESUMABLE or character is None:
        raise KnownError(
            "run.resume", "This run cannot be taken up again by itself.", "Undo it or let it stand."
        )

    async def body(task: Task) -> None:
        if run.kind == "process":
            await process(engine, character, embedder, force=True, task=task)
        else:
            for kind in ("memory", "message"):
                await embedding.complete(engine, embedder, kind, character.id, task)
        await let_stand(engine, uid)

    return engine.tasks.start(mark("Resume “{label}”"), body, key=f"resume:{uid}", label=run.label)


async def let_stand(engine: Engine, uid: str) -> None:
    """Close an interrupted run: what it did stays, and can be undone as before."""
    run, _ = await engine.ask(_read, uid)
    await engine.database.write(runs.finish_run, run.id, engine.now(), "cancelled")
    engine.events.emit(Changes(everything=True, run=run.id))


def _read(conn: Connection, uid: str) -> tuple[Run, Character | None]:
    run = runs.get(conn, undo.find(conn, uid).id)
    return run, characters.get(conn, run.character) if run.character else None
