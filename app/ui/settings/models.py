"""Models and endpoints: a section a purpose, this month's use below; beside it the vectors and what leaves the machine."""

from importlib import import_module
from importlib.util import find_spec

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.models.endpoint.settings import Purpose
from app.ui import aio, theme
from app.ui.desk import desk
from app.ui.ledger.strip import LedgerStrip
from app.ui.settings.leaving import Leaving
from app.ui.settings.section import EndpointSection
from app.ui.settings.tabs import Tab
from app.ui.studio import Studio
from app.ui.widgets import Column, Rule, bar_width

_VECTORS = ("app.ui.vectors.section", "VectorsSection")


class ModelsTab(Tab):
    """What is set for each purpose."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.desk = desk(studio)
        self.sections = {purpose: EndpointSection(studio, self.desk, purpose) for purpose in Purpose}
        self.strip = LedgerStrip(studio)
        self.leaving = Leaving(studio, self.desk)
        self._side = self._make_side()
        self._build()
        self.desk.changed.connect(self.show_endpoints)

    def _build(self) -> None:
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setSpacing(0)
        for section in self.sections.values():
            self._column.addWidget(section)
            self._column.addWidget(Rule())
        self._column.addWidget(self.strip)
        self._column.addStretch(1)
        self._area.setWidget(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)
        self._area.verticalScrollBar().rangeChanged.connect(self._space)
        self._space()

    def _space(self) -> None:
        """The scroll bar stands in the margin."""
        side = theme.u(6)
        self._column.setContentsMargins(side, 0, side - bar_width(self._area), theme.u(6))

    def _make_side(self) -> Column:
        column = Column()
        if _there():
            module, name = _VECTORS
            column.add(getattr(import_module(module), name)(self.studio))
            column.add_rule()
        column.add(self.leaving)
        column.add_stretch()
        return column

    def side(self) -> QWidget:
        return self._side

    @aio.slot
    async def look_again(self) -> None:
        self.strip.look_again()
        await self.desk.read()
        self.show_endpoints()

    def show_endpoints(self) -> None:
        """Show what is kept."""
        for purpose, section in self.sections.items():
            section.show_endpoint(self.desk.endpoints.of.get(purpose))

    def retranslate(self) -> None:
        for section in self.sections.values():
            section.retranslate()
        self.strip.retranslate()
        self.leaving.retranslate()


def _there() -> bool:
    try:
        return find_spec(_VECTORS[0]) is not None
    except ModuleNotFoundError:
        return False
