"""An endpoint's vectors behind the promise every embedder makes; callable from any thread."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.models.embedding import Vectors, refuse_unusable
from app.models.endpoint.client import Client
from app.models.endpoint.outcomes import failure
from app.models.endpoint.settings import Endpoint
from app.models.pieces import cut

_T = TypeVar("_T")

PIECE: Final = 2000  # characters; every embedding model in use reads as many
#: raw cosine → calibrated, until the model's own are measured: most lie between .3 (nothing in common) and .9
KNOTS: Final = (0.0, 0.30, 0.62, 0.90, 1.0)
CALIBRATED: Final = (0.0, 0.03, 0.80, 0.90, 1.0)


class EndpointEmbedder:
    """Opens its own connection for each call, so that it belongs to no event loop; `embed_async` serves one that waits."""

    def __init__(
        self, endpoint: Endpoint, key: str = "", knots: dict[str, tuple[float, ...]] | None = None
    ) -> None:
        if not endpoint.size:
            raise failure("not_tested", model=endpoint.model)
        self.endpoint = endpoint
        self._key = key
        self._knots = knots or {}

    @property
    def model(self) -> str:
        return self.endpoint.vector_model

    @property
    def dim(self) -> int:
        return self.endpoint.size

    def pieces(self, text: str) -> list[str]:
        return cut(text, PIECE)

    def embed(self, texts: Sequence[str]) -> Vectors:
        return apart(lambda: self.embed_async(texts))

    async def embed_async(self, texts: Sequence[str]) -> Vectors:
        """The same without a thread, to be cancelled at any moment."""
        parts = [self.pieces(text) for text in texts]
        flat = [piece for pieces in parts for piece in pieces]
        async with Client(self.endpoint, self._key) as client:
            vectors = await client.embed(flat)
        if len(flat) > len(parts):
            starts = np.cumsum([0, *[len(pieces) for pieces in parts][:-1]]).astype(np.intp)
            vectors = np.asarray(np.add.reduceat(vectors, starts, axis=0), np.float32)
        return refuse_unusable(vectors, len(parts), self.dim, self.model)

    def calibrate(self, cosines: NDArray[np.floating], language: str) -> Vectors:
        knots = self._knots.get(language, KNOTS)
        return np.asarray(np.interp(cosines, knots, CALIBRATED), np.float32)


def apart(work: Callable[[], Awaitable[_T]]) -> _T:
    """Run a coroutine to its end in a loop of its own, from any thread, also one that runs a loop."""

    async def whole() -> _T:
        return await work()

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(whole())
    results: list[_T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(asyncio.run(whole()))
        except BaseException as error:  # noqa: BLE001 - raised again where it was asked for
            failures.append(error)

    thread = threading.Thread(target=run, name="embed apart")
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
    return results[0]
