"""What was done, by day: every edit and run, and its undo."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="history",
    icon="clock",
    title=mark("History"),
    order=70,
    place="app.ui.history.panel:HistoryPanel",
)
