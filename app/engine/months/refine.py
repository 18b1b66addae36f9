"""Refining months: the days of a month in order become a candidate for its text; one run for all of them."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from app.domain.errors import KnownError, mark
from app.engine.commands import DecideProposals
from app.engine.commands.month_proposals import SuggestMonth
from app.engine.commands.months import checked_month
from app.engine.engine import Engine
from app.engine.identity import Identity, identity_of
from app.engine.months import candidates
from app.engine.months.candidates import LOCKED, Candidate
from app.engine.months.material import Log, calls, log_of, read_logs
from app.engine.months.templates import LISTS, resolve
from app.engine.months.writing import Written, write
from app.engine.steps import fields
from app.engine.steps.asking import Speaker
from app.engine.steps.running import Step, either_run, leave
from app.engine.steps.spending import Estimate
from app.engine.tasks import Task
from app.models.builtin import refiner
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.storage.characters import Character

PURPOSE: Final = "refine"
NO_DAYS: Final = mark("No day of this month has an entry.")
NOTHING_SAID: Final = mark("The days of this month hold nothing that could be told.")
_LABEL: Final = mark("Refine {count} months of {name}")
_LABEL_ONE: Final = mark("Refine {month} of {name}")


@dataclass(frozen=True, slots=True)
class Skipped:
    month: str
    reason: str


@dataclass(slots=True)
class Refined:
    """What a run of refining gave: a candidate for each month that has days, turned down ones among them."""

    run: str | None = None
    candidates: list[Candidate] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    applied: int = 0


async def refine(
    engine: Engine,
    character: Character,
    month: str,
    *,
    embedder: Embedder,
    template: str | None = None,
    speaker: Speaker | None = None,
    on_text: Callable[[str], None] | None = None,
    task: Task | None = None,
) -> Candidate:
    """Make a candidate for one month, which waits as a proposal; `on_text` hears the model's words as they come."""
    done = await refine_months(
        engine,
        character,
        [month],
        embedder=embedder,
        template=template,
        speaker=speaker,
        on_text=on_text,
        task=task,
    )
    if done.skipped:
        raise KnownError(
            "month.no_days",
            done.skipped[0].reason,
            "Write entries, make them from the messages, or give the undated ones a date.",
        )
    return done.candidates[0]


async def refine_months(
    engine: Engine,
    character: Character,
    months: Sequence[str],
    *,
    embedder: Embedder,
    template: str | None = None,
    speaker: Speaker | None = None,
    on_text: Callable[[str], None] | None = None,
    task: Task | None = None,
    apply: bool = False,
    parent: int | None = None,
) -> Refined:
    """Make a candidate for each month: by the speaker's model, or with None by the built-in refiner.

    What was made before a failure or a cancel waits in the Inbox. `apply` takes each that may be taken unseen: a month
    that its author wrote stays as it is. An empty, cut or refused reply never replaces anything.
    """
    done = Refined()
    identity = await identity_of(engine, character)
    wording, title = await resolve(engine, character, "refine", template, identity)
    logs = await read_logs(engine, character, _each_once(months))
    done.skipped = [Skipped(one.month, NO_DAYS) for one in logs if not one.fragments]
    waiting = [one for one in logs if one.fragments]
    if not waiting:
        return done
    facts: dict[str, object] = {
        "count": len(waiting),
        "month": waiting[0].month,
        "name": character.name,
        "asked": template,
        "apply": apply,
    }
    work = _Work(engine, character, identity, wording, title, embedder, speaker, on_text, apply=apply)
    async with work.run(facts, waiting, parent) as step:
        done.run = step.run.uid
        for number, log in enumerate(waiting):
            if task is not None:
                task.step(number, len(waiting), mark("Refining {month}"), month=log.month)
            await leave(engine, step, [one.month for one in waiting[number:]])
            await work.one(step, log, done)
            step.report.update(
                proposed=sum(one.refused is None for one in done.candidates),
                rejected=sum(one.refused is not None for one in done.candidates),
                applied=done.applied,
            )
    return done


async def estimate(
    engine: Engine,
    character: Character,
    months: Sequence[str],
    speaker: Speaker,
    template: str | None = None,
) -> Estimate:
    """Estimate what refining these months would cost with a model."""
    identity = await identity_of(engine, character)
    wording, _ = await resolve(engine, character, "refine", template, identity)
    logs = await read_logs(engine, character, _each_once(months))
    return await _estimate(speaker, identity, wording, [one for one in logs if one.fragments])


async def _estimate(speaker: Speaker, identity: Identity, wording: Template, logs: Sequence[Log]) -> Estimate:
    whole = Estimate()
    for log in logs:
        for one in calls(identity, wording, log):
            whole += await speaker.estimate(one)
    return whole


