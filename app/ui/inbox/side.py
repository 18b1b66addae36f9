"""The source pane: the messages with two before and after, why it was proposed, reasons for a refusal."""

from collections.abc import Callable
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.domain.errors import mark
from app.storage.messages import Line
from app.ui import theme
from app.ui.i18n import format_day, tr
from app.ui.inbox.facts import Facts
from app.ui.inbox.naming import REASONS, stamp
from app.ui.widgets import Chip, Column, Elided, FlowLayout, Icon, LinkButton, Mark, Prose, Rule, Text

_MOST_TEXT = 1_200
_BUILT_IN = {
    "summary": mark("Built-in refiner"),
    "fragment": mark("Built-in day keeper"),
}  # else the extractor


class SourcePane(Column):
    """The inspector page of the inbox."""

    message_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reasons: list[str] = []
        self._content: QWidget | None = None
        self.show_facts(None)

    def show_facts(self, facts: Facts | None) -> None:
        """Show where a proposal comes from."""
        if self._content is not None:
            self._content.hide()
            self.layout_.removeWidget(self._content)
            self._content.deleteLater()
        self.reasons = []
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(4))
        if facts is not None:
            self._fill(column, facts)
        column.addStretch(1)
        if facts is not None:
            column.addWidget(_foot(facts))
        self.add(self._content)

    def _fill(self, column: QVBoxLayout, facts: Facts) -> None:
        head = QHBoxLayout()
        head.addWidget(Text(tr("Where it comes from"), "title"), 1)
        count = len(facts.cited)
        if count:
            told = tr("{n} message", "{n} messages", n=count)
            head.addWidget(Text(told, "caption", "text_muted"))
        column.addLayout(head)
        if facts.lines:
            column.addWidget(_messages(facts))
            first = facts.first_cited
            if first is not None:
                link = LinkButton(tr("Show in the conversation"), leads=True)
                link.clicked.connect(partial(self._on_shown, first))
                column.addWidget(link)
        else:
            column.addWidget(Prose(_without_lines(facts), "body", "text_muted"))
        reason = facts.proposal.reason
        if reason:
            column.addWidget(Rule())
            column.addWidget(_why(reason, rejected=facts.proposal.op == "rejected"))
        if facts.raw:
            column.addWidget(Rule())
            column.addWidget(RawReply(facts.raw))
        of_a_run = facts.proposal.op in {"add", "duplicate", "link", "rejected"}
        if of_a_run and facts.proposal.state in {"waiting", "later"}:
            column.addWidget(Rule())
            column.addWidget(self._refusals())

    def _on_shown(self, message: int, _checked: bool = False) -> None:
        self.message_asked.emit(message)

    def _refusals(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        told = tr("If you refuse, say why (kept for the next run)")
        column.addWidget(Prose(told, "caption", "text_muted"))
        holder = QWidget()
        flow = FlowLayout(holder)
        for reason in REASONS:
            chip = Chip(tr(reason), clickable=True)
            chip.clicked.connect(self._toggler(chip, reason))
            flow.addWidget(chip)
        column.addWidget(holder)
        return part

    def _toggler(self, chip: Chip, reason: str) -> Callable[[], None]:
        def toggle() -> None:
            chip.set_checked(not chip.checked())
            if chip.checked():
                self.reasons.append(reason)
            else:
                self.reasons.remove(reason)

        return toggle


def _without_lines(facts: Facts) -> str:
    if facts.run is not None and facts.run.kind == "import":
        return tr("From the file {file}.", file=str(facts.run.facts.get("file", "")))
    if facts.proposal.op == "link":
        return tr("From the two memories themselves.")
    if facts.proposal.op in {"add", "duplicate"} and any(
        "fragment" in one for one in facts.proposal.evidence
    ):
        return tr("From the entries of the log.")
    if facts.proposal.op == "month":
        return tr("From the days of the month.")
    if facts.proposal.op == "fragment":
        return tr("From the memories of that day.")
    if facts.box is not None:
        return tr("From the memories that lie in the box.")
    return tr("It names no message.")


def _messages(facts: Facts) -> QWidget:
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.px(2))
    quotes: dict[int, list[tuple[int, int]]] = {}
    for quote in facts.proposal.patch.get("quotes", ()):
        quotes.setdefault(quote[0], []).append((int(quote[1]), int(quote[2])))
    day: str | None = ""
    for line in facts.lines:
        if line.occurred_day != day:
            day = line.occurred_day
            told = format_day(date.fromisoformat(day), weekday=True) if day else tr("undated")
            head = Text(told, "caption", "text_muted")
            head.setContentsMargins(0, 0, 0, theme.u(1))
            column.addWidget(head)
        column.addWidget(_Said(line, cited=line.id in facts.cited, quotes=quotes.get(line.id, [])))
    return part


