"""From buffer to memories: read, extract, embed, set doubles aside, keep, link, consolidate. One run."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from app.domain import buffer, consolidation, linking
from app.domain.changes import Changes
from app.domain.drafts import Draft
from app.domain.errors import mark
from app.domain.linking import Moment
from app.engine import choice, embedding
from app.engine.commands.reading import AddLinks, Consolidate, Double, KeepDrafts
from app.engine.doubles import doubles_of
from app.engine.engine import Engine
from app.engine.extractors import BuiltIn, Extraction, Extractor, Reader
from app.engine.faults import cut_status, told_fault
from app.engine.tasks import Task
from app.models.embedding import Embedder, Vectors
from app.storage import links, memories, messages, pool, runs
from app.storage.characters import Character
from app.storage.runs import Run

RUNNING = mark("it is being read already")
FAILED = mark("the run failed")
UNREAD = "process.unread"  # the code of a run in which nothing could be read


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
    deep_links: int = 0
    boxes: int = 0
    promoted: int = 0
    evicted: int = 0
    skipped_reason: str | None = None
    failures: list[str] = field(default_factory=list)  # why messages that were to be read stay unread

    def add(self, proposed: int, rejected: int, failures: Sequence[str]) -> None:
        """Count what a later step of the reading proposed and could not use."""
        self.proposed += proposed
        self.rejected += rejected
        self.failures += failures


@dataclass(frozen=True, slots=True)
class _Chunk:
    extraction: Extraction
    drafts: Sequence[Draft]
    vectors: Sequence[
        tuple[Embedder, Vectors]
    ]  # the drafts' in the portable set, and in the one that is gone by
    doubles: Sequence[Double]


async def process(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    *,
    all_: bool = False,
    force: bool = False,
    review: bool = False,
    extractor: Extractor | None = None,
    task: Task | None = None,
    under: Callable[[], Awaitable[int]] | None = None,
    left: Sequence[int] | None = None,
) -> Reading:
    """Read what waits in the buffer into memories; what was kept before a failure or a cancel stays.

    The extractor is the built-in one unless another is given. `under` gives the run that this one is a part of.
    `left` are memories of a run that was cut short: they are linked and settled as if they had been made now.
    """
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
            if left is None:
                return reading
        facts = {"count": len(plan.take), "name": character.name, "all": all_, "review": review}
        reader = await (extractor or BuiltIn()).begin(engine, character, embedder, plan.take)
        run = await _start(engine, character, reader, facts, await under() if under else None)
        reading.run = run.uid
        try:
            made = await _read(engine, character, embedder, run, reader, plan.take, review, reading, task)
            await _settle(engine, character, embedder, run, [*(left or ()), *made], reading, task)
        except BaseException as fault:
            await asyncio.shield(_stop(engine, run, reader, reading, fault))
            raise
        await _finish(engine, run, reader, reading)
    return reading


async def _start(
    engine: Engine, character: Character, reader: Reader, facts: Mapping[str, object], parent: int | None
) -> Run:
    """Begin the run; its facts also say what was asked for, so that it can be taken up again as it was."""
    return await engine.database.write(
        runs.start_run,
        "process",
        mark("Read {count} messages of {name} into memories"),
        engine.now(),
        facts={**facts, **reader.facts},
        character=character.id,
        parent=parent,
        profile=engine.profile.numbers(),
        identity_hash=reader.identity_hash,
    )


async def _read(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    run: Run,
    reader: Reader,
    take: Sequence[int],
    review: bool,
    reading: Reading,
    task: Task | None,
) -> list[int]:
    """Read chunk by chunk, and give the memories made; the older ones get their vectors first, to be compared with."""
    await embedding.complete(engine, embedder, "memory", character.id, task)
    made: list[int] = []
    pieces = buffer.chunks(take, engine.profile)
    for number, piece in enumerate(pieces):
        if task is not None:
            task.step(number, len(pieces), mark("Reading"))
        chunk = await _think(engine, character, embedder, run, reader, piece, review=review)
        made += await _keep(engine, character, embedder, run, reader, chunk, review, reading)
        if chunk.extraction.fault is not None:
            raise chunk.extraction.fault
    return made


async def _settle(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    run: Run,
    made: Sequence[int],
    reading: Reading,
    task: Task | None,
) -> None:
    """Link what was made, move what has to move, complete the vectors: each can be done again without harm."""
    if made:
        reading.links += await link(engine, character, set(made), set(made), run.id)
        await consolidate(engine, character, run, reading)
    await embedding.complete(engine, embedder, "message", character.id, task)


async def _think(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    run: Run,
    reader: Reader,
    piece: Sequence[int],
    *,
    review: bool,
) -> _Chunk:
    """Extract a chunk's drafts and set aside those that say what a memory says already."""
    extraction = await reader.read(await engine.ask(messages.to_read, piece), run.uid)
    drafts = extraction.drafts
    texts = [draft.content for draft in drafts]
    made = await embedding.embed_texts(embedder, texts)
    chosen, own = await choice.embedded(engine, embedder, "memory", character.id, texts, made)
    kept, doubles = await doubles_of(engine, character, chosen, drafts, own, twins=not review)
    sets = {embedder.model: (embedder, made[kept]), chosen.embedder.model: (chosen.embedder, own[kept])}
    return _Chunk(extraction, [drafts[i] for i in kept], tuple(sets.values()), doubles)


async def _keep(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    run: Run,
    reader: Reader,
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
        chunk.extraction.read,
        origin=reader.origin,
        origin_detail=reader.detail,
        review=review,
        unsure=chunk.extraction.unsure,
        proposals=chunk.extraction.proposals,
    )
    outcome = await engine.execute(command, actor=reader.origin, run=run.id)
    counts = outcome.effect.counts
    reading.read += len(chunk.extraction.read)
    reading.chunks += 1
    reading.failures += chunk.extraction.failures
    reading.rejected += counts.get("rejected", 0)
    reading.created += counts.get("created", 0)
    reading.proposed += counts.get("proposed", 0)
    reading.duplicates += counts.get("duplicates", 0)
    for each, made in chunk.vectors:
        await embedding.keep(engine, each, [draft.content for draft in chunk.drafts], made)
    return [] if review else list(outcome.effect.ids)


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


async def _finish(engine: Engine, run: Run, reader: Reader, reading: Reading) -> None:
    """Close the run; one in which nothing could be read has failed, and says why."""
    failed = not reading.read and bool(reading.failures)
    if failed:
        reading.skipped_reason = reading.failures[0]
    await engine.database.write(
        runs.finish_run,
        run.id,
        engine.now(),
        "failed" if failed else "done",
        report={**_report(reading), **await reader.end(run.uid, None)},
        error={"code": UNREAD, "message": reading.failures[0], "remedy": ""} if failed else None,
    )
    engine.events.emit(Changes(everything=True, run=run.id))


async def _stop(engine: Engine, run: Run, reader: Reader, reading: Reading, fault: BaseException) -> None:
    if not isinstance(fault, asyncio.CancelledError):
        reading.skipped_reason = FAILED
    await engine.database.write(
        runs.finish_run,
        run.id,
        engine.now(),
        cut_status(fault),
        report={**_report(reading), **await reader.end(run.uid, fault)},
        error=told_fault(fault),
    )
    engine.events.emit(Changes(everything=True, run=run.id))


def _report(reading: Reading) -> dict[str, object]:
    names = ("read", "created", "proposed", "duplicates", "rejected", "links", "promoted", "evicted")
    told: dict[str, object] = {name: getattr(reading, name) for name in names}
    return {**told, "failures": reading.failures} if reading.failures else told
