"""Marks of several kinds on one text: what differs, what is flagged, what is pointed at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from app.domain.months.truth import Report
from app.ui.widgets import Mark

Span = tuple[int, int]

FLAGGED = Mark(0, 0, underline="danger", dotted=True)
POINTED = Mark(0, 0, ground="selection")


@dataclass(frozen=True, slots=True)
class Flags:
    """Where words are flagged, and where whole sentences."""

    words: tuple[Span, ...] = ()
    sentences: tuple[Span, ...] = ()

    def any_in(self, start: int, end: int) -> bool:
        return any(a < end and b > start for a, b in (*self.words, *self.sentences))

    def cut(self, start: int, end: int) -> "Flags":
        """Give those of a stretch, counted from its start."""
        return Flags(tuple(cut(self.words, start, end)), tuple(cut(self.sentences, start, end)))


def layered(base: Sequence[Mark], flags: Flags, pointed: Iterable[Span]) -> tuple[Mark, ...]:
    """Lay flags over marks and a ground under them: each stretch has one mark in the end.

    Flagged words stand out of what differs; a flagged sentence still shows what differs in it.
    """
    pointed = list(pointed)
    spans = [*flags.words, *flags.sentences, *pointed]
    edges = sorted({edge for one in base for edge in (one.start, one.end)} | {e for s in spans for e in s})
    found: list[Mark] = []
    for start, end in pairwise(edges):
        mark = next((one for one in base if one.start <= start < one.end), None)
        if _within(start, flags.words):
            mark = FLAGGED
        elif _within(start, flags.sentences):
            mark = FLAGGED if mark is None else replace(mark, underline="danger", dotted=True)
        if _within(start, pointed):
            mark = POINTED if mark is None else replace(mark, ground=mark.ground or POINTED.ground)
        if mark is not None:
            found.append(replace(mark, start=start, end=end))
    return tuple(found)


def _within(place: int, spans: Iterable[Span]) -> bool:
    return any(start <= place < end for start, end in spans)


def flags_of(report: Report | None) -> Flags:
    """Give what a report flags."""
    flags = report.flags if report is not None else ()
    return Flags(
        tuple((one.start, one.end) for one in flags if one.kind != "sentence"),
        tuple((one.start, one.end) for one in flags if one.kind == "sentence"),
    )


def cut(spans: Iterable[Span], start: int, end: int) -> list[Span]:
    """Give the part of spans that lies in a stretch, counted from its start."""
    return [(max(a, start) - start, min(b, end) - start) for a, b in spans if a < end and b > start]


def sentence_at(report: Report | None, place: int) -> int | None:
    """Give the number of the sentence that stands at a place of the checked text."""
    if report is None:
        return None
    return next((n for n, one in enumerate(report.sentences) if one.start <= place < one.end), None)
