"""The prompt as it would be sent: an ordered list of block providers, each line with where it came from."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from app.domain import assemble
from app.domain.assemble import Block, Line, Prompt
from app.domain.pool import Recall
from app.domain.text import language as language_of
from app.engine.engine import Engine
from app.engine.recall import Question, recall
from app.models.embedding import Embedder
from app.storage import characters
from app.storage.characters import Character

Provider = Callable[[Engine, Character, Recall], Awaitable[Block]]


async def prompt(
    engine: Engine, character: Character, question: Question, embedder: Embedder | None
) -> tuple[Prompt, Recall]:
    """Recall for the question and assemble every block in order; the trace comes with it."""
    found = await recall(engine, character, question, embedder)
    blocks = [await provide(engine, character, found) for provide in PROVIDERS]
    return assemble.prompt(block for block in blocks if block.lines), found


async def _identity(engine: Engine, character: Character, _found: Recall) -> Block:
    """Give the character's own text: its self blocks in the order they were written."""
    blocks = await engine.ask(characters.self_blocks, character.id)
    lines = [Line(line, uid) for uid, _, content in blocks for line in content.splitlines()]
    return Block("identity", lines)


async def _palace(engine: Engine, character: Character, found: Recall) -> Block:
    told = character.language or language_of(
        " ".join(item.candidate.content for item in found.items[:4]) or character.name
    )
    now = datetime.fromtimestamp(found.now_ms / 1000, ZoneInfo(character.timezone))
    lines = assemble.memory_palace(
        found, found.anticipations, character.name, character.partner_name, told, now, found.profile
    )
    return Block("palace", lines)


# A later block (months, the days of the month, chat history) is a function more in this tuple.
PROVIDERS: tuple[Provider, ...] = (_identity, _palace)
