"""A fake endpoint and a client that speaks with it."""

import os
from collections.abc import AsyncIterator, Callable

import pytest
from loopback import Loopback

from app.models.endpoint.client import Client
from app.models.endpoint.retry import Patience
from app.models.endpoint.settings import Endpoint
from app.models.provider import ChatRequest, Say

QUICK = Patience(tries=3, first=0.001, longest=0.002, asked=5)


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")) or name.lower().endswith(
            "_proxy"
        ):
            monkeypatch.delenv(name)


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback() as made:
        yield made


@pytest.fixture
async def client(server: Loopback) -> AsyncIterator[Callable[..., Client]]:
    made: list[Client] = []
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(round(seconds, 1))

    def make(key: str = "", patience: Patience = QUICK, **settings: object) -> Client:
        known = {"address": server.url, "url": f"{server.url}/v1", "model": "tiny", "timeout": 2.0}
        endpoint = Endpoint(**{**known, **settings})
        made.append(Client(endpoint, key, patience=patience, sleep=sleep))
        made[-1].waits = waits
        return made[-1]

    yield make
    for one in made:
        await one.close()


@pytest.fixture
def hello() -> ChatRequest:
    return ChatRequest((Say("system", "Be brief."), Say("user", "你好")))
