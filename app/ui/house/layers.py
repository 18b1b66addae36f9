"""Parts of the drawing painted once for a size, a theme and a light, and kept."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.ui import theme

if TYPE_CHECKING:
    from app.ui.house.house import House

_KEPT: Final = 96


class Layers:
    """Pixmaps by name; all go when the size or the theme changes."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._state = ""
        self._pixmaps: OrderedDict[str, QPixmap] = OrderedDict()

    def clear(self) -> None:
        self._pixmaps.clear()

    def get(self, name: str, paint: Callable[..., None], box: QRect | None = None) -> QPixmap:
        """The layer, painted by `paint(painter, scale=…)` in drawing units; `box` is its part of the widget."""
        house = self._house
        ratio = house.devicePixelRatioF()
        state = f"{house.width()} {house.height()} {ratio} {theme.mode()}"
        if state != self._state:
            self._state = state
            self.clear()
        if name in self._pixmaps:
            self._pixmaps.move_to_end(name)
            return self._pixmaps[name]
        part = box if box is not None else house.rect()
        pixmap = QPixmap(part.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-part.topLeft())
        painter.setTransform(house.to_view(), True)
        paint(painter, scale=house.to_view().m11())
        painter.end()
        self._pixmaps[name] = pixmap
        if len(self._pixmaps) > _KEPT:
            self._pixmaps.popitem(last=False)
        return pixmap
