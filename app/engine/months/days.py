"""Entries of days: made from what was said that day, by a model or the built-in day keeper, or from its memories."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from app.domain.drafts import ReadMessage
from app.domain.errors import mark
from app.domain.months import length
from app.domain.text import estimate_tokens
from app.domain.text import language as language_of
from app.engine.commands.fragments import read_day
from app.engine.commands.month_proposals import SAID_ALREADY, SuggestDays, day_command
from app.engine.engine import Engine
from app.engine.identity import Identity, Material, MemoryCall, call, identity_of
from app.engine.months import bullets
from app.engine.months.material import PART_TOKENS, day_told
from app.engine.months.templates import resolve
from app.engine.steps import fields
from app.engine.steps.asking import Speaker
from app.engine.steps.material import messages_told
from app.engine.steps.running import Step, either_run, leave
from app.engine.steps.spending import Estimate
from app.engine.tasks import Task
from app.models.builtin import daykeeper
from app.models.builtin.mood import estimate as mood_of
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.models.replies.summary import is_whole, judged
from app.storage import messages, suggested
from app.storage.characters import Character

PURPOSE: Final = "days"
Source = Literal["messages", "memories"]
NOTHING_SAID: Final = mark("Nothing was said on this day.")
SMALL_TALK: Final = mark("Nothing was said that is worth an entry.")
NO_MEMORIES: Final = mark("No memory lies on this day.")
PROVENANCE: Final = {"model": "archive", "rule": "auto"}


@dataclass(frozen=True, slots=True)
class Left:
    """A day that got no entry, and why."""

    day: str
    reason: str


@dataclass(slots=True)
class Made:
    """What a run over days gave: days written, proposals, replies turned down, days left alone."""

    run: str | None = None
    days: list[str] = field(default_factory=list)
    proposed: int = 0
    rejected: int = 0
    left: list[Left] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of the prompts for a day."""

    character: str
    partner: str
    day: str
    length: str


async def make_days(
    engine: Engine,
    character: Character,
    days: Sequence[str],
    *,
    embedder: Embedder,
    source: Source = "messages",
    template: str | None = None,
    speaker: Speaker | None = None,
    review: bool = False,
    task: Task | None = None,
    parent: int | None = None,
) -> Made:
    """Make the entries of days; one run. Each takes the place of what the same maker left there; edited ones stay.

    From messages a model writes (`speaker`) or the built-in day keeper quotes; from memories come bullets, always as
    proposals. With `review` the others wait as proposals too. A refused or cut reply replaces nothing.
    """
    done = Made()
    identity = await identity_of(engine, character)
    wording, _ = await resolve(engine, character, "day", template, identity)
    asked = None if source == "memories" else speaker
    work = _Work(
        engine, character, identity, wording, embedder, asked, source, review or source == "memories"
    )
    waiting = [day for day in _read(days) if await work.something(day, done)]
    if not waiting:
        return done
    facts = {
        "count": len(waiting),
        "name": character.name,
        "source": source,
        "asked": template,
        "review": review,
    }
    async with work.run(facts, waiting, parent) as step:
        done.run = step.run.uid
        for number, day in enumerate(waiting):
            if task is not None:
                task.step(number, len(waiting), mark("Writing {day}"), day=day)
            await leave(engine, step, waiting[number:])
            await work.one(step, day, done)
            step.report.update(days=len(done.days), proposed=done.proposed, rejected=done.rejected)
    return done


async def estimate(
    engine: Engine, character: Character, days: Sequence[str], speaker: Speaker, template: str | None = None
) -> Estimate:
    """Estimate what writing these days from their messages would cost with a model."""
    identity = await identity_of(engine, character)
    wording, _ = await resolve(engine, character, "day", template, identity)
    return await _estimate(engine, character, identity, wording, speaker, _read(days))


async def _estimate(
    engine: Engine,
    character: Character,
    identity: Identity,
    wording: Template,
    speaker: Speaker,
    days: Sequence[str],
) -> Estimate:
    whole = Estimate()
    for day in days:
        for piece in _parts(await _said(engine, character, day)):
            whole += await speaker.estimate(_call(identity, wording, day, piece, character.timezone))
    return whole


