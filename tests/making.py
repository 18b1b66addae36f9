"""What several parts of the tests make and look up: a small embedder, a small chat, runs by kind."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import numpy as np

from app.models.embedding import Vectors
from app.storage import runs
from app.storage.driver import Connection
from app.storage.runs import Run

Days = Mapping[str, Mapping[str, Sequence[tuple[str, str]]]]


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
                sign = blake2b("".join(pair).encode("utf-8", "replace"), digest_size=1).digest()[0]
                made[row, sign % self.dim] += 1
        return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)

    def calibrate(self, cosines: np.ndarray, language: str) -> Vectors:
        return np.asarray(np.clip(cosines, 0, 1), np.float32)


def memorybank(days: Days, path: Path) -> Path:
    """Write a MemoryBank file of our own: user → day → exchanges."""
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


def runs_of(conn: Connection, kind: str) -> list[Run]:
    """Give the runs of a kind, the newest first."""
    found = conn.execute("SELECT id FROM run WHERE kind = ? ORDER BY id DESC", (kind,))
    return [runs.get(conn, row[0]) for row in found.fetchall()]
