"""The scrolling list of rows: it holds the keyboard for all of them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import letter
from app.ui.widgets import Icon, Prose, Rule, bar_width


class FindingList(QScrollArea):
    """Arrows move, Enter acts, letters decide."""

    moved = Signal(int)
    stepped = Signal(int)
    entered = Signal()
    letter_pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setSpacing(0)
        self._column.addWidget(Rule())
        self._column.addStretch(1)
        self.setWidget(body)
        self.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._space)
        self._space()

    def _space(self) -> None:
        """The scroll bar stands in the margin: nothing moves when it comes or goes."""
        side = theme.u(6)
        self._column.setContentsMargins(side, 0, side - bar_width(self), theme.u(14))

    def clear(self) -> None:
        while self._column.count() > 2:
            item = self._column.takeAt(1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def add(self, row: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key)
        turn = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        if step is not None:
            self.moved.emit(step)
        elif turn is not None:
            self.stepped.emit(turn)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif pressed := letter(event):
            self.letter_pressed.emit(pressed)
        else:
            super().keyPressEvent(event)


def foot_line(icon: str, role: str, words: str, link: QWidget | None = None) -> QHBoxLayout:
    """A line at the foot: an icon under the figures, words, perhaps a link."""
    line = QHBoxLayout()
    line.setSpacing(theme.u(4))
    holder = QWidget()
    holder.setFixedWidth(theme.px(60))
    inner = QHBoxLayout(holder)
    inner.setContentsMargins(0, 0, 0, 0)
    inner.addStretch(1)
    inner.addWidget(Icon(icon, role), 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(holder, 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(Prose(words, "body", "text_muted"), 1)
    if link is not None:
        line.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
    return line