class _Said(QWidget):
    """One message; a cited one has a violet rule, its quoted words are marked."""

    def __init__(self, line: Line, *, cited: bool, quotes: list[tuple[int, int]]) -> None:
        super().__init__()
        self._cited = cited
        speaker = Elided(line.speaker or "", "small", "text_muted")
        speaker.setFixedWidth(theme.px(44))
        speaker.setFixedHeight(round(theme.size_px("serif") * theme.line_factor("serif")))
        marks = [Mark(start, end, ground="proposal_bg", underline="proposal") for start, end in quotes]
        prose = Prose("", "serif", "text" if cited else "text_muted")
        prose.setText(line.content[:_MOST_TEXT], marks)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(13), theme.px(6), 0, theme.px(6))
        row.setSpacing(theme.px(10))
        column = QVBoxLayout()
        column.addWidget(speaker)
        column.addStretch(1)
        row.addLayout(column)
        row.addWidget(prose, 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._cited:
            painter = QPainter(self)
            painter.fillRect(0, 0, theme.px(3), self.height(), theme.colour("proposal"))


class RawReply(QWidget):
    """What a model sent, word for word; folded until it is asked for."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.toggle = LinkButton("")
        self.reply = Prose(text, "small", "text_muted")
        self.reply.setAccessibleName(tr("The model’s reply"))
        self.reply.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        column.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.reply)
        self.toggle.clicked.connect(self._on_toggled)
        self._tell()

    def _on_toggled(self) -> None:
        self.reply.setVisible(self.reply.isHidden())
        self._tell()

    def _tell(self) -> None:
        folded = self.reply.isHidden()
        self.toggle.setText(tr("Show the model’s reply as it came") if folded else tr("Fold the reply"))


def _why(reason: str, *, rejected: bool) -> QWidget:
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.px(6))
    title = tr("Why it was turned down") if rejected else tr("Why it is proposed")
    column.addWidget(Text(title, "read", weight=600))
    for line in reason.split("\n"):
        row = QHBoxLayout()
        row.setSpacing(theme.u(2))
        row.addWidget(Icon("x", "text_muted", 15) if rejected else Icon("check", "success", 15))
        row.addWidget(Prose(tr(line), "body"), 1)
        column.addLayout(row)
    return part


def _foot(facts: Facts) -> QWidget:
    part = QWidget()
    row = QHBoxLayout(part)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.u(2))
    row.addWidget(Icon("chip", "text_muted", 14))
    model = facts.run.facts.get("model") if facts.run is not None else None
    detail = str(facts.proposal.patch.get("origin_detail") or model or "")
    made = tr("Re-import") if facts.run is not None and facts.run.kind == "import" else detail
    if facts.proposal.patch.get("origin") == "rule":
        made = tr(_BUILT_IN.get(str(facts.proposal.patch.get("table")), mark("Built-in extractor")))
    run = tr("run {uid}", uid=facts.run.uid[:9]) if facts.run is not None else ""
    told = " · ".join(part for part in (made, run, stamp(facts.proposal.recorded_at)) if part)
    row.addWidget(Prose(told, "caption", "text_muted"), 1)
    return part
