"""The ledger: what models were asked, and what it cost."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec("ledger", "book", mark("Ledger"), 905, "app.ui.ledger.panel:LedgerPanel", sidebar=False)
