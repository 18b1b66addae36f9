"""The model that writes days and months, opened after consent."""

from PySide6.QtWidgets import QWidget

from app.engine.ledger import Ledger
from app.engine.steps.asking import Speaker
from app.engine.steps.spending import Cap
from app.models.endpoint.settings import Purpose
from app.ui import consent
from app.ui.desk import desk
from app.ui.studio import Studio


async def model_name(studio: Studio) -> str | None:
    """Name the model that is set up for writing; None: none is."""
    at = desk(studio)
    await at.read()
    endpoint = at.endpoints.get(Purpose.CHAT)
    return endpoint.model if endpoint is not None else None


async def open_speaker(studio: Studio, parent: QWidget, cap: Cap | None = None) -> Speaker | None:
    """Open it; close its `model` after use. None: nothing may be sent, and the author was told why."""
    client = await consent.allowed(studio, Purpose.CHAT, parent)
    return Speaker(client, Ledger(), cap) if client is not None else None
