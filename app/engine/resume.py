"""What to do with a run that was cut short: take the work up again, or let it stand."""

from typing import Final

from app.domain.changes import Changes
from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.process import process_all
from app.engine.steps import box_naming, deep_links
from app.engine.steps.asking import Speaker
from app.engine.steps.extraction import ModelExtractor
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.storage import characters, runs, undo
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.runs import Run

_KINDS: Final = ("process", deep_links.PURPOSE, box_naming.PURPOSE)


async def resume(engine: Engine, uid: str, embedder: Embedder, speaker: Speaker | None = None) -> Task:
    """Start the work again as a task, as it was asked for; the old run is closed when it is done.

    What was kept is not read twice. An import needs its file again, so it is refused; what a model did needs a model.
    """
    run, whose = await engine.ask(_read, uid)
    if run.kind not in _KINDS or not whose:
        raise KnownError(
            "run.resume", "This run cannot be taken up again by itself.", "Undo it or let it stand."
        )
    if run.facts.get("model") and speaker is None:
        raise KnownError(
            "run.model",
            "This run was the work of the model {model}.",
            "Set up an endpoint to take it up again, or undo it or let it stand.",
            model=run.facts["model"],
        )

    async def body(task: Task) -> None:
        await _again(engine, run, whose, embedder, speaker, task)
        await let_stand(engine, uid)

    return engine.tasks.start(mark("Resume “{label}”"), body, key=f"resume:{uid}", label=run.label)


async def _again(
    engine: Engine,
    run: Run,
    whose: list[Character],
    embedder: Embedder,
    speaker: Speaker | None,
    task: Task,
) -> None:
    everything, review = bool(run.facts.get("all")), bool(run.facts.get("review"))
    left = run.step.get("left", []) if isinstance(run.step, dict) else []
    if run.kind == "process":
        reader = ModelExtractor(speaker) if speaker is not None and run.facts.get("model") else None
        await process_all(
            engine,
            whose,
            embedder,
            all_=everything,
            force=True,
            review=review,
            extractor=reader,
            task=task,
        )
    elif speaker is not None and run.kind == deep_links.PURPOSE:
        await deep_links.deep_links(engine, whose[0], embedder, speaker, left, review=review, task=task)
    elif speaker is not None:
        await box_naming.name_boxes(engine, whose[0], speaker, left, review=review, task=task)


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
