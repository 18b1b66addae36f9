"""Links that rules cannot see: what caused what, who stands behind both, what is an image for what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from app.domain.errors import mark
from app.domain.profile import Links
from app.domain.text import text_hash
from app.engine import choice
from app.engine.commands.model_output import DEEP_KINDS, DeepLink, KeepDeepLinks
from app.engine.engine import Engine
from app.engine.identity import Identity, Material, MemoryCall, call, identity_of
from app.engine.steps import fields, material
from app.engine.steps.asking import Answer, Speaker, template_of
from app.engine.steps.known import note
from app.engine.steps.material import Note
from app.engine.steps.running import Step, leave, step_run
from app.engine.steps.spending import Estimate
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.storage import memories, vectors
from app.storage.characters import Character
from app.storage.driver import Connection

PURPOSE: Final = "deep_links"
NEW: Final = 12  # new memories a call
OLD: Final = 24  # old ones they are held against
NEAR: Final = 6  # old ones that one new memory brings
LONGEST_WHY: Final = 200
EXAMPLE: Final = 4  # new memories that an author who writes a prompt is shown
USUAL: Final = 0.5  # strength where the model gives none
NOTHING_NEW: Final = mark("no new memories to link")
NO_PAIR: Final = mark("It speaks of a memory that it was not shown.")
NO_KIND: Final = mark("It is no link of a kind that a model makes.")


@dataclass(frozen=True, slots=True)
class Fields:
    least: str
    most: str


@dataclass(frozen=True, slots=True)
class Batch:
    """New memories and the old ones nearest to them."""

    new: tuple[Note, ...]
    old: tuple[Note, ...]


@dataclass(slots=True)
class Linked:
    """What the step did; `failures` say which replies gave nothing."""

    run: str | None = None
    looked_at: int = 0
    links: int = 0
    proposed: int = 0
    rejected: int = 0
    failures: list[str] = field(default_factory=list)
    skipped_reason: str | None = None


async def estimate(engine: Engine, character: Character, speaker: Speaker, count: int) -> Estimate:
    """Estimate what linking so many memories would cost, before they are made: each call full."""
    identity = await identity_of(engine, character)
    template = await template_of(engine, PURPOSE, identity)
    usual = Note(0, "…" * (material.LONGEST_NOTE // 2))
    whole = Estimate()
    for start in range(0, count, NEW):
        batch = Batch((usual,) * min(NEW, count - start), (usual,) * OLD)
        whole += await speaker.estimate(_call(engine.profile.links, identity, template, batch))
    return whole


async def deep_links(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    speaker: Speaker,
    fresh: Sequence[int],
    *,
    review: bool = False,
    task: Task | None = None,
    parent: int | None = None,
) -> Linked:
    """Ask how `fresh` memories belong to the nearest older ones and to one another; one run."""
    done = Linked()
    batches = await _batches(engine, character, embedder, fresh)
    if not batches:
        done.skipped_reason = NOTHING_NEW
        return done
    identity = await identity_of(engine, character)
    template = await template_of(engine, PURPOSE, identity)
    expected = await _estimate(engine, speaker, identity, template, batches)
    label = mark("Look for links of {count} memories of {name}")
    facts = {"count": sum(len(one.new) for one in batches), "name": character.name, "review": review}
    async with step_run(
        engine,
        PURPOSE,
        label,
        facts,
        identity=identity,
        template=template,
        speaker=speaker,
        estimate=expected,
        parent=parent,
    ) as step:
        done.run = step.run.uid
        for number, batch in enumerate(batches):
            if task is not None:
                task.step(number, len(batches), mark("Looking for links"))
            await leave(engine, step, [new.id for one in batches[number:] for new in one.new])
            made = _call(engine.profile.links, identity, template, batch)
            answer = await speaker.ask(made, run=step.run.uid)
            await _keep(engine, character, speaker, step, batch, answer, done, review=review)
    return done


async def _keep(
    engine: Engine,
    character: Character,
    speaker: Speaker,
    step: Step,
    batch: Batch,
    answer: Answer,
    done: Linked,
    *,
    review: bool,
) -> None:
    reading = answer.reading
    found, turned_down = _links(reading.items, batch, engine.profile.links)
    if not reading.usable:
        done.failures += reading.reasons[:1]
        raw = fields.raw(answer.reply.text)
        if raw.strip():
            turned_down = [fields.turned_down("\n".join(reading.reasons), raw)]
    command = KeepDeepLinks(
        character.id,
        step.run.id,
        speaker.name,
        found if reading.sure else (),
        () if reading.sure else found,
        turned_down,
        review,
    )
    done.looked_at += len(batch.new)
    if found or turned_down:
        counts = (await engine.execute(command, actor="model", run=step.run.id)).effect.counts
        done.links += counts["links"]
        done.proposed += counts["proposed"]
        done.rejected += counts["rejected"]
    step.report.update(
        looked_at=done.looked_at, links=done.links, proposed=done.proposed, rejected=done.rejected
    )
    if done.failures:
        step.report["failures"] = list(done.failures)


def _links(
    items: Sequence[Mapping[str, Any]], batch: Batch, numbers: Links
) -> tuple[list[DeepLink], list[dict[str, Any]]]:
    """Judge the items of a reply; what is no link is turned down, what is said twice counts once."""
    found: dict[tuple[int, int, str], DeepLink] = {}
    turned_down = []
    for item in items:
        source, target = _end(item.get("from"), batch), _end(item.get("to"), batch)
        kind = str(item.get("kind", item.get("type", ""))).strip().lower()
        if source is None or target is None or source == target:
            turned_down.append(fields.turned_down(NO_PAIR, fields.raw(item)))
        elif kind not in DEEP_KINDS:
            turned_down.append(fields.turned_down(NO_KIND, fields.raw(item)))
        else:
            strength = fields.between(
                fields.number(item, "strength"), numbers.model_least, numbers.model_most
            )
            why = fields.text(item, "why", LONGEST_WHY)
            link = DeepLink(source, target, kind, USUAL if strength is None else strength, why)
            found.setdefault(link.key, link)
    new = {one.id for one in batch.new}
    return [one for one in found.values() if one.source in new or one.target in new], turned_down


def _end(value: object, batch: Batch) -> int | None:
    place = fields.handle(value, "N", len(batch.new))
    if place is not None:
        return batch.new[place].id
    place = fields.handle(value, "O", len(batch.old))
    return None if place is None else batch.old[place].id


def _call(numbers: Links, identity: Identity, template: Template, batch: Batch) -> MemoryCall:
    return call(identity, template, *_asked(numbers, identity, batch))


async def example(
    engine: Engine, character: Character, embedder: Embedder, identity: Identity
) -> tuple[Fields, list[Material]]:
    """Give what the step would show of the newest memories."""
    newest = await engine.ask(lambda conn: memories.ids_in_order(conn, character.id)[:EXAMPLE])
    batches = await _batches(engine, character, embedder, newest)
    return _asked(engine.profile.links, identity, batches[0] if batches else Batch((), ()))


def _asked(numbers: Links, identity: Identity, batch: Batch) -> tuple[Fields, list[Material]]:
    pieces = [Material("new", material.notes_told(batch.new, "N", identity.language))]
    if batch.old:
        pieces.append(Material("old", material.notes_told(batch.old, "O", identity.language)))
    return Fields(str(numbers.model_least), str(numbers.model_most)), pieces


async def _estimate(
    engine: Engine, speaker: Speaker, identity: Identity, template: Template, batches: Sequence[Batch]
) -> Estimate:
    whole = Estimate()
    for batch in batches:
        whole += await speaker.estimate(_call(engine.profile.links, identity, template, batch))
    return whole


async def _batches(
    engine: Engine, character: Character, embedder: Embedder, fresh: Sequence[int]
) -> list[Batch]:
    chosen = await choice.chosen(engine, embedder, "memory", character.id)
    return await engine.ask(_read, engine, character.id, chosen.set_id, tuple(dict.fromkeys(fresh)))


def _read(
    conn: Connection, engine: Engine, character: int, set_id: int | None, fresh: tuple[int, ...]
) -> list[Batch]:
    mine = [one for one in memories.many(conn, fresh) if one.character == character and one.living]
    batches = []
    for start in range(0, len(mine), NEW):  # itertools.batched came with Python 3.12
        new = mine[start : start + NEW]
        old = _old(conn, engine, character, set_id, new, frozenset(fresh))
        if old or len(new) > 1:
            batches.append(Batch(tuple(map(note, new)), tuple(map(note, memories.many(conn, old)))))
    return batches


def _old(
    conn: Connection,
    engine: Engine,
    character: int,
    set_id: int | None,
    new: Sequence[memories.Memory],
    fresh: frozenset[int],
) -> list[int]:
    """Give the older memories nearest to the new ones; without vectors the newest of them."""
    best: dict[int, float] = {}
    hashes = [text_hash(one.content) for one in new]
    stored = vectors.vectors_of(conn, set_id, set(hashes)) if set_id is not None else {}
    for digest in hashes:
        if set_id is None or not stored.get(digest):
            continue
        vector = np.frombuffer(stored[digest][0], "<f4")
        near = engine.mirror.nearest(conn, set_id, "memory", character, vector, NEAR + len(fresh))
        older = [(one, cosine) for one, cosine in near.items() if one not in fresh]
        for one, cosine in sorted(older, key=lambda pair: -pair[1])[:NEAR]:
            best[one] = max(cosine, best.get(one, -1.0))
    if not best:
        newest = [one for one in memories.ids_in_order(conn, character) if one not in fresh]
        return sorted(newest[:OLD])
    return sorted(sorted(best, key=lambda one: -best[one])[:OLD])
