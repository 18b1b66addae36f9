"""The window's own pages: the palace and the character."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANELS = (
    PanelSpec("palace", "palace", mark("Palace"), 10, "app.ui.shell.pages.palace:PalacePage"),
    PanelSpec(
        "character",
        "star",
        mark("The character"),
        890,
        "app.ui.shell.pages.character:CharacterPage",
        sidebar=False,
    ),
)
