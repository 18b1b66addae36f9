"""The rows of the list: ids are held, what is shown is fetched by the screenful."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.storage.memories import Memory
from app.ui import theme, words
from app.ui.dragging import MEMORIES_MIME, carry
from app.ui.i18n import tr

Index = QModelIndex | QPersistentModelIndex
COUNTS = ("recalled", "links")
COLUMNS = ("check", "memory", "mood", "date", "recalled", "links", "now")
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
CHECKED_ROLE = ROW_ROLE + 1
PAGE = 60  # rows fetched at once, a screen and a half


@dataclass(frozen=True, slots=True)
class Row:
    """A memory with what the list works out: its light now and its day in words."""

    memory: Memory
    light: float
    day: str


class MemoryTable(QAbstractTableModel):
    """Ids in the order of the list; `rows_wanted` asks for pages that are shown and not yet read."""

    rows_wanted = Signal(int)  # page
    checks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ids: list[int] = []
        self.checked: set[int] = set()
        self.sorted_by = ("now", True)  # column, whether the greatest comes first
        self._place: dict[int, int] = {}
        self._rows: dict[int, Row] = {}
        self._asked: set[int] = set()

    def set_ids(self, ids: Sequence[int]) -> None:
        """Take another order; rows that stay are kept until they are read anew."""
        self.beginResetModel()
        self.ids = list(ids)
        self._place = {memory: row for row, memory in enumerate(self.ids)}
        self.checked &= self._place.keys()
        self._asked.clear()
        self._rows = {i: row for i, row in self._rows.items() if i in self._place}
        self.endResetModel()
        self.checks_changed.emit()

    def forget_rows(self) -> None:
        """Read again whatever is shown next."""
        self._asked.clear()

    def set_rows(self, page: int, rows: Iterable[Row]) -> None:
        self._asked.add(page)
        for row in rows:
            self._rows[row.memory.id] = row
        first, last = page * PAGE, min(len(self.ids), (page + 1) * PAGE) - 1
        if first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(COLUMNS) - 1))

    def page_ids(self, page: int) -> list[int]:
        return self.ids[page * PAGE : (page + 1) * PAGE]

    def row_of(self, memory: int) -> int | None:
        return self._place.get(memory)

    def toggle(self, memories: Iterable[int], checked: bool | None = None) -> None:
        """Check or uncheck; None turns each over."""
        for memory in memories:
            on = memory not in self.checked if checked is None else checked
            (self.checked.add if on else self.checked.discard)(memory)
        if self.ids:
            last = self.index(len(self.ids) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [CHECKED_ROLE])
        self.checks_changed.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= len(self.ids):
            return None
        memory = self.ids[index.row()]
        if role == CHECKED_ROLE:
            return memory in self.checked
        row = self._rows.get(memory)
        page = index.row() // PAGE
        if page not in self._asked:
            self._asked.add(page)
            self.rows_wanted.emit(page)
        if role == ROW_ROLE:
            return row
        if row is None:
            return None
        column = COLUMNS[index.column()]
        if role == int(Qt.ItemDataRole.DisplayRole):
            return None if column == "check" else self._text(row, column)
        if role == int(Qt.ItemDataRole.AccessibleTextRole):
            if column == "check":
                return tr("Checked") if memory in self.checked else tr("Not checked")
            return f"{self.headerData(index.column(), Qt.Orientation.Horizontal)}: {self._text(row, column)}"
        return None

    @staticmethod
    def _text(row: Row, column: str) -> str:
        memory = row.memory
        return {
            "memory": memory.content,
            "mood": words.mood_name(memory.mood),
            "date": row.day,
            "recalled": str(memory.access_count) if memory.access_count else "–",
            "links": str(memory.links) if memory.links else "–",
            "now": f"{row.light:.1f}",
        }[column]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == int(Qt.ItemDataRole.TextAlignmentRole):
            side = Qt.AlignmentFlag.AlignRight if COLUMNS[section] in COUNTS else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == int(Qt.ItemDataRole.FontRole):
            return theme.font("caption")
        if role != int(Qt.ItemDataRole.DisplayRole):
            return None
        name = self._heading(section)
        sort, descending = self.sorted_by
        return f"{name} {'↓' if descending else '↑'}" if COLUMNS[section] == sort else name

    @staticmethod
    def _heading(section: int) -> str:
        return {
            "check": "",
            "memory": tr("Memory"),
            "mood": tr("Mood"),
            "date": tr("Date"),
            "recalled": tr("Recalled"),
            "links": tr("Links"),
            "now": tr("Now"),
        }[COLUMNS[section]]

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def mimeTypes(self) -> list[str]:
        return [MEMORIES_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        dragged = {self.ids[index.row()] for index in indexes}
        if dragged & self.checked:
            dragged |= self.checked
        return carry(dragged)
