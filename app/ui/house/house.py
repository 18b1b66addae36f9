"""The house as a widget: the drawing in its light, one room in focus, pointer, keyboard and drops."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.domain.rooms import BY_KEY, ROOM_KEYS
from app.ui import i18n, theme
from app.ui.dragging import MEMORIES_MIME, carried
from app.ui.house import labels, painting, plan
from app.ui.house.facts import HouseFacts, RoomFacts
from app.ui.house.geometry import BOX, drawing
from app.ui.house.layers import Layers
from app.ui.i18n import format_number, tr
from app.ui.words import room_name

_ARROWS = {
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
}
_HOVER_WARMER = 0.10
_BLEED = 20  # the windowsill reaches into the wall beside its outline


def spoken(facts: RoomFacts) -> str:
    """A room in words: "Living room, 137 of 200, warmth 5.2, 9 to the bedroom"."""
    count = format_number(facts.count)
    if facts.capacity:
        count = tr("{count} of {capacity}", count=count, capacity=format_number(facts.capacity))
    parts = [room_name(facts.room), count if facts.count else tr("Nothing here yet")]
    if facts.warmth is not None:
        parts.append(tr("warmth {warmth}", warmth=format_number(facts.warmth, 1)))
    if facts.badge:
        parts.append(facts.badge)
    return tr(", ||between the parts of a spoken list").join(parts)


class House(QWidget):
    """Give it `HouseFacts`; without any it stands unlit and silent, as on the first page."""

    room_focused = Signal(str)
    room_opened = Signal(str)
    memories_dropped = Signal(object, str)  # list of ids, room

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: HouseFacts | None = None
        self._light: dict[str, float] = dict.fromkeys(ROOM_KEYS, 0.0)
        self._from: dict[str, float] = {}
        self._to: dict[str, float] = {}
        self._current = ""
        self._hovered = ""
        self._target = ""
        self._layers = Layers(self)
        self._fade = QVariantAnimation(self)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self._fade.valueChanged.connect(self._on_fade_step)
        self.setMouseTracking(True)
        self.setProperty("ownFocus", True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("The house"))

    # facts

    def facts(self) -> HouseFacts | None:
        return self._facts

    def set_facts(self, facts: HouseFacts | None) -> None:
        """Show these facts; rooms whose warmth changed fade to it."""
        first = self._facts is None
        self._facts = facts
        live = facts is not None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if live else Qt.FocusPolicy.NoFocus)
        self.setAcceptDrops(live)
        wanted = {room: self._warmth_of(room) for room in ROOM_KEYS}
        if not live:
            self._current = ""
        duration = theme.motion("lamp_ms")
        if first or not duration or wanted == self._light or not self.isVisible():
            self._fade.stop()
            self._light = wanted
        else:
            self._from, self._to = dict(self._light), wanted
            self._fade.setDuration(duration)
            self._fade.stop()
            self._fade.start()
        self.update()

    def _warmth_of(self, room: str) -> float:
        if self._facts is None:
            return 0.0
        facts = self._facts.of(room)
        return min(1.0, max(0.0, (facts.warmth or 0.0) / 10)) if facts.count else 0.0

    def light(self) -> Mapping[str, float]:
        """How bright each room is just now, 0–1."""
        return dict(self._light)

    def _on_fade_step(self, share: float) -> None:
        for room, end in self._to.items():
            begin = self._from.get(room, end)
            self._light[room] = begin + (end - begin) * share
        self.update()

    # the room in focus

    def current(self) -> str:
        return self._current

    def set_current(self, room: str) -> None:
        """Put a room in focus and say so."""
        if room != self._current and self._facts is not None and room in ROOM_KEYS:
            self._current = room
            self.update()
            self.room_focused.emit(room)
            from app.ui.house import accessible

            accessible.tell_focus(self, room)

    def room_at(self, at: QPointF) -> str:
        """The room under a point of the widget, or nothing."""
        inside, can_invert = self.to_view().inverted()
        if not can_invert:
            return ""
        point = inside.map(at)
        return next((key for key, shape in drawing().rooms.items() if shape.outline.contains(point)), "")

    def room_rect(self, room: str) -> tuple[QPoint, QSize]:
        """Where a room is in the widget."""
        box = self.to_view().mapRect(drawing().rooms[room].outline.boundingRect()).toRect()
        return box.topLeft(), box.size()

    # painting

    def to_view(self) -> QTransform:
        """From the drawing's units to the widget's pixels: as large as fits, centred."""
        scale = min(self.width() / BOX.width(), self.height() / BOX.height())
        left = (self.width() - BOX.width() * scale) / 2 - BOX.left() * scale
        top = (self.height() - BOX.height() * scale) / 2 - BOX.top() * scale
        return QTransform(scale, 0, 0, scale, left, top)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(BOX.width()), theme.px(BOX.height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(320), theme.px(206))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        to_view = self.to_view()
        scale = to_view.m11()
        painter.drawPixmap(0, 0, self._layers.get("outside", painting.paint_outside))
        for room in ROOM_KEYS:
            light, empty = round(self._shown_light(room), 2), self._is_empty(room)
            paint = partial(painting.paint_room, room=room, warmth=light, empty=empty)
            at, size = self.room_rect(room)
            box = QRect(at, size).adjusted(-_BLEED, -_BLEED, _BLEED, _BLEED)
            painter.drawPixmap(box.topLeft(), self._layers.get(f"{room} {light} {empty}", paint, box))
        painter.drawPixmap(0, 0, self._layers.get("structure", painting.paint_structure))
        painter.save()
        painter.setTransform(to_view, True)
        self._paint_rings(painter, scale)
        painter.restore()
        if self._facts is not None:
            for room in ROOM_KEYS:
                labels.paint(painter, self._facts.of(room), to_view, BOX.width() * scale)

    def _shown_light(self, room: str) -> float:
        if room == self._target:
            return 1.0
        warmer = _HOVER_WARMER if room == self._hovered and self._facts is not None else 0.0
        return min(1.0, self._light[room] + warmer)

    def _is_empty(self, room: str) -> bool:
        return self._facts is not None and self._facts.of(room).count == 0

    def _paint_rings(self, painter: QPainter, scale: float) -> None:
        if self._hovered and self._facts is not None:
            outline = drawing().rooms[self._hovered].outline
            painting.paint_ring(painter, outline, theme.colour(f"{self._hovered}.fill"), 2 / scale)
        if self._current:
            outline = drawing().rooms[self._current].outline
            width = 3.5 if self.hasFocus() else 2.5
            painting.paint_ring(painter, outline, theme.colour("focus"), width / scale)

    # pointer

    def _hover(self, room: str) -> None:
        if room != self._hovered:
            self._hovered = room
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.room_at(event.position()) if self._facts is not None else "")

    def leaveEvent(self, _event: QEvent) -> None:
        self._hover("")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        room = self.room_at(event.position())
        if self._facts is not None and room and event.button() == Qt.MouseButton.LeftButton:
            self.set_current(room)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        room = self.room_at(event.position())
        if self._facts is not None and room:
            self.set_current(room)
            self.room_opened.emit(room)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            room = self.room_at(QPointF(event.pos()))
            if room and self._facts is not None:
                entry = BY_KEY[room]
                duty = entry.duty_zh if i18n.language() == "zh" else entry.duty_en
                QToolTip.showText(event.globalPos(), f"{room_name(room)}: {duty}", self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    # keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._facts is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        if key in _ARROWS:
            here = self._current or ROOM_KEYS[0]
            self.set_current(plan.NEIGHBOURS[here].get(_ARROWS[key], here))
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_7:
            self.set_current(ROOM_KEYS[key - Qt.Key.Key_1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._current:
            self.room_opened.emit(self._current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self._current:
            self.set_current(ROOM_KEYS[0])
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # drops

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(MEMORIES_MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._aim(self.room_at(event.position()) if event.mimeData().hasFormat(MEMORIES_MIME) else "")
        event.setAccepted(bool(self._target))

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._aim("")

    def dropEvent(self, event: QDropEvent) -> None:
        room = self.room_at(event.position())
        self._aim("")
        ids = carried(event.mimeData())
        if room and ids:
            event.acceptProposedAction()
            self.memories_dropped.emit(ids, room)

    def _aim(self, room: str) -> None:
        if room != self._target:
            self._target = room
            self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.LanguageChange):
            self._layers.clear()
            self.update()
