"""The passages of a text: its paragraphs and sentences, two texts side by side, and one made of both by verdicts."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from app.domain.text import has_cjk, normal, tokens

PARAGRAPH: Final = "\n\n"
ALIKE: Final = 0.2  # share of words that two passages have in common before they count as one passage changed
_BREAK: Final = re.compile(r"[^\S\n]*\n\s*")
_ABBREVIATED: Final = r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bvs\.)(?<!e\.g\.)(?<!i\.e\.)(?<!a\.m\.)(?<!p\.m\.)"
_CLOSING: Final = "”’」』）)\"'》】~～"
_END: Final = re.compile(
    rf"(?:[。！？!?…]+|\.{_ABBREVIATED}(?=[{_CLOSING}]*(?:\s|$)))[{_CLOSING}]*\s*|[~～]+\s+|\s*\n\s*"
)
_OPENS: Final = {"“": "”", "「": "」", "『": "』", "（": "）", "(": ")", "《": "》"}
_CLOSES: Final = frozenset(_OPENS.values())
_LONGEST_QUOTE: Final = 400  # characters; a quote that is still open after them was never closed


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and its place: `text == whole[start:end]`, without the white space round it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A passage of the present text beside what a candidate makes of it; None where there is no such passage.

    `before` is what stands between this passage and the one before it.
    """

    old: str | None
    new: str | None
    same: bool
    before: str = PARAGRAPH


@dataclass(frozen=True, slots=True)
class Mine:
    """The author's own words for a passage; empty: neither text."""

    text: str


Verdict = Literal["take", "keep"] | Mine


@dataclass(frozen=True, slots=True)
class _Part:
    text: str
    before: str  # what stands between it and the one before it: a line's end, or a blank line


def paragraphs(text: str) -> list[str]:
    """Give the paragraphs of a text: lines with something on them."""
    return [part.text for part in _parts(text)]


def sentences(text: str) -> list[Sentence]:
    """Give the sentences of a text in order; one that ends inside quotation marks or brackets goes on to their end."""
    found: list[Sentence] = []
    start = 0
    for match in [*_END.finditer(text), None]:
        end = match.end() if match else len(text)
        if match and "\n" not in match[0] and _open(text[start:end]):
            continue
        piece = text[start:end]
        kept = piece.strip()
        if kept:
            at = start + len(piece) - len(piece.lstrip())
            found.append(Sentence(at, at + len(kept), kept))
        start = end
    return found


def is_balanced(text: str) -> bool:
    """Tell whether every quotation and bracket of a text is opened and closed in it."""
    waiting: list[str] = []
    for sign in text:
        if sign in _OPENS:
            waiting.append(_OPENS[sign])
        elif sign in _CLOSES and (not waiting or waiting.pop() != sign):
            return False
    return not waiting and text.count('"') % 2 == 0


def _open(piece: str) -> bool:
    """Tell whether a quotation or bracket is still open at the end of a piece."""
    waiting: list[tuple[str, int]] = []
    straight = -1
    for place, sign in enumerate(piece):
        if sign in _OPENS:
            waiting.append((_OPENS[sign], place))
        elif waiting and sign == waiting[-1][0]:
            waiting.pop()
        elif sign == '"':
            straight = -1 if straight >= 0 else place
    open_since = min([place for _, place in waiting] + [straight] * (straight >= 0), default=-1)
    return open_since >= 0 and len(piece) - open_since <= _LONGEST_QUOTE


def align(old: str, new: str) -> list[Pair]:
    """Lay two texts side by side, passage by passage, in order; every passage of both is in one pair.

    Passages are paragraphs. Where one text is a single paragraph, it is cut into runs of sentences that answer to the
    paragraphs of the other; where both are, they are compared sentence by sentence.
    """
    left, right = _parts(old), _parts(new)
    if len(left) == 1 and len(right) > 1:
        left = _cut_like(left[0].text, right)
    elif len(right) == 1 and len(left) > 1:
        right = _cut_like(right[0].text, left)
    elif len(left) == len(right) == 1:
        left, right = _by_sentence(left[0].text, right[0].text)
    return [_pair(left, right, i, j) for i, j in _matched(left, right)]


