"""From the log to the palace: entries of chosen months become memories; every event is kept, all as proposals.

The way back, memories as bullets of a day, is `days.make_days` with the source "memories".
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from app.domain.drafts import Draft, ReadMessage
from app.domain.errors import mark
from app.domain.when import day_of
from app.engine import choice, embedding
from app.engine.commands.reading import Double, KeepDrafts
from app.engine.doubles import doubles_of
from app.engine.engine import Engine
from app.engine.identity import Identity, Material, MemoryCall, call, identity_of
from app.engine.months.material import read_logs
from app.engine.steps import fields, material
from app.engine.steps.asking import Answer, Speaker, template_of
from app.engine.steps.extraction import NOT_WHOLE, Fields
from app.engine.steps.items import Shown, understand
from app.engine.steps.running import Step, either_run, leave
from app.engine.steps.spending import Estimate
from app.engine.tasks import Task
from app.models.builtin import day_events
from app.models.builtin.day_events import Entry
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.models.replies.reading import Verdict
from app.storage import suggested
from app.storage.characters import Character
from app.storage.months import Fragment
from app.storage.months import fragments as months_of

PURPOSE: Final = "day_events"
BATCH: Final = 6  # entries a call
NO_ENTRIES: Final = mark("These months have no dated entry.")
ALL_MOVED: Final = mark("Every entry of these months has been proposed to the palace before.")
LEFT_OUT: Final = mark("The model left this entry out; it is kept word for word")


@dataclass(slots=True)
class Moved:
    """What a transfer proposed; `entries` were read, `known` had gone to the palace before."""

    run: str | None = None
    entries: int = 0
    known: int = 0
    proposed: int = 0
    duplicates: int = 0
    rejected: int = 0
    failures: list[str] = field(default_factory=list)
    skipped_reason: str | None = None


async def to_memories(
    engine: Engine,
    character: Character,
    months: Sequence[str],
    *,
    embedder: Embedder,
    speaker: Speaker | None = None,
    task: Task | None = None,
    only: Sequence[int] | None = None,
    parent: int | None = None,
) -> Moved:
    """Propose memories out of the dated entries of months, six at a time, each on its own local day.

    A model chooses words and rooms; without one each line stands word for word. What a model leaves out is proposed
    word for word beside it. Entries that memories or proposals rest on already are left alone. `only`: these entries.
    """
    done = Moved()
    fragments = await _fragments(engine, character, months, only)
    gone = await engine.ask(suggested.moved_fragments, character.id)
    waiting = [one for one in fragments if one.id not in gone]
    done.known = len(fragments) - len(waiting)
    if not waiting:
        done.skipped_reason = ALL_MOVED if fragments else NO_ENTRIES
        return done
    identity = await identity_of(engine, character)
    template = await template_of(engine, PURPOSE, identity)
    work = _Work(engine, character, identity, template, embedder, speaker)
    batches = [waiting[at : at + BATCH] for at in range(0, len(waiting), BATCH)]
    async with work.run(
        {"count": len(waiting), "name": character.name, "months": list(months)}, batches, parent
    ) as step:
        done.run = step.run.uid
        await embedding.complete(engine, embedder, "memory", character.id, task)
        for number, batch in enumerate(batches):
            if task is not None:
                task.step(number, len(batches), mark("Reading the log"))
            await leave(engine, step, [one.id for rest in batches[number:] for one in rest])
            await work.one(step, batch, done)
            step.report.update(
                read=done.entries, proposed=done.proposed, duplicates=done.duplicates, rejected=done.rejected
            )
    return done


async def estimate(engine: Engine, character: Character, months: Sequence[str], speaker: Speaker) -> Estimate:
    """Estimate what turning the entries of these months into memories would cost with a model."""
    identity = await identity_of(engine, character)
    template = await template_of(engine, PURPOSE, identity)
    gone = await engine.ask(suggested.moved_fragments, character.id)
    waiting = [one for one in await _fragments(engine, character, months, None) if one.id not in gone]
    batches = [waiting[at : at + BATCH] for at in range(0, len(waiting), BATCH)]
    return await _estimate(identity, template, batches, character.timezone, speaker)


async def _estimate(
    identity: Identity, template: Template, batches: Sequence[Sequence[Fragment]], zone: str, speaker: Speaker
) -> Estimate:
    whole = Estimate()
    for batch in batches:
        whole += await speaker.estimate(_call(identity, template, batch, zone))
    return whole


async def _fragments(
    engine: Engine, character: Character, months: Sequence[str], only: Sequence[int] | None
) -> list[Fragment]:
    logs = await read_logs(engine, character, sorted(set(months)))
    every = [one for log in logs for one in log.fragments if one.day and len(one.day) == len("YYYY-MM-DD")]
    return every if only is None else [one for one in every if one.id in set(only)]


@dataclass(frozen=True, slots=True)
class _Work:
    """One transfer with all it is done with."""

    engine: Engine
    character: Character
    identity: Identity
    template: Template
    embedder: Embedder
    speaker: Speaker | None

    def run(
        self, facts: Mapping[str, object], batches: Sequence[Sequence[Fragment]], parent: int | None
    ) -> AbstractAsyncContextManager[Step]:
        return either_run(
            self.engine,
            PURPOSE,
            mark("Take {count} entries of {name}’s log to the palace"),
            facts,
            identity=self.identity,
            template=self.template,
            speaker=self.speaker,
            estimate=lambda by: _estimate(self.identity, self.template, batches, self.character.timezone, by),
            parent=parent,
        )

    async def one(self, step: Step, batch: Sequence[Fragment], done: Moved) -> None:
        """Make the memories of a batch; an answer that did not fit is asked for again in halves."""
        if self.speaker is None:
            await self._keep(step, await self._word_for_word(batch), (), (), done)
            done.entries += len(batch)
            return
        answer = await self.speaker.ask(self.call(batch), run=step.run.uid)
        if answer.too_long and len(batch) > 1:
            middle = (len(batch) + 1) // 2
            await self.one(step, batch[:middle], done)
            await self.one(step, batch[middle:], done)
            return
        if not answer.reading.usable or answer.reading.verdict is Verdict.CUT:
            done.failures += answer.reading.reasons[:1]
            turned_down = fields.turned_down("\n".join(answer.reading.reasons), fields.raw(answer.reply.text))
            await self._keep(step, (), (), (turned_down,), done)
            return
        await self._take(step, batch, answer, done)
        done.entries += len(batch)

    async def _take(self, step: Step, batch: Sequence[Fragment], answer: Answer, done: Moved) -> None:
        zone = self.character.timezone
        shown = Shown([_as_message(one, zone) for one in batch], (), (), zone)
        items = [
            {**item, "messages": item.get("entries", item.get("messages"))} for item in answer.reading.items
        ]
        found = understand(items, shown, self.engine.profile.extraction)
        drafts = [_resting(one, batch, sure=answer.reading.sure) for one in found.drafts]
        told = {fragment for one in drafts for fragment in one.fragment_ids}
        missed = [one for one in batch if one.id not in told]
        rest = [replace(one, reason=(LEFT_OUT,)) for one in await self._word_for_word(missed)]
        turned_down = [fields.turned_down(one.reason, one.raw, one.content) for one in found.rejected]
        await self._keep(step, drafts, rest, turned_down, done)

    async def _word_for_word(self, batch: Sequence[Fragment]) -> list[Draft]:
        if not batch:
            return []
        entries = [Entry(one.id, one.day or "", one.content, one.mood) for one in batch]
        names = (self.character.name, self.character.partner_name)
        return await asyncio.to_thread(
            day_events.events, entries, names, self.character.timezone, self.embedder
        )

    async def _keep(
        self,
        step: Step,
        drafts: Sequence[Draft],
        rest: Sequence[Draft],
        turned_down: Sequence[Mapping[str, Any]],
        done: Moved,
    ) -> None:
        """Propose the drafts; those that say what a memory says already are proposed as its doubles."""
        engine, who = self.engine, self.character
        every = [*drafts, *rest]
        kept: list[int] = []
        doubles: list[Double] = []
        if every:
            texts = [one.content for one in every]
            chosen, made = await choice.embedded(engine, self.embedder, "memory", who.id, texts)
            kept, doubles = await doubles_of(engine, who, chosen, every, made, twins=False)
        command = KeepDrafts(
            who.id,
            who.timezone,
            step.run.id,
            [every[i] for i in kept],
            doubles,
            (),
            origin="rule" if self.speaker is None else "model",
            origin_detail=day_events.NAME if self.speaker is None else self.speaker.name,
            review=True,
            proposals=turned_down,
        )
        actor = "rule" if self.speaker is None else "model"
        counts = (await engine.execute(command, actor=actor, run=step.run.id)).effect.counts
        done.proposed += counts["proposed"]
        done.duplicates += counts["duplicates"]
        done.rejected += counts["rejected"]

    def call(self, batch: Sequence[Fragment]) -> MemoryCall:
        return _call(self.identity, self.template, batch, self.character.timezone)


async def example(
    engine: Engine, character: Character, embedder: Embedder, identity: Identity
) -> tuple[Fields, list[Material]]:
    """Give what a transfer would show of the newest entries."""
    del embedder
    every = [
        one for one in await engine.ask(months_of, character.id) if one.day and len(one.day) > len("YYYY-MM")
    ]
    if not every:
        told = identity.language
        return Fields(
            identity.partner_told, material.rooms_told(told), material.moods_told(told), "–", "–"
        ), []
    return _asked_of(identity, every[-BATCH:], character.timezone)


def _call(identity: Identity, template: Template, batch: Sequence[Fragment], zone: str) -> MemoryCall:
    return call(identity, template, *_asked_of(identity, batch, zone))


def _asked_of(identity: Identity, batch: Sequence[Fragment], zone: str) -> tuple[Fields, list[Material]]:
    told = identity.language
    values = Fields(
        partner=identity.partner_told,
        rooms=material.rooms_told(told),
        moods=material.moods_told(told),
        first_day=batch[0].day or "",
        last_day=batch[-1].day or "",
    )
    text = "\n\n".join(
        f"[{number}] {material.moment(day_of(one.day or '', zone), zone, told)}"
        f"{f' ({one.mood})' if one.mood else ''}\n{one.content.strip()}"
        for number, one in enumerate(batch, 1)
    )
    return values, [Material("entries", text)]


def _as_message(one: Fragment, zone: str) -> ReadMessage:
    """Give an entry as the judge of a model's items knows messages: by number and by day."""
    return ReadMessage(one.id, "user", "", one.content, None, day_of(one.day or "", zone), 0)


def _resting(draft: Draft, batch: Sequence[Fragment], *, sure: bool) -> Draft:
    """Let a draft rest on entries instead of messages; one that names none rests on those of its day."""
    cited = draft.message_ids or tuple(one.id for one in batch if one.day == draft.occurred.start)
    reason = draft.reason if sure else (*draft.reason, NOT_WHOLE)
    return replace(draft, message_ids=(), fragment_ids=cited, reason=reason)