@dataclass(frozen=True, slots=True)
class _Work:
    """One run over days with all it is done with."""

    engine: Engine
    character: Character
    identity: Identity
    wording: Template
    embedder: Embedder
    speaker: Speaker | None
    source: Source
    review: bool

    @property
    def origin(self) -> Literal["model", "rule"]:
        return "rule" if self.speaker is None else "model"

    async def something(self, day: str, done: Made) -> bool:
        """Tell whether a day has what its entry could be made from."""
        if self.source == "messages":
            found = bool(await self.engine.ask(messages.on_day, self.character.id, day))
        else:
            found = bool(await self.engine.ask(suggested.day_memories, self.character.id, day))
        if not found:
            done.left.append(Left(day, NOTHING_SAID if self.source == "messages" else NO_MEMORIES))
        return found

    def run(
        self, facts: Mapping[str, object], days: Sequence[str], parent: int | None
    ) -> AbstractAsyncContextManager[Step]:
        return either_run(
            self.engine,
            PURPOSE,
            mark("Make {count} entries of {name}’s log"),
            facts,
            identity=self.identity,
            template=self.wording,
            speaker=self.speaker,
            estimate=lambda by: _estimate(self.engine, self.character, self.identity, self.wording, by, days),
            parent=parent,
        )

    async def one(self, step: Step, day: str, done: Made) -> None:
        if self.source == "memories":
            patch = await self.engine.ask(bullets.patch_of, self.character.id, day)
        elif self.speaker is None:
            patch = await self._quoted(day)
        else:
            patch = await self._asked(step, day, self.speaker)
        if patch is None:
            done.left.append(Left(day, SMALL_TALK if self.source == "messages" else SAID_ALREADY))
        elif reason := patch.pop("refused", None):
            turned_down = {**fields.turned_down(reason, patch.pop("raw"), patch["content"])}
            turned_down["patch"] = {
                **turned_down["patch"],
                "table": "fragment",
                "day": day,
                "model": patch["model"],
            }
            command = SuggestDays(self.character.id, step.run.id, (), (turned_down,))
            await self.engine.execute(command, actor=self.origin, run=step.run.id)
            done.rejected += 1
        else:
            await self._keep(step, day, patch, done)

    async def _keep(self, step: Step, day: str, patch: Mapping[str, Any], done: Made) -> None:
        if self.review:
            suggest = SuggestDays(self.character.id, step.run.id, (patch,))
            outcome = await self.engine.execute(suggest, actor=self.origin, run=step.run.id)
            done.proposed += outcome.effect.counts["proposed"]
            done.left += [Left(day, note) for note in outcome.effect.notes]
            return
        command = day_command(self.character.id, patch, step.run.id)
        outcome = await self.engine.execute(command, actor=self.origin, run=step.run.id)
        if outcome.effect.ids:
            done.days.append(day)
        else:
            done.left += [Left(day, note) for note in outcome.effect.notes]

    async def _quoted(self, day: str) -> dict[str, Any] | None:
        said = await _said(self.engine, self.character, day)
        who = self.character
        kept = await asyncio.to_thread(
            daykeeper.keep,
            said,
            who.name,
            who.partner_name,
            self.identity.language,
            self.embedder,
            who.timezone,
        )
        if kept is None:
            return None
        return self._patch(day, kept.content, kept.mood, daykeeper.NAME, kept.message_ids)

    async def _asked(self, step: Step, day: str, speaker: Speaker) -> dict[str, Any]:
        """Let the model write a day; a very long one part by part, and a part that cannot be used ends it."""
        said = await _said(self.engine, self.character, day)
        languages = {self.identity.language, language_of("\n".join(one.content for one in said))}
        told: list[str] = []
        for piece in _parts(said):
            asked = _call(self.identity, self.wording, day, piece, self.character.timezone)
            answer = await speaker.ask(asked, run=step.run.uid, prose=True)
            reading = judged(answer.reading, languages, sum(estimate_tokens(one.content) for one in piece))
            if not is_whole(reading):
                refused = {"refused": "\n".join(reading.reasons), "raw": fields.raw(answer.reply.text)}
                return {**self._patch(day, reading.text, None, speaker.name, ()), **refused}
            told.append(reading.text)
        content = "\n\n".join(told)
        mood = await asyncio.to_thread(mood_of, content, self.embedder)
        return self._patch(day, content, mood, speaker.name, [one.id for one in said])

    def _patch(
        self, day: str, content: str, mood: str | None, model: str, ids: Sequence[int]
    ) -> dict[str, Any]:
        return {
            "table": "fragment",
            "day": day,
            "content": content,
            "mood": mood,
            "provenance": PROVENANCE[self.origin],
            "origin": self.origin,
            "model": model,
            "template": self.wording.stamp if self.speaker else None,
            "sources": [{"target_kind": "message", "target_id": one} for one in ids],
        }


def _read(days: Sequence[str]) -> list[str]:
    """Read days in any spelling, each once, in order of time."""
    return sorted({day for text in days if (day := read_day(text))})


async def _said(engine: Engine, character: Character, day: str) -> list[ReadMessage]:
    return await engine.ask(lambda conn: messages.to_read(conn, messages.on_day(conn, character.id, day)))


def _parts(said: Sequence[ReadMessage]) -> list[list[ReadMessage]]:
    """Cut a day's talk into parts that one call can hold."""
    parts: list[list[ReadMessage]] = [[]]
    held = 0
    for message in said:
        size = estimate_tokens(message.content)
        if parts[-1] and held + size > PART_TOKENS:
            parts.append([])
            held = 0
        parts[-1].append(message)
        held += size
    return parts


async def example(
    engine: Engine, character: Character, embedder: Embedder, identity: Identity
) -> tuple[Fields, list[Material]]:
    """Give what writing a day would show of the last day that something was said on."""
    del embedder
    spoken = [day for day, _ in await engine.ask(messages.days, character.id) if day]
    if not spoken:
        return Fields(identity.name, identity.partner_told, "–", "–"), []
    piece = _parts(await _said(engine, character, spoken[-1]))[0]
    return _asked_of(identity, spoken[-1], piece, character.timezone)


def _call(
    identity: Identity, wording: Template, day: str, piece: Sequence[ReadMessage], zone: str
) -> MemoryCall:
    return call(identity, wording, *_asked_of(identity, day, piece, zone))


def _asked_of(
    identity: Identity, day: str, piece: Sequence[ReadMessage], zone: str
) -> tuple[Fields, list[Material]]:
    size = sum(estimate_tokens(one.content) for one in piece)
    values = Fields(
        character=identity.name,
        partner=identity.partner_told,
        day=day_told(day, identity.language),
        length=length.of_day(size, identity.language).told,
    )
    return values, [Material("messages", messages_told(piece, zone, identity.language))]
