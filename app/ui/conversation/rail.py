"""Months at the right edge: how much was said in each, and a way to jump there."""

from collections.abc import Sequence
from math import sqrt

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.i18n import format_month, tr
from app.ui.widgets import paint_elided


class MonthRail(QWidget):
    """A year's name above its months; a bar as long as the month's share of the busiest."""

    month_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._months: list[tuple[str, int]] = []
        self._current = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_months(self, months: Sequence[tuple[str, int]]) -> None:
        """Take (month, messages), oldest first."""
        self._months = list(months)
        self.setMinimumHeight(self._row_height() * len(self._rows()) + theme.u(6))
        self.update()

    def set_current(self, month: str) -> None:
        if month != self._current:
            self._current = month
            self.retranslate()

    def retranslate(self) -> None:
        if self._current:
            self.setAccessibleName(tr("Months: {month}", month=format_month(self._current)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(76), theme.u(60))

    def _row_height(self) -> int:
        return theme.px(26)

    def _rows(self) -> list[tuple[str, int | None]]:
        rows: list[tuple[str, int | None]] = []
        year = ""
        for month, count in self._months:
            if month[:4] != year:
                year = month[:4]
                rows.append((year, None))
            rows.append((month, count))
        return rows

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme.paint_ground(self, "panel")
        painter.setPen(theme.colour("line"))
        painter.drawLine(QPointF(0.5, 0), QPointF(0.5, self.height()))
        busiest = max((count for _, count in self._months), default=1)
        tall, left = self._row_height(), theme.px(12)
        for row, (key, count) in enumerate(self._rows()):
            top = theme.u(3) + row * tall
            box = QRectF(left, top, theme.px(34), tall)
            if count is None:
                paint_elided(
                    painter, box.adjusted(0, 0, theme.px(20), 0), key, theme.font("caption", 600), "text"
                )
                continue
            here = key == self._current
            if here:
                painter.fillRect(
                    QRectF(0, top + theme.px(4), theme.px(3), tall - theme.px(8)), theme.colour("accent")
                )
            name = format_month(key, year=False, short=True)
            ink = "text" if here else "text_muted"
            paint_elided(painter, box, name, theme.font("caption", 600 if here else 400), ink)
            length = max(theme.px(3), theme.px(20) * sqrt(count / busiest))
            bar = QRectF(box.right() + theme.px(4), box.center().y() - theme.px(1.5), length, theme.px(3))
            painter.fillRect(bar, theme.colour("accent" if here else "text_muted", 1.0 if here else 0.5))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = int((event.position().y() - theme.u(3)) // self._row_height())
        rows = self._rows()
        if 0 <= row < len(rows):
            key, count = rows[row]
            self.month_chosen.emit(key if count is not None else f"{key}-01")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        months = [month for month, _ in self._months]
        if step is None or not months:
            super().keyPressEvent(event)
            return
        at = months.index(self._current) if self._current in months else len(months) - 1
        self.month_chosen.emit(months[max(0, min(len(months) - 1, at + step))])
