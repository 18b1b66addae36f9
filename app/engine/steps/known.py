"""What a model is shown of the palace: the memories nearest to what it reads, and those that are pinned."""

from collections.abc import Collection, Sequence
from typing import Final

from app.domain.drafts import ReadMessage
from app.engine import choice
from app.engine.engine import Engine
from app.engine.steps.material import Note
from app.models.embedding import Embedder
from app.storage import memories, pool
from app.storage.characters import Character
from app.storage.driver import Connection

MOST: Final = 24
NEAR_EACH: Final = 4  # memories that one stretch of talk may bring
STRETCH: Final = 500  # characters of talk that are looked up at once


def note(memory: memories.Memory) -> Note:
    return Note(memory.id, memory.content, memory.room, memory.occurred_day, memory.mood)


async def pins_of(engine: Engine, character: Character) -> list[Note]:
    """Give the pinned memories in the order they are shown."""
    now = await engine.clock(character)
    found = await engine.ask(lambda conn: memories.many(conn, pool.pinned(conn, character.id, now)))
    return [note(one) for one in found]


async def known_for(
    engine: Engine,
    character: Character,
    embedder: Embedder,
    messages: Sequence[ReadMessage],
    without: Collection[int] = (),
) -> list[Note]:
    """Give the memories nearest to the talk; without vectors the newest ones."""
    stretches = _stretches([message.content for message in messages])
    chosen, vectors = await choice.embedded(engine, embedder, "memory", character.id, stretches)
    set_id = chosen.set_id
    if set_id is None or not await engine.ask(engine.mirror.has_any, set_id, "memory", character.id):
        return await engine.ask(_newest, character.id, without)

    def read(conn: Connection) -> list[Note]:
        best: dict[int, float] = {}
        for vector in vectors:
            near = engine.mirror.nearest(conn, set_id, "memory", character.id, vector, NEAR_EACH)
            for memory, cosine in near.items():
                best[memory] = max(cosine, best.get(memory, -1.0))
        order = sorted((one for one in best if one not in without), key=lambda one: -best[one])
        return [note(one) for one in memories.many(conn, sorted(order[:MOST]))]

    return await engine.ask(read)


def _newest(conn: Connection, character: int, without: Collection[int]) -> list[Note]:
    ids = [one for one in memories.ids_in_order(conn, character) if one not in without]
    return [note(one) for one in memories.many(conn, sorted(ids[:MOST]))]


def _stretches(texts: Sequence[str]) -> list[str]:
    """Join neighbouring messages, so that one look-up sees what they are about."""
    found: list[str] = []
    for text in texts:
        piece = text.strip()[:STRETCH]
        if found and len(found[-1]) + len(piece) < STRETCH:
            found[-1] += "\n" + piece
        elif piece:
            found.append(piece)
    return found
