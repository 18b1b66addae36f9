"""Cut long texts at the borders a reader would choose: paragraphs, sentences, clauses, words."""

import re
from typing import Final

_BORDERS: Final = (
    re.compile(r"\n+"),
    re.compile(r"(?<=[。！？!?…])[”’」』\"']*|(?<=\.)\s+"),
    re.compile(r"(?<=[，、；：,;:])"),
    re.compile(r"(?<=\s)"),
)


def cut(text: str, limit: int) -> list[str]:
    """Pieces of at most `limit` characters that lose nothing but white space at their ends."""
    found = (piece.strip() for piece in _cut(text, limit, 0))
    return [piece for piece in found if piece] or [text[:limit]]


def _cut(text: str, limit: int, level: int) -> list[str]:
    if len(text) <= limit:
        return [text]
    if level == len(_BORDERS):
        return [text[at : at + limit] for at in range(0, len(text), limit)]
    pieces: list[str] = []
    for part in _split(text, _BORDERS[level]):
        if pieces and len(pieces[-1]) + len(part) <= limit:
            pieces[-1] += part
        else:
            pieces.extend(_cut(part, limit, level + 1))
    return pieces


def _split(text: str, border: re.Pattern[str]) -> list[str]:
    """Parts that keep their border at their end, so that joining them gives the text back."""
    ends = [match.end() for match in border.finditer(text)]
    starts = [0, *ends]
    return [text[a:b] for a, b in zip(starts, [*ends, len(text)], strict=True) if b > a]
