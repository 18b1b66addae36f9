"""The pages beside the report: reading with progress, and a failure with its remedy; the files that wait."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.errors import KnownError
from app.engine.tasks import Task
from app.ui import theme
from app.ui.i18n import format_number, told, tr
from app.ui.widgets import Bar, Button, Card, Text


class Queue:
    """The files chosen, and which of them is at hand."""

    def __init__(self, paths: Sequence[Path] = ()) -> None:
        self.paths = list(paths)
        self.at = 0

    @property
    def current(self) -> Path | None:
        return self.paths[self.at] if self.at < len(self.paths) else None

    @property
    def more(self) -> bool:
        return self.at + 1 < len(self.paths)

    def add(self, paths: Sequence[Path]) -> None:
        self.paths += [path for path in paths if path not in self.paths]

    def step(self) -> None:
        self.at += 1


class Waiting(QWidget):
    """A bar and a sentence while a file is read or imported."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = Bar(height=6)
        self.words = Text("", "body", "text_muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.u(6), theme.u(2), theme.u(6), theme.u(6))
        column.setSpacing(theme.u(3))
        column.addWidget(self.bar)
        column.addWidget(self.words)
        column.addStretch(1)

    def show_task(self, task: Task | None, *, importing: bool) -> None:
        """Show how far a task is."""
        share = min(1.0, task.done / task.total) if task is not None and task.total else 0.0
        self.bar.set_share(share)
        percent = format_number(round(share * 100))
        self.bar.setAccessibleName(tr("{percent} % read", percent=percent))
        self.words.setText(
            tr(
                "{percent} % written. You can go on working; cancelling keeps what is written.",
                percent=percent,
            )
            if importing
            else tr("{percent} % read. Nothing is written while the file is only tried.", percent=percent)
        )


class Failure(QWidget):
    """What happened, what is safe, and the ways on."""

    again_asked = Signal()
    other_asked = Signal()
    next_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error: KnownError | None = None
        self._begun = False
        self.card = Card("danger")
        self.other, self.again, self.next = Button("", "primary"), Button(), Button()
        for button in (self.other, self.again, self.next):
            self.card.add_action(button)
        self.other.clicked.connect(self.other_asked)
        self.again.clicked.connect(self.again_asked)
        self.next.clicked.connect(self.next_asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.u(6), theme.u(2), theme.u(6), theme.u(6))
        column.addWidget(self.card)
        column.addStretch(1)

    def retranslate(self) -> None:
        self.other.setText(tr("Choose another file …"))
        self.again.setText(tr("Try again"))
        self.next.setText(tr("Go on with the next file"))
        if self._error is not None:
            self.show_error(self._error, more=not self.next.isHidden(), begun=self._begun)

    def show_error(self, error: KnownError, *, more: bool, begun: bool = False) -> None:
        """Tell an error; `begun` when it struck while the file was being imported."""
        self._error, self._begun = error, begun
        message, remedy = told(error)
        safe = tr("The palace is as it was.")
        if begun:
            safe = tr("What was written before stays as one run in the History, where it can be undone.")
        self.card.set_words(message, f"{safe} {remedy}".strip())
        self.next.setVisible(more)
