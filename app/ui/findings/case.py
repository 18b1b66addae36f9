"""The inspector page: one case with its proposal in place, so that it can be decided here."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.ui import diff, theme
from app.ui.findings import deeds
from app.ui.findings.deeds import Deed
from app.ui.findings.look import CaseFacts
from app.ui.findings.rows import marks_of
from app.ui.i18n import format_month, format_number, tr
from app.ui.memory_card import MemoryCard, when
from app.ui.widgets import Button, Card, Chip, Column, FlowLayout, Icon, Prose, Rule, Text

_PAIR_LINES = 7


class CasePage(Column):
    """Shows a case; its buttons and the list's letters ask for the same deeds."""

    deed_asked = Signal(object)  # Deed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: CaseFacts | None = None
        self.deeds: dict[str, Deed] = {}
        self.reason = ""
        self._swapped = False
        self._place = ("", 0, 0)
        self._content: QWidget | None = None
        self.show_nothing("")

    def show_nothing(self, sentence: str, title: str = "") -> None:
        """Show a sentence instead of a case."""
        self.facts, self.deeds = None, {}
        column = self._anew()
        if title:
            column.addWidget(Text(title, "title", wrap=True))
        if sentence:
            column.addWidget(Prose(sentence, "body", "text_muted"))
        column.addStretch(1)

    def show_case(self, facts: CaseFacts, title: str, number: int, total: int, reason: str = "") -> None:
        """Show a case; `reason` says why nothing can be changed, or is empty."""
        if self.facts is None or self.facts.case != facts.case:
            self._swapped = False
        self.facts, self.reason, self._place = facts, reason, (title, number, total)
        self._fill()

    def swap(self) -> None:
        """Let the other one of a pair be the first."""
        self._swapped = not self._swapped
        self._fill()

    def _anew(self) -> QVBoxLayout:
        if self._content is not None:
            self._content.hide()
            self.layout_.removeWidget(self._content)
            self._content.deleteLater()
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(4))
        self.add(self._content)
        return column

    def _fill(self) -> None:
        facts = self.facts
        if facts is None:
            return
        title, number, total = self._place
        column = self._anew()
        head = QHBoxLayout()
        head.addWidget(Text(title, "title", wrap=True), 1)
        place = tr("{number} of {total}", number=number, total=total)
        head.addWidget(Text(place, "body", "text_muted", tabular=True))
        column.addLayout(head)
        if facts.case.kind == "doubles":
            self._add_pair(column, facts)
        elif facts.month is not None:
            column.addWidget(_month(facts))
        else:
            memory = facts.memories[0]
            column.addWidget(MemoryCard(memory, marks=marks_of(memory.content, facts.case.name)))
            if facts.source is not None and facts.case.kind != "evicted":
                column.addWidget(_source(facts))
        column.addWidget(self._proposal(facts))
        column.addStretch(1)
        column.addWidget(_foot())

    def _add_pair(self, column: QVBoxLayout, facts: CaseFacts) -> None:
        first, second = deeds.ordered(facts, swapped=self._swapped)
        between = QHBoxLayout()
        between.setSpacing(theme.px(6))
        between.addWidget(Text(format_number(facts.case.likeness, 2), "small", weight=500, tabular=True))
        between.addWidget(Text(tr("alike"), "small", "text_muted"))
        between.addWidget(Rule(), 1)
        between.addWidget(Text(tr("guard: no differing fact"), "small", "text_muted"))
        inner = QVBoxLayout()
        inner.setSpacing(theme.u(2))
        marks = diff.differing(first.content, second.content)
        inner.addWidget(MemoryCard(first, marks=marks[0], lines=_PAIR_LINES))
        inner.addLayout(between)
        inner.addWidget(MemoryCard(second, marks=marks[1], lines=_PAIR_LINES))
        column.addLayout(inner)

    def _proposal(self, facts: CaseFacts) -> QWidget:
        made = deeds.proposal(facts, swapped=self._swapped)
        self.deeds = {deed.key: deed for deed in made.deeds}
        card = Card("proposal", made.title, made.text, icon=made.icon)
        chip = Chip.built_in(tr("built-in"))
        chip.setToolTip(tr("Found by rule and the built-in model."))
        card.head.addWidget(chip)
        row = FlowLayout(gap=8)
        for deed in made.deeds:
            kind = "bare" if deed.way == "later" else "plain"
            button = Button(deed.label, kind, key=deed.key.upper(), small=True)
            if deed.command is not None and self.reason:
                button.setEnabled(False)
                button.setToolTip(self.reason)
            button.clicked.connect(self._asker(deed))
            row.addWidget(button)
        holder = QWidget()
        holder.setLayout(row)
        card.body.addSpacing(theme.u(1))
        card.body.addWidget(holder)
        return card

    def _asker(self, deed: Deed) -> "_Ask":
        return _Ask(self, deed)


class _Ask:
    """A click on a deed's button."""

    def __init__(self, page: CasePage, deed: Deed) -> None:
        self._page, self._deed = page, deed

    def __call__(self, _checked: bool = False) -> None:
        self._page.deed_asked.emit(self._deed)


def _source(facts: CaseFacts) -> QWidget:
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.px(3))
    line = facts.source
    if line is not None:
        told = " · ".join(word for word in (line.speaker or "", when(line.occurred)) if word)
        column.addWidget(Text(told, "caption", "text_muted"))
        column.addWidget(Prose(line.content, "serif", max_lines=6))
    return part


def _month(facts: CaseFacts) -> QWidget:
    month = facts.month
    card = Card("plain", format_month(facts.case.month), icon="months")
    if month is not None:
        parts = [
            tr("{n} message", "{n} messages", n=month.messages),
            tr("{n} memory", "{n} memories", n=month.memories),
        ]
        if month.fragments:
            parts.append(tr("{n} day of the log", "{n} days of the log", n=month.fragments))
        words = " · ".join(parts)
        card.body.addWidget(Prose(words, "caption", "text_muted"))
    if facts.opening:
        card.body.addWidget(Prose(facts.opening, "read", max_lines=8))
    return card


def _foot() -> QWidget:
    part = QWidget()
    row = QHBoxLayout(part)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.u(2))
    row.addWidget(Icon("clock", "text_muted", 14))
    row.addWidget(
        Prose(tr("This page stays under Health until nothing is left."), "caption", "text_muted"), 1
    )
    return part
