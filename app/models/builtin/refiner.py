"""The built-in refiner: a month told by its own sentences, chosen for what they cover and for their variety.

It writes no word of its own but the day before what happened on it and the words of the last line, which are the
month's. Which sentences: central to their day and month, carrying something (names, numbers, plans, feelings), unlike
those already chosen (maximal marginal relevance), spread over the days; told in order of date, as long as the template
asks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.months.keywords import line
from app.domain.months.length import Length
from app.domain.text import Language
from app.models.builtin.meant import MONTHS
from app.models.builtin.month_sentences import Said, said_in
from app.models.builtin.tags import Tagger
from app.models.embedding import Embedder

NAME: Final = "built-in refiner"

Matrix = NDArray[np.float32]

# How a sentence is judged; all terms lie in [0, 1]. Chosen by reading drafts of LoCoMo and MemoryBank months.
CENTRAL: Final = 0.35  # near to the other sentences of the month
TELLS_DAY: Final = 0.25  # near to the other sentences of its entry
CARRIES: Final = 0.40  # names, numbers, plans, feelings
LIKE_CHOSEN: Final = 0.55  # what likeness to a chosen one takes away
DAY_TAKEN: Final = 0.22  # for each sentence its day has already
DANGLING: Final = 0.20  # begins with a word that points to a sentence that is not there
FIRST: Final = 0.10  # opens its entry: what the day was about
LONG: Final = 0.25  # takes more than its part of the whole
PART: Final = 4  # … which is a fourth
NEVER: Final = -9.0  # an answer without what it answers
LITTLE: Final = -0.1  # below this a sentence is only taken while the text is shorter than it should be
MOST: Final = 800  # sentences that are compared with each other: a second of embedding
_NEAR: Final = 3  # signs between two sentences that stand side by side
_LABEL: Final = 4  # tokens of a day's label
_REPORTS: Final = re.compile(
    rf"(?:mention|inform|express|reveal|discuss|excit|encourag|convers|share|sharing|talk|prais|apprecia|emphasi[sz]|recommend|admir|acknowledg"
    rf"|suggest|support|explain|{'|'.join(MONTHS)})",
    re.IGNORECASE,
)
_DECADE: Final = 10
_BLANK: Final = "\n\n"


@dataclass(frozen=True, slots=True)
class Entry:
    """A fragment of the month as the refiner reads it; `day` as YYYY-MM-DD."""

    id: int
    day: str
    content: str
    mood: str | None = None


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft and the sentences it is made of: (entry, start, end) in order."""

    text: str
    rests_on: tuple[tuple[int, int, int], ...]
    days: int


def refine(
    entries: Sequence[Entry],
    length: Length,
    embedder: Embedder,
    *,
    names: Sequence[str | None] = (),
    listed: bool = False,
) -> Drafted | None:
    """Draft a month from its entries, in order of date; `listed`: a line for each day instead of paragraphs.

    None when no entry holds a sentence that says anything. `names` are those of the two who talk: no keywords.
    """
    said = [one for entry in entries for one in said_in(entry.id, entry.day, entry.content, entry.mood)]
    if not said:
        return None
    said = _weightiest(said, len(entries))
    alike = _likeness(said, length.language, embedder)
    chosen = [said[i] for i in sorted(_choose(said, alike, length))]
    body = _lines(chosen, length.language) if listed else _paragraphs(chosen, length.language)
    last = line(keywords(entries, chosen, names), length.language)
    return Drafted(
        _BLANK.join(part for part in (body, last) if part),
        tuple((one.entry, one.start, one.end) for one in chosen),
        len({one.day for one in chosen}),
    )


