"""Search over memories, messages and months."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="search",
    icon="search",
    title=mark("Search"),
    order=30,
    place="app.ui.search.panel:SearchPanel",
    sidebar=False,
)
