"""The sidebar: panels, rooms with their counts, saved searches. Only panels that exist are shown."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.domain.rooms import ROOM_KEYS
from app.ui import theme
from app.ui.dragging import MEMORIES_MIME, carried
from app.ui.i18n import format_number, tr
from app.ui.icons import DISABLED_ALPHA, paint_icon
from app.ui.panel import PanelSpec
from app.ui.widgets import Rule, Text, paint_badge, paint_elided
from app.ui.widgets.chip import badge_width
from app.ui.widgets.text import RESTYLE
from app.ui.words import room_name


class NavRow(QAbstractButton):
    """A row: icon or coloured square, words, a count or badge; active = selection ground and a bar at the edge."""

    memories_dropped = Signal(object, str)  # list of ids, room

    def __init__(
        self, key: str, *, icon: str = "", dot: str = "", panel: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.key = key
        self._icon = icon
        self._dot = dot
        self._panel = panel
        self._count = ""
        self._badge = ""
        self._compact = False
        self.setCheckable(True)
        self.setAcceptDrops(bool(dot))
        self._aimed = False
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_name(self, name: str) -> None:
        self.setText(name)
        self._tell()

    def set_count(self, count: str) -> None:
        self._count = count
        self._tell()
        self.update()

    def set_badge(self, badge: str) -> None:
        self._badge = badge
        self._tell()
        self.update()

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self._tell()
        self.update()

    def _tell(self) -> None:
        parts = [part for part in (self.text(), self._badge, self._count) if part and part != "–"]
        self.setAccessibleName(", ".join(parts))
        self.setToolTip(self.text() if self._compact else "")

    def sizeHint(self) -> QSize:
        return QSize(theme.u(20), theme.u(8.5 if self._panel else 7.5))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on, height = self.isChecked(), self.height()
        if not self.isEnabled():
            painter.setOpacity(DISABLED_ALPHA)
        inset = theme.u(2 if self._compact else 3)
        box = QRectF(inset, 0, self.width() - 2 * inset, height)
        self._paint_ground(painter, box, on)
        side = theme.px(18 if self._panel else 16)
        left = box.left() + (box.width() - side) / 2 if self._compact else box.left() + theme.px(10)
        if self._dot and self._compact:  # a colour alone would not do
            place = QRectF(left, (height - side) / 2, side, side)
            paint_icon(painter, place, f"rooms/{self._dot}", f"{self._dot}.ink")
        elif self._dot:
            dot = theme.px(9)
            start = left + theme.px(4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(f"{self._dot}.fill"))
            painter.drawRoundedRect(QRectF(start, (height - dot) / 2, dot, dot), theme.px(2.5), theme.px(2.5))
        else:
            role = "accent" if on else "text_muted"
            paint_icon(painter, QRectF(left, (height - side) / 2, side, side), self._icon, role)
        if not self._compact:
            self._paint_words(painter, box, left + theme.px(27 if self._dot else 28), on)

    def _paint_ground(self, painter: QPainter, box: QRectF, on: bool) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        radius = theme.radius("control")
        if on:
            painter.setBrush(theme.colour("selection"))
            painter.drawRoundedRect(box, radius, radius)
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(QRectF(-2, theme.px(7), 5, self.height() - theme.px(14)), 2, 2)
        elif self._aimed or (self.underMouse() and self.isEnabled()):
            painter.setBrush(theme.colour("text", 0.12 if self._aimed else 0.04))
            painter.drawRoundedRect(box, radius, radius)

    def _paint_words(self, painter: QPainter, box: QRectF, left: float, on: bool) -> None:
        right = box.right() - theme.px(10)
        if self._badge:
            width, tall = badge_width(self._badge), theme.px(18)
            paint_badge(painter, QRectF(right - width, (self.height() - tall) / 2, width, tall), self._badge)
            right -= width + theme.px(6)
        elif self._count:
            count = QRectF(right - theme.px(60), 0, theme.px(60), self.height())
            font = theme.font("caption", 600 if on else 400, tabular=True)
            paint_elided(painter, count, self._count, font, "text_muted", right=True)
            right -= theme.px(12) + painter.fontMetrics().horizontalAdvance(self._count)
        font = theme.font("body", 600 if on else 400)
        paint_elided(painter, QRectF(left, 0, right - left, self.height()), self.text(), font, "text")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(MEMORIES_MIME):
            event.acceptProposedAction()
            self._aim(True)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._aim(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._aim(False)
        memories = carried(event.mimeData())
        if memories and self._dot:
            event.acceptProposedAction()
            self.memories_dropped.emit(memories, self._dot)

    def _aim(self, aimed: bool) -> None:
        self._aimed = aimed
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()


class Sidebar(QScrollArea):
    """Panels, rooms, saved searches."""

    panel_chosen = Signal(str)
    room_chosen = Signal(str)
    memories_dropped = Signal(object, str)  # list of ids, room
    search_chosen = Signal(str)

    def __init__(self, specs: Sequence[PanelSpec], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._specs = [spec for spec in specs if spec.sidebar and spec.role == "panel"]
        self._badges: Mapping[str, int] = {}
        self._compact = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body = QWidget()
        theme.paint_ground(body, "panel")
        theme.paint_ground(self, "panel")
        self.setWidget(body)
        self._column = QVBoxLayout(body)
        self.panels = {spec.key: NavRow(spec.key, icon=spec.icon) for spec in self._specs}
        self.rooms = {room: NavRow(room, dot=room, panel=False) for room in ROOM_KEYS}
        for row in self.rooms.values():
            row.memories_dropped.connect(self.memories_dropped)
        self.searches: list[NavRow] = []
        self._rooms_head = Text("", "caption", "text_muted", weight=500)
        self._searches_head = Text("", "caption", "text_muted", weight=500)
        self._searches_box = QVBoxLayout()
        self._edge = Rule(Qt.Orientation.Vertical, parent=self)
        self._build()
        self.retranslate()
        self.set_living(False)

    def _build(self) -> None:
        for row in self.panels.values():
            row.clicked.connect(self._on_panel_clicked)
            self._column.addWidget(row)
        self._column.addWidget(self._rooms_head)
        for row in self.rooms.values():
            row.clicked.connect(self._on_room_clicked)
            self._column.addWidget(row)
        self._column.addWidget(self._searches_head)
        self._column.addLayout(self._searches_box)
        self._column.addStretch(1)
        self._space()

    def _space(self) -> None:
        self._column.setContentsMargins(0, theme.u(4), 0, theme.u(4))
        self._column.setSpacing(theme.px(2))
        self._searches_box.setSpacing(theme.px(2))
        side = 0 if self._compact else theme.px(22)
        for head in (self._rooms_head, self._searches_head):
            head.setContentsMargins(side, theme.px(18), 0, theme.px(6))
        self.setFixedWidth(theme.u(14) if self._compact else theme.space("sidebar"))

    def set_compact(self, compact: bool) -> None:
        """Icons only."""
        self._compact = compact
        for row in (*self.panels.values(), *self.rooms.values(), *self.searches):
            row.set_compact(compact)
        self.retranslate()
        self._space()

    def set_living(self, living: bool) -> None:
        """Without a palace the panels are faint and there are no rooms."""
        for row in self.panels.values():
            row.setEnabled(living)
        for row in self.rooms.values():
            row.setVisible(living)
        self._rooms_head.setVisible(living)
        self._searches_head.setVisible(living and bool(self.searches))

    def set_counts(self, rooms: Mapping[str, int], badges: Mapping[str, int]) -> None:
        """Counts of the rooms; while nothing is anywhere they are dashes."""
        anything = any(rooms.values())
        for key, row in self.rooms.items():
            row.set_count(format_number(rooms.get(key, 0)) if anything else "–")
        for spec in self._specs:
            waiting = badges.get(spec.badge, 0) if spec.badge else 0
            self.panels[spec.key].set_badge(format_number(waiting) if waiting else "")

    def set_searches(self, searches: Sequence[tuple[str, str]]) -> None:
        """Saved searches as (name, query)."""
        for row in self.searches:
            row.hide()
            row.deleteLater()
        self.searches = []
        for name, query in searches:
            row = NavRow(query, icon="star", panel=False)
            row.setCheckable(False)
            row.set_name(name)
            row.set_compact(self._compact)
            row.clicked.connect(self._on_search_clicked)
            self._searches_box.addWidget(row)
            self.searches.append(row)
        self._searches_head.setVisible(bool(searches))

    def set_active(self, panel: str, room: str = "") -> None:
        """A room is active instead of the palace."""
        for key, row in self.panels.items():
            row.setChecked(key == panel and not room)
        for key, row in self.rooms.items():
            row.setChecked(key == room)

    def _on_panel_clicked(self) -> None:
        row = self.sender()
        if isinstance(row, NavRow):
            row.setChecked(True)
            self.panel_chosen.emit(row.key)

    def _on_room_clicked(self) -> None:
        row = self.sender()
        if isinstance(row, NavRow):
            row.setChecked(True)
            self.room_chosen.emit(row.key)

    def _on_search_clicked(self) -> None:
        row = self.sender()
        if isinstance(row, NavRow):
            self.search_chosen.emit(row.key)

    def retranslate(self) -> None:
        for spec in self._specs:
            self.panels[spec.key].set_name(tr(spec.title))
        for key, row in self.rooms.items():
            row.set_name(room_name(key))
        self._rooms_head.setText("" if self._compact else tr("Rooms"))
        self._searches_head.setText("" if self._compact else tr("Saved searches"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._edge.setGeometry(self.width() - 1, 0, 1, self.height())
        self._edge.raise_()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE and hasattr(self, "_searches_box"):
            self.retranslate()
            self._space()
