"""Beside the month: whether its text reads true, what to do about it, and what each paragraph rests on."""

from collections.abc import Iterable
from datetime import date
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.domain.months.passages import sentences
from app.domain.months.truth import Report
from app.storage.months import Fragment
from app.ui import theme
from app.ui.i18n import format_day, tr
from app.ui.months.marks import flags_of
from app.ui.months.truth_cards import FlagCard, ForgottenCard, Fragments
from app.ui.panel import say_nothing
from app.ui.widgets import Chip, Column, LinkButton, Prose, Text

_MOST: Final = 8  # cards at once; the rest on request
_DAY_WIDTH: Final = 52


class TruthPage(QWidget):
    """The inspector page of a month's text. It decides nothing: it says what was asked for."""

    correction_asked = Signal(object, str)  # Flag, the words in its place
    wave_asked = Signal(object, str)  # Flag or Forgotten, verdict
    sentence_asked = Signal(object)  # Forgotten
    pointed = Signal(object)  # spans of the checked text
    place_asked = Signal(int)  # a place of the checked text to be shown
    day_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.report: Report | None = None
        self._fragments: Fragments = {}
        self._month = ""
        self._writable = True
        self._every = False
        self._days_open = False
        self._chosen: tuple[int, ...] = ()  # sentences whose days are listed
        self.flag_cards: list[FlagCard] = []
        self.forgotten_cards: list[ForgottenCard] = []
        self.rests: list[DayRow] = []
        self.days: list[DayRow] = []
        self._aim: DayRow | None = None  # the day that is to be in view
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._column = Column()
        outer.addWidget(self._column)
        self._parts: list[QWidget] = []
        self._rest_part = QWidget()
        self._column.verticalScrollBar().rangeChanged.connect(self._on_grown)
        say_nothing(self)

    def show_nothing(self) -> None:
        """There is no text to check."""
        self.report = None
        self._clear()
        say_nothing(self)

    def show_report(self, report: Report | None, fragments: Fragments, month: str, *, writable: bool) -> None:
        """Show what the check says; None while it is being made."""
        if month != self._month:
            self._every = self._days_open = False
            self._chosen = ()
        self.report, self._fragments, self._month, self._writable = report, fragments, month, writable
        self._fill()
        say_nothing(self, False)

    def choose(self, start: int, end: int) -> None:
        """List what the sentences of a stretch of the text rest on."""
        said = self.report.sentences if self.report is not None else ()
        self._chosen = tuple(n for n, one in enumerate(said) if one.start < end and one.end > start)
        self._fill_rests()

    def glow(self, fragments: Iterable[int]) -> None:
        """Point at the days of a sentence."""
        wanted = set(fragments)
        for row in self.rests:
            row.set_lit(row.fragment in wanted)

    def show_day(self, fragment: int) -> None:
        """Show into which sentences an entry went, among where each day went."""
        self._days_open = True
        self._fill()
        self._aim = next((row for row in self.days if row.fragment == fragment), None)
        self._point_out(fragment)

    def _on_grown(self) -> None:
        """The column has been laid out: now the row that is meant can be brought into view."""
        if self._aim is not None:
            self._column.ensureWidgetVisible(self._aim)

    # building

    def _clear(self) -> None:
        for part in self._parts:
            part.hide()
            self._column.layout_.removeWidget(part)
            part.deleteLater()
        self._parts, self.flag_cards, self.forgotten_cards, self.rests, self.days = [], [], [], [], []
        self._aim = None

    def _put(self, part: QWidget) -> QWidget:
        self._parts.append(part)
        self._column.add(part)
        return part

    def _put_end(self) -> None:
        """What is left below stays empty."""
        self._column.layout_.setStretchFactor(self._put(QWidget()), 1)

    def _fill(self) -> None:
        bar = self._column.verticalScrollBar().value()
        self._clear()
        self._put(self._head())
        report = self.report
        if report is None:
            self._put(Text(tr("Reading it against its days …"), "body", "text_muted", wrap=True))
            self._put_end()
            return
        self._put(self._figures(report))
        self._cards(report)
        self._rest_part = self._put(QWidget())
        rests = QVBoxLayout(self._rest_part)
        rests.setContentsMargins(0, 0, 0, 0)
        rests.setSpacing(theme.u(2))
        self._fill_rests()
        self._put(self._went(report))
        self._put_end()
        self._column.verticalScrollBar().setValue(bar)

    def _head(self) -> QWidget:
        part = QWidget()
        row = QHBoxLayout(part)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(Text(tr("Truth check"), "title"), 1)
        chip = Chip.built_in(tr("offline"))
        by_words = self.report is not None and self.report.by == "words"
        chip.setToolTip(
            tr("By rule and by words alone: there are no vectors. Nothing is sent.")
            if by_words
            else tr("By rule, words and the built-in vectors. Nothing is sent.")
        )
        row.addWidget(chip)
        return part

    def _figures(self, report: Report) -> QWidget:
        flags = flags_of(report)
        clean = sum(
            one.verdict == "supported" and not flags.any_in(one.start, one.end) for one in report.sentences
        )
        part = QWidget()
        row = QHBoxLayout(part)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.u(1))
        for count, name, ink in (
            (clean, tr("supported||sentences"), "text"),
            (len(report.flags), tr("flagged||sentences"), "danger" if report.flags else "text"),
            (len(report.forgotten), tr("forgotten||days"), "text"),
        ):
            figure = Text(str(count), "figure", ink)
            row.addWidget(figure, 0, Qt.AlignmentFlag.AlignBottom)
            label = Text(name, "small", ink if ink != "text" else "text_muted")
            label.setContentsMargins(0, 0, theme.u(2), theme.px(2))
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        part.setToolTip(
            tr(
                "Supported: told by a day. Flagged: told by none. Forgotten: important days that are not told."
            )
        )
        return part

    def _cards(self, report: Report) -> None:
        shown = report.flags if self._every else report.flags[:_MOST]
        for flag in shown:
            card = FlagCard(flag, self._fragments, self._month, writable=self._writable)
            card.corrected.connect(partial(self._on_corrected, card))
            card.waved.connect(partial(self.wave_asked.emit, flag))
            self._follow(card, flag.start, flag.end)
            self.flag_cards.append(card)
        for one in report.forgotten if self._every else report.forgotten[: max(1, _MOST - len(shown))]:
            added = ForgottenCard(one, self._fragments, writable=self._writable)
            added.added.connect(partial(self.sentence_asked.emit, one))
            added.waved.connect(partial(self.wave_asked.emit, one))
            self._put(added)
            self.forgotten_cards.append(added)
        left = len(report.flags) + len(report.forgotten) - len(self.flag_cards) - len(self.forgotten_cards)
        if left > 0:
            more = LinkButton(tr("{n} more", "{n} more", n=left))
            more.clicked.connect(self._on_every)
            self._put(more)
        if report.waved:
            told = tr("{n} flag waved off before", "{n} flags waved off before", n=len(report.waved))
            self._put(Text(told, "caption", "text_muted", wrap=True))
        if not report.flags and not report.forgotten and report.sentences:
            self._put(Text(tr("Nothing in it is against its days."), "body", "text_muted", wrap=True))

    def _follow(self, card: FlagCard, start: int, end: int) -> None:
        card.pointed.connect(lambda on: self.pointed.emit([(start, end)] if on else []))
        card.pressed.connect(lambda: self.place_asked.emit(start))
        self._put(card)

    def _on_corrected(self, card: FlagCard) -> None:
        self.correction_asked.emit(card.flag, card.correction or "")

    def _on_every(self) -> None:
        self._every = True
        self._fill()

    # what it rests on

    def _fill_rests(self) -> None:
        if self.report is None:  # nothing is laid out either
            return
        column = self._rest_part.layout()
        if not isinstance(column, QVBoxLayout):
            return
        while (item := column.takeAt(0)) is not None:
            if (gone := item.widget()) is not None:
                gone.hide()
                gone.deleteLater()
        self.rests = []
        self._rest_part.setVisible(bool(self._chosen))
        if not self._chosen:
            return
        column.addWidget(Text(tr("This paragraph rests on"), "read", weight=600))
        for fragment, said in self._evidence():
            row = DayRow(fragment, said)
            row.pointed.connect(partial(self._on_day_pointed, fragment.id))
            row.pressed.connect(partial(self.day_asked.emit, fragment.day or ""))
            row.setToolTip(tr("Show this day"))
            self.rests.append(row)
            column.addWidget(row)
        if not self.rests:
            column.addWidget(Text(tr("On no day of this month."), "body", "text_muted", wrap=True))

    def _evidence(self) -> list[tuple[Fragment, str]]:
        """Give the entries that the chosen sentences rest on, in order of date, with the words they rest on."""
        assert self.report is not None
        spans: dict[int, set[tuple[int, int]]] = {}
        for number in self._chosen:
            if number < len(self.report.sentences):
                for rest in self.report.sentences[number].rests_on:
                    spans.setdefault(rest.fragment, set()).add((rest.start, rest.end))
        found = [
            (self._fragments[one], sorted(there)) for one, there in spans.items() if one in self._fragments
        ]
        found.sort(key=lambda pair: (pair[0].day or "", pair[0].ordinal))
        return [
            (fragment, " ".join(fragment.content[start:end].lstrip("-*• ") for start, end in there))
            for fragment, there in found
        ]

    # where each day went

    def _went(self, report: Report) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        toggle = LinkButton(tr("Hide where each day went") if self._days_open else tr("Where each day went"))
        toggle.clicked.connect(self._on_days_toggled)
        column.addWidget(toggle)
        for fragment in self._fragments.values() if self._days_open else ():
            told = report.went.get(fragment.id, ())
            first = next((one.text for one in sentences(fragment.content)), "").lstrip("-*• ")
            words = tr("in {n} sentence", "in {n} sentences", n=len(told)) if told else tr("not told")
            row = DayRow(fragment, first, words, lines=2)
            row.pointed.connect(partial(self._on_day_pointed, fragment.id))
            row.pressed.connect(partial(self._on_day_pressed, fragment.id))
            self.days.append(row)
            column.addWidget(row)
        return part

    def _on_days_toggled(self) -> None:
        self._days_open = not self._days_open
        self._fill()

    def spans_of(self, fragment: int) -> list[tuple[int, int]]:
        """Give the sentences into which an entry went."""
        if self.report is None:
            return []
        said = self.report.sentences
        return [(said[n].start, said[n].end) for n in self.report.went.get(fragment, ())]

    def _on_day_pointed(self, fragment: int, on: bool) -> None:
        self.pointed.emit(self.spans_of(fragment) if on else [])

    def _on_day_pressed(self, fragment: int) -> None:
        if not self._point_out(fragment):
            self.day_asked.emit(self._fragments[fragment].day or "")

    def _point_out(self, fragment: int) -> bool:
        """Bring the sentences into view into which an entry went; tells whether there are any."""
        spans = self.spans_of(fragment)
        if spans:
            self.place_asked.emit(spans[0][0])
            self.pointed.emit(spans)
        return bool(spans)


class DayRow(QWidget):
    """An entry of a day in few words; pointed at, it shows where it went."""

    pointed = Signal(bool)
    pressed = Signal()

    def __init__(self, fragment: Fragment, text: str, note: str = "", *, lines: int = 4) -> None:
        super().__init__()
        self.fragment = fragment.id
        self._lit = False
        day = _short(fragment.day)
        left = Text(day, "caption", "text_muted", tabular=True)
        left.setFixedWidth(theme.px(_DAY_WIDTH))
        left.setContentsMargins(0, theme.px(3), 0, 0)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(Prose(text, "serif", max_lines=lines))
        if note:
            column.addWidget(Text(note, "caption", "text_muted"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.px(4), 0, theme.px(4))
        row.setSpacing(theme.px(4))
        row.addWidget(left, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{day}: {text} {note}".strip())

    def set_lit(self, lit: bool) -> None:
        if lit != self._lit:
            self._lit = lit
            self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.set_lit(True)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.set_lit(False)
        self.pointed.emit(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._lit:
            QPainter(self).fillRect(self.rect(), theme.colour("selection"))


def _short(day: str | None) -> str:
    return format_day(date.fromisoformat(day), year=False, short=True) if day else tr("undated")
