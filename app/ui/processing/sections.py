"""The parts of the page: a section with its name at the left, the steps and what becomes of each."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.engine.steps.consent import READING, STEPS, Way
from app.ui import theme
from app.ui.i18n import tr
from app.ui.processing.words import way_name
from app.ui.widgets import LinkButton, Rule, Segmented, Text

NAME_WIDTH = 148


class Section(QWidget):
    """A name and a hint at the left, whatever belongs to it at the right, a hairline above."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Text("", "read", weight=600, wrap=True)
        self.hint = Text("", "caption", "text_muted", wrap=True)
        names = QVBoxLayout()
        names.setSpacing(theme.px(2))
        names.addWidget(self.title)
        names.addWidget(self.hint)
        names.addStretch(1)
        left = QWidget()
        left.setFixedWidth(theme.px(NAME_WIDTH))
        names.setContentsMargins(0, 0, 0, 0)
        left.setLayout(names)
        self.body = QVBoxLayout()
        self.body.setSpacing(theme.u(2))
        row = QHBoxLayout()
        row.setContentsMargins(0, theme.u(4), 0, theme.u(4))
        row.setSpacing(theme.u(4))
        row.addWidget(left, 0, Qt.AlignmentFlag.AlignTop)
        right = QVBoxLayout()
        right.addLayout(self.body)
        right.addStretch(1)
        row.addLayout(right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Rule())
        column.addLayout(row)

    def set_words(self, title: str, hint: str = "") -> None:
        self.title.setText(title)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))

    def add(self, widget: QWidget) -> None:
        """Add a widget; one that knows its width stays at the left."""
        if isinstance(widget, Segmented | LinkButton):
            line = QHBoxLayout()
            line.addWidget(widget)
            line.addStretch(1)
            self.body.addLayout(line)
        else:
            self.body.addWidget(widget)


class Steps(QWidget):
    """Each step with what becomes of its output: it waits, it is applied, or the step is left out."""

    chosen = Signal(str, str)  # step, way

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls: dict[str, Segmented] = {step: Segmented() for step in STEPS}
        self._names = {step: Text("", "body") for step in STEPS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.u(4))
        grid.setVerticalSpacing(theme.u(2))
        for row, (step, control) in enumerate(self.controls.items()):
            grid.addWidget(self._names[step], row, 0)
            grid.addWidget(control, row, 1)
            control.chosen.connect(lambda way, step=step: self.chosen.emit(step, way))
        grid.setColumnStretch(2, 1)

    def retranslate(self) -> None:
        for step, control in self.controls.items():
            ways: tuple[Way, ...] = ("review", "auto") if step == READING else ("off", "review", "auto")
            control.set_options([(way, way_name(way)) for way in ways])
            self._names[step].setText(tr(STEPS[step]))
            control.setAccessibleName(tr(STEPS[step]))

    def show_ways(self, ways: Mapping[str, Way], *, trusted: bool, model: bool) -> None:
        """Show what is chosen; text nobody has looked at yet waits, and only a model takes the later steps."""
        for step, control in self.controls.items():
            usable = model or step == READING
            way = ways[step] if usable else "off"
            control.set_current("review" if way == "auto" and not trusted else way)
            control.setEnabled(usable and trusted)
            self._names[step].set_ink("text" if usable else "text_muted")

    def way(self, step: str) -> Way:
        told = self.controls[step].current()
        return "auto" if told == "auto" else "review" if told == "review" else "off"
