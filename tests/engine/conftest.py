"""A real engine on a real file, with a small embedder of our own where meaning does not matter."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from app.engine.engine import Engine
from app.models.embedding import Vectors

NOW = 1_772_500_000_000  # 3 March 2026


class HashEmbedder:
    """Texts that share words are near: enough to tell doubles from strangers, in microseconds."""

    model = "hash-64"
    dim = 64

    def pieces(self, text: str) -> list[str]:
        return [text]

    def embed(self, texts: Sequence[str]) -> Vectors:
        made = np.full((len(texts), self.dim), 1e-3, np.float32)
        for row, text in enumerate(texts):
            for pair in pairwise(text):
                made[row, blake2b("".join(pair).encode(), digest_size=1).digest()[0] % self.dim] += 1
        return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)

    def calibrate(self, cosines: np.ndarray, language: str) -> Vectors:
        return np.asarray(np.clip(cosines, 0, 1), np.float32)


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

    def write(days: dict[str, dict[str, list[tuple[str, str]]]], name: str = "bank.json") -> Path:
        path = tmp_path / name
        story = {
            user: {
                "name": user,
                "history": {
                    day: [{"query": query, "response": response} for query, response in said]
                    for day, said in by_day.items()
                },
            }
            for user, by_day in days.items()
        }
        path.write_text(json.dumps(story, ensure_ascii=False), encoding="utf-8")
        return path

    return write
