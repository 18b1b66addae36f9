"""The composition root: which engine, which embedder. No Qt."""

import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.engine import Engine
from app.models import redaction

if TYPE_CHECKING:
    from app.models.endpoint.client import Client
    from app.models.endpoint.settings import Purpose
    from app.models.keys import Keys
    from app.models.seconds import Seconds
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


@cache
def seconds() -> "Seconds":
    """Give whoever can make second sets of vectors on this machine."""
    from app.models.seconds import Seconds

    return Seconds(keys())


def writer() -> "Client":
    """Give the endpoint that is set for writing; KnownError when there is none or it may not be used yet."""
    from app.models.endpoint.settings import Purpose

    return model(Purpose.CHAT)


def ranking_model() -> "Client":
    """Give the endpoint that is set for ranking; KnownError when there is none or it may not be used yet."""
    from app.models.endpoint.settings import Purpose

    return model(Purpose.RERANK)


def model(purpose: "Purpose") -> "Client":
    """Give the endpoint that is set for a purpose; KnownError when there is none or it may not be used yet."""
    from app.models.endpoint.client import Client
    from app.models.endpoint.retry import NONE
    from app.models.endpoint.settings import Purpose, load

    endpoint = load().require(purpose)
    key = keys().find(endpoint.origin)
    patience = NONE if purpose is Purpose.RERANK else None  # recall can do without, and does not wait long
    return Client(endpoint, key.value if key else "", patience=patience)


async def open_palace(path: Path, *, read_only: bool = False) -> Engine:
    return _equipped(await Engine.open(path, read_only=read_only))


async def create_palace(path: Path) -> Engine:
    return _equipped(await Engine.create(path))


def _equipped(engine: Engine) -> Engine:
    engine.seconds = seconds
    return engine


def guard_logs() -> None:
    """Keep keys out of every log, and the libraries' own below WARNING: they may repeat what a server or a chat said."""
    redaction.guard_logs()
    for name in ("httpx2", "httpcore2", "openai", "asyncio", "filelock", "chardet"):
        logging.getLogger(name).setLevel(logging.WARNING)
