"""The reading as a task of the palace."""

from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.process import Reading
from app.engine.read_new import Wish, read_new
from app.engine.steps.asking import Speaker
from app.engine.tasks import Task
from app.storage import runs, undo
from app.storage.characters import Character
from app.storage.driver import Connection

Result = Reading | KnownError | None


def start(engine: Engine, who: Character, wish: Wish, speaker: Speaker | None) -> Task:
    """Start reading; what the world did wrong is the result, so that it is told in its place."""

    async def body(task: Task) -> Result:
        from app.bootstrap import embedder

        try:
            (reading,) = await read_new(engine, [who], embedder(), wish, speaker, task=task)
        except KnownError as error:
            return error
        if reading.run is not None:
            reading.run = await engine.ask(_root, reading.run)
        return reading

    return engine.tasks.start(
        mark("Read the messages of {who} into memories"), body, key=f"process:{who.id}", who=who.name
    )


def _root(conn: Connection, uid: str) -> str:
    """Give the run over a run: it is what is undone as a whole."""
    return runs.get(conn, runs.root(conn, undo.find(conn, uid).id)).uid


async def ended(task: Task) -> Result:
    """Wait for the end; None when it was cancelled or when its failure is already told."""
    try:
        result = await task.wait()
    except Exception:  # noqa: BLE001 - the runner has handed it to the fault funnel
        return None
    return result if isinstance(result, Reading | KnownError) else None
