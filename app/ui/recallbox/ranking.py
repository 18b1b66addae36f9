"""Whether a ranking model reads what is found: offered where an endpoint for it is set, off until it is chosen."""

from typing import TYPE_CHECKING

from app.models.endpoint.settings import Purpose
from app.models.endpoint.urls import host_of
from app.ui import aio, consent
from app.ui.desk import desk
from app.ui.i18n import tr
from app.ui.studio import Studio
from app.ui.widgets import Choice

if TYPE_CHECKING:
    from app.models.endpoint.client import Client

OFF, ON = "", "on"


class RankingChoice(Choice):
    """Not there without an endpoint; without one it is off."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio, self._desk = studio, desk(studio)
        self._desk.changed.connect(self.retranslate)
        self.hide()

    @property
    def on(self) -> bool:
        return self.current() == ON

    def retranslate(self) -> None:
        """Offer what is set now."""
        endpoint = self._desk.endpoints.get(Purpose.RERANK)
        self.set_options([(OFF, tr("rerank: off")), (ON, tr("rerank: on"))] if endpoint else [])
        self.setVisible(endpoint is not None)
        self.setAccessibleName(tr("Rerank"))
        if endpoint is not None:
            self.setToolTip(
                tr(
                    "Each time you ask, the question and the best of what is found are sent to {model} at {host}. "
                    "Its word is one more part of each score.",
                    model=endpoint.model,
                    host=host_of(endpoint.base),
                )
            )

    @aio.slot
    async def look(self) -> None:
        """Read what is set."""
        await self._desk.read()

    async def opened(self) -> "Client | None":
        """Open the model when it is chosen and its author agrees; close it after use. A refusal switches it off."""
        if not self.on:
            return None
        client = await consent.allowed(self._studio, Purpose.RERANK, self)
        if client is None:
            self.set_current(OFF)
        return client
