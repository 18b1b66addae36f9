"""A switch for something that is on or off at once."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.ui import theme


class Toggle(QAbstractButton):
    """A switch; give it an accessible name."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(30), theme.px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.45)
        rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        on = self.isChecked()
        painter.setPen(QPen(theme.colour("accent" if on else "line_strong"), 1.5))
        painter.setBrush(theme.colour("accent") if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        side = self.height() - theme.px(7)
        left = self.width() - side - theme.px(3.5) if on else theme.px(3.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("text_on_accent" if on else "line_strong"))
        painter.drawEllipse(QRectF(left, (self.height() - side) / 2, side, side))
