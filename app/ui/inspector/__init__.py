"""The memory in the right column: read, edited in place, with all that belongs to it."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="inspector",
    icon="file",
    title=mark("Memory"),
    order=15,
    place="app.ui.inspector.panel:InspectorPanel",
    sidebar=False,
    role="inspector",
)
