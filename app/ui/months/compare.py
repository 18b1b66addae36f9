"""Two texts of a month side by side, paragraph by paragraph, with a verdict for each."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.months.passages import Mine, Pair, Verdict
from app.domain.months.truth import Report
from app.ui import theme
from app.ui.i18n import tr
from app.ui.months.draft import Draft, Part, made_of, pairs_of, shown_of
from app.ui.months.marks import Span, cut, flags_of, sentence_at
from app.ui.months.row import STACKED_UNITS, Row

BARS: Final = {"flagged": "danger", "supported": "success", "unknown": "line"}


class Compare(QWidget):
    """Rows for the pairs; it writes verdicts into the draft it is given, and says that they changed."""

    decided = Signal()
    written = Signal()  # own words changed: they are checked again when the author pauses
    sentence_hovered = Signal(object)  # its number in the report, or None
    sentence_pressed = Signal(object)
    row_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = Draft()
        self.pairs: list[Pair] = []
        self.parts: list[Part] = []
        self.rows: list[Row] = []
        self.current = -1
        self._report: Report | None = None
        self._pointed: list[Span] = []
        self._alone = self._beside = False
        self._writable = True
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    # showing

    def show_texts(
        self,
        left: str | None,
        right: str,
        draft: Draft,
        *,
        beside: bool = False,
        alone: bool = False,
        writable: bool = True,
    ) -> None:
        """Lay a candidate beside the present text, `beside` another candidate, or `alone`; rows that stay are kept."""
        pairs = pairs_of(left, right)
        same = pairs == self.pairs and draft is self.draft and beside == self._beside
        self.draft, self.pairs, self._beside, self._writable = draft, pairs, beside, writable
        self._alone = alone
        if not same:
            self._rebuild()
        self._lay_out()
        self._tell()

    def _rebuild(self) -> None:
        for row in self.rows:
            row.end_writing()
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows, self.current, self._report, self._pointed = [], -1, None, []
        for place, _pair in enumerate(self.pairs):
            row = Row()
            row.verdict_asked.connect(partial(self._on_verdict_asked, place))
            row.writing_asked.connect(partial(self.write, place))
            row.written.connect(partial(self._on_written, place))
            row.writing_ended.connect(partial(self._on_writing_ended, place))
            row.chosen.connect(partial(self._on_chosen, place))
            row.stepped.connect(partial(self._on_stepped, place))
            row.hovered.connect(partial(self._on_hovered, place))
            row.pressed.connect(partial(self._on_pressed, place))
            self._column.addWidget(row)
            self.rows.append(row)

    def show_report(self, report: Report | None) -> None:
        """Show what the truth check says of the text at the right."""
        self._report = report
        self._tell()

    def point(self, spans: Sequence[Span]) -> None:
        """Give sentences a ground, by their place in the checked text."""
        self._pointed = list(spans)
        self._mark()

    def _tell(self) -> None:
        flags = flags_of(self._report)
        self.parts = self.draft.parts(self.pairs, flags.any_in)
        for row, part in zip(self.rows, self.parts, strict=True):
            row.show_part(part, beside=self._beside, writable=self._writable)
            row.setVisible(self.draft.unfolded or not part.pair.same or isinstance(part.verdict, Mine))
        self._mark()

    def _mark(self) -> None:
        flags = flags_of(self._report)
        for row, part in zip(self.rows, self.parts, strict=True):
            state = self._state(part)
            told = {
                "flagged": tr("Something in it is told by no day."),
                "supported": tr("It rests on the days."),
                "unknown": "",
            }[state]
            row.show_marks(
                flags.cut(part.start, part.end), cut(self._pointed, part.start, part.end), BARS[state], told
            )

    def _state(self, part: Part) -> str:
        if self._report is None or part.start == part.end:
            return "unknown"
        return "flagged" if flags_of(self._report).any_in(part.start, part.end) else "supported"

    def choose_first(self) -> None:
        """Look at a paragraph where none is looked at: the first that differs."""
        if self.current < 0:
            shown = [place for place, row in enumerate(self.rows) if not row.isHidden()]
            if shown:
                self._on_chosen(shown[0])

    # what the verdicts make

    @property
    def changed(self) -> list[Part]:
        """The pairs about which there is something to decide."""
        return [one for one in self.parts if not one.pair.same or isinstance(one.verdict, Mine)]

    @property
    def taken(self) -> int:
        """How many paragraphs would be other than at the left."""
        return sum(one.changes for one in self.parts)

    @property
    def unchanged(self) -> int:
        return sum(one.pair.same for one in self.parts)

    def made(self) -> str:
        return made_of(self.parts)

    def shown(self) -> str:
        return shown_of(self.parts)

    def fold(self, folded: bool) -> None:
        self.draft.unfolded = not folded
        self._tell()

    # the author's hand

    def decide(self, place: int, verdict: Verdict) -> None:
        """Keep a verdict and show it."""
        self.draft.decide(self.pairs[place], verdict)
        self._tell()
        self.decided.emit()

    def _on_verdict_asked(self, place: int, way: str) -> None:
        part = self.parts[place]
        if not self._writable or (part.pair.same and not isinstance(part.verdict, Mine)):
            return
        if way == "turn":
            way = "keep" if part.verdict == "take" else "take"
        self.rows[place].end_writing()
        self.decide(place, "take" if way == "take" else "keep")
        self.written.emit()

    def write(self, place: int) -> None:
        """Let the author write a paragraph: their words so far, else what would stand there."""
        if not self._writable:
            return
        part, row = self.parts[place], self.rows[place]
        own = self.draft.own_words(part.pair)
        text = part.verdict.text if isinstance(part.verdict, Mine) else own
        if text is None:
            kept = part.verdict == "keep" and part.pair.old is not None
            text = (part.pair.old if kept else part.pair.new) or part.pair.old or ""
        writer = row.begin_writing(text)
        writer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_written(self, place: int, text: str) -> None:
        """Keep each stroke, but draw nothing anew: typing never waits."""
        self.draft.decide(self.pairs[place], Mine(text))
        self.parts = self.draft.parts(self.pairs, flags_of(self._report).any_in)
        self.decided.emit()
        self.written.emit()

    def _on_writing_ended(self, place: int) -> None:
        self.rows[place].end_writing()
        self._tell()
        self.decided.emit()

    def _on_chosen(self, place: int) -> None:
        self.current = place
        for number, row in enumerate(self.rows):
            row.set_current(number == place)
        self.row_chosen.emit()

    def _on_stepped(self, place: int, step: int) -> None:
        shown = [number for number, row in enumerate(self.rows) if not row.isHidden()]
        at = shown.index(place) + step if place in shown else -1
        if 0 <= at < len(shown):
            self.rows[shown[at]].setFocus(Qt.FocusReason.TabFocusReason)

    def _on_hovered(self, place: int, index: int) -> None:
        at = None if index < 0 else sentence_at(self._report, self.parts[place].start + index)
        self.sentence_hovered.emit(at)

    def _on_pressed(self, place: int, index: int) -> None:
        self.sentence_pressed.emit(sentence_at(self._report, self.parts[place].start + index))

    def row_at(self, place: int) -> int | None:
        """Give the row in whose right text a place of the checked text stands."""
        return next((n for n, one in enumerate(self.parts) if one.start <= place < one.end), None)

    # sizes

    def _lay_out(self) -> None:
        stacked = 0 < self.width() < theme.u(STACKED_UNITS)
        for row in self.rows:
            row.lay_out(alone=self._alone, stacked=stacked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
