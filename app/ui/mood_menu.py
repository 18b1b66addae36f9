"""The menu of moods, for memories and entries."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from app.domain.mood import BY_KEY as MOODS
from app.ui.i18n import tr
from app.ui.icons import icon, mood_icon
from app.ui.widgets import drop
from app.ui.words import mood_name


def moods(
    widget: QWidget, current: str | None, chosen: Callable[[str], object], own: Callable[[], object]
) -> QMenu:
    """The core twelve, the present word where it is another, none, and a word of one's own."""
    menu = QMenu(widget)
    words = [*MOODS, *([current] if current and current not in MOODS else [])]
    for mood in words:
        shape = mood_icon(mood)
        action = menu.addAction(icon(shape), mood_name(mood)) if shape else menu.addAction(mood_name(mood))
        action.setCheckable(mood == current)
        action.setChecked(mood == current)
        action.setData(mood)
    menu.addSeparator()
    menu.addAction(icon("edit"), tr("Another word …")).setData(None)
    menu.addAction(icon("x"), tr("No mood")).setData("")

    def take(action: object) -> None:
        data = action.data()  # type: ignore[attr-defined]
        own() if data is None else chosen(data)

    menu.triggered.connect(take)
    return drop(menu, widget)
