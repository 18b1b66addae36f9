"""Tabs with counts: the chosen one bold on an accent line; arrows move."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.i18n import format_number
from app.ui.widgets.text import RESTYLE

_GAP = 16
_LEAST = 5


class Tabs(QWidget):
    """Tabs as (key, label, count)."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tabs: tuple[tuple[str, str, int], ...] = ()
        self._current = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_tabs(self, tabs: Sequence[tuple[str, str, int]]) -> None:
        self._tabs = tuple(tabs)
        self._current = min(self._current, max(0, len(self._tabs) - 1))
        self._tell()

    def current(self) -> str:
        return self._tabs[self._current][0] if self._tabs else ""

    def choose(self, index: int) -> None:
        if 0 <= index < len(self._tabs) and index != self._current:
            self._current = index
            self._tell()
            self.chosen.emit(self.current())

    def _tell(self) -> None:
        if self._tabs:
            _, label, count = self._tabs[self._current]
            self.setAccessibleName(f"{label} {count}")
        self.updateGeometry()
        self.update()

    def _boxes(self) -> list[tuple[float, float, float]]:
        """Left edge, width of the label, width of the count, of each tab."""
        bold, plain = (
            QFontMetricsF(theme.font("body", 600)),
            QFontMetricsF(theme.font("body", tabular=True)),
        )
        sizes = [
            (bold.horizontalAdvance(label), plain.horizontalAdvance(format_number(count)))
            for _, label, count in self._tabs
        ]
        used = sum(word + figure + theme.px(4) for word, figure in sizes)
        spare = (self.width() - used) / max(1, len(sizes) - 1)
        gap = max(theme.px(_LEAST), min(theme.px(_GAP), spare))  # gives way before a count is cut
        left, boxes = 0.0, []
        for word, figure in sizes:
            boxes.append((left, word, figure))
            left += word + theme.px(4) + figure + gap
        return boxes

    def sizeHint(self) -> QSize:
        boxes = self._boxes()
        width = boxes[-1][0] + boxes[-1][1] + theme.px(4) + boxes[-1][2] if boxes else 0
        return QSize(round(width), theme.px(28))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.u(20), theme.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.colour("line"))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        rows = zip(self._tabs, self._boxes(), strict=True)
        for index, ((_, label, count), (left, word, figure)) in enumerate(rows):
            here = index == self._current
            high = self.height() - theme.px(6)
            painter.setFont(theme.font("body", 600 if here else 400))
            painter.setPen(theme.colour("text" if here else "text_muted"))
            painter.drawText(QRectF(left, 0, word + 2, high), flags, label)
            start = left + (word if here else QFontMetricsF(theme.font("body")).horizontalAdvance(label))
            painter.setFont(theme.font("body", tabular=True))
            painter.setPen(theme.colour("text_muted"))
            painter.drawText(QRectF(start + theme.px(4), 0, figure + 2, high), flags, format_number(count))
            if here:
                line = QRectF(left, self.height() - 2, word + theme.px(4) + figure, 2)
                painter.fillRect(line, theme.colour("accent"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        for index, (left, word, figure) in enumerate(self._boxes()):
            if left <= x <= left + word + theme.px(4) + figure + theme.px(_GAP) / 2:
                self.choose(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None:
            self.choose(self._current + step)
        elif event.text() in ("1", "2", "3", "4"):
            self.choose(int(event.text()) - 1)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()
