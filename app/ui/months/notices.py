"""What has to be said above a month's text: a reply that was turned down, days that changed meanwhile, a failure."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.errors import KnownError
from app.engine.months.candidates import Candidate
from app.ui import theme
from app.ui.i18n import told, tr
from app.ui.months.words import maker_of
from app.ui.widgets import Button, Card, LinkButton, Prose

_MOST_LINES = 8


class Notices(QWidget):
    """A card for each; nothing when all is well."""

    again_asked = Signal()
    refused = Signal(int)
    settings_asked = Signal()
    closed = Signal()  # the failure was read

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[Card] = []
        self._told: object = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.u(3), 0, 0)
        self._column.setSpacing(theme.u(2))
        self.hide()

    def show_state(
        self,
        turned_down: Candidate | None,
        chosen: Candidate | None,
        fault: KnownError | None,
        *,
        writable: bool,
    ) -> None:
        """Show what there is to say; `chosen` is the candidate in view."""
        told_ = (
            turned_down,
            chosen.id if chosen else 0,
            chosen.notes if chosen else (),
            fault,
            writable,
            tr("Dismiss"),
        )
        if told_ == self._told:
            return
        self._told = told_
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        if fault is not None:
            self._add(self._failure(fault, writable=writable))
        if turned_down is not None:
            self._add(self._turned_down(turned_down, writable=writable))
        if chosen is not None and chosen.notes:
            self._add(self._changed(chosen, writable=writable))
        self.setVisible(bool(self.cards))

    def _add(self, card: Card) -> None:
        self.cards.append(card)
        self._column.addWidget(card)

    def _failure(self, fault: KnownError, *, writable: bool) -> Card:
        message, remedy = told(fault)
        kept = tr("The month stays as it is.")
        card = Card("danger", message, f"{remedy} {kept}".strip())
        if fault.code.startswith(("endpoint.", "model.")):
            settings = Button(tr("Settings of the models"), small=True)
            settings.clicked.connect(self.settings_asked)
            card.add_action(settings)
        self._again(card, writable=writable)
        close = LinkButton(tr("Close"))
        close.clicked.connect(self.closed)
        card.add_action(close)
        return card

    def _turned_down(self, one: Candidate, *, writable: bool) -> Card:
        why = " ".join(tr(reason) for reason in (one.refused or "").split("\n") if reason)
        title = tr("A reply of {model} was turned down", model=maker_of(one))
        card = Card("danger", title, f"{why} {tr('The month stays as it is.')}".strip())
        reply = Prose(one.text, "serif", "text_muted", max_lines=_MOST_LINES)
        reply.hide()
        card.body.addWidget(reply)
        self._again(card, writable=writable)
        if one.text.strip():
            show = LinkButton(tr("Show what came back"))
            show.clicked.connect(lambda: reply.setVisible(reply.isHidden()))
            card.add_action(show)
        away = LinkButton(tr("Put it away"))
        away.setEnabled(writable)
        away.clicked.connect(lambda: self.refused.emit(one.id))
        card.add_action(away)
        return card

    def _changed(self, one: Candidate, *, writable: bool) -> Card:
        said = " ".join(tr(note) for note in one.notes)
        card = Card(
            "warning", said, tr("This candidate was made before that. Compare with care, or make a new one.")
        )
        self._again(card, writable=writable)
        return card

    def _again(self, card: Card, *, writable: bool) -> None:
        again = Button(tr("Refine again"), small=True)
        again.setEnabled(writable)
        again.clicked.connect(self.again_asked)
        card.add_action(again)
