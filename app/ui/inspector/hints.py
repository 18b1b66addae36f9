"""Soft warnings about a memory: one action and one refusal each; the refused do not come again."""

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.engine.likeness import Pair
from app.storage.memories import Memory
from app.ui import diff
from app.ui.i18n import format_number, tr
from app.ui.inspector.facts import Facts
from app.ui.moments import occurred_words
from app.ui.widgets import Button, Card, Prose
from app.ui.widgets.text import Text


class Hint(Card):
    """`taken` is the action, `refused` means it is fine."""

    taken = Signal()
    refused = Signal()

    def __init__(
        self, title: str, text: str, action: str, refusal: str, parent: QWidget | None = None
    ) -> None:
        super().__init__("warning", title, text, parent=parent)
        self.action = Button(action, small=True)
        self.refusal = Button(refusal, "quiet", small=True)
        self.action.clicked.connect(self.taken)
        self.refusal.clicked.connect(self.refused)
        self.add_action(self.action)
        self.add_action(self.refusal)


def undated(facts: Facts, zone: str, today: date) -> Hint | None:
    """No date, though a message it rests on has one."""
    if facts.source_date is None or "undated" in facts.waved:
        return None
    day = occurred_words(facts.source_date, zone, today)
    return Hint(
        tr("No date, but its source has one"),
        tr("The message it rests on was written on {day}.", day=day),
        tr("Date it"),
        tr("Leave it undated"),
    )


def store_box(facts: Facts) -> Hint | None:
    """Carried up when the living room was over its capacity."""
    if facts.memory.status != "evicted" or "evicted" in facts.waved:
        return None
    return Hint(
        tr("In the store-box"),
        tr("Carried up when the living room was full. It can still be recalled."),
        tr("Bring it back down"),
        tr("It is fine"),
    )


def double(pair: Pair) -> Hint:
    """Another memory says nearly the same."""
    return Hint(
        tr("Perhaps a double"),
        tr(
            "Another memory says nearly the same (likeness {likeness}).",
            likeness=format_number(pair.likeness, 2),
        ),
        tr("Compare"),
        tr("Both stay"),
    )


class Comparison(Card):
    """Two memories side by side as word diff, and what to do with them."""

    keep_this = Signal()
    keep_other = Signal()
    refused = Signal()

    def __init__(self, this: Memory, other: Memory, parent: QWidget | None = None) -> None:
        super().__init__("warning", parent=parent)
        self.set_words(tr("This one and the other"))
        parts = diff.pieces(other.content, this.content)
        for name, side in ((tr("The other"), diff.old_side(parts)), (tr("This one"), diff.new_side(parts))):
            self.body.addWidget(Text(name, "caption", "text_muted"))
            text, marks = side
            self.body.addWidget(Prose(text, "serif", marks=marks))
        this_, other_ = Button(tr("Keep this"), small=True), Button(tr("Keep the other"), small=True)
        this_.setToolTip(tr("The other is merged into it, with its sources, tags and links"))
        other_.setToolTip(tr("This one is merged into it, with its sources, tags and links"))
        fine = Button(tr("Both stay"), "quiet", small=True)
        this_.clicked.connect(self.keep_this)
        other_.clicked.connect(self.keep_other)
        fine.clicked.connect(self.refused)
        for button in (this_, other_, fine):
            self.add_action(button)
