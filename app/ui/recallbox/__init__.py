"""The recall box: what would come to mind, and why."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="recall",
    icon="bench",
    title=mark("Recall"),
    order=50,
    place="app.ui.recallbox.panel:RecallPanel",
)
