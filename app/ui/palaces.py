"""Opening and making palaces for the window."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.domain.errors import KnownError
from app.ui import aio, machine
from app.ui.studio import Studio

if TYPE_CHECKING:
    from app.engine.engine import Engine
    from app.models.embedding import Embedder

_LONGEST = 60
_UPKEEP_MS = 2_000


def file_stem(name: str) -> str:
    """A file name of a person's name, on every platform."""
    cleaned = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", name).strip(" .")
    return cleaned[:_LONGEST] or "palace"


async def open_palace(studio: Studio, path: Path) -> None:
    """Open a palace instead of the one that is open."""
    from app.bootstrap import open_palace as opened

    bridge = studio.bridge
    if bridge is not None and _same(bridge.engine.database.path, path):
        return
    await studio.open(await opened(path))
    _see_to(studio)


async def new_palace(studio: Studio, path: Path, character: str | None) -> None:
    """Make a palace, with a first character if one is named."""
    from app.bootstrap import create_palace
    from app.engine.commands import CreateCharacter

    engine = await create_palace(path)
    if character:
        await engine.execute(CreateCharacter(character, timezone=_zone()))
    await studio.open(engine)
    _see_to(studio)


async def new_character(studio: Studio, name: str) -> None:
    """Let a character move into the open palace, and show it."""
    from app.engine.commands import CreateCharacter

    outcome = await studio.execute(CreateCharacter(name, timezone=_zone()), toast=True)
    await studio.reread_characters()
    if outcome.effect.ids:
        await studio.choose_character(outcome.effect.ids[0])


async def demo_palace(studio: Studio, path: Path | None = None) -> None:
    """Open the demo palace; furnish it the first time."""
    from app.bootstrap import create_palace, embedder
    from app.bootstrap import open_palace as opened
    from app.engine.demo import furnish

    place = path or machine.data_folder() / "demo.palace"
    if place.is_file():
        await studio.open(await opened(place))
        _see_to(studio)
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    unfinished = place.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    engine = await create_palace(unfinished)
    try:
        await furnish(engine, embedder())
    finally:
        await engine.close()
    try:
        unfinished.rename(place)
    except OSError as fault:
        raise KnownError(
            "demo.place",
            "The demo palace could not be put into {folder}.",
            "Free some space and try again.",
            folder=place.parent,
        ) from fault
    await studio.open(await opened(place))
    _see_to(studio)


def _see_to(studio: Studio) -> None:
    """Let the palace see to its backup and its vectors, once the window has shown it."""
    engine = studio.engine

    def begin() -> None:
        if engine is not None and studio.engine is engine:
            with suppress(RuntimeError):  # the loop has stopped: the program is at its end
                aio.spawn(_upkeep(engine), studio)

    QTimer.singleShot(_UPKEEP_MS, studio, begin)


async def _upkeep(engine: "Engine") -> None:
    def needed() -> tuple[Callable[["Engine", "Embedder"], None], "Embedder"]:
        from app.bootstrap import embedder
        from app.engine.upkeep import start

        return start, embedder()

    start, embedder = await asyncio.to_thread(needed)  # its imports take longer than a frame
    start(engine, embedder)


def _same(first: Path, second: Path) -> bool:
    return first.resolve() == second.resolve()


def _zone() -> str:
    import tzlocal

    return str(tzlocal.get_localzone_name() or "UTC")
