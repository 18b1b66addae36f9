"""What an open palace sees to by itself, as tasks that can be cancelled: a daily backup, complete vectors."""

from app.domain.errors import mark
from app.engine import care, embedding
from app.engine.engine import Engine
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.storage import characters


def start(engine: Engine, embedder: Embedder) -> None:
    """Begin both; a palace that can only be read is left alone."""
    if engine.database.read_only:
        return

    async def back_up(_task: Task) -> None:
        await care.roll_backups(engine)

    async def embed(task: Task) -> None:
        for character in await engine.ask(characters.every):
            await embedding.complete(engine, embedder, "memory", character.id, task)

    engine.tasks.start(mark("Backing up"), back_up, key="backup")
    engine.tasks.start(mark("Making vectors"), embed, key="vectors")
