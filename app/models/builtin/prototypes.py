"""Sentences that stand for a class; a text belongs where its nearest ones are."""

import threading
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.models.builtin.lexicon import LANGUAGES, table
from app.models.embedding import Embedder, Vectors

NEAREST: Final = 3
_CACHE: Final[dict[tuple[str, str], "Bank"]] = {}
_LOCK: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Bank:
    """The prototypes of one question (mood, room, importance) as vectors, class by class."""

    labels: tuple[str, ...]
    vectors: tuple[Vectors, ...]

    def scores(self, texts: Vectors) -> NDArray[np.float32]:
        """Mean cosine to the three nearest prototypes, a row a text, a column a class."""
        columns = [np.sort(texts @ own.T, axis=1)[:, -NEAREST:].mean(axis=1) for own in self.vectors]
        return np.stack(columns, axis=1)


def bank(name: str, embedder: Embedder) -> Bank:
    """Read and embed a prototype file once a model."""
    with _LOCK:
        key = (name, embedder.model)
        if key not in _CACHE:
            entries = table(name)
            sentences = [[s for tongue in LANGUAGES for s in entry[tongue]] for entry in entries.values()]
            _CACHE[key] = Bank(tuple(entries), tuple(embedder.embed(own) for own in sentences))
        return _CACHE[key]
