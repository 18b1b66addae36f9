"""What to do with a run that was cut short: take the work up again, or let it stand."""

from app.domain.changes import Changes
from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.process import process_all
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.storage import characters, runs, undo
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.runs import Run


async def resume(engine: Engine, uid: str, embedder: Embedder) -> Task:
    """Start the work again as a task, as it was asked for; the old run is closed when it is done.

    What was kept is not read twice. An import needs its file again, so it is refused.
    """
    run, whose = await engine.ask(_read, uid)
    if run.kind != "process" or not whose:
        raise KnownError(
            "run.resume", "This run cannot be taken up again by itself.", "Undo it or let it stand."
        )

    async def body(task: Task) -> None:
        everything, review = bool(run.facts.get("all")), bool(run.facts.get("review"))
        await process_all(engine, whose, embedder, all_=everything, force=True, review=review, task=task)
        await let_stand(engine, uid)

    return engine.tasks.start(mark("Resume “{label}”"), body, key=f"resume:{uid}", label=run.label)


async def let_stand(engine: Engine, uid: str) -> None:
    """Close an interrupted run: what it did stays, and can be undone as before."""
    run, _ = await engine.ask(_read, uid)
    await engine.database.write(runs.finish_run, run.id, engine.now(), "cancelled")
    engine.events.emit(Changes(everything=True, run=run.id))


def _read(conn: Connection, uid: str) -> tuple[Run, list[Character]]:
    """Give the run and whose messages it reads: a run over several characters names none."""
    run = runs.get(conn, undo.find(conn, uid).id)
    one = characters.get(conn, run.character) if run.character else None
    return run, [one] if one else [] if run.character else characters.every(conn)
