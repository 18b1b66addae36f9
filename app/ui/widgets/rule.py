"""A hairline."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme


class Rule(QWidget):
    """A line of one pixel, lying or standing."""

    def __init__(
        self,
        orientation: Qt.Orientation = Qt.Orientation.Horizontal,
        role: str = "line",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._role = role
        lying = orientation == Qt.Orientation.Horizontal
        grow, fixed = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        self.setSizePolicy(grow if lying else fixed, fixed if lying else grow)

    def sizeHint(self) -> QSize:
        return QSize(1, 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.colour(self._role))
