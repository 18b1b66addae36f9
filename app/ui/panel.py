"""What a panel is: a widget that re-reads when something changed, and the card by which the window knows it."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes, merge
from app.ui import aio
from app.ui.studio import Studio

#: Property of an inspector page that has nothing to show just now.
NOTHING: Final = "nothingToShow"


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """A panel's card: `place` is `module:Class`, imported when the panel is first shown.

    `title` is English wrapped in `mark`; `sidebar=False` keeps it out of the sidebar (opened by others);
    `role` `inspector` makes it the memory page of the inspector column instead of a panel.
    """

    key: str
    icon: str
    title: str
    order: int
    place: str
    sidebar: bool = True
    role: str = "panel"
    badge: str = ""  # a count of `SidebarFacts.badges` shown beside it
    shortcut: str = ""

    def make(self, studio: Studio) -> "Panel":
        """Import and build it."""
        module, name = self.place.split(":")
        factory: Callable[[Studio], Panel] = getattr(import_module(module), name)
        return factory(studio)


def say_nothing(page: QWidget, nothing: bool = True) -> None:
    """Tell the window whether a page of the inspector is empty: then the column is not there."""
    if bool(page.property(NOTHING)) != nothing:
        page.setProperty(NOTHING, nothing)


class Panel(QWidget):
    """Base of every panel and inspector page.

    Build widgets in `__init__`, put all words in `retranslate` (called by you at the end of `__init__` and by
    the base at a switch of language), read in `refresh`. The base calls `refresh(None)` when the panel is first
    shown, when the character changes and after a switch of language, and `refresh(changes)` after an edit,
    at once when it is visible, else when it is shown next; never two at a time.
    """

    #: The field in the top bar filters this panel as it is typed (`search`); else Enter opens the search panel.
    takes_search = False

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.studio = studio
        self._waiting: Changes | None = Changes(everything=True)
        self._reading = False
        studio.changed.connect(self._on_changed)
        studio.character_changed.connect(self._on_character_changed)

    def retranslate(self) -> None:
        """Set every text with `tr`."""

    async def refresh(self, changes: Changes | None) -> None:
        """Read again; `changes` is None when everything may have changed."""

    def show_with(self, **arguments: object) -> None:
        """Take the arguments of `studio.open_panel(key, …)`."""

    def search(self, text: str) -> None:
        """Filter by the text in the top bar (only with `takes_search`)."""

    def inspector_page(self) -> QWidget | None:
        """The panel's own page for the inspector column; None shows the selected memory.

        While a page has nothing to show, `say_nothing(page)` gives its room to the panel.
        """
        return None

    def unkept(self) -> str:
        """Say which words of the author's would be lost with the panel; empty: none."""
        return ""

    def request_refresh(self, changes: Changes | None = None) -> None:
        """Refresh soon."""
        new = changes if changes is not None else Changes(everything=True)
        self._waiting = merge([self._waiting, new]) if self._waiting else new
        if self.isVisible():
            self._start()

    def _start(self) -> None:
        if not self._reading and self._waiting is not None and self.studio.bridge is not None:
            self._reading = True
            aio.spawn(self._read(), self)

    async def _read(self) -> None:
        try:
            while self._waiting is not None and self.studio.bridge is not None:
                changes, self._waiting = self._waiting, None
                await self.refresh(None if changes.everything else changes)
        finally:
            self._reading = False

    def _on_changed(self, changes: Changes) -> None:
        self.request_refresh(changes)

    def _on_character_changed(self) -> None:
        self.request_refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.request_refresh()
