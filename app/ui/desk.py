"""The endpoints of this machine as the window knows them: read, changed and tried in one place, told to whoever shows them."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from PySide6.QtCore import QObject, Signal

from app import bootstrap
from app.engine import endpoints
from app.engine.endpoints import KeyFacts
from app.models.endpoint.settings import Endpoint, Endpoints, Purpose, load
from app.models.keys import Place

if TYPE_CHECKING:
    from app.models.endpoint.probe import Report

P = ParamSpec("P")
T = TypeVar("T")


class Desk(QObject):
    """One a studio, found by `desk(studio)`; files and key stores are asked beside the window's thread."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.endpoints = Endpoints()
        self._writing = asyncio.Lock()

    async def read(self) -> None:
        """Read the settings again; says so when they are not what they were."""
        self._take(await asyncio.to_thread(load))

    async def keep(self, purpose: Purpose, endpoint: Endpoint | None) -> None:
        """Keep an endpoint, or remove it."""
        self._take(await self._write(endpoints.change, purpose, endpoint))

    async def agree(self, purpose: Purpose, endpoint: Endpoint) -> None:
        """Keep that texts may go to this host."""
        today = datetime.now().astimezone().date()
        self._take(await self._write(endpoints.agree, purpose, endpoint, today))

    async def withdraw(self, purpose: Purpose, endpoint: Endpoint) -> None:
        """Keep that nothing more may go there."""
        self._take(await self._write(endpoints.withdraw, purpose, endpoint))

    async def test(self, purpose: Purpose, endpoint: Endpoint) -> "Report":
        """Try an endpoint out, with the key that is kept for it; only a fixed greeting is sent."""
        from app.models.endpoint.probe import probe  # with numpy and the client, which a start can do without

        found = await asyncio.to_thread(bootstrap.keys().find, endpoint.origin)
        report = await probe(endpoint, found.value if found else "", purpose)
        self._take(await self._write(endpoints.learn, purpose, report))
        return report

    async def key(self, origin: str) -> KeyFacts | None:
        """Where the key for an origin is."""
        return await asyncio.to_thread(endpoints.key_facts, bootstrap.keys(), origin)

    async def has_store(self) -> bool:
        """Whether the system has a store that keeps secrets."""
        return await asyncio.to_thread(bootstrap.keys().store) is not None

    async def set_key(self, origin: str, pasted: str) -> None:
        """Keep a key that was entered; an empty one is forgotten."""
        await self._key(endpoints.set_key, bootstrap.keys(), origin, pasted)

    async def move_key(self, origin: str, place: Place, *, consent: bool = False) -> None:
        """Keep a key elsewhere."""
        await self._key(bootstrap.keys().move, origin, place, consent=consent)

    async def _key(self, fn: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            await self._write(fn, *args, **kwargs)
        finally:
            self.changed.emit()  # a store that refused may have left it elsewhere

    async def _write(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._writing:
            return await asyncio.to_thread(fn, *args, **kwargs)

    def _take(self, read: Endpoints) -> None:
        if read != self.endpoints:
            self.endpoints = read
            self.changed.emit()


def desk(studio: QObject) -> Desk:
    """The desk of a studio, made when first asked for."""
    return studio.findChild(Desk) or Desk(studio)
