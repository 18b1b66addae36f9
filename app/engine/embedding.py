"""Keeping a character's vector set complete: embed what has no vector yet, in small steps."""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from app.domain.errors import mark
from app.domain.text import estimate_tokens, text_hash
from app.engine.clock import real_now
from app.engine.engine import Engine
from app.engine.ledger import Call, Ledger, Outcome
from app.engine.tasks import Task
from app.models.embedding import Embedder, Served, Vectors
from app.storage import vectors
from app.storage.characters import Character

STEP = 256  # texts a step: a third of a second of work, after which it can be cancelled
PURPOSE: Final = "embedding"  # in the ledger


TASKS: Final = "vectors:"  # how the keys of the tasks that `start` makes begin


def start(
    engine: Engine,
    embedder: Embedder,
    whom: Sequence[Character],
    kinds: Sequence[str] = ("memory", "message"),
) -> Task:
    """Make the vectors that some characters' memories, then their messages, lack: one task, one after the other."""

    async def body(task: Task) -> int:
        made = 0
        for kind in kinds:
            for who in whom:
                made += await complete(engine, embedder, kind, who.id, task)
        return made

    key = TASKS + ",".join(str(who.id) for who in whom)
    if len(whom) == 1:
        return engine.tasks.start(mark("Make vectors for {who}"), body, key=key, who=whom[0].name)
    return engine.tasks.start(mark("Make vectors for {count} characters"), body, key=key, count=len(whom))


async def set_of(engine: Engine, embedder: Embedder) -> int | None:
    """Give the embedder's vector set, made at need; None when the palace is read-only and has none."""
    held = {one.model: one.id for one in await engine.ask(vectors.sets)}
    if embedder.model in held or engine.database.read_only:
        return held.get(embedder.model)
    return await engine.database.write(
        vectors.ensure_set, embedder.model, embedder.dim, "portable", engine.now()
    )


async def embed_texts(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Embed beside the window, never on its thread; what a server was asked stands in the ledger."""
    if not texts:
        return np.empty((0, embedder.dim), np.float32)
    if isinstance(embedder, Served):
        return await _asked(embedder, texts)
    return await asyncio.to_thread(embedder.embed, list(texts))


async def _asked(embedder: Served, texts: Sequence[str]) -> Vectors:
    tokens = tokens_of(texts)
    await asyncio.to_thread(Ledger().admit_this_month, tokens, real_now())
    started = time.monotonic()
    outcome: Outcome = "failed"
    try:
        made = await embedder.embed_async(texts)
        outcome = "done"
    except asyncio.CancelledError:
        outcome = "cancelled"
        raise
    finally:
        spent = time.monotonic() - started
        await Ledger().record(_call(embedder.model, outcome, tokens, spent))
    return made


def _call(model: str, outcome: Outcome, tokens: int, seconds: float) -> Call:
    return Call(real_now(), PURPOSE, model, outcome, tokens, 0, round(seconds, 3))


def tokens_of(texts: Sequence[str]) -> int:
    """Estimate the tokens of texts as any model would count them."""
    return sum(map(estimate_tokens, texts))


async def keep(engine: Engine, embedder: Embedder, texts: Sequence[str], made: Vectors) -> None:
    """Store vectors under the hash of the exact text that was embedded."""
    set_id = await set_of(engine, embedder)
    if set_id is None:
        return
    items = [(text_hash(text), 0, vectors.pack(vector)) for text, vector in zip(texts, made, strict=True)]
    await engine.database.write(vectors.store_vectors, set_id, items)


async def complete(
    engine: Engine, embedder: Embedder, kind: str, character: int, task: Task | None = None
) -> int:
    """Embed every memory (or message) of the character that lacks a vector; give how many were made."""
    set_id = await set_of(engine, embedder)
    if set_id is None:
        return 0
    async with engine.lock(f"vectors:{set_id}:{kind}:{character}"):  # who comes second finds it done
        return await _complete(engine, embedder, set_id, kind, character, task)


async def _complete(
    engine: Engine, embedder: Embedder, set_id: int, kind: str, character: int, task: Task | None
) -> int:
    wanted = await engine.ask(vectors.missing, set_id, kind, character)
    done = 0
    for start in range(0, len(wanted), STEP):  # itertools.batched came with Python 3.12
        step = wanted[start : start + STEP]
        made = await embed_texts(embedder, [text for _, text in step])
        items = [(digest, 0, vectors.pack(vector)) for (digest, _), vector in zip(step, made, strict=True)]
        await engine.database.write(vectors.store_vectors, set_id, items)
        done += len(step)
        if task is not None:
            task.step(done, len(wanted), mark("Making vectors"))
    if done:
        engine.mirror.clear()
    return done
