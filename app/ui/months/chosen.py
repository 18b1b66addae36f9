"""The text of the chosen month: what it says, a candidate beside it, and a verdict for each paragraph."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.storage.characters import Character
from app.ui.panel import Panel
from app.ui.studio import Studio


class ChosenMonth(Panel):
    """Mounted by the panel; `show_month` says which month it is about."""

    day_asked = Signal(str)  # YYYY-MM-DD

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(studio, parent)
        self.character: Character | None = None
        self.month = ""
        self.retranslate()

    def show_month(self, character: Character, month: str) -> None:
        """Show the text of a month (`YYYY-MM`) of a character."""
        self.character, self.month = character, month
        self.request_refresh()
