"""The real window, off screen, on the real loop, with a palace in it."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.engine.engine import Engine
from app.ui import aio, theme
from app.ui.app import dress
from app.ui.machine import Machine
from app.ui.shell.main_window import MainWindow
from app.ui.studio import Studio

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scene:
    """A window with a palace open in it."""

    window: MainWindow
    studio: Studio
    engine: Engine


def run(main: Callable[[], Awaitable[T]]) -> T:
    app = QApplication.instance() or QApplication(["belvedere"])
    assert isinstance(app, QApplication)
    dress(app)
    theme.set_reduced_motion(True)

    async def body() -> T:
        return await main()

    return aio.run(app, body)


@asynccontextmanager
async def opened(engine: Engine, panel: str = "palace") -> AsyncIterator[Scene]:
    """Open the window on a palace as the program does, but without the upkeep that a palace begins with."""
    studio = Studio()
    window = MainWindow(studio, Machine(panel=panel))
    window.show()
    await studio.open(engine)
    await settled()
    try:
        yield Scene(window, studio, engine)
    finally:
        window.hide()
        await studio.close()
        window.deleteLater()


async def settled(most: float = 60) -> None:
    """Wait until no panel reads any more."""
    quiet, until = 0, time.monotonic() + most
    while quiet < 3 and time.monotonic() < until:
        await asyncio.sleep(0.005)
        quiet = 0 if aio.busy() else quiet + 1


async def open_engine(path: Path) -> Engine:
    return await Engine.open(path)
