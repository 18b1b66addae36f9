"""What a test found: one quiet line when it works, else a card that says what to do."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.engine.endpoints import right_address
from app.models.endpoint.outcomes import Told
from app.models.endpoint.probe import CHECKS, Attempt, Report, State
from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.widgets import Button, Card, FlowLayout, Icon, LinkButton, Text, plain_tip

#: what a line names, in its order; a list of models is told by the menu
_NAMED: Final = ("stream", "schema", "json", "embeddings", "dimensions", "rerank")
#: outcomes that another key, or another model, can mend
_KEY: Final = frozenset(("no_key", "bad_key", "key_form"))
_MODEL: Final = frozenset(
    ("no_model", "no_model_ollama", "no_model_set", "no_vectors", "no_answer", "bad_request")
)
_LOOKS: Final = {
    State.YES: ("check", "success"),
    State.NO: ("x", "text_muted"),
    State.UNKNOWN: ("dots", "text_muted"),
}


class Mono(QLabel):
    """An address as it was called, in fixed width; gives way, the whole as tooltip."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.mono())
        self.setToolTip(plain_tip(text))
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)


class Fact(QWidget):
    """An ability with its mark."""

    def __init__(self, words: str, icon: str, ink: str, weight: int | None = None) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(5))
        row.addWidget(Icon(icon, ink, 14))
        row.addWidget(Text(words, "small", "text" if weight else "text_muted", weight=weight))


def failed(report: Report) -> bool:
    """Whether there is something to do: it does not work, or only under another address."""
    return not report.works or len(report.attempts) > 1


def time_words(seconds: float) -> str:
    """A duration: `412 ms`, `2.4 s`."""
    if seconds < 1:
        return tr("{ms} ms", ms=max(1, round(seconds * 1000)))
    return tr("{s} s", s=format_number(seconds, 1))


def ability_words(report: Report, name: str) -> str:
    """An ability as found out."""
    if name == "embeddings" and report.endpoint.size:
        return tr("Vectors of {n} numbers", n=report.endpoint.size)
    if name == "schema" and report.state("schema") is State.NO:
        return tr("no JSON by schema: replies are read tolerantly")
    if name == "dimensions" and report.state("dimensions") is State.NO:
        return tr("its size of vectors cannot be ordered, and is left as it is")
    return tr(CHECKS[name])


def answer_words(attempt: Attempt, report: Report) -> str:
    """What an address answered, short: a status, or a few words."""
    if attempt.told.code == "ok" or attempt.url == right_address(report):
        found = len(report.models)
        return tr("{n} model", "{n} models", n=found) if found else tr("answers")
    status = attempt.told.facts.get("status")
    return str(status) if isinstance(status, int) else tr(attempt.told.title, **attempt.told.facts)


class WorksLine(QWidget):
    """It works, how long it took, and what it can do."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        flow = FlowLayout(self, 14)
        words = tr("It works, tested in {time}", time=time_words(report.seconds))
        flow.addWidget(Fact(words, "check", "success", 600))
        for name in _NAMED:
            if any(check.name == name for check in report.checks):
                icon, ink = _LOOKS[report.state(name)]
                flow.addWidget(Fact(ability_words(report, name), icon, ink))


class FailureCard(Card):
    """What happened in words, what was tried and answered, what would be right, and what to do."""

    use_asked = Signal(str)
    exchange_asked = Signal()
    key_asked = Signal()
    model_asked = Signal()
    again_asked = Signal()

    def __init__(self, report: Report) -> None:
        self.right = right_address(report)
        title, text = _words(report, self.right)
        super().__init__("danger", title, text)
        if len(report.attempts) > 1:  # a single one is in the sentence
            self.body.addWidget(_tried(report, self.right))
        for button in self._deeds(report.told, bool(report.models)):
            self.add_action(button)
        if report.attempts:
            look = LinkButton(tr("See the exchange"))
            look.clicked.connect(self.exchange_asked)
            self.add_action(look)

    def _deeds(self, said: Told, models: bool) -> list[Button]:
        if self.right:
            return [_button(tr("Use this address"), lambda: self.use_asked.emit(self.right), "primary")]
        if said.code in _KEY:
            return [_button(tr("Enter the key"), self.key_asked.emit, "primary")]
        if said.code in _MODEL and models:
            return [_button(tr("Choose a model"), self.model_asked.emit, "primary")]
        return [_button(tr("Test again"), self.again_asked.emit)]


def _button(words: str, do: Callable[[], object], kind: str = "plain") -> Button:
    button = Button(words, kind, small=True)
    button.clicked.connect(lambda _checked=False: do())
    return button


def _words(report: Report, right: str) -> tuple[str, str]:
    """Title and sentence of a card."""
    said = report.told
    detail, remedy = tr(said.detail, **said.facts), tr(said.remedy, **said.facts) if said.remedy else ""
    if right and report.works:
        return tr("Reached, but this address is not right"), ""
    return tr(said.title, **said.facts), sentences(detail, remedy)


def sentences(*parts: str) -> str:
    """Sentences one after the other, parted as the language parts them."""
    return tr(" ||between two sentences").join(part for part in parts if part)


def _tried(report: Report, right: str) -> QWidget:
    """Each address with its answer, the right one last."""
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, theme.u(1), 0, theme.u(1))
    grid.setHorizontalSpacing(theme.u(3))
    grid.setVerticalSpacing(theme.px(5))
    grid.setColumnMinimumWidth(0, theme.px(56))
    grid.setColumnStretch(1, 1)
    for row, attempt in enumerate(report.attempts):
        good = attempt.url == right
        name = tr("Right would be") if good else tr("Tried||an address") if row == 0 else ""
        grid.addWidget(Text(name, "small", "text_muted"), row, 0)
        grid.addWidget(Mono(attempt.url), row, 1)
        grid.addWidget(Text(answer_words(attempt, report), "small", "success" if good else "danger"), row, 2)
    return box


class Outcome(QWidget):
    """The place under an endpoint's controls: a hint, a test under way, its result."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def show_hint(self, words: str) -> None:
        """A quiet sentence."""
        self.show_part(Text(words, "small", "text_muted", wrap=True))

    def show_part(self, part: QWidget) -> None:
        if self.shown is not None:
            self.shown.hide()
            self._column.removeWidget(self.shown)
            self.shown.deleteLater()
        self.shown = part
        self._column.setContentsMargins(0, 0 if isinstance(part, Card) else theme.px(4), 0, 0)
        self._column.addWidget(part)
