"""A key as it is printed on a keyboard."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme


def key_width(text: str) -> int:
    """Width of a key cap."""
    advance = QFontMetricsF(theme.font("caption")).horizontalAdvance(text)
    return max(theme.px(20), round(advance) + 2 * theme.px(6))


def paint_key(
    painter: QPainter, rect: QRectF, text: str, ink: str = "text_muted", ground: str | None = "panel"
) -> None:
    """A key cap in `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = theme.colour("line") if ink == "text_muted" else theme.colour(ink, 0.5)
    painter.setPen(QPen(edge, 1))
    painter.setBrush(theme.colour(ground) if ground else Qt.BrushStyle.NoBrush)
    radius = theme.radius("chip")
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.setFont(theme.font("caption"))
    painter.setPen(theme.colour(ink))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


class KeyCap(QWidget):
    """A key cap as a widget."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def sizeHint(self) -> QSize:
        return QSize(key_width(self._text), theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_key(QPainter(self), QRectF(self.rect()), self._text)
