"""The composition root: which engine, which embedder. No Qt."""

import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.engine import Engine

if TYPE_CHECKING:
    from app.models.endpoint.client import Client
    from app.models.keys import Keys
    from app.models.use import UseEmbedder


@cache
def embedder() -> "UseEmbedder":
    """Give the portable embedder; its weights are loaded with the first text."""
    from app.models.use import UseEmbedder

    return UseEmbedder()


@cache
def keys() -> "Keys":
    """Give the keys of this machine; those of this session live in it."""
    from app.models.keys import Keys

    return Keys()


def writer() -> "Client":
    """Give the endpoint that is set for writing; KnownError when there is none or it may not be used yet."""
    from app.models.endpoint.settings import Purpose, load

    endpoint = load().require(Purpose.CHAT)
    from app.models.endpoint.client import Client

    key = keys().find(endpoint.origin)
    return Client(endpoint, key.value if key else "")


async def open_palace(path: Path, *, read_only: bool = False) -> Engine:
    return await Engine.open(path, read_only=read_only)


async def create_palace(path: Path) -> Engine:
    return await Engine.create(path)


def quiet_libraries() -> None:
    """Keep the libraries' own logs below WARNING out: they may repeat what a server or a chat said."""
    for name in ("httpx2", "httpcore2", "openai", "asyncio", "filelock", "chardet"):
        logging.getLogger(name).setLevel(logging.WARNING)
