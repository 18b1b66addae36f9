"""What is in the chosen backup, beside the list: counts, who lives there, and how to bring it back."""

from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.storage.backup import Backup, Preview
from app.ui.backups.model import reason_words
from app.ui.i18n import format_number, tr
from app.ui.moments import moment_words, size_words
from app.ui.widgets import Button, Card, Column, FactList, LinkButton, Prose, Text, plain_tip


class PreviewPage(Column):
    """The inspector's page of the backups."""

    restore_asked = Signal()
    folder_asked = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = QVBoxLayout()
        self.body.setSpacing(self.layout_.spacing())
        self.restore = Button("")
        self.restore.clicked.connect(self.restore_asked)
        self.layout_.addLayout(self.body)
        self.layout_.addWidget(self.restore, 0, Qt.AlignmentFlag.AlignLeft)
        self.add_stretch()
        self.restore.hide()

    def show_nothing(self) -> None:
        self._clear()
        self.restore.hide()
        self.body.addWidget(Prose(tr("Choose a backup to see what is in it."), "body", "text_muted"))

    def show_failure(self, message: str, remedy: str) -> None:
        self._clear()
        self.restore.hide()
        self.body.addWidget(Card("danger", message, remedy))

    def show_preview(self, backup: Backup, seen: Preview, today: date, *, refusal: str) -> None:
        """Show what a backup holds; `refusal` says why it cannot be put back."""
        self._clear()
        self.body.addWidget(Text(moment_words(backup.at, today), "title", wrap=True))
        self.body.addWidget(
            Text(
                f"{reason_words(backup.reason)} · {size_words(backup.size)}", "small", "text_muted", wrap=True
            )
        )
        facts = FactList()
        for name, key in (
            (tr("Memories"), "memory"),
            (tr("Messages"), "message"),
            (tr("Links"), "link"),
            (tr("Day entries"), "fragment"),
            (tr("Months"), "month"),
            (tr("Edits"), "edit"),
        ):
            facts.add(name, Text(format_number(seen.counts.get(key, 0)), tabular=True))
        if seen.newest is not None:
            facts.add(tr("Last edit"), Text(moment_words(seen.newest, today)))
        self.body.addWidget(facts)
        self.body.addWidget(Text(tr("Who lives there"), "caption", "text_muted"))
        for name, memories in seen.characters:
            words = tr("{name} · {n} memory", "{name} · {n} memories", name=name, n=memories)
            self.body.addWidget(Text(words, "body", wrap=True))
        place = LinkButton(tr("Show the file"))
        place.setToolTip(plain_tip(str(backup.path)))
        place.clicked.connect(lambda: self.folder_asked.emit(backup.path))
        self.body.addWidget(place, 0, Qt.AlignmentFlag.AlignLeft)
        self.restore.setText(tr("Put this one back …"))
        self.restore.setEnabled(not refusal)
        self.restore.setToolTip(refusal or tr("The palace as it is now is kept beside it."))
        self.restore.show()

    def _clear(self) -> None:
        while (item := self.body.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
