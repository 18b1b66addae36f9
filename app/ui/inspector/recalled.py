"""The Recall tab: how often a memory came to mind, and when last."""

from datetime import date

from PySide6.QtWidgets import QWidget

from app.storage.memories import Memory
from app.ui.i18n import tr
from app.ui.inspector.rows import Body
from app.ui.moments import moment_words
from app.ui.widgets import FactList, Text


class RecallBody(Body):
    """Says so when it never did."""

    def __init__(self, memory: Memory, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if not memory.access_count:
            self.add_note(tr("It has not come to mind yet. A recall counts here; looking at it does not."))
            return
        facts = FactList()
        times = tr("{n} time", "{n} times", n=memory.access_count)
        facts.add(tr("Came to mind"), Text(times, "body"))
        if memory.last_accessed_at is not None:
            facts.add(tr("Last"), Text(moment_words(memory.last_accessed_at, today), "body"))
        self.column.addWidget(facts)
