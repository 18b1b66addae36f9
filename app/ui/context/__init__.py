"""The context preview: what would go into the prompt, line by line, and what a recall tag would bring."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="context",
    icon="file",
    title=mark("Context"),
    order=14,
    place="app.ui.context.panel:ContextPanel",
    sidebar=False,
)
