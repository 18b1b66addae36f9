"""Whether one memory says what another says already: by the vectors at hand, without embedding anything."""

import asyncio

import numpy as np

from app.domain import duplicates
from app.domain.text import language as language_of
from app.domain.text import text_hash
from app.engine.engine import Engine
from app.engine.findings import Pair
from app.models.embedding import Embedder
from app.storage import memories, suspects, vectors
from app.storage.driver import Connection
from app.storage.memories import Memory

NEAREST = 8


async def double_of(engine: Engine, memory: Memory, embedder: Embedder) -> Pair | None:
    """Give the nearest memory that says the same, unless the author has waved the pair off."""

    def read(conn: Connection) -> list[tuple[int, float, str]]:
        set_id = next((one.id for one in vectors.sets(conn) if one.model == embedder.model), None)
        digest = text_hash(memory.content)
        stored = vectors.vectors_of(conn, set_id, {digest}).get(digest) if set_id is not None else None
        if set_id is None or not stored:
            return []
        vector = np.frombuffer(stored[0], "<f4")
        near = engine.mirror.nearest(conn, set_id, "memory", memory.character, vector, NEAREST)
        waved = suspects.dismissed(conn, "doubles")
        texts = memories.texts(conn, near)
        return [
            (other, cosine, texts[other])
            for other, cosine in near.items()
            if other != memory.id and other in texts and _pair(memory.id, other) not in waved
        ]

    near = await engine.ask(read)
    return await asyncio.to_thread(_nearest, engine, memory, embedder, near)


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def _nearest(
    engine: Engine, memory: Memory, embedder: Embedder, near: list[tuple[int, float, str]]
) -> Pair | None:
    limit, told = engine.profile.duplicates.cosine, language_of(memory.content)
    best: Pair | None = None
    for other, cosine, text in near:
        likeness = float(embedder.calibrate(np.array([cosine]), told)[0])
        nearer = likeness > max(limit, best.likeness if best else 0.0)
        if nearer and duplicates.guard(memory.content, text) is None:
            best = Pair(*_pair(memory.id, other), likeness)
    return best
