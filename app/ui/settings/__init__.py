"""The settings: a page with tabs, opened from the gear."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    "settings", "gear", mark("Settings"), 900, "app.ui.settings.page:SettingsPage", sidebar=False
)
