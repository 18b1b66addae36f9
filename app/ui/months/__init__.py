"""Months: how they stand, their days, and the text of each."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="months",
    icon="months",
    title=mark("Months"),
    order=12,
    place="app.ui.months.panel:MonthsPanel",
)
