"""What to do with a run that was cut short: take the work up again, or let it stand."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Final

from app.domain.changes import Changes
from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.ingest import Account, ingest, origin
from app.engine.months import days, refine, transfer
from app.engine.read_new import Wish, read_new
from app.engine.steps import box_naming, deep_links
from app.engine.steps.asking import Speaker
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.storage import characters, runs, undo
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.runs import Run

_MONTHS: Final = frozenset((refine.PURPOSE, days.PURPOSE, transfer.PURPOSE))  # a model’s work or ours
_KINDS: Final = frozenset(("process", deep_links.PURPOSE, box_naming.PURPOSE)) | _MONTHS


async def model_of(engine: Engine, uid: str) -> str | None:
    """Name the model whose work a run was; None when the built-in rules did it."""
    run, _ = await engine.ask(_read, uid)
    return run.facts.get("model")


async def resume(
    engine: Engine,
    uid: str,
    embedder: Embedder,
    speaker: Speaker | None = None,
) -> Task:
    """Go on with the run as a task, as it was asked for; the same line of the history, undone as a whole.

    What was kept is not read twice. An import needs its file: `resume_import`; what a model did needs a model.
    """
    run, whose = await engine.ask(_read, uid)
    if run.kind not in _KINDS or not whose:
        raise KnownError(
            "run.resume", "This run cannot be taken up again by itself.", "Undo it or let it stand."
        )
    model = await model_of(engine, uid)
    if model and speaker is None:
        raise KnownError(
            "run.model",
            "This run was the work of the model {model}.",
            "Set up an endpoint to take it up again, or undo it or let it stand.",
            model=model,
        )

    async def body(task: Task) -> None:
        if run.kind == "process":
            by = speaker if model else None
            wish = Wish.again(run.facts)
            await read_new(engine, whose, embedder, wish, by, task=task, cut=run)
        elif run.kind in _MONTHS:
            by = speaker if model else None
            await _under(engine, run, _months_again(engine, run, whose[0], embedder, by, task))
        elif speaker is not None:
            await _step_again(engine, run, whose[0], embedder, speaker, task)
        engine.events.emit(Changes(everything=True, run=run.id))

    return engine.tasks.start(mark("Resume “{label}”"), body, key=f"resume:{uid}", label=run.label)


async def _step_again(
    engine: Engine, run: Run, who: Character, embedder: Embedder, speaker: Speaker, task: Task
) -> None:
    """Take up a step that was a run of its own: what it had left is done under it."""
    review = bool(run.facts.get("review"))
    if run.kind == deep_links.PURPOSE:
        again: Awaitable[object] = deep_links.deep_links(
            engine, who, embedder, speaker, _left(run) or (), review=review, task=task, parent=run.id
        )
    else:
        again = box_naming.name_boxes(
            engine, who, speaker, _left(run), review=review, task=task, parent=run.id
        )
    await _under(engine, run, again)


async def _months_again(
    engine: Engine, run: Run, who: Character, embedder: Embedder, speaker: Speaker | None, task: Task
) -> None:
    """Take up work on months: those of its months, days or entries that were left."""
    asked, left = run.facts, _left(run) or ()
    if run.kind == refine.PURPOSE:
        await refine.refine_months(
            engine,
            who,
            left,
            embedder=embedder,
            template=asked.get("asked"),
            speaker=speaker,
            apply=bool(asked.get("apply")),
            task=task,
            parent=run.id,
        )
    elif run.kind == days.PURPOSE:
        await days.make_days(
            engine,
            who,
            left,
            embedder=embedder,
            source=asked.get("source", "messages"),
            template=asked.get("asked"),
            speaker=speaker,
            review=bool(asked.get("review")),
            task=task,
            parent=run.id,
        )
    else:
        await transfer.to_memories(
            engine,
            who,
            asked.get("months", ()),
            embedder=embedder,
            speaker=speaker,
            task=task,
            only=left,
            parent=run.id,
        )


def _left(run: Run) -> Any:
    return run.step.get("left") if isinstance(run.step, dict) else None


async def _under(engine: Engine, run: Run, again: Awaitable[object]) -> None:
    """Do what a run had left under its own line of the history."""
    await engine.database.write(runs.resume, run.id)
    ended: runs.Ending = "interrupted"
    try:
        await again
        ended = "done"
    finally:
        await asyncio.shield(engine.database.write(runs.finish_run, run.id, engine.now(), ended))


async def resume_import(engine: Engine, uid: str, path: Path) -> Task:
    """Go on with an import from its file, the way it was read; gives its account."""
    run, _ = await engine.ask(_read, uid)
    if run.kind != "import" or not origin.is_that(path, run.facts):
        raise KnownError(
            "run.file",
            "{file} is not the file that this import read, or was changed since.",
            "Import it again: what is known already is not added twice.",
            file=path.name,
        )

    async def body(task: Task) -> Account:
        return await ingest(
            engine,
            path,
            character=run.facts.get("into"),
            format_=run.facts.get("format", "auto"),
            timezone=run.facts.get("timezone"),
            task=task,
            cut=run,
        )

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
