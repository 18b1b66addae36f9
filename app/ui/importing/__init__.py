"""The import report: what a file holds, before anything of it is written."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="import",
    icon="import",
    title=mark("Import"),
    order=80,
    place="app.ui.importing.panel:ImportPanel",
    sidebar=False,
)
