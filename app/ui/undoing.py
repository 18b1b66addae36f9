"""Undo that asks when later edits stand on what it would take back."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain.errors import KnownError
from app.engine import unwind
from app.storage.undo import Step
from app.ui.i18n import said, tr
from app.ui.studio import Studio
from app.ui.widgets import Button, Card, Text

_LISTED = 6


async def take_back(studio: Studio, uid: str) -> list[Step]:
    """Undo an edit or run; gives the edits in its way instead, where there are any, and changes nothing then."""
    try:
        await studio.undo(uid)
    except KnownError as told:
        conflicts = told.facts.get("conflicts")
        if told.code != "undo.conflict" or not isinstance(conflicts, list):
            raise
        engine = studio.engine
        if engine is None or not conflicts or all(one["undone"] for one in conflicts):
            raise
        return await unwind.in_the_way(engine, uid)
    return []


async def take_back_all(studio: Studio, uid: str, others: Sequence[Step]) -> None:
    """Undo an edit together with the later ones that stand on it."""
    if studio.read_only is not None:
        raise studio.read_only
    if studio.engine is not None:
        await unwind.undo_together(studio.engine, uid, [step.uid for step in others])
        studio.say(tr("Undone."))


async def bring_back(studio: Studio, uid: str) -> None:
    """Redo an edit or run by name."""
    if studio.read_only is not None:
        raise studio.read_only
    if studio.engine is not None:
        await studio.engine.redo(uid)
        studio.say(tr("Done again."))


class InTheWay(Card):
    """The edits that would go too, and the choice."""

    agreed = Signal()
    refused = Signal()

    def __init__(self, steps: Sequence[Step], parent: QWidget | None = None) -> None:
        super().__init__("warning", parent=parent)
        count = len(steps) + 1
        self.set_words(
            tr("A later edit depends on it", "{n} later edits depend on it", n=len(steps)),
            tr("Undo them together, or leave all as it is."),
        )
        for step in steps[:_LISTED]:
            self.body.addWidget(Text(f"· {said(step.label)}", "small", "text", wrap=True))
        if len(steps) > _LISTED:
            self.body.addWidget(Text(tr("and {n} more", n=len(steps) - _LISTED), "small", "text_muted"))
        self.agree = Button(tr("Undo these {n}", n=count), small=True)
        self.refuse = Button(tr("Leave it"), "quiet", small=True)
        self.agree.clicked.connect(self.agreed)
        self.refuse.clicked.connect(self.refused)
        self.add_action(self.agree)
        self.add_action(self.refuse)
