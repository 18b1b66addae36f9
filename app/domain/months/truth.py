"""Whether a month's text reads true: each sentence with the days it rests on, and what in it no day tells.

Offline and by rule: words by weight, meaning by the likeness that the caller brings, numbers, dates and names one by
one. The rules know what is not told; they cannot know what was meant ironically or left unsaid.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from app.domain.months import claims
from app.domain.months.checks import check_keywords, check_sentence, untold
from app.domain.months.claimed import BESIDE, Claimed, Flag
from app.domain.months.claims import Date, Number
from app.domain.months.evidence import Days, words_of
from app.domain.months.keywords import is_line
from app.domain.months.named import Name
from app.domain.months.passages import Sentence, sentences
from app.domain.text import Language, language

Verdict = Literal["supported", "unsupported", "part"]
Matrix = Sequence[Sequence[float]]

# How far words carry a sentence beside its meaning; the rest of the scale in docs/quality.md, "Truth check".
_BY_WORDS: Final = 0.7

_FEW: Final = 2  # words that carry matter
_SHORT: Final = 60  # characters
_THOUGHT: Final = re.compile(
    r"(?:and |but |so |maybe |perhaps )*(?:i(?:'m| am)? (?:think|feel|hope|wonder|believe|suppose|wish|guess|know|love|want|glad|proud|grateful|sure)\b|maybe|perhaps|if only)"
    "|(?:但|可|而|其实|有时)*(?:我(?:觉得|想|希望|相信|猜|知道|愿意|愿|爱|感到|明白|珍惜|庆幸)|也许|或许|希望|但愿|愿)",
    re.IGNORECASE,
)
_OF_MONTH: Final = re.compile(
    r"\b(?:the|this|a|what a) (?:[a-z]+ )?month\b|这个月|的一个月|本月|整个月|这一月", re.IGNORECASE
)
_MOST_RESTS: Final = 4
_IMPORTANT: Final = 6
_MOVING_WORDS: Final = (
    "sad angry anxious excited hurt grateful nostalgic happy tender"
    " 难过 伤心 生气 焦虑 激动 受伤 感激 开心 幸福 委屈 害怕 感动 怀念"
)
_MOVING: Final = frozenset(_MOVING_WORDS.split())


@dataclass(frozen=True, slots=True)
class Rest:
    """A sentence of a fragment that a sentence of the month rests on; `score` 0 to 1."""

    fragment: int
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence of the month; `part`: the days tell something like it, or only some of it."""

    start: int
    end: int
    text: str
    verdict: Verdict
    rests_on: tuple[Rest, ...]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """An important day of which no sentence tells; `why`: importance, or mood."""

    fragment: int
    day: date | None
    why: Literal["importance", "mood"]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole check. `went`: fragment → places of the sentences that tell of it. `by`: whether vectors were there.

    `waved`: flags that the author has dismissed or confirmed.
    """

    sentences: tuple[Judged, ...]
    flags: tuple[Flag, ...]
    forgotten: tuple[Forgotten, ...]
    went: Mapping[int, tuple[int, ...]]
    by: Literal["vectors", "words"]
    waved: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class _Scale:
    """Below `nothing` a sentence rests on nothing, from `enough` it is told."""

    nothing: float
    enough: float


# Whoever says a thing in other words keeps fewer pairs of characters in Chinese than stems in English.
_SCALES: Final[Mapping[Language, _Scale]] = {"en": _Scale(0.38, 0.55), "zh": _Scale(0.32, 0.43)}
_SCALES_BY_WORDS: Final[Mapping[Language, _Scale]] = {"en": _Scale(0.24, 0.42), "zh": _Scale(0.14, 0.24)}
_SCALE_ACROSS: Final = _Scale(0.72, 0.82)  # in another language than the days only the meaning counts


def check(summary: str, days: Days, likeness: Matrix | None) -> Report:
    """Hold a month's text against its days.

    `likeness`: a row for each of the summary's `told_in`, a column for each of the days' pieces, calibrated cosines 0
    to 1; None goes by words alone.
    """
    month = days.month
    said = told_in(summary)
    known = frozenset(words_of(" ".join(days.names)))
    judged: list[Judged] = []
    flags: list[Flag] = []
    for place, one in enumerate(said):
        across = bool(days.pieces) and language(one.text) not in days.languages
        dates = claims.dates(one.text, month)
        unknown = untold(one.text, dates, days)
        stated = claims.numbers(one.text, dates)
        words = words_of(_without(one.text, (*dates, *unknown, *stated)))
        shares = days.with_numbers(days.shares(words), stated)
        scores = _scores(shares, likeness[place] if likeness is not None else None, across=across)
        found = _judge(one, days, scores, _scale(one.text, vectors=likeness is not None, across=across))
        judged.append(found)
        if found.verdict == "unsupported":
            flags.append(Flag("sentence", one.start, one.end, one.text))
        flags += check_sentence(
            Claimed(one, tuple(scores), across, dates, unknown, len({*words} - known), bool(found.rests_on)),
            days,
        )
    for one in sentences(summary):
        if is_line(one.text):
            flags += check_keywords(one, days)
    went = _went(judged)
    return Report(
        tuple(judged),
        tuple(sorted(flags, key=lambda flag: (flag.start, flag.end))),
        tuple(_forgotten(days, went)),
        went,
        "words" if likeness is None else "vectors",
    )


def told_in(summary: str) -> list[Sentence]:
    """Give the sentences that tell of something: all but a line of keywords."""
    return [one for one in sentences(summary) if not is_line(one.text)]


def _without(text: str, parts: Sequence[Date | Name | Number]) -> str:
    """Blank what is checked by itself: a wrong name, number or date does not make the rest of a sentence untold."""
    signs = list(text)
    for part in parts:
        signs[part.start : part.end] = " " * (part.end - part.start)
    return "".join(signs)


def _scores(shares: list[float], row: Sequence[float] | None, *, across: bool) -> list[float]:
    if row is None:
        return shares
    if across:
        return [float(value) for value in row]
    return [
        _BY_WORDS * share + (1 - _BY_WORDS) * float(value) for share, value in zip(shares, row, strict=True)
    ]


def _scale(text: str, *, vectors: bool, across: bool) -> _Scale:
    if not vectors:
        return _SCALES_BY_WORDS[language(text)]
    return _SCALE_ACROSS if across else _SCALES[language(text)]


def _judge(one: Sentence, days: Days, scores: Sequence[float], scale: _Scale) -> Judged:
    best = max(scores, default=0.0)
    verdict: Verdict = "supported" if best >= scale.enough else "part"
    if best < scale.nothing:
        verdict = "part" if _says_nothing(one.text) else "unsupported"
    rests = () if best < scale.nothing else _rests(days, scores, max(scale.nothing, BESIDE * best))
    return Judged(one.start, one.end, one.text, verdict, rests)


def _says_nothing(text: str) -> bool:
    """Tell a thought about the month, and words too few to rest on anything, from what is said to have happened."""
    return (
        len(words_of(text)) < _FEW
        or bool(_THOUGHT.match(text))
        or (bool(_OF_MONTH.search(text)) and len(text) < _SHORT)
    )


def _rests(days: Days, scores: Sequence[float], least: float) -> tuple[Rest, ...]:
    order = sorted((at for at, score in enumerate(scores) if score >= least), key=lambda at: -scores[at])
    return tuple(
        Rest(days.fragments[piece.fragment].id, piece.start, piece.end, round(scores[at], 4))
        for at in order[:_MOST_RESTS]
        for piece in (days.pieces[at],)
    )


def _went(judged: Sequence[Judged]) -> dict[int, tuple[int, ...]]:
    went: dict[int, tuple[int, ...]] = {}
    for place, one in enumerate(judged):
        for fragment in dict.fromkeys(rest.fragment for rest in one.rests_on):
            went[fragment] = (*went.get(fragment, ()), place)
    return went


def _forgotten(days: Days, went: Mapping[int, tuple[int, ...]]) -> list[Forgotten]:
    told = {one.day for one in days.fragments if one.id in went and one.day is not None}
    found = []
    for one in days.fragments:
        if one.id in went or one.day in told:
            continue
        if (one.importance or 0) >= _IMPORTANT:
            found.append(Forgotten(one.id, one.day, "importance"))
        elif one.importance is None and (one.mood or "").lower() in _MOVING:
            found.append(Forgotten(one.id, one.day, "mood"))
    return found
