"""Above the text of a month: its name and state, the template, and what can be done."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QWidget

from app.engine.months.templates import Choice as Wording
from app.ui import theme
from app.ui.i18n import format_month, tr
from app.ui.icons import icon
from app.ui.months.reading import MonthText
from app.ui.months.words import wording_title
from app.ui.widgets import Button, Chip, Text, drop

_BESIDE = 10
_GIVES = 4  # how many words can give way where there is little room


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
        """Let words give way until all stands on one line: the maker's, the template's, the badge's, then the month's.

        The primary's never do. Where even that is not enough the buttons stand below, and words give way there as far
        as they must.
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
        self.fresh.setText(
            tr("New candidate") if self._model or given >= 1 else tr("New candidate, built-in")
        )
        named = tr("Template: {name}", name=self._wording) if self._wording and given < 2 else self._wording
        self.template.setText(named or tr("Template"))
        self.state.setText("" if given >= 3 else self._badge)
        self.state.setAccessibleName(self._badge)
        if self._month:
            self.title.setText(format_month(self._month, short=given >= 4))

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
        drop(menu, self.template)

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
        drop(menu, self.fresh)


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
