"""A paragraph to be read, whose sentences answer to the pointer; and one to be written."""

from PySide6.QtCore import QEvent, QPointF, QSize, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from app.ui import theme
from app.ui.widgets import Prose
from app.ui.widgets.editor import Editor


class Passage(Prose):
    """Tells the place in its text that is pointed at (-1: none) or pressed."""

    hovered = Signal(int)
    pressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "read", parent=parent)
        self.setMouseTracking(True)
        self._at = -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.index_at(event.position()))

    def leaveEvent(self, _event: QEvent) -> None:
        self._point(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.index_at(event.position())
        if place >= 0:
            self.pressed.emit(place)
        event.ignore()  # the row it stands in becomes the current one

    def index_at(self, at: QPointF) -> int:
        return self._laid_out(max(1, self.width())).index_at(at)

    def _point(self, place: int) -> None:
        if place != self._at:
            self._at = place
            self.hovered.emit(place)


class Writer(Editor):
    """A field that tells each stroke; at least so many lines high."""

    written = Signal(str)

    def __init__(self, text: str = "", *, least_lines: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least = least_lines
        self._told = text
        self.load(text)
        self.textChanged.connect(self._on_changed)

    def _on_changed(self) -> None:
        text = self.toPlainText()
        if text != self._told:  # marks and line heights change no words
            self._told = text
            self.written.emit(text)

    def sizeHint(self) -> QSize:
        line = round(theme.size_px("read") * theme.line_factor("read"))
        return QSize(theme.u(60), max(super().sizeHint().height(), self._least * line + 2 * theme.px(8)))
