"""Above the text of a month: its name and state, the template, and what can be done; below, what each column is."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QWidget

from app.engine.months.candidates import Candidate
from app.engine.months.templates import PURPOSES
from app.engine.months.templates import Choice as Wording
from app.ui import theme
from app.ui.i18n import format_day, format_month, format_number, tr
from app.ui.icons import icon
from app.ui.moments import local
from app.ui.months.reading import MonthText
from app.ui.months.row import GAP_UNITS, INDENT, VERDICT_UNITS
from app.ui.months.words import short_month
from app.ui.widgets import Button, Chip, Choice, Elided, IconButton, Segmented, Text

PRESENT = "present"
_BESIDE = 10
_GIVES = 4  # how many words can give way where there is little room


def wording_title(one: Wording) -> str:
    """Name a template: ours in the language chosen, an own one by its author's words."""
    return tr(one.title) if one.built_in else one.title


def built_in_name() -> str:
    return tr("built-in refiner")


class ChosenHead(QWidget):
    """Title, state, template, New candidate, and the one primary."""

    template_chosen = Signal(str)
    prompts_asked = Signal()
    made_asked = Signal(bool)  # by the model, else built-in
    applied = Signal()
    stale_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Text("", "title")
        self.state = Chip("", clickable=True)
        self.template = Button("", arrow=True)
        self.fresh = Button("")
        self.primary = Button("", "primary", icon="check")
        self._wordings: Sequence[Wording] = ()
        self._model: str | None = None
        self._names, self._deeds = (
            _line(self.title, self.state),
            _line(self.template, self.fresh, self.primary),
        )
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, theme.px(14), 0, theme.u(2))
        self._grid.setVerticalSpacing(theme.u(2))
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self._names, 0, 0)
        self._below: bool | None = None
        self._month = self._badge = self._wording = ""
        self._fitted: tuple[object, ...] = ()
        self._fit()
        self.template.clicked.connect(self._on_template_clicked)
        self.fresh.clicked.connect(self._on_fresh_clicked)
        self.primary.clicked.connect(self.applied)
        self.state.clicked.connect(self.stale_asked)

    def _fit(self) -> None:
        """Let words give way until all stands on one line: the badge's, the template's, the maker's, then the month's.

        The primary's never do. Where even that is not enough the buttons stand below, and words give way there as far as they must.
        """
        primary = self.primary.sizeHint().width()
        facts = (self.width(), primary, self._month, self._badge, self._wording, self._model)
        if facts == self._fitted:
            return
        self._fitted = facts
        names, deeds = (self.title, self.state), (self.template, self.fresh, self.primary)
        whole = self._give_way(lambda: _wide(names) + _wide(deeds) + theme.u(2))
        if not whole:
            self._give_way(lambda: max(_wide(names), _wide(deeds)))
        self._place(not whole)

    def _give_way(self, needed: Callable[[], int]) -> bool:
        """Shorten words one after the other; tells whether there is room in the end."""
        for given in range(_GIVES + 1):
            self._say(given)
            if needed() <= self.width():
                return True
        return self.width() == 0

    def _say(self, given: int) -> None:
        """Write the words, of which the first `given` have given way."""
        self.state.setText("" if given >= 1 else self._badge)
        self.state.setAccessibleName(self._badge)
        named = tr("Template: {name}", name=self._wording) if self._wording and given < 2 else self._wording
        self.template.setText(named or tr("Template"))
        self.fresh.setText(
            tr("New candidate") if self._model or given >= 3 else tr("New candidate, built-in")
        )
        if self._month:
            short = given >= 4
            self.title.setText(short_month(self._month, year=True) if short else format_month(self._month))

    def _place(self, below: bool) -> None:
        if below == self._below:
            return
        self._below = below
        self._grid.removeWidget(self._deeds)
        right = Qt.AlignmentFlag.AlignRight
        if below:
            self._grid.addWidget(self._deeds, 1, 0, 1, 2, right)
        else:
            self._grid.addWidget(self._deeds, 0, 1, right)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and hasattr(self, "_fitted"):
            self._fit()
        return done

    def show_wordings(self, wordings: Sequence[Wording], chosen: str, model: str | None) -> None:
        """Offer templates; `model` None: there is no endpoint, and the built-in refiner is what is offered."""
        self._wordings, self._model = wordings, model
        found = next((one for one in wordings if one.key == chosen), None)
        self._wording = wording_title(found) if found else ""
        self.fresh.set_icon(None if model else "chip")
        self.fresh.set_arrow(model is not None)
        self.template.setAccessibleDescription(tr("The wording by which a month is refined"))
        self.template.setToolTip(tr("The wording by which a month is refined"))
        self.fresh.setToolTip("" if model else tr("By the built-in refiner: the days’ own sentences"))
        self._fit()

    def show_month(self, read: MonthText) -> None:
        """Show the name of the month and how its text stands."""
        self._month = read.month
        version, changed = read.version, len(read.changed_days)
        if read.text is None:
            self._dress(tr("no summary"), "plus", "text_muted")
        elif changed:
            self._dress(tr("{n} day edited since", "{n} days edited since", n=changed), "warn", "warning")
        elif version is not None and version.origin == "author":
            self._dress(tr("edited by hand"), "check", "success")
        elif version is not None and version.origin == "rule":
            self._dress(tr("built-in||made by a stand-in"), "chip", "text_muted")
        else:
            self._dress(tr("refined"), "check", "success")
        more = tr("Show the days that changed") if changed and read.text else ""
        self.state.setToolTip(f"{self._badge}\n{more}".strip())
        self._fit()

    def _dress(self, words: str, icon_name: str, ink: str) -> None:
        ground = "warning_soft" if ink == "warning" else None
        self._badge = words
        self.state.dress(
            icon=icon_name, ground=ground, ink=ink, border="line_strong" if ink != "warning" else ink
        )

    def _on_template_clicked(self) -> None:
        menu = QMenu(self)
        for one in self._wordings:
            action = menu.addAction(icon("edit" if not one.built_in else "book"), wording_title(one))
            action.triggered.connect(partial(self._choose, one.key))
        menu.addSeparator()
        menu.addAction(icon("gear"), tr("Read and write templates …")).triggered.connect(
            lambda _=False: self.prompts_asked.emit()
        )
        _drop(menu, self.template)

    def _choose(self, key: str, _checked: bool = False) -> None:
        self.template_chosen.emit(key)

    def _on_fresh_clicked(self) -> None:
        if self._model is None:
            self.made_asked.emit(False)
            return
        menu = QMenu(self)
        menu.addAction(icon("edit"), tr("By {model}", model=self._model)).triggered.connect(
            lambda _=False: self.made_asked.emit(True)
        )
        menu.addAction(
            icon("chip"), tr("By the built-in refiner: the days’ own sentences")
        ).triggered.connect(lambda _=False: self.made_asked.emit(False))
        _drop(menu, self.fresh)


def _wide(parts: Sequence[QWidget]) -> int:
    return sum(part.sizeHint().width() for part in parts) + theme.px(_BESIDE) * (len(parts) - 1)


def _line(*parts: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.px(_BESIDE))
    for part in parts:
        row.addWidget(part)
    return holder


def _drop(menu: QMenu, button: QWidget) -> None:
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(button.mapToGlobal(QPoint(0, button.height() + theme.u(1))))


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
        for part in (self.right, self.which, self.maker):
            right.addWidget(part)
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


def title_words(title: str) -> str:
    """Name the wording of a candidate: ours in the language chosen, an own one by its author's words."""
    return tr(PURPOSES["refine"][title]) if title in PURPOSES["refine"] else title


def maker_of(one: Candidate) -> str:
    """Say who made a candidate."""
    return built_in_name() if one.built_in else one.model
