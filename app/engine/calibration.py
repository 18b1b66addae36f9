"""Reading an unknown model's cosines: measured from the palace's own texts, pairs by chance against twins made by rule.

Every model has its own scale: for one, two texts that have nothing in common lie at .1, for the next at .8. Pairs drawn
by chance from a palace are mostly unrelated; a text and its twin, which differ in wording and not in what they say,
show where sameness begins (docs/quality.md, "Calibration").
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.text import Language, language
from app.models.embedding import Vectors

Cosines = NDArray[np.floating]

LEAST: Final = 24  # texts of a language; with fewer the embedder's own knots stay
MOST: Final = 400  # texts whose stored vectors are read
SAMENESS: Final = 0.95  # of the way from one theme to a twin
TWINS: Final = 32  # texts of a language that are embedded once more as twins
SHORTEST: Final = 8  # characters
LONGEST: Final = 400
_FILLERS: Final[Mapping[Language, tuple[str, ...]]] = {
    "zh": ("其实，", "对了，", "我记得，"),
    "en": ("Actually, ", "By the way, ", "I remember: "),
}
_ENDS: Final[Mapping[Language, str]] = {"zh": "。！？!?～~…", "en": ".!?…"}


def twin(text: str, number: int) -> str:
    """The same said otherwise: another way to begin, another or no sign at the end."""
    told = language(text)
    fillers, body = _FILLERS[told], text.strip().rstrip(_ENDS[told])
    return fillers[number % len(fillers)] + body + ("" if number % 2 else "!" if told == "en" else "！")


def suitable(texts: Sequence[str], told: Language) -> list[str]:
    """Texts of a language that are neither a cry nor a treatise, in an order of chance that repeats."""
    found = [text for text in texts if SHORTEST <= len(text) <= LONGEST and language(text) == told]
    random.Random(len(found)).shuffle(found)  # noqa: S311 - no secret
    return found[:MOST]


def by_chance(made: Vectors) -> Cosines:
    """Cosines of all pairs of different texts."""
    cosines: Cosines = (made @ made.T)[np.triu_indices(len(made), 1)]
    return cosines


def measure(stored: Sequence[bytes], twins: Vectors) -> tuple[float, ...]:
    """Knots from stored vectors (float32 bytes) and the vectors of the first ones' twins."""
    made = np.stack([np.frombuffer(vector, "<f4") for vector in stored]).astype(np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return knots(by_chance(made), np.sum(made[: len(twins)] * twins, axis=1))


def knots(unrelated: Cosines, twins: Cosines) -> tuple[float, ...]:
    """Raw cosines that stand for 0, .03, .80, .90 and 1, rising.

    What a quarter of the chance pairs stay below has nothing in common; what one in twenty exceeds is of one theme,
    where questions are decided; sameness begins just short of the weakest tenth of the twins.
    """
    nothing, theme = (float(np.quantile(unrelated, share)) for share in (0.25, 0.95))
    weak = float(np.quantile(twins, 0.1))
    return _rising(min(0.0, nothing - 0.1), nothing, theme, theme + (weak - theme) * SAMENESS, 1.0)


_APART: Final = 1e-3


def _rising(*values: float) -> tuple[float, ...]:
    """Each at least a little above the one before, the last at 1."""
    rising = [values[0]]
    for value in values[1:]:
        rising.append(max(value, rising[-1] + _APART))
    rising[-1] = max(1.0, rising[-1])
    return tuple(rising)
