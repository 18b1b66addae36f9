"""A drop-down list of keys and labels, with our arrow."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from app.ui import theme
from app.ui.icons import icon, paint_icon


class Choice(QComboBox):
    """One of some options (key, label[, icon]); `picked` tells the author's choice only."""

    picked = Signal(str)

    def __init__(self, options: Sequence[tuple[str, ...]] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(theme.space("control"))
        self.set_options(options)
        self.activated.connect(self._on_activated)

    def set_options(self, options: Sequence[tuple[str, ...]]) -> None:
        """Change the options; the current key is kept if it is still there."""
        key = self.current()
        self.blockSignals(True)
        self.clear()
        for option in options:
            self.addItem(option[1], option[0])
            if len(option) > 2:
                self.setItemIcon(self.count() - 1, icon(option[2]))
        self.blockSignals(False)
        if key:
            self.set_current(key)

    def current(self) -> str:
        return str(self.currentData() or "")

    def set_current(self, key: str) -> None:
        index = self.findData(key)
        if index >= 0:
            self.setCurrentIndex(index)

    def _on_activated(self, _index: int) -> None:
        self.picked.emit(self.current())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        side = theme.px(14)
        at = QRectF(self.width() - side - theme.px(8), (self.height() - side) / 2, side, side)
        paint_icon(painter, at, "down", "text_muted", 1.0 if self.isEnabled() else 0.45)
