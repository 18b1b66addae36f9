"""The registry of panels: which exist, in which order; only those are shown."""

from importlib import import_module

from app.ui.panel import PanelSpec

#: Each has `PANEL: PanelSpec` (or `PANELS`).
MODULES = (
    "app.ui.shell.pages",
    "app.ui.months",
    "app.ui.context",
    "app.ui.rooms",
    "app.ui.inspector",
    "app.ui.search",
    "app.ui.conversation",
    "app.ui.recallbox",
    "app.ui.inbox",
    "app.ui.importing",
    "app.ui.processing",
    "app.ui.findings",
    "app.ui.history",
    "app.ui.backups",
    "app.ui.settings",
    "app.ui.ledger",
)


def load() -> tuple[PanelSpec, ...]:
    """Gather the cards of all panels that are there, in order."""
    found: list[PanelSpec] = []
    for name in MODULES:
        module = import_module(name)
        if hasattr(module, "PANEL"):
            found.append(module.PANEL)
        found.extend(getattr(module, "PANELS", ()))
    return tuple(sorted(found, key=lambda spec: spec.order))
