"""Buttons: plain, primary (one a surface), quiet (accent words), danger; icon buttons; links."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from app.ui import theme
from app.ui.icons import paint_icon
from app.ui.widgets.keycap import key_width, paint_key
from app.ui.widgets.text import RESTYLE

_INKS = {
    "plain": "text",
    "primary": "text_on_accent",
    "quiet": "accent",
    "danger": "danger",
    "bare": "text_muted",
}
_NO_BOX = ("quiet", "danger", "bare")


class Button(QPushButton):
    """A button with optional icon, key cap and menu arrow; `small` is 26 px high instead of 30."""

    def __init__(
        self,
        text: str = "",
        kind: str = "plain",
        *,
        icon: str | None = None,
        key: str | None = None,
        small: bool = False,
        arrow: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._kind = kind
        self._icon_name = icon
        self._key = key
        self._small = small
        self._after = "down" if arrow else None
        self._ink: str | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        if key:
            self.setToolTip(key)

    def set_kind(self, kind: str) -> None:
        self._kind = kind
        self.updateGeometry()
        self.update()

    def set_icon(self, icon: str | None, ink: str | None = None) -> None:
        self._icon_name, self._ink = icon, ink
        self.updateGeometry()
        self.update()

    def set_arrow(self, arrow: bool) -> None:
        """Say whether it opens a menu."""
        self._after = "down" if arrow else None
        self.updateGeometry()
        self.update()

    def _weight(self) -> int:
        return 600 if self._kind == "primary" else 400

    def _font_style(self) -> str:
        return "small" if self._small else "body"

    def _padding(self) -> int:
        if self._kind in _NO_BOX:
            return theme.px(6)
        return theme.px(9 if self._small else 12)

    def _content_width(self) -> float:
        metrics = QFontMetricsF(theme.font(self._font_style(), self._weight()))
        width = metrics.horizontalAdvance(self.text()) if self.text() else 0.0
        gap = theme.px(6)
        if self._icon_name:
            width += theme.px(16) + (gap if self.text() else 0)
        if self._key:
            width += key_width(self._key) + gap
        if self._after:
            width += theme.px(14) + gap
        return width

    def sizeHint(self) -> QSize:
        height = theme.px(26) if self._small else theme.space("control")
        width = round(self._content_width()) + 2 * self._padding()
        return QSize(max(width, height), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.isEnabled():
            painter.setOpacity(0.45)
        self._paint_ground(painter)
        self._paint_content(painter)

    def _paint_ground(self, painter: QPainter) -> None:
        pressed, over = self.isDown() or self.isChecked(), self.underMouse() and self.isEnabled()
        radius = theme.radius("control")
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        ground: QColor | None = theme.colour("accent" if self._kind == "primary" else "raised")
        edge = theme.colour("accent" if self._kind == "primary" else "line_strong")
        if self._kind in _NO_BOX:
            edge = QColor(Qt.GlobalColor.transparent)
            ground = theme.colour("text", 0.10 if pressed else 0.05) if over or pressed else None
            if self.isChecked():
                ground = theme.colour("selection")
        elif ground is not None and (over or pressed):
            ground = theme.mix(ground, theme.colour("text"), 0.12 if pressed else 0.06)
        painter.setPen(QPen(edge, 1))
        painter.setBrush(ground if ground is not None else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, radius, radius)

    def _paint_content(self, painter: QPainter) -> None:
        ink = self._ink or _INKS[self._kind]
        if self._kind == "bare" and self.isChecked():
            ink = "accent"
        gap = theme.px(6)
        left = (self.width() - self._content_width()) / 2
        middle = self.height() / 2
        if self._icon_name:
            side = theme.px(16)
            paint_icon(painter, QRectF(left, middle - side / 2, side, side), self._icon_name, ink)
            left += side + (gap if self.text() else 0)
        if self.text():
            font = theme.font(self._font_style(), self._weight())
            advance = QFontMetricsF(font).horizontalAdvance(self.text())
            painter.setFont(font)
            painter.setPen(theme.colour(ink))
            box = QRectF(left, 0, advance + 2, self.height())
            painter.drawText(
                box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text()
            )
            left += advance + gap
        if self._key:
            width, height = key_width(self._key), theme.px(18)
            on_accent = self._kind == "primary"
            paint_key(
                painter,
                QRectF(left, middle - height / 2, width, height),
                self._key,
                ink if on_accent or self._kind == "danger" else "text_muted",
                None if on_accent else "panel",
            )
            left += width + gap
        if self._after:
            side = theme.px(14)
            role = ink if self._kind in ("quiet", "primary") else "text_muted"
            paint_icon(painter, QRectF(left, middle - side / 2, side, side), self._after, role)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()


class IconButton(Button):
    """A square button with an icon; it must have a name, which is its tooltip too, with its key."""

    def __init__(self, icon: str, name: str = "", *, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__("", "bare", icon=icon, parent=parent)
        self._shortcut_text = key
        self.set_name(name)

    def set_name(self, name: str) -> None:
        """Name it, in the language chosen."""
        self.setAccessibleName(name)
        self.setToolTip(f"{name} ({self._shortcut_text})" if self._shortcut_text else name)

    def sizeHint(self) -> QSize:
        side = theme.space("control")
        return QSize(max(side, round(self._content_width()) + 2 * theme.px(7)), side)


class LinkButton(Button):
    """Words in the accent that lead somewhere."""

    def __init__(
        self,
        text: str = "",
        *,
        icon: str | None = None,
        leads: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, "quiet", icon=icon, small=True, parent=parent)
        self._after = "right" if leads else None
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _padding(self) -> int:
        return 0  # its words stand on the edge that the text beside them keeps

    def _paint_ground(self, painter: QPainter) -> None:
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            painter.setPen(QPen(theme.colour("accent"), 1))
            base = round(self.height() / 2 + QFontMetricsF(theme.font("small")).height() / 2)
            painter.drawLine(0, base, self.width(), base)

    def sizeHint(self) -> QSize:
        return QSize(round(self._content_width()), theme.px(22))
