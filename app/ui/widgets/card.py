"""A card: what can be taken away whole. Warnings, failures, good news and proposals have their own ground."""

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.widgets.prose import Prose
from app.ui.widgets.text import RESTYLE, Icon, Text

#: tone → (ground, edge, ink of icon and title, icon)
_TONES: dict[str, tuple[str, str | None, str, str | None]] = {
    "plain": ("raised", "line", "text", None),
    "warning": ("warning_soft", None, "warning", "warn"),
    "danger": ("raised", "line", "danger", "warn"),
    "warned": ("raised", "line", "warning", "warn"),
    "success": ("success_soft", None, "success", "check"),
    "proposal": ("proposal_bg", "proposal", "proposal", None),
}
_BAR = 3


class Card(QWidget):
    """A titled box with text and actions; `bar` adds the 3 px bar of the tone at its left edge (always for danger)."""

    def __init__(
        self,
        tone: str = "plain",
        title: str = "",
        text: str = "",
        *,
        icon: str | None = None,
        bar: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tone = tone
        self._bar = bar or tone == "danger"
        _ground, _edge, ink, own_icon = _TONES[tone]
        self._icon = Icon(icon or own_icon or "file", ink, 18)
        self._icon.setVisible(bool(icon or own_icon))
        self.title = Text(
            title, "body", ink if tone in ("danger", "warned", "proposal") else "text", weight=600
        )
        self.title.setWordWrap(True)
        self.title.setVisible(bool(title))
        self.text = Prose(text, "body", "text" if tone != "warning" else "text_muted")
        self.text.setVisible(bool(text))
        self.body = QVBoxLayout()
        self.foot = QHBoxLayout()
        self._build()

    def _build(self) -> None:
        self.head = QHBoxLayout()
        self.head.addWidget(self.title, 1)
        column = QVBoxLayout()
        column.addLayout(self.head)
        column.addWidget(self.text)
        column.addLayout(self.body)
        column.addLayout(self.foot)
        outer = QHBoxLayout(self)
        outer.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        outer.addLayout(column, 1)
        self._column, self._outer = column, outer
        self._space()

    def _space(self) -> None:
        margin = theme.u(3)
        left = margin + (theme.px(_BAR) if self._bar else 0)
        self._outer.setContentsMargins(left, margin, margin, margin)
        self._outer.setSpacing(theme.px(10))
        self._column.setSpacing(theme.u(1))
        self.body.setSpacing(theme.u(1))
        self.foot.setSpacing(theme.u(2))

    def set_words(self, title: str, text: str = "") -> None:
        """Change title and text."""
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.text.setText(text)
        self.text.setVisible(bool(text))

    def add_action(self, button: QWidget) -> None:
        """Add a button to the row at the foot."""
        if self.foot.count() == 0:
            self.foot.setContentsMargins(0, theme.u(1), 0, 0)
            self.foot.addWidget(button)
            self.foot.addStretch(1)
        else:
            self.foot.insertWidget(self.foot.count() - 1, button)

    def paintEvent(self, _event: QPaintEvent) -> None:
        ground, edge, ink, _icon = _TONES[self._tone]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        radius = theme.radius("card")
        shape.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.fillPath(shape, theme.colour(ground))
        if self._bar:
            painter.save()
            painter.setClipPath(shape)
            painter.fillRect(QRectF(0, 0, theme.px(_BAR), self.height()), theme.colour(ink))
            painter.restore()
        if edge:
            style = Qt.PenStyle.DashLine if self._tone == "proposal" else Qt.PenStyle.SolidLine
            painter.setPen(QPen(theme.colour(edge), 1, style))
            painter.drawPath(shape)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE and hasattr(self, "_outer"):
            self._space()
            self.update()
