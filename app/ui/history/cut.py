"""The card of a run that was cut short: take it up again, take it back, or let it stand."""

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.storage.history import Line
from app.ui.i18n import said, tr
from app.ui.moments import moment_words
from app.ui.widgets import Button, Card


class CutShort(Card):
    """One interrupted run; `goes_on` when nothing has to be asked for to take it up."""

    resume_asked = Signal()
    undo_asked = Signal()
    stand_asked = Signal()

    def __init__(
        self,
        line: Line,
        today: date,
        *,
        goes_on: bool = True,
        refusal: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("warning", bar=True, parent=parent)
        entry = line.entry
        what = said(entry.label)
        when = moment_words(entry.at, today)
        self.set_words(
            tr("A run was interrupted"),
            tr("{label} · {time}. What was done is safe.", label=what, time=when),
        )
        again = tr("Resume") if goes_on else tr("Import again …")
        self.resume = Button(again, "primary", small=True)
        undo = (
            tr("Undo its {n} memory", "Undo its {n} memories", n=line.memories)
            if line.memories
            else tr("Undo its {n} row", "Undo its {n} rows", n=entry.rows)
        )
        self.undo = Button(undo, small=True)
        self.undo.setVisible(entry.rows > 0)
        self.stand = Button(tr("Let it stand"), "quiet", small=True)
        for button, asked in (
            (self.resume, self.resume_asked),
            (self.undo, self.undo_asked),
            (self.stand, self.stand_asked),
        ):
            button.setEnabled(not refusal)
            button.setToolTip(refusal)
            button.clicked.connect(asked)
            self.add_action(button)
