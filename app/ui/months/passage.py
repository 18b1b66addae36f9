"""A paragraph to be read, whose sentences answer to the pointer; and one to be written."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from app.ui import theme
from app.ui.widgets import Prose


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


class Writer(QPlainTextEdit):
    """A field that is as high as its text; `left` when the author is done with it."""

    written = Signal(str)
    left = Signal()
    done = Signal()  # Ctrl+Enter
    escaped = Signal()

    def __init__(self, text: str = "", *, least_lines: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least = least_lines
        self.setFont(theme.font("read"))
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setPlainText(text)
        self.textChanged.connect(self._on_changed)
        self._fit()

    def _on_changed(self) -> None:
        self._fit()
        self.written.emit(self.toPlainText())

    def _fit(self) -> None:
        lines = max(self._least, round(self.document().size().height()))  # counted in lines by its layout
        room = self.contentsMargins()
        frame = room.top() + room.bottom() + 2 * round(self.document().documentMargin())
        height = lines * self.fontMetrics().lineSpacing() + frame + theme.px(4)
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        return QSize(theme.u(60), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if (
            enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ) or event.key() == Qt.Key.Key_Escape:
            self.done.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_least"):
            wanted = theme.font("read")
            if self.font() != wanted:
                self.setFont(wanted)
            self._fit()
