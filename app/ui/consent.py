"""Before anything is sent: is there an endpoint, and may texts go there? Asked once a purpose and host."""

import asyncio
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QApplication, QWidget

from app import bootstrap
from app.domain.errors import mark
from app.models.endpoint.settings import PURPOSES, Purpose
from app.models.endpoint.urls import host_of
from app.ui import dialogs
from app.ui.desk import desk
from app.ui.i18n import tr
from app.ui.studio import Studio

if TYPE_CHECKING:
    from app.models.endpoint.client import Client

#: What a purpose sends, as an author would say it.
SENT: Final = {
    Purpose.CHAT: mark("The messages or memories a step works on, with the character’s own description."),
    Purpose.LIGHT: mark("Single memories and the newest messages, with the character’s own description."),
    Purpose.EMBEDDING: mark("The text of each memory and message that is given a vector, and each question."),
    Purpose.RERANK: mark("Each question, with the texts among which it looks."),
}


async def _ask(parent: QWidget | None, purpose: Purpose, host: str) -> bool:
    """Ask whether texts may go to a host; only a plain yes is one."""
    sent = tr(SENT[purpose])
    answer = await dialogs.ask(
        parent,
        tr("May this be sent to {host}?", host=host),
        "\n\n".join(
            (
                tr("For “{purpose}”: {sent}", purpose=tr(PURPOSES[purpose]), sent=sent),
                tr(
                    "It leaves this machine. You are asked once for this purpose and this host, "
                    "and can take it back in the settings."
                ),
            )
        ),
        [("no", tr("Do not send"), "plain"), ("yes", tr("Agree, and send"), "primary")],
    )
    return answer == "yes"


async def allowed(studio: Studio, purpose: Purpose, parent: QWidget | None = None) -> "Client | None":
    """The model for a purpose, if there is one and its author agrees; close it after use.

    Without an endpoint the way to the settings is shown; a host is asked about once. None: nothing may be sent.
    """
    parent = parent or QApplication.activeWindow()
    if not await agreed(studio, purpose, parent):
        return None
    return await asyncio.to_thread(bootstrap.model, purpose)


async def agreed(studio: Studio, purpose: Purpose, parent: QWidget | None) -> bool:
    """Tell whether texts may go to the endpoint of a purpose, asking where nobody has yet; False without one."""
    at = desk(studio)
    await at.read()
    endpoint = at.endpoints.get(purpose)
    if endpoint is None:
        await _tell_missing(studio, purpose, parent)
        return False
    if not at.endpoints.agreed(purpose, endpoint):
        if not await _ask(parent, purpose, host_of(endpoint.base)):
            return False
        await at.agree(purpose, endpoint)
    return True


async def _tell_missing(studio: Studio, purpose: Purpose, parent: QWidget | None) -> None:
    answer = await dialogs.ask(
        parent,
        tr("No endpoint is set"),
        tr(
            "For “{purpose}” no model is set up. The built-in steps work without one.",
            purpose=tr(PURPOSES[purpose]),
        ),
        [("no", tr("Not now"), "plain"), ("settings", tr("Set one up"), "primary")],
    )
    if answer == "settings":
        studio.open_panel("settings", tab="models")
