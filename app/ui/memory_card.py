"""A memory as a card: room, date, importance, its text, and what hangs on it."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.domain.when import Occurred
from app.storage.memories import Memory
from app.ui import theme, words
from app.ui.i18n import format_day, format_month, tr
from app.ui.widgets import Card, Chip, Mark, Prose, Text

_LINES = 12


def day_of(memory: Memory, *, year: bool | None = None) -> str:
    """When a memory occurred, as shown."""
    if memory.occurred_day:
        return format_day(date.fromisoformat(memory.occurred_day), year=year, short=True)
    return when(memory.occurred) or tr("undated")


def when(occurred: Occurred | None) -> str:
    """A moment as shown, as precisely as it is known; empty when it is not."""
    if occurred is None or occurred.start is None or occurred.precision == "none":
        return ""
    if occurred.precision == "year":
        return occurred.start[:4]
    if occurred.precision == "month":
        return format_month(occurred.start[:7])
    return format_day(date.fromisoformat(occurred.start[:10]), year=True)


def hangs_on(memory: Memory) -> str:
    """Sources, recalls and links of a memory in words."""
    recalled = tr("recalled {n} time", "recalled {n} times", n=memory.access_count)
    return " · ".join(
        (
            tr("{n} source", "{n} sources", n=memory.sources) if memory.sources else tr("no source"),
            recalled if memory.access_count else tr("never recalled"),
            tr("{n} link", "{n} links", n=memory.links) if memory.links else tr("no links"),
        )
    )


class MemoryCard(Card):
    """A card with one memory, its text at most so many lines."""

    def __init__(
        self,
        memory: Memory,
        *,
        marks: Sequence[Mark] = (),
        lines: int = _LINES,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("plain", parent=parent)
        self.memory = memory
        head = QHBoxLayout()
        head.addWidget(Chip.room(memory.room or "", words.room_name(memory.room)))
        head.addStretch(1)
        importance = tr("importance {n}", n=memory.importance)
        head.addWidget(Text(f"{day_of(memory)} · {importance}", "caption", "text_muted", tabular=True))
        prose = Prose("", "read", max_lines=lines)
        prose.setText(memory.content, marks)
        column = QVBoxLayout()
        column.setSpacing(theme.u(2))
        column.addLayout(head)
        column.addWidget(prose)
        column.addWidget(Prose(hangs_on(memory), "caption", "text_muted"))
        self.body.addLayout(column)
        self.setAccessibleName(f"{words.room_name(memory.room)}: {memory.content}")
