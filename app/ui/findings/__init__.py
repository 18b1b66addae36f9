"""What I found: what there is to tend, each with its case and a proposal."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="findings",
    icon="search",
    title=mark("What I found"),
    order=90,
    place="app.ui.findings.panel:FindingsPanel",
    sidebar=False,
)
