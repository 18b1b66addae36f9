"""The tabs of the settings, in order; each is a class made when it is first shown, and only those that are there."""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from PySide6.QtWidgets import QWidget

from app.domain.errors import mark
from app.ui.studio import Studio


class Tab(QWidget):
    """One tab. Words are set in `retranslate`, which you call at the end of `__init__`."""

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.studio = studio

    def retranslate(self) -> None:
        """Set every text with `tr`."""

    def look_again(self) -> None:
        """Read again: the tab is shown."""

    def unkept(self) -> str:
        """Say which words of the author's would be lost with the tab; empty: none."""
        return ""

    def side(self) -> QWidget | None:
        """What stands in the inspector column beside it."""
        return None


@dataclass(frozen=True, slots=True)
class TabSpec:
    """A tab's card; `place` is `module:Class`."""

    key: str
    title: str
    place: str

    def there(self) -> bool:
        """Whether its module exists."""
        try:
            return find_spec(self.place.split(":")[0]) is not None
        except ModuleNotFoundError:
            return False

    def make(self, studio: Studio) -> Tab:
        module, name = self.place.split(":")
        made = getattr(import_module(module), name)(studio)
        if not isinstance(made, Tab):
            raise TypeError(self.place)
        return made


TABS: Final = (
    TabSpec("appearance", mark("Appearance"), "app.ui.settings.appearance:AppearanceTab"),
    TabSpec("models", mark("Models and endpoints"), "app.ui.settings.models:ModelsTab"),
    TabSpec("prompts", mark("Prompts"), "app.ui.prompts.tab:PromptsTab"),
    TabSpec("privacy", mark("Privacy"), "app.ui.settings.privacy:PrivacyTab"),
)
