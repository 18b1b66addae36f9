"""The sidebar: panels, rooms with their counts, saved searches. Only panels that exist are shown."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.domain.rooms import ROOM_KEYS
from app.storage.searches import SavedSearch
from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.panel import PanelSpec
from app.ui.shell.nav_row import NavRow, SearchRow
from app.ui.widgets import Rule, Text
from app.ui.widgets.text import RESTYLE
from app.ui.words import room_name


class Sidebar(QScrollArea):
    """Panels, rooms, saved searches."""

    panel_chosen = Signal(str)
    room_chosen = Signal(str)
    memories_dropped = Signal(object, str)  # list of ids, room
    search_chosen = Signal(str)
    search_rename_asked = Signal(object)  # SavedSearch
    search_remove_asked = Signal(object)

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
        self.searches: list[SearchRow] = []
        self._saved: tuple[SavedSearch, ...] = ()
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
        if not living:
            self.set_searches(())
        self._searches_head.setVisible(living and bool(self.searches))

    def set_counts(self, rooms: Mapping[str, int], badges: Mapping[str, int]) -> None:
        """Counts of the rooms; while nothing is anywhere they are dashes."""
        anything = any(rooms.values())
        for key, row in self.rooms.items():
            row.set_count(format_number(rooms.get(key, 0)) if anything else "–")
        for spec in self._specs:
            waiting = badges.get(spec.badge, 0) if spec.badge else 0
            self.panels[spec.key].set_badge(format_number(waiting) if waiting else "")

    def set_searches(self, searches: Sequence[SavedSearch]) -> None:
        """Saved searches; those shown already stay, and keep the keyboard."""
        if tuple(searches) == self._saved:
            return
        self._saved = tuple(searches)
        for row in self.searches:
            row.hide()
            row.deleteLater()
        self.searches = []
        for search in searches:
            row = SearchRow(search)
            row.set_compact(self._compact)
            row.clicked.connect(self._on_search_clicked)
            row.rename_asked.connect(self.search_rename_asked)
            row.remove_asked.connect(self.search_remove_asked)
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
