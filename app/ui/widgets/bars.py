"""Bars: one value, a meter of segments with its overflow, and a waterfall of contributions on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QHelpEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.ui import theme

#: The four tones of chart series, in order: (role, alpha). Never room colours.
TONES = (("accent", 1.0), ("accent", 0.48), ("text_muted", 1.0), ("text_muted", 0.42))


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar: its share of the whole scale, what it is, and its tone (an index into TONES)."""

    share: float
    name: str = ""
    tone: int = 0


def paint_bar(painter: QPainter, rect: QRectF, share: float, role: str = "accent") -> None:
    """A value as a rounded bar on a faint track."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = rect.height() / 2
    painter.setBrush(theme.colour("text", 0.12))
    painter.drawRoundedRect(rect, radius, radius)
    width = rect.width() * min(1.0, max(0.0, share))
    if width > 0:
        painter.setBrush(theme.colour(role))
        painter.drawRoundedRect(
            QRectF(rect.left(), rect.top(), max(width, rect.height()), rect.height()), radius, radius
        )
    painter.restore()


def paint_waterfall(painter: QPainter, rect: QRectF, parts: Sequence[Part], track: bool = True) -> None:
    """Contributions end to end; negative or zero ones take no room."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    if track:
        painter.fillRect(rect, theme.colour("text", 0.08))
    left = rect.left()
    for part in parts:
        width = min(rect.width() * max(0.0, part.share), rect.right() - left)
        if width <= 0:
            continue
        role, alpha = TONES[part.tone % len(TONES)]
        painter.fillRect(
            QRectF(left, rect.top(), max(1.0, width - 1), rect.height()), theme.colour(role, alpha)
        )
        left += width
    painter.restore()


class Bar(QWidget):
    """One value between 0 and 1."""

    def __init__(
        self, share: float = 0.0, role: str = "accent", height: int = 5, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._share = share
        self._role = role
        self._height = height
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float, role: str | None = None) -> None:
        self._share = share
        self._role = role or self._role
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.u(12), theme.px(self._height))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.u(4), theme.px(self._height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_bar(QPainter(self), QRectF(self.rect()), self._share, self._role)


class _Parted(QWidget):
    """A bar of named parts; the part under the pointer says its name."""

    def __init__(self, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[Part, ...] = ()
        self._height = height
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_parts(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        self.setAccessibleName(", ".join(part.name for part in self._parts if part.name))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.u(40), theme.px(self._height))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.u(8), theme.px(self._height))

    def event(self, event: object) -> bool:
        if isinstance(event, QHelpEvent):
            at, left = event.pos().x() / max(1, self.width()), 0.0
            for part in self._parts:
                left += max(0.0, part.share)
                if at <= left:
                    QToolTip.showText(event.globalPos(), part.name, self)
                    return True
        return super().event(event)  # type: ignore[arg-type]


class Meter(_Parted):
    """Segments of a budget; what goes beyond 1 is hatched in danger over the last stretch."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(7, parent)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        outline = QPainterPath()
        outline.addRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        painter.setClipPath(outline)
        painter.fillRect(rect, theme.colour("text", 0.12))
        paint_waterfall(painter, rect, self._parts, track=False)
        over = sum(part.share for part in self._parts) - 1.0
        if over > 0:
            width = min(rect.width(), rect.width() * over)
            tail = QRectF(rect.right() - width, rect.top(), width, rect.height())
            painter.fillRect(tail, theme.colour("danger_soft"))
            painter.fillRect(tail, QBrush(theme.colour("danger"), Qt.BrushStyle.BDiagPattern))
