"""A step as a run: begun with the identity, model and wording it works with, ended with what it cost."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.engine.clock import real_now
from app.engine.engine import Engine
from app.engine.faults import cut_status, told_fault
from app.engine.identity import Identity
from app.engine.ledger import Bill, Outcome
from app.engine.steps.asking import Speaker
from app.engine.steps.spending import Estimate
from app.models.prompts import Template
from app.storage import runs
from app.storage.runs import Ending, Run

_CAPS: Final = frozenset(("model.cap", "model.month_cap"))


@dataclass(slots=True)
class Step:
    """A step under way; `report` is filled while it works and kept with the run."""

    run: Run
    report: dict[str, object] = field(default_factory=dict)


async def leave(engine: Engine, step: Step, left: Sequence[int | str]) -> None:
    """Note what is still to be done, so that a run cut short can be taken up again."""
    await engine.database.write(runs.note_step, step.run.id, {"left": list(left)})


def made_with(speaker: Speaker, template: Template) -> dict[str, object]:
    """Say which model and which wording made something: facts of its run."""
    return {"model": speaker.name, "template": template.stamp, "template_origin": template.origin}


def spent(speaker: Speaker) -> dict[str, object]:
    """Say what a run has come to."""
    used = speaker.spending
    return {
        "calls": used.calls,
        "prompt_tokens": used.prompt,
        "reply_tokens": used.completion,
        "seconds": round(used.seconds, 3),
    }


def ending(fault: BaseException | None) -> Outcome:
    """Name how a piece of work ended."""
    if fault is None:
        return "done"
    if isinstance(fault, asyncio.CancelledError):
        return "cancelled"
    return "capped" if isinstance(fault, KnownError) and fault.code in _CAPS else "failed"


async def bill(speaker: Speaker, purpose: str, estimate: Estimate, outcome: Outcome, run: str | None) -> None:
    """Write down what a run was estimated at, allowed, and came to."""
    used = speaker.spending
    await speaker.ledger.record(
        Bill(
            at=real_now(),
            purpose=purpose,
            model=speaker.name,
            outcome=outcome,
            calls=used.calls,
            prompt=used.prompt,
            completion=used.completion,
            seconds=round(used.seconds, 3),
            estimated_calls=estimate.calls,
            estimated_tokens=estimate.tokens,
            cap_tokens=used.cap.tokens,
            cap_calls=used.cap.calls,
            run=run,
        )
    )


@asynccontextmanager
async def step_run(
    engine: Engine,
    kind: str,
    label: str,
    facts: Mapping[str, object],
    *,
    identity: Identity,
    template: Template,
    speaker: Speaker,
    estimate: Estimate,
    parent: int | None = None,
) -> AsyncIterator[Step]:
    """Run a step: what it kept before a failure or a cancel stays, and can be undone as a whole."""
    run = await engine.database.write(
        runs.start_run,
        kind,
        label,
        engine.now(),
        facts={**facts, **made_with(speaker, template)},
        character=identity.character,
        parent=parent,
        profile=engine.profile.numbers(),
        identity_hash=identity.digest,
    )
    step = Step(run)
    try:
        yield step
        await leave(engine, step, ())
    except BaseException as fault:
        await asyncio.shield(_end(engine, step, kind, speaker, estimate, fault))
        raise
    await _end(engine, step, kind, speaker, estimate, None)


@asynccontextmanager
async def rule_run(
    engine: Engine,
    kind: str,
    label: str,
    facts: Mapping[str, object],
    *,
    character: int,
    parent: int | None = None,
) -> AsyncIterator[Step]:
    """Run a step that no model is asked in: kept and ended like one that a model does."""
    run = await engine.database.write(
        runs.start_run, kind, label, engine.now(), facts=facts, character=character, parent=parent
    )
    step = Step(run)
    try:
        yield step
        await leave(engine, step, ())
    except BaseException as fault:
        await asyncio.shield(_close(engine, step, fault))
        raise
    await _close(engine, step, None)


@asynccontextmanager
async def either_run(
    engine: Engine,
    kind: str,
    label: str,
    facts: Mapping[str, object],
    *,
    identity: Identity,
    template: Template,
    speaker: Speaker | None,
    estimate: Callable[[Speaker], Awaitable[Estimate]],
    parent: int | None = None,
) -> AsyncIterator[Step]:
    """Run a step by the model that speaks, or where none does by rule; only a model is estimated before."""
    if speaker is None:
        async with rule_run(engine, kind, label, facts, character=identity.character, parent=parent) as step:
            yield step
        return
    async with step_run(
        engine,
        kind,
        label,
        facts,
        identity=identity,
        template=template,
        speaker=speaker,
        estimate=await estimate(speaker),
        parent=parent,
    ) as step:
        yield step


async def _close(
    engine: Engine, step: Step, fault: BaseException | None, costs: Mapping[str, object] | None = None
) -> None:
    status: Ending = "done" if fault is None else cut_status(fault)
    await engine.database.write(
        runs.finish_run,
        step.run.id,
        engine.now(),
        status,
        report={**step.report, **(costs or {})},
        error=None if fault is None else told_fault(fault),
    )
    engine.events.emit(Changes(everything=True, run=step.run.id))


async def _end(
    engine: Engine,
    step: Step,
    kind: str,
    speaker: Speaker,
    estimate: Estimate,
    fault: BaseException | None,
) -> None:
    await bill(speaker, kind, estimate, ending(fault), step.run.uid)
    await _close(engine, step, fault, spent(speaker))
