"""From buffer to memories: read, extract, embed, set doubles aside, keep, link, consolidate. One run."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain import buffer, consolidation, linking
from app.domain.changes import Changes
from app.domain.drafts import Draft, ReadMessage
from app.domain.errors import mark
from app.domain.linking import Moment
from app.domain.text import Language
from app.domain.text import language as language_of
from app.engine import embedding
from app.engine.commands.reading import AddLinks, Consolidate, Double, KeepDrafts
from app.engine.engine import Engine
from app.engine.faults import told_error
from app.engine.likeness import NEAREST, likeness
from app.engine.tasks import Task
from app.models.builtin.extractor import ORIGIN_DETAIL, extract
from app.models.embedding import Embedder, Vectors
from app.storage import links, memories, messages, pool, runs
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.runs import Run

LANGUAGE_SAMPLE = 40
RUNNING = mark("it is being read already")
FAILED = mark("the run failed")


@dataclass(slots=True)
class Reading:
    """What one run did for one character; `skipped_reason` says why it did nothing."""

    character: str
    run: str | None = None
    read: int = 0
    chunks: int = 0
    created: int = 0
    proposed: int = 0
    updated: int = 0
    duplicates: int = 0
    rejected: int = 0
    links: int = 0
    promoted: int = 0
    evicted: int = 0
    skipped_reason: str | None = None


@dataclass(frozen=True, slots=True)
class _Chunk:
    messages: tuple[int, ...]
    drafts: Sequence[Draft]
    vectors: Vectors
    doubles: Sequence[Double]


async def process(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    *,
    all_: bool = False,
    force: bool = False,
    review: bool = False,
    task: Task | None = None,
    under: "Umbrella | None" = None,
) -> Reading:
    """Read what waits in the buffer into memories; what was kept before a failure or a cancel stays."""
    reading = Reading(character.name)
    lock = engine.lock(f"process:{character.id}")
    if lock.locked():
        reading.skipped_reason = RUNNING
        return reading
    async with lock:
        plan = await engine.ask(
            lambda conn: buffer.plan(
                messages.buffer(conn, character.id), engine.profile, force=force, all_=all_
            )
        )
        if not plan.take:
            reading.skipped_reason = plan.reason
            return reading
        facts = {"count": len(plan.take), "name": character.name, "all": all_, "review": review}
        run = await _start(engine, character, facts, await under.open() if under else None)
        reading.run = run.uid
        try:
            await _read(engine, character, embedder, run, plan.take, review, reading, task)
        except BaseException as fault:
            await asyncio.shield(_stop(engine, run, reading, fault))
            raise
        await engine.database.write(runs.finish_run, run.id, engine.now(), "done", report=_report(reading))
        engine.events.emit(Changes(everything=True, run=run.id))
    return reading


class Umbrella:
    """The run over the runs of several characters; there is none until the first of them starts."""

    def __init__(self, engine: Engine, facts: Mapping[str, object], character: int | None) -> None:
        self._engine = engine
        self._facts = facts
        self._character = character
        self._run: Run | None = None

    async def open(self) -> int:
        if self._run is None:
            label = mark("Read new messages into memories")
            self._run = await self._engine.database.write(
                runs.start_run,
                "process",
                label,
                self._engine.now(),
                facts=self._facts,
                character=self._character,
            )
        return self._run.id

    async def close(self, status: runs.Ending = "done") -> None:
        if self._run is not None:
            await self._engine.database.write(runs.finish_run, self._run.id, self._engine.now(), status)


async def process_all(
    engine: Engine,
    characters: Sequence[Character],
    embedder: Embedder,
    *,
    all_: bool = False,
    force: bool = False,
    review: bool = False,
    task: Task | None = None,
) -> list[Reading]:
    """Read for several characters: one line in the history, undone as a whole."""
    alone = characters[0].id if len(characters) == 1 else None
    under = Umbrella(engine, {"all": all_, "review": review}, alone)
    readings: list[Reading] = []
    try:
        for one in characters:
            readings.append(  # noqa: PERF401 - kept should a later one fail
                await process(
                    engine, one, embedder, all_=all_, force=force, review=review, task=task, under=under
                )
            )
    except BaseException:
        await asyncio.shield(under.close("interrupted"))
        raise
    await under.close()
    return readings


async def _start(
    engine: Engine, character: Character, facts: Mapping[str, object], parent: int | None
) -> Run:
    """Begin the run; its facts also say what was asked for, so that it can be taken up again as it was."""
    return await engine.database.write(
        runs.start_run,
        "process",
        mark("Read {count} messages of {name} into memories"),
        engine.now(),
        facts=facts,
        character=character.id,
        parent=parent,
        profile=engine.profile.numbers(),
    )


async def _read(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    run: Run,
    take: Sequence[int],
    review: bool,
    reading: Reading,
    task: Task | None,
) -> None:
    made: list[int] = []
    pieces = buffer.chunks(take, engine.profile)
    for number, piece in enumerate(pieces):
        if task is not None:
            task.step(number, len(pieces), mark("Reading"))
        chunk = await _think(engine, character, embedder, piece, review=review)
        made += await _keep(engine, character, embedder, run, chunk, review, reading)
    if made:
        await _link(engine, character, run, made, reading)
        await consolidate(engine, character, run, reading)
    await embedding.complete(engine, embedder, "message", character.id, task)


async def _think(
    engine: Engine, character: Character, embedder: Embedder, piece: Sequence[int], *, review: bool
) -> _Chunk:
    """Extract a chunk's drafts and set aside those that say what a memory says already."""
    read = await engine.ask(messages.to_read, piece)
    told: Language = "zh" if character.language == "zh" else "en" if character.language else _language(read)
    drafts = await asyncio.to_thread(
        extract, read, character.name, character.partner_name, told, embedder, character.timezone
    )
    made = await embedding.embed_texts(embedder, [draft.content for draft in drafts])
    near = await _nearest(engine, character, embedder, made)
    limit = engine.profile.duplicates.cosine
    kept, doubles = await asyncio.to_thread(_part, limit, embedder, drafts, made, near, twins=not review)
    return _Chunk(tuple(piece), [drafts[i] for i in kept], made[kept], doubles)


