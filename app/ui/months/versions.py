"""The versions of a month's text: listed, two of them compared, one gone back to, named."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.storage.characters import Character
from app.ui.panel import Panel
from app.ui.studio import Studio


class VersionsView(Panel):
    """Mounted by the panel; `show_month` says which month it is about."""

    back_asked = Signal()

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(studio, parent)
        self.character: Character | None = None
        self.month = ""
        self.retranslate()

    def show_month(self, character: Character, month: str) -> None:
        """Show the versions of a month (`YYYY-MM`) of a character."""
        self.character, self.month = character, month
        self.request_refresh()
