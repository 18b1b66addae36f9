"""Who can read: the built-in extractor, the endpoint that is set, in the demo palace a recording; opened after consent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtWidgets import QWidget

from app.engine import demo
from app.engine.engine import Engine
from app.engine.ledger import Ledger, Unbooked
from app.engine.steps import extraction
from app.engine.steps.asking import Speaker
from app.engine.steps.spending import Cap
from app.models.endpoint.client import Client
from app.models.endpoint.settings import Purpose
from app.models.endpoint.urls import host_of
from app.models.recorded import NAMED
from app.storage import characters
from app.storage.characters import Character
from app.ui import consent
from app.ui.desk import desk
from app.ui.studio import Studio

Kind = Literal["built-in", "endpoint", "recorded"]
BUILT_IN: Final = "built-in"


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who can read, as the page names it."""

    kind: Kind
    name: str = ""
    host: str = ""
    local: bool = True


async def readers(studio: Studio, engine: Engine, who: Character) -> list[Reader]:
    """List who can read for a character, the first choice first."""
    found: list[Reader] = []
    at = desk(studio)
    await at.read()
    if (endpoint := at.endpoints.get(Purpose.CHAT)) is not None:
        found.append(Reader("endpoint", endpoint.model, host_of(endpoint.base), endpoint.local))
    found.append(Reader("built-in"))
    if await engine.ask(characters.origin_system, who.id) == demo.SYSTEM:
        found.append(Reader("recorded", NAMED))
    return found


def quiet(studio: Studio, kind: Kind) -> Speaker | None:
    """Give a speaker to reckon with: it says nothing and sends nothing."""
    if kind == "recorded":
        return Speaker(demo.recorded_model(), Unbooked())
    endpoint = desk(studio).endpoints.get(Purpose.CHAT)
    return Speaker(Client(endpoint), Ledger()) if kind == "endpoint" and endpoint is not None else None


async def speaker_of(studio: Studio, kind: Kind, cap: int | None, parent: QWidget) -> Speaker | None:
    """Open the model that reads, asking first; close it after use. None: nothing may be sent."""
    if kind == "recorded":
        return Speaker(demo.recorded_model(), Unbooked(), Cap(cap))
    client = await consent.allowed(studio, Purpose.CHAT, parent)
    return None if client is None else Speaker(client, Ledger(), Cap(cap))


async def again(studio: Studio, model: str, parent: QWidget) -> Speaker | None:
    """Open the model for a run that was cut short: the recording for a recording's, else the endpoint."""
    return await speaker_of(studio, "recorded" if model.startswith(NAMED) else "endpoint", None, parent)


async def recording_fits(engine: Engine, who: Character, take: Sequence[int]) -> bool:
    """Tell whether the demo's recording has an answer to what would be asked now."""
    from app.bootstrap import embedder

    replay = demo.recorded_model()
    speaker = Speaker(replay, Unbooked())
    asked = await extraction.first_request(engine, who, embedder(), speaker, take)
    return asked is not None and replay.knows(asked)
