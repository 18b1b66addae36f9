"""A real engine on a real file, with a small embedder of our own where meaning does not matter."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import making
import pytest
from making import HashEmbedder

from app.engine.engine import Engine

NOW = 1_772_500_000_000  # 3 March 2026


@pytest.fixture(autouse=True)
def _quick_palaces(palaces_are_copies: None) -> None: ...


@pytest.fixture
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    made = await Engine.create(tmp_path / "test.palace", now=lambda: NOW)
    yield made
    await made.close()


@pytest.fixture
def memorybank(tmp_path: Path) -> Callable[..., Path]:
    """Write a MemoryBank file of our own: user → day → exchanges."""
    return lambda days, name="bank.json": making.memorybank(days, tmp_path / name)
