"""The scrolling list of the conversation; it asks for more before an end comes into view."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.ui import theme
from app.ui.conversation.delegate import MARGIN, ConversationDelegate
from app.ui.conversation.model import ConversationModel
from app.ui.conversation.strip import Bubble
from app.ui.widgets import RowList


class ConversationView(RowList):
    """Arrow keys move from message to message; Enter opens its memory, H hides or shows it, V its other versions."""

    more_wanted = Signal(bool)  # True: from before
    message_chosen = Signal(int)
    memory_opened = Signal(int)
    hide_requested = Signal(int)
    variants_requested = Signal(int)
    month_in_view = Signal(str)

    def __init__(self, model: ConversationModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.conversation = model
        self.delegate = ConversationDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self.delegate)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(80)
        self._settle.timeout.connect(self._lay_out_again)

    def lay_out(self) -> None:
        """Take the width and heights anew."""
        self.delegate.width = max(theme.u(40), self.viewport().width())
        self.scheduleDelayedItemsLayout()

    def anchor(self) -> tuple[int, int] | None:
        """Give the first message in view and how far below the top it stands."""
        for row in range(self.indexAt(QPoint(4, 4)).row(), len(self.conversation.items)):
            item = self.conversation.items[row] if row >= 0 else None
            if isinstance(item, Bubble):
                return item.line.id, self.visualRect(self.conversation.index(row)).top()
        return None

    def hold(self, anchor: tuple[int, int] | None) -> None:
        """Bring a message back to where it stood."""
        row = self.conversation.row_of(anchor[0]) if anchor else None
        if anchor is None or row is None:
            return
        self.doItemsLayout()
        rect = self.visualRect(self.conversation.index(row))
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + rect.top() - anchor[1])

    def go_to(self, message: int) -> None:
        row = self.conversation.row_of(message)
        if row is not None:
            self.doItemsLayout()
            self.scrollTo(self.conversation.index(row), QAbstractItemView.ScrollHint.PositionAtCenter)

    def make_current(self, message: int | None) -> None:
        """Let the arrow keys go on from a message."""
        row = self.conversation.row_of(message) if message is not None else None
        if row is not None:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self.conversation.index(row), flags)

    def _on_scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if value - bar.minimum() < self.height() // 2:
            self.more_wanted.emit(True)
        elif bar.maximum() - value < self.height() // 2:
            self.more_wanted.emit(False)
        self.tell_month()

    def tell_month(self) -> None:
        """Tell the month of the first message in view."""
        first = self.anchor()
        row = self.conversation.row_of(first[0]) if first else None
        item = self.conversation.items[row] if row is not None else None
        if isinstance(item, Bubble) and item.line.occurred_day:
            self.month_in_view.emit(item.line.occurred_day[:7])

    def _chosen(self) -> Bubble | None:
        index = self.currentIndex()
        item = self.conversation.items[index.row()] if index.isValid() else None
        return item if isinstance(item, Bubble) else None

    def _on_current_changed(self) -> None:
        item = self._chosen()
        if item is not None:
            self.message_chosen.emit(item.line.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self._chosen()
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if item is None or not plain:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item.lanes:
            self.memory_opened.emit(item.lanes[0].memory)
        elif event.key() == Qt.Key.Key_H:
            self.hide_requested.emit(item.line.id)
        elif event.key() == Qt.Key.Key_V and item.line.variants:
            self.variants_requested.emit(item.line.id)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        item = self.conversation.items[index.row()] if index.isValid() else None
        if isinstance(item, Bubble) and item.lanes and event.position().x() < theme.px(MARGIN):
            self.memory_opened.emit(item.lanes[0].memory)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle.start()

    def _lay_out_again(self) -> None:
        held = self.anchor()
        self.lay_out()
        self.hold(held)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        looks = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.LanguageChange)
        if event.type() in looks and hasattr(self, "delegate"):
            self.delegate.forget()
            self.lay_out()
