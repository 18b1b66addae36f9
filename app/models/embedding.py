"""What every embedder promises, and the door that refuses unusable vectors."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import KnownError

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors; callable from any thread."""

    @property
    def model(self) -> str: ...

    @property
    def dim(self) -> int: ...

    def pieces(self, text: str) -> list[str]:
        """Cut a text into the parts that are embedded one by one; a short text is its own only piece."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text, in the order given."""
        ...

    def calibrate(self, cosines: NDArray[np.floating], language: str) -> Vectors:
        """Map raw cosines to [0, 1], the same for every model: above 0.9 says the same thing."""
        ...


@runtime_checkable
class Served(Embedder, Protocol):
    """An embedder that asks a server: its calls can be cancelled, cost tokens and are written into the ledger."""

    async def embed_async(self, texts: Sequence[str]) -> Vectors: ...


def refuse_unusable(vectors: NDArray[np.floating], count: int, dim: int, model: str) -> Vectors:
    """Give the vectors back at unit length, or tell why they cannot be kept."""
    if vectors.shape != (count, dim):
        raise KnownError(
            "embedding.size",
            "{model} answered with vectors of {got}, {want} were expected.",
            "Choose the dimension this model really has, or another model.",
            model=model,
            got="×".join(map(str, vectors.shape)),
            want=f"{count}×{dim}",
        )
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.all(np.isfinite(lengths)) or (count and float(lengths.min()) < 1e-6):
        raise KnownError(
            "embedding.unusable",
            "{model} answered with a zero or broken vector.",
            "Try again; if it stays so, choose another model.",
            model=model,
        )
    return np.asarray(vectors / lengths, np.float32)
