"""Whether one memory says what another says already: by the vectors at hand, without embedding anything."""

import asyncio
from dataclasses import dataclass

import numpy as np

from app.domain import duplicates
from app.domain.text import language as language_of
from app.domain.text import text_hash
from app.engine import choice
from app.engine.engine import Engine
from app.models.embedding import Embedder
from app.storage import memories, suspects, vectors
from app.storage.driver import Connection
from app.storage.memories import Memory

NEAREST = 8


@dataclass(frozen=True, slots=True)
class Pair:
    """Two memories that say the same, the lower id first; `likeness` is their calibrated cosine."""

    first: int
    second: int
    likeness: float


def likeness(embedder: Embedder, limit: float, text: str, other: str, cosine: float) -> float | None:
    """Give how alike two texts are by their raw cosine; None when they do not say the same.

    They do when the calibrated cosine is above `limit` and no differing number, date, name or negation keeps
    them apart.
    """
    alike = float(embedder.calibrate(np.array([cosine]), language_of(text))[0])
    return alike if alike > limit and duplicates.guard(text, other) is None else None


async def double_of(engine: Engine, memory: Memory, embedder: Embedder) -> Pair | None:
    """Give the nearest memory that says the same, unless the author has waved the pair off."""
    chosen = await choice.chosen(engine, embedder, "memory", memory.character)
    set_id = chosen.set_id

    def read(conn: Connection) -> list[tuple[int, float, str]]:
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
            if other != memory.id and other in texts and _ordered(memory.id, other) not in waved
        ]

    near = await engine.ask(read)
    return await asyncio.to_thread(_nearest, engine.profile.duplicates.cosine, memory, chosen.embedder, near)


def _ordered(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def _nearest(
    limit: float, memory: Memory, embedder: Embedder, near: list[tuple[int, float, str]]
) -> Pair | None:
    pairs = [
        Pair(*_ordered(memory.id, other), alike)
        for other, cosine, text in near
        if (alike := likeness(embedder, limit, memory.content, text, cosine)) is not None
    ]
    return max(pairs, key=lambda pair: pair.likeness, default=None)
