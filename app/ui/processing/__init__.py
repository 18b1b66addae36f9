"""Reading new messages: what waits, who reads, what it costs, and what came of it."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    "processing",
    "book",
    mark("Read new messages"),
    880,
    "app.ui.processing.panel:ProcessingPanel",
    sidebar=False,
)
