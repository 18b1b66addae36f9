"""The inbox: proposals of runs and re-imports, waiting for the author's word."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="inbox",
    icon="inbox",
    title=mark("Inbox"),
    order=60,
    place="app.ui.inbox.panel:InboxPanel",
    badge="inbox",
)