@dataclass(frozen=True, slots=True)
class _Work:
    """One run's refining with all it is done with."""

    engine: Engine
    character: Character
    identity: Identity
    wording: Template
    title: str
    embedder: Embedder
    speaker: Speaker | None
    on_text: Callable[[str], None] | None
    apply: bool

    def run(
        self, facts: dict[str, object], logs: Sequence[Log], parent: int | None
    ) -> AbstractAsyncContextManager[Step]:
        return either_run(
            self.engine,
            PURPOSE,
            _LABEL_ONE if len(logs) == 1 else _LABEL,
            {**facts, "template": self.wording.stamp},  # the built-in refiner keeps to its length
            identity=self.identity,
            template=self.wording,
            speaker=self.speaker,
            estimate=lambda by: _estimate(by, self.identity, self.wording, logs),
            parent=parent,
        )

    async def one(self, step: Step, log: Log, done: Refined) -> None:
        """Make the candidate of one month and keep it."""
        made = await (self._built_in(log) if self.speaker is None else self._asked(step, log, self.speaker))
        if made is None:
            done.skipped.append(Skipped(log.month, NOTHING_SAID))
            return
        kept = await self._waiting(log, made) or await self._keep(step, log, made)
        if self.apply and kept.refused is None:
            kept = await self._apply(step, log, kept)
            done.applied += kept.state == "accepted"
        done.candidates.append(kept)

    async def _asked(self, step: Step, log: Log, speaker: Speaker) -> Written:
        return await write(speaker, self.identity, self.wording, log, step.run.uid, self.on_text)

    async def _built_in(self, log: Log) -> Written | None:
        started = time.monotonic()
        entries = [
            refiner.Entry(one.id, one.day or log.month, one.content, one.mood) for one in log.fragments
        ]
        drafted = await asyncio.to_thread(
            refiner.refine,
            entries,
            log.length(self.identity.language),
            self.embedder,
            names=(self.character.name, self.character.partner_name),
            listed=self.wording.purpose in LISTS,
        )
        if drafted is None:
            return None
        parameters = {
            "sentences": len(drafted.rests_on),
            "days": drafted.days,
            "vectors": self.embedder.model,
        }
        return Written(drafted.text, refiner.NAME, parameters, seconds=time.monotonic() - started)

    async def _waiting(self, log: Log, made: Written) -> Candidate | None:
        """Give the candidate that says the same and still holds, if one waits: made again, it is not doubled."""
        if made.refused is not None:
            return None
        told = (made.text, made.model, self.wording.stamp, tuple(log.stamps))
        held = await self.engine.ask(candidates.listed, self.character.id, log.month)
        good = [one for one in held if one.refused is None and not one.notes]
        return next(
            (one for one in good if (one.text, one.model, one.template, one.fragment_hashes) == told), None
        )

    async def _keep(self, step: Step, log: Log, made: Written) -> Candidate:
        length = log.length(self.identity.language)
        patch: dict[str, Any] = {
            "table": "summary",
            "content": made.text,
            "origin": "rule" if self.speaker is None else "model",
            "model": made.model,
            "template": self.wording.stamp,
            "title": self.title,
            "parameters": {
                **made.parameters,
                "length": [length.least, length.most],
                "language": self.identity.language,
            },
            "fragment_hashes": list(log.stamps),
            "spent": made.spent,
            "seconds": round(made.seconds, 3),
        }
        command = SuggestMonth(
            self.character.id,
            step.run.id,
            log.month,
            patch,
            {"content": log.text, "version": log.version},
            [one.id for one in log.fragments],
            refused=made.refused,
            raw_reply=fields.raw(made.raw) if made.raw else None,
        )
        actor = "rule" if self.speaker is None else "model"
        outcome = await self.engine.execute(command, actor=actor, run=step.run.id)
        return await self._read(outcome.effect.ids[0])

    async def _apply(self, step: Step, log: Log, kept: Candidate) -> Candidate:
        """Take a candidate unseen, unless something changed meanwhile or the author wrote what it would replace."""
        now = await self.engine.ask(log_of, self.character.id, log.month)
        if now.locked:
            return replace(kept, notes=(*kept.notes, LOCKED))
        if kept.notes:
            return kept
        actor = "rule" if self.speaker is None else "model"
        await self.engine.execute(
            DecideProposals((kept.id,), "accept", month=log.month), actor=actor, run=step.run.id
        )
        return await self._read(kept.id)

    async def _read(self, proposal: int) -> Candidate:
        found = await self.engine.ask(candidates.get, proposal)
        assert found is not None
        return found


def _each_once(months: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(map(checked_month, months)))
