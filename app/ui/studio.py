"""What every panel is given: the open palace, the character in view, the selection, and wishes to the window.

Facts are signals in the past (`character_changed`), wishes end in `_requested`; panels know the studio only,
never each other or the window.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.ui import aio
from app.ui.bridge import Bridge
from app.ui.i18n import said, tr

if TYPE_CHECKING:
    from app.engine.commands.base import Command
    from app.engine.engine import Engine, Outcome
    from app.storage.characters import Character

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ToastRequest:
    """A sentence about what was done; `undo` is an edit's or run's uid, or a function; `sticky` stays until closed."""

    text: str
    detail: str = ""
    undo: str | Callable[[], object] | None = None
    undo_text: str = ""
    sticky: bool = False
    tone: str = "success"


class Studio(QObject):
    """The one object between window, panels and engine."""

    palace_opened = Signal()
    palace_closed = Signal()
    character_changed = Signal()
    changed = Signal(object)  # Changes
    tasks_changed = Signal()
    selection_changed = Signal()
    undo_changed = Signal()
    curtain_changed = Signal(bool)

    open_panel_requested = Signal(str, object)  # key, arguments
    memory_requested = Signal(int)
    memory_glanced = Signal(int)
    message_requested = Signal(int)
    toast_requested = Signal(object)  # ToastRequest
    status_changed = Signal(str)
    files_dropped = Signal(object)  # list[Path]
    action_requested = Signal(str)  # id of an action of the table
    search_cleared = Signal()  # a panel filters by nothing any more: the field in the top bar says so too

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge: Bridge | None = None
        self.characters: list[Character] = []
        self.character: Character | None = None
        self.selection: tuple[int, ...] = ()
        self.curtain = False
        self.panels: frozenset[str] = frozenset()

    # the palace

    @property
    def engine(self) -> Engine | None:
        """The engine of the open palace, or None."""
        return self.bridge.engine if self.bridge else None

    @property
    def character_id(self) -> int:
        """Id of the character in view; 0 without one."""
        return self.character.id if self.character else 0

    @property
    def read_only(self) -> KnownError | None:
        """Why nothing can be changed, or None."""
        return self.bridge.read_only_reason if self.bridge else None

    async def open(self, engine: Engine) -> None:
        """Take an engine and show its first character."""
        await self.close()
        self.bridge = Bridge(engine, self)
        self.bridge.changed.connect(self._on_changed)
        self.bridge.tasks_changed.connect(self.tasks_changed)
        self.characters = await self.bridge.characters()
        self.character = self.characters[0] if self.characters else None
        self.palace_opened.emit()
        self.character_changed.emit()
        self.undo_changed.emit()

    async def close(self) -> None:
        """Close the palace; nothing when none is open."""
        bridge, self.bridge = self.bridge, None
        if bridge is None:
            return
        self.characters, self.character, self.selection = [], None, ()
        bridge.leave()
        self.palace_closed.emit()
        await aio.drain()  # what still reads for a widget reads a palace that goes
        await bridge.engine.close()
        bridge.deleteLater()

    async def choose_character(self, character: int) -> None:
        """Show another character; they are kept strictly apart, so the selection goes."""
        found = next((c for c in self.characters if c.id == character), None)
        if found is not None and found != self.character:
            self.character = found
            self.select(())
            self.character_changed.emit()

    def _bridge(self) -> Bridge:
        if self.bridge is None:
            raise KnownError("palace.none", "No palace is open.", "Open a palace or step into the demo.")
        return self.bridge

    # reads and writes

    async def ask(self, fn: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read with a storage function `fn(conn, …)`."""
        return await self._bridge().engine.ask(fn, *args, **kwargs)

    async def execute(self, command: Command, *, toast: bool = False) -> Outcome:
        """Change something: one edit, undoable; with `toast` it is said, with Undo beside it."""
        self._refuse_read_only()
        outcome = await self._bridge().engine.execute(command)
        notes = " ".join(tr(note) for note in outcome.effect.notes)
        if outcome.edit is None:
            self.say(notes or tr("Nothing changed."))
        elif toast:
            self.toast(said(outcome.label), detail=notes, undo=outcome.edit)
        else:
            self.say(said(outcome.label))
        await _late_cancel()
        return outcome

    async def undo(self, target: str | None = None) -> None:
        """Take back an edit or run by uid, or the author's newest edit."""
        self._refuse_read_only()
        engine = self._bridge().engine
        await engine.undo(target, actor=None if target else "author")
        self.say(tr("Undone."))
        await _late_cancel()

    async def redo(self) -> None:
        """Bring back what was undone last."""
        self._refuse_read_only()
        await self._bridge().engine.redo(actor="author")
        self.say(tr("Done again."))
        await _late_cancel()

    async def now(self) -> int:
        """The character's now, in milliseconds UTC."""
        bridge = self._bridge()
        return await bridge.engine.clock(self.character) if self.character else bridge.engine.now()

    def _refuse_read_only(self) -> None:
        if self.read_only is not None:
            raise self.read_only

    def _on_changed(self, changes: Changes) -> None:
        self.changed.emit(changes)
        self.undo_changed.emit()
        if changes.touches("character"):
            aio.spawn(self.reread_characters(), self)

    async def reread_characters(self) -> None:
        """Read again who lives here."""
        self.characters = await self._bridge().characters()
        before = self.character_id
        fallback = self.characters[0] if self.characters else None
        self.character = next((c for c in self.characters if c.id == before), fallback)
        self.character_changed.emit()

    # wishes

    def has_panel(self, key: str) -> bool:
        """Whether there is such a panel to open."""
        return key in self.panels

    def select(self, memories: Iterable[int]) -> None:
        """Make these memories the selection; actions and the inspector work on it."""
        chosen = tuple(memories)
        if chosen != self.selection:
            self.selection = chosen
            self.selection_changed.emit()

    def open_panel(self, key: str, **arguments: object) -> None:
        """Ask the window for a panel, with arguments for its `show_with`."""
        self.open_panel_requested.emit(key, arguments)

    def show_memory(self, memory: int) -> None:
        """Ask for a memory in the inspector."""
        self.memory_requested.emit(memory)

    def glance(self, memory: int) -> None:
        """Put a memory on the inspector's page, where the inspector is open: going through a list opens nothing."""
        self.memory_glanced.emit(memory)

    def show_message(self, message: int) -> None:
        """Ask for a message in the conversation, ringed."""
        self.message_requested.emit(message)

    def toast(
        self,
        text: str,
        *,
        detail: str = "",
        undo: str | Callable[[], object] | None = None,
        undo_text: str = "",
        sticky: bool = False,
        tone: str = "success",
    ) -> None:
        """Say what was done at the foot of the panel."""
        self.toast_requested.emit(ToastRequest(text, detail, undo, undo_text, sticky, tone))

    def say(self, sentence: str) -> None:
        """Put one sentence into the status line."""
        self.status_changed.emit(sentence)

    def drop_files(self, paths: list[Path]) -> None:
        self.files_dropped.emit(paths)

    def set_curtain(self, drawn: bool) -> None:
        """Draw or open the curtain that hides all text."""
        if drawn != self.curtain:
            self.curtain = drawn
            self.curtain_changed.emit(drawn)


async def _late_cancel() -> None:
    """Let a cancel that came after the commit land here, not in a caller whose widget may be gone."""
    await asyncio.sleep(0)
