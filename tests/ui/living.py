"""A palace with a little life in it for the tests of panels, and a panel in front of it."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from app.domain.dates import parse_day
from app.domain.when import Occurred
from app.engine.commands import AddMemory, CreateCharacter
from app.engine.engine import Engine
from app.ui import aio
from app.ui.panel import Panel
from app.ui.shell.panels import load
from app.ui.studio import Studio, ToastRequest
from app.ui.widgets import Button

NOW = 1_772_500_000_000  # 3 March 2026
PATIENCE = 60.0  # a busy machine is no defect
Told = tuple[
    str, str, int, str | None, Sequence[str], str | None
]  # content, room, importance, mood, tags, day

MEMORIES: tuple[Told, ...] = (
    (
        "We walked along the harbour until the lamps went out.",
        "living_room",
        7,
        "tender",
        ("harbour",),
        "2026-03-01",
    ),
    (
        "Sam is allergic to shrimp; it swelled for two days.",
        "living_room",
        9,
        "anxious",
        ("health",),
        "2026-02-20",
    ),
    (
        "The moon stood over the harbour and nobody spoke.",
        "living_room",
        3,
        "peaceful",
        ("moon",),
        "2026-03-02",
    ),
    ("A cat named Orange moved in with Sam.", "living_room", 5, "happy", ("cat",), None),
    ("Sam waits for an answer from the school by the sea.", "windowsill", 6, "anxious", (), "2026-02-27"),
    (
        "We quarrelled about the letter and never spoke of it again.",
        "attic",
        6,
        "hurt",
        ("letter",),
        "2026-01-09",
    ),
)


def occurred(day: str | None) -> Occurred:
    if day is None:
        return Occurred()
    assert parse_day(day) == (day, "day")
    return Occurred(day, None, "day", day, None)


async def furnish(path: Path, memories: Sequence[Told] = MEMORIES, name: str = "Wren") -> list[int]:
    """Make a palace of one character with these memories; gives their ids."""
    engine = await Engine.create(path, now=lambda: NOW)
    try:
        made = await engine.execute(CreateCharacter(name, "Sam", "UTC"))
        return await add(engine, made.effect.ids[0], memories)
    finally:
        await engine.close()


async def add(engine: Engine, character: int, memories: Sequence[Told]) -> list[int]:
    ids: list[int] = []
    for content, room, importance, mood, tags, day in memories:
        command = AddMemory(character, content, room, importance, mood, tags, occurred(day))
        ids += (await engine.execute(command)).effect.ids
    return ids


async def answer(asking: QWidget, text: str) -> None:
    """Write into the question that `asking` has open, and go on."""
    until = time.monotonic() + PATIENCE
    while not (open_ := [one for one in asking.findChildren(QDialog) if one.isVisible()]):
        assert time.monotonic() < until, "nothing was asked"
        await asyncio.sleep(0.01)
    open_[0].findChild(QLineEdit).setText(text)
    next(button for button in open_[0].findChildren(Button) if button.isDefault()).click()


class Scene:
    """A panel on an open palace, and what it asked the window for."""

    def __init__(self, studio: Studio, key: str) -> None:
        self.studio = studio
        self.spec = next(spec for spec in load() if spec.key == key)
        self.panel: Panel = self.spec.make(studio)
        self.toasts: list[ToastRequest] = []
        self.said: list[str] = []
        self.shown: list[int] = []
        self.wishes: list[tuple[object, ...]] = []
        studio.toast_requested.connect(self.toasts.append)
        studio.status_changed.connect(self.said.append)
        studio.memory_requested.connect(self.shown.append)
        studio.memory_glanced.connect(self.shown.append)
        studio.open_panel_requested.connect(lambda key, facts: self.wishes.append((key, facts)))
        studio.message_requested.connect(lambda message: self.wishes.append(("message", message)))
        studio.search_cleared.connect(lambda: self.wishes.append(("search cleared",)))
        studio.action_requested.connect(lambda action: self.wishes.append(("action", action)))
        self.panel.resize(1000, 640)

    def leave(self) -> None:
        """Take the panel down while the loop still stands: its timers may start work."""
        self.panel.close()
        self.panel.deleteLater()
        QCoreApplication.sendPostedEvents(self.panel, QEvent.Type.DeferredDelete)

    async def open(self, path: Path, *, read_only: bool = False, **arguments: object) -> None:
        """Open a palace in front of the panel, as the window would show it."""
        await self.studio.open(await Engine.open(path, read_only=read_only, now=lambda: NOW))
        if arguments:
            self.panel.show_with(**arguments)
        self.panel.show()
        await self.rest()

    async def rest(self) -> None:
        """Wait until the panel has read what it shows."""
        until, quiet = time.monotonic() + PATIENCE, 0
        while quiet < 3:
            assert time.monotonic() < until, "the panel does not come to rest"
            await asyncio.sleep(0.01)
            waits = aio.busy() or any(
                timer.isActive() and timer.isSingleShot() and 0 < timer.interval() < 200
                for timer in self.panel.findChildren(QTimer)
            )
            quiet = 0 if waits else quiet + 1

    async def answer(self, text: str) -> None:
        """Write into the question that is open, and go on."""
        await answer(self.panel, text)
        await self.rest()

    async def undo(self) -> None:
        """Press Undo in the newest toast."""
        undo = self.toasts[-1].undo
        assert isinstance(undo, str)
        await self.studio.undo(undo)
        await self.rest()
