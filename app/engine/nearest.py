"""Which memories are nearest to a text that is not one yet, and what sets each apart from it."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from app.domain import duplicates
from app.domain.duplicates import Difference
from app.domain.text import language as language_of
from app.domain.text import query_tokens
from app.engine import choice
from app.engine.engine import Engine
from app.models.embedding import Embedder
from app.storage import memories, search
from app.storage.driver import Connection
from app.storage.memories import Memory

OFFERED: Final = 3


@dataclass(frozen=True, slots=True)
class Near:
    """A memory near a text; `apart` is what the guard holds against their being doubles, `limit` the rule's."""

    memory: Memory
    likeness: float
    apart: Difference | None
    limit: float


async def nearest(engine: Engine, embedder: Embedder, character: int, text: str) -> list[Near]:
    """Give the few memories nearest to a text, by vectors, else by shared words."""
    if not text.strip():
        return []
    limit = engine.profile.duplicates.cosine
    alike = await _by_vectors(engine, embedder, character, text)
    if alike is None:
        found = await engine.ask(_by_words, character, text)
        alike = {memory.id: duplicates.likeness(text, memory.content) for memory in found}
    else:
        found = await engine.ask(memories.many, list(alike))
    near = [Near(memory, alike[memory.id], duplicates.guard(text, memory.content), limit) for memory in found]
    return sorted(near, key=lambda one: -one.likeness)[:OFFERED]


async def _by_vectors(
    engine: Engine, embedder: Embedder, character: int, text: str
) -> dict[int, float] | None:
    """Give calibrated cosines by memory, in the set that is gone by; None without vectors."""
    chosen, made = await choice.embedded(engine, embedder, "memory", character, [text])
    set_id = chosen.set_id
    if set_id is None or not await engine.ask(engine.mirror.has_any, set_id, "memory", character):
        return None
    raw = await engine.ask(engine.mirror.nearest, set_id, "memory", character, made[0], OFFERED + 1)
    values = chosen.embedder.calibrate(np.array(list(raw.values()), np.float32), language_of(text))
    return dict(zip(raw, map(float, values), strict=True))


def _by_words(conn: Connection, character: int, text: str) -> list[Memory]:
    found = search.lexical_candidates(conn, "memory", character, query_tokens(text), OFFERED + 1)
    return memories.many(conn, [row[0] for row in found])