def _weightiest(said: list[Said], entries: int) -> list[Said]:
    """Leave of a very long month the weightiest sentences of each entry: as many as are compared in good time."""
    if len(said) <= MOST:
        return said
    each = max(1, MOST // entries)
    ranked = sorted(range(len(said)), key=lambda i: (said[i].entry, -said[i].weight, i))
    kept = [i for _, own in groupby(ranked, key=lambda i: said[i].entry) for i in list(own)[:each]]
    return [said[i] for i in sorted(kept)]


def _likeness(said: Sequence[Said], language: Language, embedder: Embedder) -> Matrix:
    vectors = embedder.embed([one.text for one in said])
    raw = vectors @ vectors.T
    return np.asarray(embedder.calibrate(raw.ravel(), language), np.float32).reshape(raw.shape)


def _choose(said: Sequence[Said], alike: Matrix, length: Length) -> list[int]:
    """Choose the sentences that fit, best first; at least one."""
    worth = _worth(said, alike)
    nearest = np.zeros(len(said), np.float32)
    chosen: list[int] = []
    used = 0
    waiting = set(range(len(said)))
    taken: dict[str, int] = {}
    while waiting:
        fit = [i for i in waiting if not chosen or said[i].tokens <= length.tokens - used]
        if not fit:
            break
        scores = {i: _score(i, said, float(worth[i] - LIKE_CHOSEN * nearest[i]), chosen, taken) for i in fit}
        best = max(fit, key=lambda i: (scores[i] - LONG * (said[i].tokens * PART > length.tokens), -i))
        if chosen and scores[best] == NEVER:
            break
        if scores[best] < LITTLE and used * length.most >= length.least * length.tokens:
            break
        waiting.discard(best)
        chosen.append(best)
        day = said[best].day
        used += said[best].tokens + (0 if day in taken else _LABEL)
        taken[day] = taken.get(day, 0) + 1
        nearest = np.maximum(nearest, alike[best])
    return chosen


def _score(i: int, said: Sequence[Said], worth: float, chosen: Sequence[int], taken: dict[str, int]) -> float:
    one = said[i]
    alone = i - 1 not in chosen or not _follows(said[i - 1], one)
    dangling = one.dangling and alone
    if one.answer and alone:
        return NEVER
    return worth + FIRST * one.first - DAY_TAKEN * taken.get(one.day, 0) - DANGLING * dangling


def _follows(before: Said, one: Said) -> bool:
    return before.entry == one.entry and 0 <= one.start - before.end <= _NEAR


def _worth(said: Sequence[Said], alike: Matrix) -> Matrix:
    """Judge each sentence by itself: central to the month, central to its entry, carrying something."""
    own = np.array([one.entry for one in said])
    same = own[:, None] == own[None, :]
    np.fill_diagonal(same, val=False)
    others = ~same
    np.fill_diagonal(others, val=False)
    carries = np.array([one.weight for one in said], np.float32)
    return np.asarray(
        CENTRAL * _scaled(_mean(alike, others))
        + TELLS_DAY * _scaled(_mean(alike, same))
        + CARRIES * np.minimum(1, carries),
        np.float32,
    )


def _mean(alike: Matrix, where: NDArray[np.bool_]) -> Matrix:
    counts = np.maximum(1, where.sum(axis=1))
    return np.asarray((alike * where).sum(axis=1) / counts, np.float32)


def _scaled(values: Matrix) -> Matrix:
    low, high = float(values.min()), float(values.max())
    return np.zeros_like(values) if high <= low else np.asarray((values - low) / (high - low), np.float32)


def _paragraphs(chosen: Sequence[Said], language: Language) -> str:
    """Give a paragraph for each third of the month."""
    thirds = groupby(chosen, key=lambda one: min(2, (int(one.day[8:10] or 1) - 1) // _DECADE))
    between = "" if language == "zh" else " "
    return _BLANK.join(between.join(_days(list(part), language)) for _, part in thirds)


def _lines(chosen: Sequence[Said], language: Language) -> str:
    return "\n".join(f"- {told}" for told in _days(chosen, language))


def _days(chosen: Sequence[Said], language: Language) -> list[str]:
    return [_day(day, list(said), language) for day, said in groupby(chosen, key=lambda one: one.day)]


def _day(day: str, said: Sequence[Said], language: Language) -> str:
    """Give a day's sentences behind its date; lines of a list get the signs that make them sentences."""
    text = said[0].told
    for before, one in pairwise(said):
        text += _joint(before, one) + one.told
    if not said[-1].ended:
        text += "。" if _ends_wide(text) else "."
    return text if said[0].dated else label(day, language) + text


def _joint(before: Said, after: Said) -> str:
    """Give what stands between two sentences: nothing between Chinese ones; a semicolon where the first has no end."""
    wide = _ends_wide(before.told)
    if not before.ended:
        return "；" if wide else "; "
    return "" if wide or _is_wide(after.told[0]) else " "


def _ends_wide(told: str) -> bool:
    """Tell whether a text ends in Chinese; its curly quotation marks may be either's."""
    return _is_wide(told.rstrip("…”’")[-1:])


def _is_wide(sign: str) -> bool:
    return sign > "\u2e7f"


def label(day: str, language: Language) -> str:
    """Give the words that put a sentence on its day."""
    month, number = int(day[5:7]), int(day[8:10] or 1)
    return f"{month}月{number}日：" if language == "zh" else f"{number} {MONTHS[month - 1]}: "


def keywords(entries: Sequence[Entry], chosen: Sequence[Said], names: Sequence[str | None]) -> list[str]:
    """Give the words by which the month would be looked for: none that only reports, none with somebody's own name."""
    told = Tagger([entry.content for entry in entries], names).tags(" ".join(one.text for one in chosen))
    own = [name.lower() for name in names if name]
    return [
        word
        for word in told
        if not _REPORTS.match(word) and not any(one in word.lower() or word.lower() in one for one in own)
    ]
