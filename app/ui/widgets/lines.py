"""Text laid out in lines of the style's height, with marked spans: for delegates, labels and prose."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from app.ui import theme, utf16

_NO_WIDTH = 16_777_215


@dataclass(frozen=True, slots=True)
class Mark:
    """A span of characters with its own ground, ink or underline (roles), which may be dotted."""

    start: int
    end: int
    ground: str | None = None
    ink: str | None = None
    underline: str | None = None
    strike: bool = False
    weight: int | None = None
    dotted: bool = False

    def char_format(self) -> QTextCharFormat:
        made = QTextCharFormat()
        if self.ground:
            made.setBackground(theme.colour(self.ground))
        if self.ink:
            made.setForeground(theme.colour(self.ink))
        if self.underline:
            styles = QTextCharFormat.UnderlineStyle
            made.setUnderlineStyle(styles.DotLine if self.dotted else styles.SingleUnderline)
            made.setUnderlineColor(theme.colour(self.underline))
        made.setFontStrikeOut(self.strike)
        if self.weight:
            made.setFontWeight(self.weight)
        return made


class ProseLayout:
    """Text laid out once for a width; paint it as often as you like."""

    def __init__(
        self,
        text: str,
        width: float,
        style: str = "read",
        *,
        weight: int | None = None,
        marks: Sequence[Mark] = (),
        max_lines: int = 0,
        centred: bool = False,
    ) -> None:
        self._width, self._centred = width, centred
        font = theme.font(style, weight)
        metrics = QFontMetricsF(font)
        # The factor is of the font size; a font taller than that keeps its own height.
        wanted = round(theme.size_px(style) * theme.line_factor(style))
        self.line_height = max(metrics.height(), wanted)
        #: What a line keeps free above and below its letters.
        self.lead = (self.line_height - metrics.height()) / 2
        self._layouts: list[QTextLayout] = []
        self._starts: list[int] = []
        self._cut = False
        lines, self.natural_width = 0, 0.0
        start = 0
        for paragraph in text.split("\n"):
            if max_lines and lines >= max_lines:
                self._cut = True
                break
            room = max_lines - lines if max_lines else 0
            lines += self._add(paragraph, start, font, width, marks, top=lines, room=room)
            start += len(paragraph) + 1
        self.lines = max(1, lines)
        self.height = self.lines * self.line_height

    def _add(
        self,
        text: str,
        start: int,
        font: QFont,
        width: float,
        marks: Sequence[Mark],
        *,
        top: int,
        room: int,
        fit: int = 0,
    ) -> int:
        metrics = QFontMetricsF(font)
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(_formats(text, start, marks))
        layout.beginLayout()
        count = 0
        while True:
            line = layout.createLine()
            if not line.isValid():
                break
            if room and count == room:
                # The last line that fits takes the rest of the paragraph, cut.
                self._cut = True
                layout.endLayout()
                last = utf16.place(text, layout.lineAt(count - 1).textStart())
                cut = (
                    text[:last] + metrics.elidedText(text[last:], Qt.TextElideMode.ElideRight, width).rstrip()
                )
                return self._add(cut, start, font, width, marks, top=top, room=0, fit=count)
            # A bold mark may make the cut line a little too long: it must not wrap again.
            line.setLineWidth(_NO_WIDTH if fit and count == fit - 1 else width)
            spare = max(0.0, self._width - line.naturalTextWidth()) if self._centred else 0.0
            line.setPosition(QPointF(spare / 2, (top + count) * self.line_height + self.lead))
            self.natural_width = max(self.natural_width, line.naturalTextWidth())
            count += 1
        layout.endLayout()
        self._layouts.append(layout)
        self._starts.append(start)
        return max(1, count)

    @property
    def cut(self) -> bool:
        """Whether text was left out at the end."""
        return self._cut

    def index_at(self, at: QPointF) -> int:
        """Give the character at a point; -1 where there is none."""
        row = int(at.y() // self.line_height)
        for layout, start in zip(self._layouts, self._starts, strict=True):
            if 0 <= row < layout.lineCount():
                line = layout.lineAt(row)
                if not 0 <= at.x() < line.naturalTextWidth():
                    return -1
                units = line.xToCursor(at.x(), QTextLine.CursorPosition.CursorOnCharacter)
                return start + utf16.place(layout.text(), units)
            row -= max(1, layout.lineCount())
        return -1

    def paint(self, painter: QPainter, at: QPointF, ink: str = "text") -> None:
        painter.setPen(theme.colour(ink))
        for layout in self._layouts:
            layout.draw(painter, at)


def lay_out(
    text: str,
    width: int,
    style: str,
    *,
    weight: int | None = None,
    marks: Sequence[Mark] = (),
    max_lines: int = 0,
    centred: bool = False,
) -> ProseLayout:
    """Give a text laid out, as widgets want it: Qt asks for the heights of the same few widths over and over."""
    looks = theme.mode(), theme.font(style, weight).key(), theme.line_factor(style)
    return _laid_out(text, width, style, weight, tuple(marks), max_lines, centred, looks)


@lru_cache(maxsize=1024)
def _laid_out(
    text: str,
    width: int,
    style: str,
    weight: int | None,
    marks: tuple[Mark, ...],
    max_lines: int,
    centred: bool,
    _looks: tuple[object, ...],
) -> ProseLayout:
    return ProseLayout(text, width, style, weight=weight, marks=marks, max_lines=max_lines, centred=centred)


def _formats(text: str, start: int, marks: Sequence[Mark]) -> list[QTextLayout.FormatRange]:
    out = []
    for mark in marks:
        first, last = max(0, mark.start - start), min(len(text), mark.end - start)
        if first < last:
            span = QTextLayout.FormatRange()
            span.start = utf16.units(text, first)
            span.length = utf16.units(text, last) - span.start
            span.format = mark.char_format()
            out.append(span)
    return out
