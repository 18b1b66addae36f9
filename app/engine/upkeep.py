"""What an open palace sees to by itself, as tasks that can be cancelled: a daily backup, complete vectors."""

from app.domain.changes import Changes, merge
from app.domain.errors import mark
from app.engine import care, embedding, reembed
from app.engine.engine import Engine
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.storage import characters
from app.storage.driver import Connection


def start(engine: Engine, embedder: Embedder) -> None:
    """Begin both; a palace that can only be read is left alone. Vectors follow the author's edits."""
    if engine.database.read_only:
        return

    async def back_up(_task: Task) -> None:
        await care.roll_backups(engine)

    engine.tasks.start(mark("Backing up"), back_up, key="backup")
    _keep_vectors(engine, embedder)


def _keep_vectors(engine: Engine, embedder: Embedder) -> None:
    """Complete the vectors now and, for those whose memories it touched, after every edit that is no run's.

    Of the portable set runs see to their own.

    The second sets follow too, those cut short first; they are tasks of their own, which can be paused.
    """
    waiting: list[Changes] = []

    async def embed(task: Task) -> None:
        while waiting:
            changes = merge(waiting)
            waiting.clear()
            for character in await engine.ask(_touched, changes):
                await embedding.complete(engine, embedder, "memory", character, task)
            await reembed.follow(engine)

    def follow(changes: Changes) -> None:
        if changes.touches("memory") and (changes.run is None or changes.everything):
            waiting.append(changes)
            engine.tasks.start(mark("Making vectors"), embed, key="vectors")

    engine.events.subscribe(follow)
    follow(Changes(everything=True))


def _touched(conn: Connection, changes: Changes) -> list[int]:
    """Give the characters whose memories may lack a vector now."""
    if changes.everything:
        return [one.id for one in characters.every(conn)]
    return characters.of_memories(conn, changes.rows.get("memory", ()))
