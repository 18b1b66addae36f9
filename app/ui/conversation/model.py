"""The window of the conversation as Qt sees it."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.ui.conversation.strip import Bubble, DayHead, Item
from app.ui.i18n import tr

Index = QModelIndex | QPersistentModelIndex
ITEM_ROLE = int(Qt.ItemDataRole.UserRole)
RINGED_ROLE = ITEM_ROLE + 1


class ConversationModel(QAbstractListModel):
    """Holds the items of the window and which message is ringed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[Item] = []
        self.ringed: int | None = None

    def set_items(self, items: Sequence[Item]) -> None:
        self.beginResetModel()
        self.items = list(items)
        self.endResetModel()

    def row_of(self, message: int) -> int | None:
        return next(
            (
                row
                for row, item in enumerate(self.items)
                if isinstance(item, Bubble) and item.line.id == message
            ),
            None,
        )

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= len(self.items):
            return None
        item = self.items[index.row()]
        if role == ITEM_ROLE:
            return item
        if role == RINGED_ROLE:
            return isinstance(item, Bubble) and item.line.id == self.ringed
        if role in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)):
            return _spoken(item)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self.items[index.row()], DayHead):
            return Qt.ItemFlag.NoItemFlags  # the arrow keys pass over it
        return super().flags(index)


def _spoken(item: Item) -> str:
    if isinstance(item, DayHead):
        return item.day or tr("Undated")
    said = f"{item.line.speaker or item.line.role}: {item.line.content}"
    if item.line.hidden:
        said += " · " + tr("hidden · not read, not recalled")
    if item.lanes:
        count = len(item.lanes) + item.more_lanes
        said += " · " + tr("{n} memory rests on it", "{n} memories rest on it", n=count)
    return said
