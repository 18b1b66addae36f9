"""A scrolling list between the margins of a panel."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractScrollArea, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.widgets.text import RESTYLE


class Lane(QWidget):
    """Keeps a list on the text edges: its scroll bar stands in the margin, and nothing moves when it comes."""

    def __init__(self, area: QAbstractScrollArea, *, inset: float = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._area = area
        self._inset = inset  # design pixels that what the list paints keeps from its own edges
        self._column = QVBoxLayout(self)
        self._column.addWidget(area)
        self.setFocusProxy(area)
        area.verticalScrollBar().rangeChanged.connect(self._space)
        self._space()

    def _space(self) -> None:
        side = theme.u(6) - theme.px(self._inset)
        self._column.setContentsMargins(side, 0, side - bar_width(self._area), 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE and hasattr(self, "_column"):
            self._space()


def bar_width(area: QAbstractScrollArea) -> int:
    """What the upright scroll bar of an area takes of its width just now."""
    bar = area.verticalScrollBar()
    return bar.sizeHint().width() if bar.maximum() > bar.minimum() else 0
