"""What an open palace sees to by itself, as tasks that can be cancelled: a daily backup, complete vectors."""

from app.domain.changes import Changes
from app.domain.errors import mark
from app.engine import care, embedding, reembed
from app.engine.engine import Engine
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.storage import characters


def start(engine: Engine, embedder: Embedder) -> None:
    """Begin both; a palace that can only be read is left alone. Vectors follow the author's edits."""
    if engine.database.read_only:
        return

    async def back_up(_task: Task) -> None:
        await care.roll_backups(engine)

    engine.tasks.start(mark("Backing up"), back_up, key="backup")
    _keep_vectors(engine, embedder)


def _keep_vectors(engine: Engine, embedder: Embedder) -> None:
    """Complete the vectors now and after every edit that is no run's: of the portable set runs see to their own.

    The second sets follow too, those cut short first; they are tasks of their own, which can be paused.
    """
    stale = False

    async def embed(task: Task) -> None:
        nonlocal stale
        while stale:
            stale = False
            for character in await engine.ask(characters.every):
                await embedding.complete(engine, embedder, "memory", character.id, task)
            await reembed.follow(engine)

    def begin() -> None:
        nonlocal stale
        stale = True
        engine.tasks.start(mark("Making vectors"), embed, key="vectors")

    def follow(changes: Changes) -> None:
        if changes.touches("memory") and (changes.run is None or changes.everything):
            begin()

    engine.events.subscribe(follow)
    begin()
