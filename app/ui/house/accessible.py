"""The rooms for those who listen: one accessible child a room, with place, state and words."""

from typing import Any

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget

from app.domain.rooms import ROOM_KEYS
from app.ui.house.facts import RoomFacts
from app.ui.house.house import House, spoken

_kept: dict[int, "_HouseInterface"] = {}  # Qt holds these by pointer only


class _RoomInterface(QAccessibleInterface):
    """One room."""

    def __init__(self, house: House, parent: "_HouseInterface", room: str) -> None:
        super().__init__()
        self._house = house
        self._parent = parent
        self._room = room

    def isValid(self) -> bool:
        return True

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface:
        return self._parent

    def child(self, _index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def childAt(self, _x: int, _y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, _child: QAccessibleInterface) -> int:
        return -1

    def rect(self) -> QRect:
        at, size = self._house.room_rect(self._room)
        return QRect(self._house.mapToGlobal(at), size)

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Button

    def state(self) -> Any:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self._house.current() == self._room and self._house.hasFocus()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        facts = self._house.facts()
        if kind != QAccessible.Text.Name:
            return ""
        return spoken(facts.of(self._room) if facts else RoomFacts(self._room, 0))

    def setText(self, _kind: QAccessible.Text, _text: str) -> None:  # noqa: N802
        """Nothing here is written by a listener."""


class _HouseInterface(QAccessibleWidget):
    """The house with its rooms as children."""

    def __init__(self, house: House) -> None:
        super().__init__(house, QAccessible.Role.Grouping)
        self._house = house
        self._rooms = [_RoomInterface(house, self, room) for room in ROOM_KEYS]

    def childCount(self) -> int:
        return len(self._rooms) if self._house.facts() is not None else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._rooms[index] if 0 <= index < self.childCount() else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((i for i, room in enumerate(self._rooms) if room is child), -1)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        current = self._house.current()
        return self._rooms[ROOM_KEYS.index(current)] if current and self._house.hasFocus() else None


def interface_of(house: House) -> _HouseInterface:
    """The house's interface, made once."""
    key = id(house)
    if key not in _kept:
        _kept[key] = _HouseInterface(house)
        house.destroyed.connect(lambda *_: _kept.pop(key, None))
    return _kept[key]


def _factory(_class: str, thing: QObject) -> QAccessibleInterface | None:
    return interface_of(thing) if isinstance(thing, House) else None


def install() -> None:
    """Let Qt ask us for the house's interface; once, at the start."""
    QAccessible.installFactory(_factory)


def tell_focus(house: House, room: str) -> None:
    """Say that another room is in focus."""
    if QAccessible.isActive() and house.hasFocus():
        event = QAccessibleEvent(house, QAccessible.Event.Focus)
        event.setChild(ROOM_KEYS.index(room))
        QAccessible.updateAccessibility(event)
