"""Reading text: wrapped, with the style's line height, and marked spans; as a layout for delegates and as a widget."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import i18n, theme
from app.ui.widgets.text import RESTYLE

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


def _units(text: str, index: int) -> int:
    """Qt counts in UTF-16: an index into a Python string, as Qt wants it."""
    head = text[:index]
    return index + sum(1 for sign in head if ord(sign) > 0xFFFF)


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
    ) -> None:
        font = theme.font(style, weight)
        metrics = QFontMetricsF(font)
        # The factor is of the font size; a font taller than that keeps its own height.
        wanted = round(theme.size_px(style) * theme.line_factor(style))
        self.line_height = max(metrics.height(), wanted)
        self._lead = (self.line_height - metrics.height()) / 2
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
                last = layout.lineAt(count - 1).textStart()
                rest = text.encode("utf-16-le")[last * 2 :].decode("utf-16-le", "ignore")
                kept = text.encode("utf-16-le")[: last * 2].decode("utf-16-le", "ignore")
                cut = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)
                return self._add(kept + cut.rstrip(), start, font, width, marks, top=top, room=0, fit=count)
            # A bold mark may make the cut line a little too long: it must not wrap again.
            line.setLineWidth(_NO_WIDTH if fit and count == fit - 1 else width)
            line.setPosition(QPointF(0, (top + count) * self.line_height + self._lead))
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
                place = line.xToCursor(at.x(), QTextLine.CursorPosition.CursorOnCharacter)
                head = layout.text().encode("utf-16-le")[: place * 2]
                return start + len(head.decode("utf-16-le", "ignore"))
            row -= max(1, layout.lineCount())
        return -1

    def paint(self, painter: QPainter, at: QPointF, ink: str = "text") -> None:
        painter.setPen(theme.colour(ink))
        for layout in self._layouts:
            layout.draw(painter, at)


def _formats(text: str, start: int, marks: Sequence[Mark]) -> list[QTextLayout.FormatRange]:
    out = []
    for mark in marks:
        first, last = max(0, mark.start - start), min(len(text), mark.end - start)
        if first < last:
            span = QTextLayout.FormatRange()
            span.start = _units(text, first)
            span.length = _units(text, last) - _units(text, first)
            span.format = mark.char_format()
            out.append(span)
    return out


class Prose(QWidget):
    """A paragraph or more of reading text; its height follows its width; never wider than the measure."""

    def __init__(
        self,
        text: str = "",
        style: str = "read",
        ink: str = "text",
        *,
        weight: int | None = None,
        max_lines: int = 0,
        marks: Sequence[Mark] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._style = style
        self._ink = ink
        self._weight = weight
        self._max_lines = max_lines
        self._marks = tuple(marks)
        self._layout: tuple[int, ProseLayout] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(text)

    def text(self) -> str:
        return self._text

    def setText(self, text: str, marks: Sequence[Mark] = ()) -> None:  # noqa: N802
        self._text = text
        self._marks = tuple(marks)
        self.setAccessibleName(text)
        self._changed()

    def set_ink(self, ink: str) -> None:
        self._ink = ink
        self.update()

    def _changed(self) -> None:
        self._layout = None
        self.updateGeometry()
        self.update()

    def _laid_out(self, width: int) -> ProseLayout:
        if self._layout is None or self._layout[0] != width:
            made = ProseLayout(
                self._text,
                min(width, self.measure()),
                self._style,
                weight=self._weight,
                marks=self._marks,
                max_lines=self._max_lines,
            )
            self._layout = (width, made)
        return self._layout[1]

    def measure(self) -> int:
        """The longest line of reading text, in pixels."""
        metrics = QFontMetricsF(theme.font(self._style))
        if i18n.language() == "zh":
            return round(36 * metrics.horizontalAdvance("字")) + 1
        return round(68 * metrics.horizontalAdvance("n")) + 1

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._laid_out(max(width, 1)).height)

    def sizeHint(self) -> QSize:
        width = self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else theme.u(60)
        return QSize(min(self.measure(), width), self.heightForWidth(max(1, width)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.u(10), round(self._laid_out(max(1, self.width())).line_height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._laid_out(self.width()).paint(QPainter(self), QPointF(0, 0), self._ink)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self._changed()
