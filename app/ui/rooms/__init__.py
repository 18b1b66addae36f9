"""The list of a room's memories."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="rooms",
    icon="rooms/living_room",
    title=mark("Rooms"),
    order=20,
    place="app.ui.rooms.panel:RoomsPanel",
    sidebar=False,
)
