"""The menus of a memory: rooms, how long it is pinned."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from app.domain.rooms import ROOM_KEYS
from app.engine.commands.memories import FOREVER
from app.ui.i18n import tr
from app.ui.icons import icon
from app.ui.widgets import drop
from app.ui.words import room_name

DAY_MS = 86_400_000
PINS = (7, 30)


def rooms(widget: QWidget, current: str | None, chosen: Callable[[str], object]) -> QMenu:
    """The seven rooms; digits choose."""
    menu = QMenu(widget)
    for number, room in enumerate(ROOM_KEYS, 1):
        action = menu.addAction(icon(f"rooms/{room}", f"{room}.ink"), f"&{number}  {room_name(room)}")
        action.setData(room)
        action.setEnabled(room != current)
    menu.triggered.connect(lambda action: chosen(action.data()))
    return drop(menu, widget)


def pins(widget: QWidget, *, pinned: bool, now: int, chosen: Callable[[int | None], object]) -> QMenu:
    """For good, some days, or not."""
    menu = QMenu(widget)
    menu.addAction(icon("pin"), tr("Pin for good")).triggered.connect(lambda: chosen(FOREVER))
    for days in PINS:
        action = menu.addAction(icon("clock"), tr("Pin for {n} days", n=days))
        action.triggered.connect(lambda _on=False, days=days: chosen(now + days * DAY_MS))
    menu.addSeparator()
    off = menu.addAction(icon("x"), tr("Do not pin"))
    off.setEnabled(pinned)
    off.triggered.connect(lambda: chosen(None))
    return drop(menu, widget)