def _language(read: Sequence[ReadMessage]) -> Language:
    return language_of("\n".join(message.content for message in read[:LANGUAGE_SAMPLE]))


async def _nearest(
    engine: Engine, character: Character, embedder: Embedder, made: Vectors
) -> list[list[tuple[int, float, str]]]:
    """Give, for each draft, the nearest memories as (id, raw cosine, text)."""
    set_id = await embedding.set_of(engine, embedder)

    def read(conn: Connection) -> list[list[tuple[int, float, str]]]:
        if set_id is None:
            return [[] for _ in made]
        found = [
            engine.mirror.nearest(conn, set_id, "memory", character.id, vector, NEAREST) for vector in made
        ]
        texts = memories.texts(conn, {i for near in found for i in near})
        return [[(i, cosine, texts[i]) for i, cosine in near.items() if i in texts] for near in found]

    return await engine.ask(read)


def _part(
    limit: float,
    embedder: Embedder,
    drafts: Sequence[Draft],
    made: Vectors,
    near: Sequence[Sequence[tuple[int, float, str]]],
    *,
    twins: bool,
) -> tuple[list[int], list[Double]]:
    """Part drafts into new ones and doubles of a memory or, with `twins`, of an earlier draft."""
    kept: list[int] = []
    doubles: list[Double] = []
    for i, draft in enumerate(drafts):
        double = _of_memory(limit, embedder, draft, near[i])
        if double is None and twins:
            double = _of_draft(limit, embedder, drafts, made, kept, i)
        if double is None:
            kept.append(i)
        else:
            doubles.append(double)
    return kept, doubles


def _of_memory(
    limit: float, embedder: Embedder, draft: Draft, near: Sequence[tuple[int, float, str]]
) -> Double | None:
    for memory, cosine, text in near:
        alike = likeness(embedder, limit, draft.content, text, cosine)
        if alike is not None:
            return Double(draft, alike, memory=memory)
    return None


