"""A line of light over time, with its last point."""

import itertools
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.i18n import format_number, tr


class Sparkline(QWidget):
    """Values 0–10, oldest first, on a fixed scale so that rooms can be compared."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[float, ...] = ()
        self._role = "accent"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_values(self, values: Sequence[float], role: str) -> None:
        self._values, self._role = tuple(values), role
        if values:
            first, last = format_number(values[0], 1), format_number(values[-1], 1)
            self.setAccessibleName(tr("Light over 90 days: from {first} to {last}", first=first, last=last))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.u(60), theme.px(54))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))
        if len(self._values) < 2:
            return
        points = self._points()
        path = QPainterPath(points[0])
        for before, here in itertools.pairwise(points):
            middle = (before.x() + here.x()) / 2
            path.cubicTo(QPointF(middle, before.y()), QPointF(middle, here.y()), here)
        colour = theme.colour(self._role)
        painter.setPen(QPen(colour, 2))
        painter.drawPath(path)
        painter.setBrush(colour)
        painter.drawEllipse(points[-1], 3, 3)

    def _points(self) -> list[QPointF]:
        low, high = min(self._values), max(self._values)
        span = max(high - low, 1.0)  # a flat line stays flat: a tenth of the scale fills the height at most
        middle = (low + high) / 2
        room = self.height() - theme.px(14)
        step = (self.width() - theme.px(6)) / (len(self._values) - 1)
        return [
            QPointF(index * step, theme.px(6) + room * (0.5 - (value - middle) / span))
            for index, value in enumerate(self._values)
        ]