def compose(pairs: Sequence[Pair], verdicts: Sequence[Verdict]) -> str:
    """Give the text that the verdicts make: each passage taken from the candidate, kept as it was, or the author's own."""
    if len(pairs) != len(verdicts):
        raise ValueError(f"{len(pairs)} passages, {len(verdicts)} verdicts")
    made = ""
    for pair, verdict in zip(pairs, verdicts, strict=True):
        chosen = verdict.text if isinstance(verdict, Mine) else pair.new if verdict == "take" else pair.old
        text = (chosen or "").strip()
        if text:
            made += pair.before + text if made else text
    return made


def likeness(one: str, other: str) -> float:
    """Give the share of words (Chinese: characters and pairs) that two passages have in common, 0 to 1."""
    return _dice(Counter(tokens(one)), Counter(tokens(other)))


def _parts(text: str) -> list[_Part]:
    found: list[_Part] = []
    start, before = 0, PARAGRAPH
    for match in [*_BREAK.finditer(text), None]:
        piece = text[start : match.start() if match else len(text)].strip()
        if piece:
            found.append(_Part(piece, before))
        if match:
            start, before = match.end(), PARAGRAPH if match[0].count("\n") > 1 else "\n"
    return found


def _by_sentence(old: str, new: str) -> tuple[list[_Part], list[_Part]]:
    before = "" if has_cjk(new) and has_cjk(old) else " "
    left, right = ([_Part(one.text, before) for one in sentences(text)] for text in (old, new))
    return left, right


def _pair(left: Sequence[_Part], right: Sequence[_Part], i: int | None, j: int | None) -> Pair:
    old = None if i is None else left[i]
    new = None if j is None else right[j]
    same = old is not None and new is not None and _same(old.text, new.text)
    before = (new or old or _Part("", PARAGRAPH)).before
    return Pair(old.text if old else None, new.text if new else None, same, before)


def _same(old: str, new: str) -> bool:
    return " ".join(normal(old).split()) == " ".join(normal(new).split())


def _dice(one: Counter[str], other: Counter[str]) -> float:
    whole = one.total() + other.total()
    return 2 * (one & other).total() / whole if whole else 1.0


def _matched(left: Sequence[_Part], right: Sequence[_Part]) -> list[tuple[int | None, int | None]]:
    """Match passages in order so that what is matched is as alike as possible; the rest stands alone."""
    ours, theirs = ([Counter(tokens(one.text)) for one in side] for side in (left, right))
    alike = [[_dice(one, other) for other in theirs] for one in ours]
    best = _table(len(left), len(right), lambda i, j: alike[i][j] if alike[i][j] >= ALIKE else -1.0)
    found: list[tuple[int | None, int | None]] = []
    i, j = 0, 0
    while i < len(left) and j < len(right):
        if alike[i][j] >= ALIKE and best[i][j] == best[i + 1][j + 1] + alike[i][j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            found.append((i, None))
            i += 1
        else:
            found.append((None, j))
            j += 1
    return [*found, *((k, None) for k in range(i, len(left))), *((None, k) for k in range(j, len(right)))]


def _table(rows: int, columns: int, worth: Callable[[int, int], float]) -> list[list[float]]:
    """Give the most that can be matched from each place on."""
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            value = worth(i, j)
            both = best[i + 1][j + 1] + value if value > 0 else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], both)
    return best


def _cut_like(whole: str, parts: Sequence[_Part]) -> list[_Part]:
    """Cut a paragraph into runs of sentences, in order, each with the part it is most like."""
    said = sentences(whole)
    words = [Counter(tokens(part.text)) for part in parts]
    gain = [[_dice(Counter(tokens(one.text)), part) for part in words] for one in said]
    # best[s][p]: the most that sentences from s on can reach when none of them goes before part p
    best = [[0.0] * (len(parts) + 1) for _ in range(len(said) + 1)]
    for s in range(len(said) - 1, -1, -1):
        best[s][len(parts)] = -1.0
        for p in range(len(parts) - 1, -1, -1):
            best[s][p] = max(best[s][p + 1], gain[s][p] + best[s + 1][p])
    runs: list[list[Sentence]] = [[] for _ in parts]
    part = 0
    for s, one in enumerate(said):
        while part < len(parts) - 1 and best[s][part] == best[s][part + 1]:
            part += 1
        runs[part].append(one)
    return [
        _Part(whole[run[0].start : run[-1].end], part.before)
        for run, part in zip(runs, parts, strict=True)
        if run
    ]
