"""Above the choices: how far a reading is, what came of it, or why it stopped and what to do."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.errors import KnownError
from app.engine.process import Reading
from app.engine.steps.spending import Spending
from app.engine.tasks import Task
from app.ui import theme
from app.ui.i18n import said, told, tr
from app.ui.panel import say_nothing
from app.ui.processing.words import detail, made
from app.ui.studio import Studio
from app.ui.widgets import Bar, Button, Card, Text


class Outcome(QWidget):
    """Nothing, a bar with words, or a card."""

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._studio = studio
        self._shown: tuple[Reading | KnownError | None, Spending | None, bool] | None = None
        self.bar = Bar(height=6)
        self.words = Text("", "body", "text_muted", wrap=True)
        self._running = QWidget()
        lines = QVBoxLayout(self._running)
        lines.setContentsMargins(0, 0, 0, theme.u(4))
        lines.setSpacing(theme.u(2))
        lines.addWidget(self.bar)
        lines.addWidget(self.words)
        self._cards = QVBoxLayout()
        self._cards.setContentsMargins(0, 0, 0, 0)
        self.side = QWidget(self)  # no memory belongs beside this page
        self.side.hide()
        say_nothing(self.side)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._running)
        column.addLayout(self._cards)
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self._shown = None
        self._running.hide()
        self._put_away()
        self.hide()

    def _put_away(self) -> None:
        while (item := self._cards.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def show_task(self, task: Task) -> None:
        self._put_away()
        share = min(1.0, task.done / task.total) if task.total else 0.0
        self.bar.set_share(share)
        words = said(task.noted) if task.note else tr("Getting ready …")
        self.bar.setAccessibleName(words)
        self.words.setText(words + " · " + tr("You can go on working; cancelling keeps what is done."))
        self._running.show()
        self.show()

    def show_result(
        self, result: Reading | KnownError | None, spent: Spending | None, *, recorded: bool
    ) -> None:
        self._shown = (result, spent, recorded)
        self._running.hide()
        self._put_away()
        card = self._card(result, spent, recorded=recorded)
        card.setContentsMargins(0, 0, 0, 0)
        self._cards.addWidget(card)
        self._cards.addSpacing(theme.u(4))
        self.show()

    def _card(self, result: Reading | KnownError | None, spent: Spending | None, *, recorded: bool) -> Card:
        if isinstance(result, Reading) and not result.skipped_reason:
            card = Card("success", made(result), detail(result, spent, recorded=recorded))
            if result.proposed or result.duplicates:
                self._add(card, tr("Open the Inbox"), "inbox")
            elif result.created:
                self._add(card, tr("See the rooms"), "palace")
            return card
        kept = tr("What was kept stands in the History, where the run can be taken up again or undone.")
        if isinstance(result, Reading):
            return Card("warning", tr("Nothing was read"), tr(result.skipped_reason or ""))
        if result is None:
            card = Card("warning", tr("The reading was stopped"), kept, bar=True)
        else:
            message, remedy = told(result)
            card = Card("danger", message, f"{remedy}\n{kept}".strip())
            if result.code.startswith(("endpoint.", "model.")):
                self._add(card, tr("Settings of the models"), "settings", tab="models")
        self._add(card, tr("To the History"), "history")
        return card

    def _add(self, card: Card, text: str, panel: str, **arguments: object) -> None:
        button = Button(text, small=True)
        button.clicked.connect(lambda: self._studio.open_panel(panel, **arguments))
        card.add_action(button)

    def tell(self, reading: Reading) -> None:
        """Say it at the foot, with Undo beside it."""
        if reading.skipped_reason or reading.run is None:
            return
        self._studio.toast(made(reading), undo=reading.run, undo_text=tr("Undo the reading"), sticky=True)

    def retranslate(self) -> None:
        if self._shown is not None and self.isVisible():
            result, spent, recorded = self._shown
            self.show_result(result, spent, recorded=recorded)