def _of_draft(
    limit: float, embedder: Embedder, drafts: Sequence[Draft], made: Vectors, kept: Sequence[int], i: int
) -> Double | None:
    for place, cosine in enumerate((made[list(kept)] @ made[i]).tolist() if kept else ()):
        alike = likeness(embedder, limit, drafts[i].content, drafts[kept[place]].content, cosine)
        if alike is not None:
            return Double(drafts[i], alike, twin=place)
    return None


async def _keep(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    run: Run,
    chunk: _Chunk,
    review: bool,
    reading: Reading,
) -> list[int]:
    command = KeepDrafts(
        character.id,
        character.timezone,
        run.id,
        chunk.drafts,
        chunk.doubles,
        chunk.messages,
        origin="rule",
        origin_detail=ORIGIN_DETAIL,
        review=review,
    )
    outcome = await engine.execute(command, actor="rule", run=run.id)
    counts = outcome.effect.counts
    reading.read += len(chunk.messages)
    reading.chunks += 1
    reading.created += counts.get("created", 0)
    reading.proposed += counts.get("proposed", 0)
    reading.duplicates += counts.get("duplicates", 0)
    await embedding.keep(engine, embedder, [draft.content for draft in chunk.drafts], chunk.vectors)
    return [] if review else list(outcome.effect.ids)


async def _link(
    engine: Engine, character: Character, run: Run, made: Sequence[int], reading: Reading
) -> None:
    """Link the run's memories to the nearest in time, among themselves and to the older ones."""
    reading.links += await link(engine, character, set(made), set(made), run.id)


async def link_all(engine: Engine, character: Character) -> int:
    """Link every living memory of a character by rule, as if they came from different runs."""
    rows = await engine.ask(memories.neighbours_in_time, character.id)
    return await link(engine, character, {row[0] for row in rows}, set(), None)


async def link(
    engine: Engine, character: Character, fresh: set[int], same_run: set[int], run: int | None
) -> int:
    """Make the links that need no model between `fresh` memories and all others; give how many."""
    rows = await engine.ask(memories.neighbours_in_time, character.id)
    known = await engine.ask(links.pairs, character.id)
    moments = [Moment(*row[:5]) for row in rows]
    new = [one for one in moments if one.id in fresh]
    old = [one for one in moments if one.id not in fresh]
    drafts = await asyncio.to_thread(linking.build, new, old, engine.profile, same_run, known)
    if not drafts:
        return 0
    outcome = await engine.execute(AddLinks(character.id, drafts, run), actor="rule", run=run)
    return outcome.effect.counts["links"]


async def consolidate(
    engine: Engine, character: Character, run: Run | None = None, reading: Reading | None = None
) -> None:
    """Promote and evict by the profile's rules; a room the author chose is left alone."""
    now = await engine.clock(character)
    living = await engine.ask(pool.in_room, character.id, consolidation.LIVING_ROOM)
    fixed = await engine.ask(memories.locked_in, [one.id for one in living], "room")
    moves = consolidation.plan(living, now, engine.profile, fixed)
    if not (moves.promote or moves.evict):
        return
    outcome = await engine.execute(Consolidate(moves), actor="rule", run=run.id if run else None)
    if reading is not None:
        reading.promoted += outcome.effect.counts["promoted"]
        reading.evicted += outcome.effect.counts["evicted"]


async def _stop(engine: Engine, run: Run, reading: Reading, fault: BaseException) -> None:
    cancelled = isinstance(fault, asyncio.CancelledError)
    if not cancelled:
        reading.skipped_reason = FAILED
    await engine.database.write(
        runs.finish_run,
        run.id,
        engine.now(),
        "interrupted" if cancelled else "failed",
        report=_report(reading),
        error=None if cancelled else told_error(fault),
    )
    engine.events.emit(Changes(everything=True, run=run.id))


def _report(reading: Reading) -> dict[str, object]:
    names = ("read", "created", "proposed", "duplicates", "links", "promoted", "evicted")
    return {name: getattr(reading, name) for name in names}
