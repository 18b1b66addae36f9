"""The card of one set of vectors, made or still to be made."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.widgets import Bar, Chip, Elided, FactList, Icon, Text

#: tone → ink of icon, bar and chip
TONES = {"good": "success", "busy": "accent", "warn": "warning", "quiet": "text_muted"}
ICON = 16


class SetCard(QWidget):
    """A line with icon, name and size; beneath it whatever the state wants: bar, facts, reason, buttons."""

    def __init__(self, icon: str, tone: str, name: str, size: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = TONES[tone]
        self._head = QHBoxLayout()
        self._head.setSpacing(theme.u(2))
        self._head.addWidget(Icon(icon, self._tone, ICON))
        self._head.addWidget(Elided(name, "body", weight=600))
        self._head.addWidget(Text(size, "body", "text_muted"))
        self._head.addStretch(1)
        self._column = QVBoxLayout(self)
        margin = theme.u(3)
        self._column.setContentsMargins(margin, margin, margin, margin)
        self._column.setSpacing(theme.u(2))
        self._column.addLayout(self._head)
        self.setAccessibleName(f"{name}, {size}")

    def add_chip(self, text: str) -> None:
        border = self._tone if self._tone != "text_muted" else "line_strong"
        ink = self._tone if self._tone == "success" else "text"
        self._head.addWidget(Chip(text, None, None, ink, border))

    def add_right(self, widget: QWidget) -> None:
        self._head.addWidget(widget)

    def add_bar(self, share: float, left: str, right: str = "") -> None:
        bar = Bar(share, self._tone if self._tone != "text_muted" else "accent")
        bar.setAccessibleName(left)
        self._column.addWidget(bar)
        row = QHBoxLayout()
        row.addWidget(Text(left, "caption", "text_muted", tabular=True))
        row.addStretch(1)
        row.addWidget(Text(right, "caption", "text_muted"))
        self._column.addLayout(row)

    def add_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        shown = [(name, value) for name, value in facts if value]
        if shown:
            rows = FactList(68, 4)
            for name, value in shown:
                rows.add(name, Text(value, "body", wrap=True, tabular=True))
            self._column.addWidget(rows)

    def add_text(self, text: str, ink: str = "text_muted", style: str = "small") -> None:
        if text:
            self._column.addWidget(Text(text, style, ink, wrap=True))

    def add_actions(self, buttons: Sequence[QWidget]) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.u(2))
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        self._column.addLayout(row)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line"), 1, Qt.PenStyle.SolidLine))
        painter.setBrush(theme.colour("raised"))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, theme.radius("card"), theme.radius("card"))
