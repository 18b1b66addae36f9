"""Faults told at the top of the panel: never a modal box. A known one with its remedy, a bug with Copy."""

from PySide6.QtGui import QAccessible, QAccessibleEvent, QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui import theme
from app.ui.faults import Notice
from app.ui.i18n import told, tr
from app.ui.widgets import Button, Card, IconButton

_MOST = 3


class NoticeCard(Card):
    """One fault."""

    def __init__(self, notice: Notice, parent: QWidget | None = None) -> None:
        super().__init__("danger", parent=parent)
        self.notice = notice
        if notice.error is not None:
            message, remedy = told(notice.error)
            self.set_words(message, remedy)
        else:
            self.set_words(
                tr("Something went wrong in Belvedere"),
                tr("Your palace is as it was after the last edit. The details hold no chat text."),
            )
            copy = Button(tr("Copy the details"), small=True)
            copy.clicked.connect(self._on_copy_clicked)
            self.add_action(copy)
        close = IconButton("x", tr("Close"))
        close.clicked.connect(self.deleteLater)
        close.setFixedSize(theme.px(22), theme.px(22))
        self.head.addWidget(close)

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.notice.details)


class Notices(QWidget):
    """A stack above the panel, which makes room for it; the same fault twice is told once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.paint_ground(self, "window")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.u(6), theme.u(3), theme.u(6), 0)
        self._column.setSpacing(theme.u(2))
        self.hide()

    def cards(self) -> list[NoticeCard]:
        """What is told just now, oldest first."""
        items = (self._column.itemAt(i) for i in range(self._column.count()))
        found = (item.widget() for item in items if item is not None)
        return [card for card in found if isinstance(card, NoticeCard)]

    def tell(self, notice: Notice) -> None:
        """Tell a fault."""
        cards = self.cards()
        if any(_same(card.notice, notice) for card in cards):
            return
        for card in cards[: max(0, len(cards) - _MOST + 1)]:
            self._drop(card)
        card = NoticeCard(notice)
        card.destroyed.connect(self._on_card_gone)
        self._column.addWidget(card)
        card.show()
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(card, QAccessible.Event.Alert))

    def clear(self) -> None:
        for card in self.cards():
            self._drop(card)
        self.hide()

    def _drop(self, card: NoticeCard) -> None:
        self._column.removeWidget(card)
        card.hide()
        card.deleteLater()

    def _on_card_gone(self) -> None:
        if self._column.count() == 0:
            self.hide()


def _same(first: Notice, second: Notice) -> bool:
    if first.error is not None and second.error is not None:
        return first.error.code == second.error.code and first.error.message == second.error.message
    return first.error is None and second.error is None and first.details == second.details
