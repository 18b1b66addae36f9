"""Chips (a small tinted or outlined box) and badges (a filled pill): painters for delegates, labels for layouts."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.rooms import ROOM_KEYS
from app.ui import theme
from app.ui.icons import full_name, paint_icon
from app.ui.widgets.text import RESTYLE, paint_elided

_ICON = 13


def chip_width(text: str, icon: str | None = None) -> int:
    """Width a chip takes for its text."""
    advance = QFontMetricsF(theme.font("small")).horizontalAdvance(text) if text else 0
    icon_part = theme.px(_ICON) + (theme.px(5) if text else 0) if icon else 0
    return round(advance + icon_part) + 2 * theme.px(8)


def paint_chip(
    painter: QPainter,
    rect: QRectF,
    text: str,
    icon: str | None = None,
    *,
    ground: str | None = "window",
    ink: str = "text",
    border: str | None = "line",
    dashed: bool = False,
) -> None:
    """A chip in `rect`; without a ground it is outlined."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
    painter.setPen(QPen(theme.colour(border), 1, line) if border else Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(ground) if ground else Qt.BrushStyle.NoBrush)
    radius = theme.radius("chip")
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    left = rect.left() + theme.px(8)
    if icon:
        side = theme.px(_ICON)
        paint_icon(painter, QRectF(left, rect.center().y() - side / 2, side, side), icon, ink)
        left += side + theme.px(5)
    inner = QRectF(left, rect.top(), rect.right() - theme.px(6) - left, rect.height())
    paint_elided(painter, inner, text, theme.font("small"), ink)
    painter.restore()


def badge_width(text: str) -> int:
    """Width a badge takes for its text."""
    advance = QFontMetricsF(theme.font("caption", 600)).horizontalAdvance(text)
    return max(theme.px(20), round(advance) + 2 * theme.px(7))


def paint_badge(painter: QPainter, rect: QRectF, text: str) -> None:
    """A filled pill in the accent."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent"))
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
    painter.setFont(theme.font("caption", 600, tabular=True))
    painter.setPen(theme.colour("text_on_accent"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


class Chip(QWidget):
    """A chip as a widget; with `clickable` it is a button too (a reason, a filter)."""

    clicked = Signal()

    def __init__(
        self,
        text: str = "",
        icon: str | None = None,
        ground: str | None = "window",
        ink: str = "text",
        border: str | None = "line",
        *,
        clickable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text, self._icon = text, icon
        self._ground, self._ink, self._border = ground, ink, border
        self._clickable = clickable
        self._checked = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        if clickable:
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @classmethod
    def room(cls, room: str, label: str, parent: QWidget | None = None) -> "Chip":
        """The chip of a room: icon and name on its soft ground."""
        if room not in ROOM_KEYS:
            return cls(label, parent=parent)
        return cls(label, full_name(room), f"{room}.soft", f"{room}.ink", None, parent=parent)

    @classmethod
    def built_in(cls, label: str, parent: QWidget | None = None) -> "Chip":
        """The outlined, muted mark beside what a stand-in made."""
        return cls(label, "chip", None, "text_muted", "line_strong", parent=parent)

    def text(self) -> str:
        return self._text

    def setText(self, text: str) -> None:  # noqa: N802
        self._text = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def dress(self, *, icon: str | None, ground: str | None, ink: str, border: str | None) -> None:
        """Change its looks."""
        self._icon, self._ground, self._ink, self._border = icon, ground, ink, border
        self.updateGeometry()
        self.update()

    def set_checked(self, checked: bool) -> None:
        self._checked = checked
        self.update()

    def checked(self) -> bool:
        return self._checked

    def sizeHint(self) -> QSize:
        return QSize(chip_width(self._text, self._icon), theme.px(22))

    def paintEvent(self, _event: QPaintEvent) -> None:
        ground = "selection" if self._checked else self._ground
        border = "accent" if self._checked else self._border
        paint_chip(
            QPainter(self),
            QRectF(self.rect()),
            self._text,
            self._icon,
            ground=ground,
            ink=self._ink,
            border=border,
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._clickable and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._clickable and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()
