"""Which drafts say what a memory, or an earlier draft of their chunk, says already."""

import asyncio
from collections.abc import Sequence

from app.domain.drafts import Draft
from app.engine.choice import Chosen
from app.engine.commands.reading import Double
from app.engine.engine import Engine
from app.engine.likeness import NEAREST, likeness
from app.models.embedding import Embedder, Vectors
from app.storage import memories
from app.storage.characters import Character
from app.storage.driver import Connection


async def doubles_of(
    engine: Engine,
    character: Character,
    chosen: Chosen,
    drafts: Sequence[Draft],
    made: Vectors,
    *,
    twins: bool,
) -> tuple[list[int], list[Double]]:
    """Give the places of the drafts to keep, and the doubles of a memory or, with `twins`, of a kept draft.

    `made` holds the drafts' vectors in the chosen set.
    """
    near = await _nearest(engine, character, chosen.set_id, made)
    limit = engine.profile.duplicates.cosine
    return await asyncio.to_thread(_part, limit, chosen.embedder, drafts, made, near, twins=twins)


async def _nearest(
    engine: Engine, character: Character, set_id: int | None, made: Vectors
) -> list[list[tuple[int, float, str]]]:
    """Give, for each draft, the nearest memories as (id, raw cosine, text)."""

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
