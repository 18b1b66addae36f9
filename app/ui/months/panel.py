"""The months panel: all months above with what they cost; below the chosen one: its text, its days, its versions."""

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from zoneinfo import ZoneInfo

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.engine.commands import ActivateMonths
from app.engine.months.overview import MonthTile, Overview, overview
from app.storage.characters import Character
from app.ui import aio, theme
from app.ui.i18n import tr
from app.ui.months import budget
from app.ui.months.bulk import REFINING
from app.ui.months.chosen import ChosenMonth
from app.ui.months.days import UNDATED, DaysView
from app.ui.months.making import Maker
from app.ui.months.overview import TABS, OverviewPart
from app.ui.months.versions import VersionsView
from app.ui.panel import NOTHING, Panel, say_nothing
from app.ui.studio import Studio
from app.ui.widgets import EmptyState, SkeletonRows

_TOUCHES = ("fragment", "summary", "summary_version", "memory", "message", "setting", "character")


class MonthsPanel(Panel):
    """Which month is shown, and how; everything else is its parts'."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        theme.paint_ground(self, "panel")
        self.overview: Overview | None = None
        self.month = ""
        self._owner = 0  # the character whose month is shown
        self._undated = False
        self._begun = ""  # a month in which a first entry is being written
        self._told: tuple[Character, str] | None = None  # what the parts below were told last
        self.top = OverviewPart(studio, self)
        self.chosen = ChosenMonth(studio)
        self.days = DaysView(studio)
        self.versions = VersionsView(studio)
        self.maker = Maker(studio, self)
        self.skeleton = SkeletonRows(100)
        self.empty = EmptyState("months")
        self.bench = _Bench()
        self.side = QStackedWidget()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        for view in (self.chosen, self.days, self.versions):
            self.bench.addWidget(view)
        self._nothing_beside = QWidget()
        self.side.addWidget(self._nothing_beside)
        truth = self.chosen.inspector_page()
        if truth is not None:
            self.side.addWidget(truth)
            truth.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.bench, 1)
        column.addWidget(self.skeleton, 1)
        column.addWidget(self.empty, 1)
        self.top.hide()
        self.bench.hide()
        self.empty.hide()
        self.setFocusProxy(self.top.tiles)
        self._tell_side()

    def _wire(self) -> None:
        top = self.top
        top.tiles.opened.connect(self._on_opened)
        top.tiles.toggled.connect(self._on_toggled)
        top.tab_chosen.connect(self._on_tab_chosen)
        top.undated_asked.connect(self._on_undated_asked)
        top.spread_changed.connect(self._on_spread_changed)
        top.meter.clicked.connect(self._on_meter_clicked)
        top.bulk.switch_asked.connect(self._on_switch_asked)
        top.bulk.refine_asked.connect(self._on_refine_asked)
        top.bulk.transfer_asked.connect(self._on_transfer_asked)
        self.empty.asked.connect(lambda: self.studio.action_requested.emit("import"))
        self.chosen.day_asked.connect(lambda day: self.show_with(tab="days", day=day))
        self.days.text_asked.connect(self._on_text_asked)
        self.chosen.days_asked.connect(lambda: self.show_with(tab="days"))
        self.versions.back_asked.connect(lambda: self.show_with(tab="summary"))

    def retranslate(self) -> None:
        self.top.retranslate()
        self.empty.set_words(
            tr("No month yet. Messages, memories and entries of a log are gathered here by month."),
            tr("Import a chat"),
            "months",
        )

    def inspector_page(self) -> QWidget | None:
        return self.side

    def unkept(self) -> str:
        return "\n".join(filter(None, (self.chosen.unkept(), self.days.unkept())))

    # where it stands

    def show_with(self, **arguments: object) -> None:
        """Take `month` (`YYYY-MM`), `tab` (summary, days, versions), `day`, `fragment` (an id), `undated`, `write`."""
        day, fragment = arguments.get("day"), arguments.get("fragment")
        month = arguments.get("month") or (day[:7] if isinstance(day, str) else None)
        tab = arguments.get("tab") or ("days" if day or fragment is not None else None)
        if arguments.get("undated"):
            self._on_undated_asked()
        elif isinstance(month, str) and (month != self.month or self._undated):
            self._choose(month)
        if isinstance(tab, str) and tab in TABS:
            self.top.tabs.setCurrentIndex(TABS.index(tab))
        if arguments.get("write"):
            self._begin_entry()
        elif isinstance(fragment, int) or isinstance(day, str):
            self.days.go_to(
                fragment=fragment if isinstance(fragment, int) else None,
                day=day if isinstance(day, str) else "",
            )

    async def refresh(self, changes: Changes | None) -> None:
        engine, who = self.studio.engine, self.studio.character
        if engine is None or who is None:
            self.overview = None
            self._show()
            return
        if changes is not None and not changes.touches(*_TOUCHES):
            return
        if self.overview is None:
            self.skeleton.begin()
        try:
            found = await overview(engine, who)
        finally:
            self.skeleton.end()
        if who != self.studio.character:
            return
        if self._owner != who.id and self._owner:
            self.month, self._begun, self._undated = "", "", False
        self._owner, self.overview = who.id, found
        self._show()

    def _show(self) -> None:
        held = self.overview
        something = held is not None and bool(held.months or held.undated or self._begun)
        self.top.setVisible(something)
        self.empty.setVisible(not something)
        self.bench.setVisible(something and not self.top.spread)
        if held is None or not something:
            self._tell_side()
            return
        self.top.show_overview(held)
        known = {one.month for one in held.months} | ({self._begun} if self._begun else set())
        if not self._undated and self.month not in known:
            self.month = _first_choice(held)
        self._tell_views()

    def _choose(self, month: str) -> None:
        self.month, self._undated = month, False
        self.top.set_spread(False)
        self._tell_views()

    def _tell_views(self) -> None:
        """Tell the parts below which month it is."""
        who = self.studio.character
        if who is None:
            return
        undated = self._undated or not self.month
        self.top.tabs.setTabEnabled(0, not undated)
        self.top.tabs.setTabEnabled(2, not undated)
        if undated:
            self.top.tabs.setCurrentIndex(TABS.index("days"))
            self.top.tiles.choose("")
            self.days.show_month(who, UNDATED, None)
            return
        self.top.tiles.choose(self.month)
        self.days.show_month(who, self.month, self._tile())
        if self._told != (who, self.month):
            self._told = (who, self.month)
            self.chosen.show_month(who, self.month)
            self.versions.show_month(who, self.month)

    def _tile(self) -> MonthTile | None:
        months = self.overview.months if self.overview else ()
        return next((one for one in months if one.month == self.month), None)

    def _tell_side(self) -> None:
        """The inspector shows what the text rests on; beside days and versions there is nothing."""
        page = self.chosen.inspector_page()
        beside = page if page is not None and self._with_text() else self._nothing_beside
        self.side.setCurrentWidget(beside)
        say_nothing(self.side, beside is self._nothing_beside or bool(beside.property(NOTHING)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DynamicPropertyChange and watched is self.chosen.inspector_page():
            self._tell_side()
        return False

    def _with_text(self) -> bool:
        return self.bench.isVisibleTo(self) and self.bench.currentWidget() is self.chosen

    # the author's hand

    @aio.slot
    async def _begin_entry(self) -> None:
        """Open a sheet for the character's today, also where there is no month yet."""
        who = self.studio.character
        if who is None:
            return
        now = datetime.fromtimestamp(await self.studio.now() / 1000, ZoneInfo(who.timezone))
        self._begun = f"{now:%Y-%m}"
        self._choose(self._begun)
        self.top.tabs.setCurrentIndex(TABS.index("days"))
        self._show()
        await self.days.write_for(f"{now:%Y-%m-%d}")

    def _on_opened(self, month: str) -> None:
        self._choose(month)

    def _on_tab_chosen(self, tab: str) -> None:
        self.bench.setCurrentIndex(TABS.index(tab))
        if self.top.spread:
            self.top.set_spread(False)
        self._tell_side()

    def _on_text_asked(self, fragment: int) -> None:
        self.show_with(tab="summary")
        self.chosen.point_at(fragment)

    def _on_undated_asked(self) -> None:
        self._undated = True
        self.top.set_spread(False)
        self._tell_views()

    def _on_spread_changed(self, spread: bool) -> None:
        self.bench.setVisible(not spread and self.overview is not None)
        self._tell_side()

    @aio.slot
    async def _on_toggled(self, months: list[str]) -> None:
        held = {one.month: one for one in self.overview.months} if self.overview else {}
        first = held.get(months[0]) if months else None
        if first is not None:
            await self._switch(months, on=not first.active)

    @aio.slot
    async def _on_switch_asked(self, on: bool) -> None:
        await self._switch(self.top.tiles.marks(), on=on)

    async def _switch(self, months: list[str], *, on: bool) -> None:
        await self.studio.execute(ActivateMonths(self.studio.character_id, tuple(months), on))

    def _on_meter_clicked(self) -> None:
        budget.choose(self.studio, self.top.meter)

    def _on_refine_asked(self) -> None:
        import_module(REFINING).open(self.studio, self.top.tiles.marks(), self)

    @aio.slot
    async def _on_transfer_asked(self) -> None:
        await self.maker.offer_transfer(self.top.bulk.transfer, self.top.tiles.marks())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().height() != event.size().height():
            self.top.fit()


class _Bench(QStackedWidget):
    """What is shown of the month; it scrolls, and so takes the height it is given: the tiles above keep theirs."""

    def hasHeightForWidth(self) -> bool:
        return False


def _first_choice(held: Overview) -> str:
    """Give the month to begin with: the newest whose days changed, else that waits for a text, else with days."""
    ways: tuple[Callable[[MonthTile], bool], ...] = (
        lambda one: one.state == "stale",
        lambda one: one.state == "missing" and not one.running and one.fragments > 0,
        lambda one: one.fragments > 0 or one.state != "missing",
        lambda one: True,
    )
    for fits in ways:
        found = [one.month for one in held.months if fits(one)]
        if found:
            return found[-1]
    return ""
