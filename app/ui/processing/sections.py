"""The parts of the page: a section with its name at the left, the steps and what becomes of each, the cost."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.engine.steps.consent import READING, STEPS, Way
from app.engine.steps.outlook import Outlook
from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.processing.words import duration, way_name
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


class Cost(QWidget):
    """What it is expected to cost, and the cap the author may set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = Text("", "body", wrap=True)
        self.more = Text("", "small", "text_muted", wrap=True)
        self.cap = QLineEdit()
        self.cap.setValidator(QIntValidator(1, 99_999_999, self.cap))
        self.cap.setFixedWidth(theme.u(34))
        self.cap.setMinimumHeight(theme.space("control"))
        self.cap_name = Text("", "body", "text_muted")
        line = QHBoxLayout()
        line.setSpacing(theme.u(2))
        line.addWidget(self.cap_name)
        line.addWidget(self.cap)
        line.addStretch(1)
        self._line = QWidget()
        line.setContentsMargins(0, 0, 0, 0)
        self._line.setLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        for part in (self.told, self.more, self._line):
            column.addWidget(part)

    def retranslate(self) -> None:
        self.cap_name.setText(tr("At most"))
        self.cap.setPlaceholderText(tr("tokens, no cap"))
        self.cap.setAccessibleName(tr("Cap in tokens"))
        self.cap.setToolTip(
            tr("The call that would go beyond it is not made. What was done is kept and can be taken up.")
        )

    def limit(self) -> int | None:
        """Give the cap in tokens; None: no cap."""
        text = self.cap.text()
        return int(text) if text.isdigit() and int(text) > 0 else None

    def show_free(self, text: str) -> None:
        """Say that nothing is spent."""
        self.told.setText(text)
        self.more.hide()
        self._line.hide()

    def show_outlook(self, found: Outlook) -> None:
        guess = found.estimate
        self.told.setText(
            tr(
                "about {calls} calls, {tokens} tokens",
                calls=format_number(guess.calls),
                tokens=format_number(guess.tokens),
            )
            if guess.calls != 1
            else tr("one call, about {tokens} tokens", tokens=format_number(guess.tokens))
        )
        how_long = (
            tr("how long it takes shows after its first answers")
            if found.seconds is None
            else tr("about {time} at this model’s pace", time=duration(found.seconds))
        )
        parts = tr(
            "{prompt} to read, {reply} to write · {time}",
            prompt=format_number(guess.prompt),
            reply=format_number(guess.completion),
            time=how_long,
        )
        self.more.setText(parts)
        self.more.show()
        self._line.show()
