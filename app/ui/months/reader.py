"""The text of a month alone, paragraph by paragraph; and the present one beside a text that is being written."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.domain.months.passages import paragraphs
from app.domain.months.truth import Report
from app.ui import theme
from app.ui.i18n import tr
from app.ui.months.compare import BARS
from app.ui.months.marks import Flags, Span, cut, flags_of, layered, sentence_at
from app.ui.months.passage import Passage
from app.ui.months.row import BAR, GAP_UNITS, INDENT, VERDICT_UNITS
from app.ui.widgets import Prose, Text

_FLUSH_MS = 50


class _Paragraph(QWidget):
    def __init__(self, text: str, start: int) -> None:
        super().__init__()
        self.start, self.end = start, start + len(text)
        self.prose = Passage()
        self.prose.setText(text)
        self._bar = "line"
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(INDENT), theme.px(8), 0, theme.px(8))
        row.addWidget(self.prose)

    def show_marks(self, flags: Flags, pointed: Sequence[Span], bar: str) -> None:
        self.prose.setText(self.prose.text(), layered((), flags, pointed))
        self._bar = bar
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        edge = theme.px(10)
        QPainter(self).fillRect(0, edge, theme.px(BAR), self.height() - 2 * edge, theme.colour(self._bar))


class Reader(QWidget):
    """Answers to the truth check as the comparison does."""

    sentence_hovered = Signal(object)
    sentence_pressed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        self.paragraphs: list[_Paragraph] = []
        self._report: Report | None = None
        self._pointed: list[Span] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.u(1), 0, 0)
        self._column.setSpacing(0)

    def show_text(self, text: str) -> None:
        if text == self.text:
            return
        self.text, self._report, self._pointed = text, None, []
        for one in self.paragraphs:
            self._column.removeWidget(one)
            one.hide()
            one.deleteLater()
        self.paragraphs, at = [], 0
        for piece in paragraphs(text):
            at = text.index(piece, at)
            made = _Paragraph(piece, at)
            made.prose.hovered.connect(partial(self._on_hovered, at))
            made.prose.pressed.connect(partial(self._on_pressed, at))
            self._column.addWidget(made)
            self.paragraphs.append(made)
            at += len(piece)

    def show_report(self, report: Report | None) -> None:
        self._report = report
        self._mark()

    def point(self, spans: Sequence[Span]) -> None:
        self._pointed = list(spans)
        self._mark()

    def _mark(self) -> None:
        flags = flags_of(self._report)
        for one in self.paragraphs:
            flagged = flags.any_in(one.start, one.end)
            state = "unknown" if self._report is None else "flagged" if flagged else "supported"
            one.show_marks(flags.cut(one.start, one.end), cut(self._pointed, one.start, one.end), BARS[state])
            told = {
                "flagged": tr("Something in it is told by no day."),
                "supported": tr("It rests on the days."),
            }
            one.setAccessibleDescription(told.get(state, ""))

    def _on_hovered(self, start: int, index: int) -> None:
        self.sentence_hovered.emit(None if index < 0 else sentence_at(self._report, start + index))

    def _on_pressed(self, start: int, index: int) -> None:
        self.sentence_pressed.emit(sentence_at(self._report, start + index))

    def paragraph_at(self, place: int) -> QWidget | None:
        return next((one for one in self.paragraphs if one.start <= place < one.end), None)


class Stream(QWidget):
    """What a model is writing, beside what stands there; drawn at most twenty times a second."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.old = Prose("", "read", "text_muted")
        self.new = Prose("", "read")
        self.waiting = Text("", "body", "text_muted", wrap=True)
        self._text = ""
        self._flush = QTimer(self)
        self._flush.setSingleShot(True)
        self._flush.setInterval(_FLUSH_MS)
        self._flush.timeout.connect(self._draw)
        right = QVBoxLayout()
        right.setSpacing(theme.u(2))
        right.addWidget(self.waiting)
        right.addWidget(self.new)
        right.addStretch(1)
        side = QWidget()
        side.setFixedWidth(theme.u(VERDICT_UNITS))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(INDENT), theme.px(13), 0, theme.px(13))
        row.setSpacing(theme.u(GAP_UNITS))
        row.addWidget(self.old, 1, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)
        row.addWidget(side)

    def show_text(self, old: str | None, new: str, waiting: str) -> None:
        """Show what has come so far; `waiting` is said while nothing has."""
        self.old.setText(old or "")
        self.old.setVisible(bool(old))
        self.waiting.setText(waiting)
        self._text = new
        self._draw()

    def hear(self, text: str) -> None:
        """Take what has come so far, and draw it soon."""
        self._text = text
        if not self._flush.isActive():
            self._flush.start()

    def _draw(self) -> None:
        self.waiting.setVisible(not self._text)
        self.new.setVisible(bool(self._text))
        if self.new.text() != self._text:
            self.new.setText(self._text)
