"""What the four tones of a bar stand for."""

import math

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.widgets.bars import TONES

_SIDE, _GAP, _APART = 9, 6, 14


class Legend(QWidget):
    """Four squares with their words, in the order in which a bar is put together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def retranslate(self) -> None:
        self._names = (tr("alike"), tr("recent"), tr("important"), tr("links, mood and the rest"))
        self.setAccessibleName(", ".join(self._names))
        self.updateGeometry()
        self.update()

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(theme.font("caption"))

    def sizeHint(self) -> QSize:
        words = sum(self._metrics().horizontalAdvance(name) for name in self._names)
        apart = len(self._names) * (theme.px(_SIDE) + theme.px(_GAP)) + (len(self._names) - 1) * theme.px(
            _APART
        )
        return QSize(math.ceil(words) + apart + 2, theme.px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        side, left = theme.px(_SIDE), 0.0
        for name, (role, alpha) in zip(self._names, TONES, strict=True):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(role, alpha))
            painter.drawRoundedRect(QRectF(left, (self.height() - side) / 2, side, side), 2, 2)
            left += side + theme.px(_GAP)
            wide = self._metrics().horizontalAdvance(name)
            painter.setPen(theme.colour("text_muted"))
            box = QRectF(left, 0, wide + 2, self.height())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), name)
            left += wide + theme.px(_APART)
