"""The upper half: title and budget, the tiles, and the strip of tabs below them."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app.engine.months.overview import Overview
from app.ui import theme
from app.ui.i18n import format_month, told, tr
from app.ui.months.bulk import BulkBar
from app.ui.months.cost import Ghost, cost_of, ghost_of
from app.ui.months.meter import BudgetMeter
from app.ui.months.tile_delegate import GAP
from app.ui.months.tiles import TileView
from app.ui.studio import Studio
from app.ui.widgets import IconButton, Lane, LinkButton, PanelHead

TABS = ("summary", "days", "versions")
_METER = 0.48  # of the width that the budget may take beside the title
_SHARE = 0.38  # of the panel's height that the tiles may take beside a month
_LOW = 560  # a panel lower than this has tiles without heat maps
_STRIP, _BELOW = 34, 5


class OverviewPart(QWidget):
    """Shows an overview; what is asked of months is told by `tiles` and `bulk`."""

    tab_chosen = Signal(str)
    undated_asked = Signal()
    spread_changed = Signal(bool)  # all months are shown, and no month below

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.paint_ground(self, "window")
        self.studio = studio
        self.overview: Overview | None = None
        self.spread = False
        self.head = PanelHead()
        self.meter = BudgetMeter()
        self.preview = IconButton("file")
        self.tiles = TileView()
        self.bulk = BulkBar()
        self.tabs = QTabBar()
        self.undated = LinkButton("", icon="clock")
        self.all = LinkButton()
        self.strip = QStackedWidget()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        self.head.add_action(self.meter)
        self.head.actions_row.addWidget(self.preview, 0, Qt.AlignmentFlag.AlignTop)
        for _ in TABS:
            self.tabs.addTab("")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.u(4))
        row.addWidget(self.tabs)
        row.addStretch(1)
        row.addWidget(self.undated)
        row.addWidget(self.all)
        self.strip.addWidget(line)
        self.strip.addWidget(self.bulk)
        self.strip.setFixedHeight(theme.px(_STRIP))
        below = QHBoxLayout()
        below.setContentsMargins(theme.u(6), 0, theme.u(6), theme.px(_BELOW))
        below.addWidget(self.strip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(Lane(self.tiles, inset=GAP / 2), 1)
        column.addLayout(below)

    def _wire(self) -> None:
        self.tiles.pointed.connect(self._on_pointed)
        self.tiles.marked.connect(self._on_marked)
        self.tiles.rows_changed.connect(self._fit)
        self.tabs.currentChanged.connect(lambda place: self.tab_chosen.emit(TABS[place]))
        self.undated.clicked.connect(self.undated_asked)
        self.preview.clicked.connect(lambda: self.studio.open_panel("context"))
        self.all.clicked.connect(lambda: self.set_spread(not self.spread))
        self.bulk.clear_asked.connect(self.tiles.unmark)

    def retranslate(self) -> None:
        self.head.title.setText(tr("Months"))
        for place, word in enumerate((tr("Summary"), tr("Days"), tr("Versions"))):
            self.tabs.setTabText(place, word)
        self.tabs.setAccessibleName(tr("What to show of the month"))
        self.tiles.setAccessibleName(tr("Months"))
        self.preview.set_name(tr("See what would stand in the prompt, line by line"))
        self.bulk.retranslate()
        if self.overview is not None:
            self.show_overview(self.overview)

    def show_overview(self, overview: Overview) -> None:
        """Show how all months stand."""
        self.overview = overview
        self.tiles.set_tiles(overview.months)
        self.meter.show_cost(cost_of(overview))
        months = overview.months
        if months:
            first, last = format_month(months[0].month), format_month(months[-1].month)
            span = first if first == last else tr("{first} – {last}", first=first, last=last)
            on = sum(one.active for one in months)
            self.head.subtitle.setText(
                f"{span} · " + tr("{n} month switched on", "{n} months switched on", n=on)
            )
        self.undated.setVisible(bool(overview.undated))
        self.undated.setText(tr("{n} entry without a date", "{n} entries without a date", n=overview.undated))
        self._tell_all()

    # sizes

    def set_spread(self, spread: bool) -> None:
        """Show all months, or as many as leave room for the chosen one."""
        self.spread = spread
        self._fit()
        self._tell_all()
        self.spread_changed.emit(spread)

    def _fit(self) -> None:
        """Give the tiles whole rows only."""
        parent = self.parentWidget()
        tall = parent.height() if parent else self.height()
        low = not self.spread and tall < theme.px(_LOW)
        self.tiles.set_compact(low)
        self.head.subtitle.setVisible(not low)
        if self.spread:
            self.tiles.setMinimumHeight(0)
            self.tiles.setMaximumHeight(16_777_215)
            return
        room = tall * _SHARE
        rows = 1
        while self.tiles.content_height(rows + 1) <= room and rows < 20:
            rows += 1
        self.tiles.setFixedHeight(self.tiles.content_height(rows))
        self.tiles.reveal(self.tiles.look.chosen)
        self._tell_all()

    def fit(self) -> None:
        """The panel has another height."""
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.preview.sizeHint().width() + theme.u(2)
        self.meter.set_room(round((self.width() - theme.u(12)) * _METER) - beside)
        self._tell_all()

    def _tell_all(self) -> None:
        count = len(self.overview.months) if self.overview else 0
        hidden = self.tiles.content_height() > self.tiles.maximumHeight()
        self.all.setVisible(self.spread or hidden)
        self.all.setText(tr("Back to the month") if self.spread else tr("All {n} months", n=count))

    # what is pointed at

    def _on_pointed(self, month: str) -> None:
        tile = self.tiles.tiles.tiles.get(month)
        if tile is None:
            self.meter.show_ghost(Ghost())
            return
        marks = self.tiles.marks()
        held = self.tiles.tiles.tiles
        meant = [held[one] for one in marks if one in held] if month in marks else [tile]
        self.meter.show_ghost(ghost_of(meant, on=not tile.active))

    def _on_marked(self, months: list[str]) -> None:
        refusal = told(self.studio.read_only)[0] if self.studio.read_only else ""
        self.strip.setCurrentIndex(1 if months else 0)
        self.bulk.show_count(len(months), refusal)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        line = QRectF(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, theme.colour("line"))
