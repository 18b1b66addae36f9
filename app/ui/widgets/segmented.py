"""A segmented control: one of a few, all in sight."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.widgets.text import RESTYLE


class Segmented(QWidget):
    """Options as (key, label); arrows and digits choose too."""

    chosen = Signal(str)

    def __init__(self, options: Sequence[tuple[str, str]] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options = tuple(options)
        self._current = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._tell()

    def set_options(self, options: Sequence[tuple[str, str]]) -> None:
        """Change the labels; the current key is kept if it is still there."""
        key = self.current()
        self._options = tuple(options)
        keys = [option[0] for option in self._options]
        self._current = keys.index(key) if key in keys else 0
        self._tell()
        self.updateGeometry()
        self.update()

    def current(self) -> str:
        return self._options[self._current][0] if self._options else ""

    def set_current(self, key: str) -> None:
        """Show a key as chosen; says nothing."""
        keys = [option[0] for option in self._options]
        if key in keys:
            self._current = keys.index(key)
            self._tell()
            self.update()

    def _tell(self) -> None:
        if self._options:
            self.setAccessibleDescription(self._options[self._current][1])

    def _choose(self, index: int) -> None:
        if self._options and index != self._current and 0 <= index < len(self._options):
            self._current = index
            self._tell()
            self.update()
            self.chosen.emit(self.current())

    def _widths(self) -> list[int]:
        metrics = QFontMetricsF(theme.font("body", 600))
        return [round(metrics.horizontalAdvance(label)) + 2 * theme.px(12) for _, label in self._options]

    def sizeHint(self) -> QSize:
        return QSize(sum(self._widths()) + 2, theme.space("control"))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.45)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline = QPainterPath()
        outline.addRoundedRect(box, theme.radius("control"), theme.radius("control"))
        painter.save()
        painter.setClipPath(outline)
        left = 1.0
        for index, ((_, label), width) in enumerate(zip(self._options, self._widths(), strict=True)):
            cell = QRectF(left, 0, width, self.height())
            on = index == self._current
            if on:
                painter.fillRect(cell, theme.colour("selection"))
            painter.setFont(theme.font("body", 600 if on else 400))
            painter.setPen(theme.colour("text" if on else "text_muted"))
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, label)
            left += width
        painter.restore()
        painter.setPen(QPen(theme.colour("line_strong"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        left = 1
        for index, width in enumerate(self._widths()):
            if left <= event.position().x() < left + width:
                self._choose(index)
                return
            left += width

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._choose(self._current + step)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()
