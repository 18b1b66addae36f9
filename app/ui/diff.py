"""Word diff of two texts, Chinese by character, and its painting: added underlined, deleted struck."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz.distance import Indel

from app.ui.widgets.lines import Mark

#: A Latin word, a number with its separators and its ending (11th), a number in
#: Chinese, a run of spaces, else one sign.
_TOKEN: Final = re.compile(
    r"[^\W\d_\u2e80-\U0003ffff]+(?:['’][^\W\d_\u2e80-\U0003ffff]+)*|\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?|[〇零一二三四五六七八九十百千]{2,}|\s+|.",
    re.S,
)
#: Beyond this many tokens a text is compared by its lines: nothing may hold the window up.
_LONG: Final = 6_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch that is the same on both sides, or was `old` and is `new`."""

    old: str
    new: str

    @property
    def same(self) -> bool:
        return self.old == self.new


def pieces(old: str, new: str) -> tuple[Piece, ...]:
    """Compare two texts; the old sides end to end are `old`, the new ones `new`."""
    before, after = _split(old), _split(new)
    if max(len(before), len(after)) > _LONG:
        before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    found: list[Piece] = []
    for code in Indel.opcodes(before, after):
        piece = Piece(
            "".join(before[code.src_start : code.src_end]), "".join(after[code.dest_start : code.dest_end])
        )
        while found and not piece.same and (not found[-1].same or _only_space_between(found)):
            last = found.pop()  # changes side by side, or with a mere space between, are read as one
            piece = Piece(last.old + piece.old, last.new + piece.new)
        found.append(piece)
    return tuple(found)


def _split(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _only_space_between(found: Sequence[Piece]) -> bool:
    return len(found) > 1 and found[-1].old.isspace() and "\n" not in found[-1].old


def old_side(parts: Sequence[Piece]) -> tuple[str, tuple[Mark, ...]]:
    """The old text, with what is gone struck."""
    return _painted([(part.old, None if part.same else DELETED) for part in parts])


def new_side(parts: Sequence[Piece]) -> tuple[str, tuple[Mark, ...]]:
    """The new text, with what came underlined."""
    return _painted([(part.new, None if part.same else ADDED) for part in parts])


def together(parts: Sequence[Piece]) -> tuple[str, tuple[Mark, ...]]:
    """Both in one text: what is gone struck, what came underlined behind it."""
    runs: list[tuple[str, Mark | None]] = []
    for part in parts:
        runs += [(part.new, None)] if part.same else [(part.old, DELETED), (part.new, ADDED)]
    return _painted(runs)


def differing(first: str, second: str) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """Underline in either text what the other has not."""
    parts = pieces(first, second)
    _, before = _painted([(part.old, None if part.same else OTHERWISE) for part in parts])
    _, after = _painted([(part.new, None if part.same else OTHERWISE) for part in parts])
    return before, after


DELETED: Final = Mark(0, 0, ground="diff_del_bg", ink="diff_del", strike=True)
ADDED: Final = Mark(0, 0, ground="diff_add_bg", ink="diff_add", underline="diff_add")
OTHERWISE: Final = Mark(0, 0, underline="text_muted")


def _painted(runs: Sequence[tuple[str, Mark | None]]) -> tuple[str, tuple[Mark, ...]]:
    marks, at = [], 0
    for text, how in runs:
        if how is not None and text:
            marks.append(Mark(at, at + len(text), how.ground, how.ink, how.underline, how.strike))
        at += len(text)
    return "".join(text for text, _ in runs), tuple(marks)
