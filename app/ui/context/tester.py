"""Beside the preview: what a companion's recall tag would bring back, in any spelling of the month."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.engine.months.recall_tag import TagAnswer
from app.ui import theme
from app.ui.i18n import format_month, tr
from app.ui.widgets import Button, Card, Column, Prose, Text

_SOON_MS = 150


class TagTester(QWidget):
    """A field for one tag, a bare month, or a whole reply; the answer stands below as it is typed."""

    asked = Signal(str)
    month_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.field.setMinimumHeight(theme.space("control"))
        self.title = Text("", "title", wrap=True)
        self.hint = Text("", "body", "text_muted", wrap=True)
        self.cards: list[Card] = []
        self._answers: tuple[TagAnswer, ...] = ()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(lambda: self.asked.emit(self.text()))
        self._column = Column()
        for part in (self.title, self.hint, self.field):
            self._column.add(part)
        self._answered = QVBoxLayout()
        self._answered.setSpacing(theme.u(3))
        self._column.layout_.addLayout(self._answered)
        self._column.add_stretch()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._column)
        self.field.textChanged.connect(lambda _text: self._soon.start())

    def text(self) -> str:
        return self.field.text().strip()

    def retranslate(self) -> None:
        self.title.setText(tr("Try a recall tag"))
        self.hint.setText(
            tr(
                "When a reply says [[RECALL: 2026-03]], the days of that month are fetched, in any spelling of it."
            )
        )
        self.field.setPlaceholderText("[[RECALL: 2026-03]]")
        self.field.setAccessibleName(tr("A tag, a month, or a reply with tags"))
        self.show_answers(self._answers)

    def show_answers(self, answers: tuple[TagAnswer, ...]) -> None:
        """Show what each tag gives; nothing for an empty field."""
        self._answers = answers
        for card in self.cards:
            self._answered.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [self._card(one) for one in answers]
        for card in self.cards:
            self._answered.addWidget(card)

    def _card(self, one: TagAnswer) -> Card:
        month = format_month(one.month) if one.month else ""
        if one.month is None:
            told = tr("“{tag}” cannot be read as one. A tag is written [[RECALL: 2026-03]].", tag=one.tag)
            return Card("danger", tr("No month is named"), told)
        if one.already_active:
            return Card("plain", month, tr("Its days are in the prompt already: a shown step, no call."))
        if one.text is None:
            return Card("warning", month, tr("It has no entries: a shown step, no call."))
        card = Card("plain", month, tr("Fetched and added to one more call:"))
        text = Prose(one.text, "serif")
        text.setAccessibleName(one.text)
        card.body.addWidget(text)
        leads = Button(tr("Open this month"), small=True)
        leads.clicked.connect(lambda: self.month_asked.emit(one.month))
        card.add_action(leads)
        card.setCursor(Qt.CursorShape.ArrowCursor)
        return card
