"""The Sources tab: the messages a memory rests on, by session and day, with the quoted words marked."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QGridLayout, QWidget

from app.storage.messages import Line
from app.ui import theme
from app.ui.i18n import format_day, tr
from app.ui.inspector.facts import SourceGroup, Sources
from app.ui.inspector.rows import Body, MemoryRow
from app.ui.widgets import Elided, LinkButton, Mark, Prose

_SHOWN = 12
_LINES = 5
_NAME_MOST = 76


class SourcesBody(Body):
    """Asks for a message or a memory by id."""

    message_asked = Signal(int)
    memory_asked = Signal(int)

    def __init__(self, sources: Sources, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._today = today
        left = _SHOWN
        for group in sources.groups:
            if left <= 0:
                break
            self._add_group(group, left)
            left -= len(group.lines)
        total = sum(len(group.lines) for group in sources.groups)
        if total > _SHOWN:
            self.say_more(total - _SHOWN)
        if sources.forebears:
            self.add_caption(tr("Made from"))
            for memory in sources.forebears:
                row = MemoryRow(memory)
                row.clicked.connect(lambda memory=memory: self.memory_asked.emit(memory.id))
                self.column.addWidget(row)
        if not total and not sources.forebears:
            self.add_note(tr("No message stands behind it."))

    def _add_group(self, group: SourceGroup, most: int) -> None:
        parts = [tr("session {number}", number=str(group.session))]
        if group.day:
            day = date.fromisoformat(group.day)
            parts.insert(0, format_day(day, year=day.year != self._today.year))
        self.add_caption(" · ".join(parts))
        self.column.addWidget(_Lines(group.lines[:most]))
        show = LinkButton(tr("Show in the conversation"), leads=True)
        first = group.lines[0][0].id
        show.clicked.connect(lambda: self.message_asked.emit(first))
        self.column.addWidget(show, 0, Qt.AlignmentFlag.AlignLeft)


class _Lines(QWidget):
    """Who said it, and what."""

    def __init__(
        self, lines: Sequence[tuple[Line, tuple[tuple[int, int], ...]]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.u(2))
        grid.setVerticalSpacing(theme.u(2))
        grid.setColumnStretch(1, 1)
        metrics = QFontMetricsF(theme.font("small"))
        names = {line.speaker or tr("unnamed") for line, _ in lines}
        widest = max(metrics.horizontalAdvance(name) for name in names) + 4
        grid.setColumnMinimumWidth(0, min(theme.px(_NAME_MOST), max(theme.px(36), round(widest))))
        for row, (line, spans) in enumerate(lines):
            name = Elided(line.speaker or tr("unnamed"), "small", "text_muted")
            name.setMaximumWidth(theme.px(_NAME_MOST))
            name.setFixedHeight(round(theme.size_px("small") * theme.line_factor("small")))
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            marks = [Mark(start, end, ground="accent_soft", underline="accent") for start, end in spans]
            grid.addWidget(Prose(line.content, "small", marks=marks, max_lines=_LINES), row, 1)
