"""Copies of the palace: listed, made, put back; and whether the file is sound."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="backups",
    icon="clock",
    title=mark("Backups"),
    order=95,
    place="app.ui.backups.panel:BackupsPanel",
    sidebar=False,
)
