"""Below the head of a month: what stands at the left and at the right, which candidate, and how to put it away."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.engine.months.candidates import Candidate
from app.ui import theme
from app.ui.i18n import format_day, format_number, tr
from app.ui.moments import local
from app.ui.months.reading import MonthText
from app.ui.months.row import GAP_UNITS, INDENT, VERDICT_UNITS
from app.ui.months.words import built_in_name, maker_of, title_words
from app.ui.widgets import Button, Chip, Choice, Elided, IconButton, Segmented, Text

PRESENT = "present"


class _Aside(Elided):
    """Words beside what matters: less than half of them says nothing, and is left out."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if 2 * self.width() >= self.sizeHint().width():
            super().paintEvent(event)


class ColumnsHead(QWidget):
    """What stands at the left, what at the right; which candidate; put away."""

    left_chosen = Signal(str)
    candidate_chosen = Signal(int)
    refused = Signal()
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left = Text("", "body", weight=600)
        self.version = _Aside("", "body", "text_muted")
        self.sides = Choice()
        self.right = Text("", "body", weight=600)
        self.which = Choice()
        self.maker = Chip("")
        self.price = _Aside("", "small", "text_muted")
        self.letters = Segmented()
        self.put_away = IconButton("x")
        self.cancel = Button("", small=True)
        self._build()
        self.sides.picked.connect(self.left_chosen)
        for choice in (self.which.picked, self.letters.chosen):
            choice.connect(lambda key: self.candidate_chosen.emit(int(key)))
        self.put_away.clicked.connect(self.refused)
        self.cancel.clicked.connect(self.cancelled)

    def _build(self) -> None:
        left = QHBoxLayout()
        left.setSpacing(theme.u(2))
        for part in (self.left, self.sides):
            left.addWidget(part)
        left.addWidget(self.version, 1)
        right = QHBoxLayout()
        right.setSpacing(theme.u(2))
        for named in (self.right, self.which, self.maker):
            right.addWidget(named)
        right.addWidget(self.price, 1)
        side = QHBoxLayout()
        side.setSpacing(theme.u(1))
        side.addStretch(1)
        side.addWidget(self.letters)
        side.addWidget(self.cancel)
        side.addWidget(self.put_away)
        holder = QWidget()
        side.setContentsMargins(0, 0, 0, 0)
        holder.setLayout(side)
        holder.setFixedWidth(theme.u(VERDICT_UNITS))
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(INDENT), 0, 0, theme.u(2))
        row.setSpacing(theme.u(GAP_UNITS))
        halves = []
        for half in (left, right):
            widget = QWidget()
            half.setContentsMargins(0, 0, 0, 0)
            widget.setLayout(half)
            widget.setMinimumHeight(theme.space("control"))
            halves.append(widget)
            row.addWidget(widget, 1)
        self._left_half, self._right_half = halves
        row.addWidget(holder)
        self._side = holder

    def retranslate(self) -> None:
        self.put_away.set_name(tr("Refuse this candidate"))
        self.cancel.setText(tr("Cancel"))
        for part in (self.which, self.letters):
            part.setAccessibleName(tr("Which candidate"))
        self.sides.setAccessibleName(tr("What stands at the left"))

    def show_alone(self, read: MonthText) -> None:
        """Only the present text."""
        self._show_present(read)
        self._row.setStretch(0, 1)
        self.sides.hide()
        self._left_half.show()
        self._right_half.hide()
        self._side.hide()

    def show_pair(self, read: MonthText, one: Candidate, beside: Candidate | None) -> None:
        """The present text, or another candidate, beside a candidate; with neither the candidate alone."""
        others = [other for other in read.waiting if other.id != one.id]
        self._show_present(read)
        alone = not read.text and beside is None
        self._left_half.setVisible(bool(others) or not alone)
        self.version.setVisible(not alone)
        self._row.setStretch(0, 0 if alone else 1)
        options = [(PRESENT, tr("Current"))]
        options += [
            (str(other.id), tr("Candidate {letter}", letter=read.letter(other.id))) for other in others
        ]
        self.sides.setVisible(bool(others))
        self.left.setVisible(not others)
        self.sides.set_options(options)
        self.sides.set_current(PRESENT if beside is None else str(beside.id))
        if beside is not None:
            self.version.setText(maker_of(beside))
        self.right.setText(
            tr("Candidate {letter}", letter=read.letter(one.id)) if others else tr("Candidate")
        )
        self._show_maker(one)
        self._show_which(read, one)
        self.cancel.hide()
        self.put_away.show()
        self._right_half.show()
        self._side.show()

    def show_making(self, read: MonthText, maker: str | None, told: str) -> None:
        """The present text beside what is being written."""
        self._show_present(read)
        self._left_half.setVisible(bool(read.text))
        self.sides.hide()
        self.left.show()
        self.right.setText(tr("New candidate"))
        self.right.show()
        self.which.hide()
        self._dress_maker(maker)
        self.price.setText(told)
        self.letters.hide()
        self.put_away.hide()
        self.cancel.show()
        self._right_half.show()
        self._side.show()

    def _show_present(self, read: MonthText) -> None:
        self.left.setText(tr("Current"))
        self.left.show()
        self.version.show()
        version = read.version
        if version is None:
            self.version.setText(tr("no summary") if read.text is None else "")
            return
        day = format_day(local(version.recorded_at).date())
        parts = [tr("version {n}", n=version.ordinal), day, *([version.label] if version.label else [])]
        self.version.setText(" · ".join(parts))

    def _show_which(self, read: MonthText, one: Candidate) -> None:
        """Offer two candidates as letters; more of them in a list."""
        waiting, many = read.waiting, len(read.waiting) > 2
        self.letters.set_options([(str(each.id), read.letter(each.id)) for each in waiting[:2]])
        self.which.set_options(
            [(str(each.id), tr("Candidate {letter}", letter=read.letter(each.id))) for each in waiting]
        )
        for choice in (self.letters, self.which):
            choice.set_current(str(one.id))
        self.letters.setVisible(len(waiting) == 2)
        self.which.setVisible(many)
        self.right.setVisible(not many)

    def _show_maker(self, one: Candidate) -> None:
        self._dress_maker(None if one.built_in else one.model)
        self.price.setText(title_words(one.title))
        told = [tr("{n} token", "{n} tokens", n=one.spent)] if one.spent else []
        if one.seconds >= 1:
            told.append(tr("{n} second", "{n} seconds", n=round(one.seconds)))
        heat = one.parameters.get("temperature")
        if isinstance(heat, int | float):
            told.append(tr("temperature {n}", n=format_number(float(heat), 1)))
        self.maker.setToolTip(" · ".join(told))

    def _dress_maker(self, model: str | None) -> None:
        self.maker.setText(built_in_name() if model is None else model)
        self.maker.dress(
            icon="chip" if model is None else None, ground=None, ink="text_muted", border="line_strong"
        )
        if model is None:
            self.maker.setToolTip(
                tr("The days’ own sentences, chosen and put in order; a model would write.")
            )
