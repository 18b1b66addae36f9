"""The mood of a text without a model: the nearest prototypes, helped by words that leave no doubt."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from app.domain.drafts import ReadMessage
from app.domain.text import Language, language
from app.models.builtin.lexicon import pattern, table, untitled
from app.models.builtin.prototypes import bank
from app.models.embedding import Embedder, Vectors

# Fitted on the development half of our labels (docs/quality.md): what one plain word is worth in cosine,
# and how far the others must stand above neutral.
WORD: Final = 0.20
MARGIN: Final = 0.15
RECENT: Final = 3


def estimate(text: str, embedder: Embedder) -> str | None:
    """Name the mood of a text; None for one without words."""
    if not text.strip():
        return None
    return moods([text], embedder.embed([text]), embedder)[0]


def mood_now(messages: Sequence[ReadMessage], embedder: Embedder) -> str | None:
    """Estimate the present mood from the partner's last three messages; None when there are none."""
    said = [message.content for message in messages if message.role == "user" and message.content.strip()]
    return estimate("\n".join(said[-RECENT:]), embedder)


def moods(texts: Sequence[str], vectors: Vectors, embedder: Embedder) -> list[str]:
    """Name the mood of each text, given its vector."""
    if not texts:
        return []
    known = bank("moods", embedder)
    scores = known.scores(vectors).astype(float)
    for row, text in enumerate(texts):
        scores[row] += [WORD * count for count in _words_for(text)]
    neutral = known.labels.index("neutral")
    scores[:, neutral] += MARGIN
    return [known.labels[best] for best in np.argmax(scores, axis=1)]


def _words_for(text: str) -> list[int]:
    """How many different words speak for each mood, two at most."""
    own = untitled(text)
    return [min(2, len({match.lower() for match in words.findall(own)})) for words in _words(language(text))]


@cache
def _words(tongue: Language) -> tuple[re.Pattern[str], ...]:
    return tuple(pattern(entry[f"{tongue}_words"], tongue) for entry in table("moods").values())
