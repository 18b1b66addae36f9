"""The months as the cells of a table."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.engine.months.overview import MonthTile
from app.ui.i18n import format_month
from app.ui.months.grid import Cell, Tile, YearHead, arrange
from app.ui.months.words import changed_words, spoken

Index = QModelIndex | QPersistentModelIndex
CELL_ROLE = int(Qt.ItemDataRole.UserRole)
_SPOKEN = {int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)}


class TileModel(QAbstractTableModel):
    """Only months can be chosen; heads, gaps and empty places cannot."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tiles: dict[str, MonthTile] = {}
        self.columns = 6
        self._cells: list[list[Cell]] = []
        self._places: dict[str, tuple[int, int]] = {}

    def set_tiles(self, tiles: Sequence[MonthTile], columns: int) -> None:
        """Take the months; where they stand as before, they change in place."""
        cells = arrange(tiles, columns)
        same = _outline(cells) == _outline(self._cells)
        if not same:
            self.beginResetModel()
        self.columns, self._cells = columns, cells
        self.tiles = {one.month: one for one in tiles}
        self._places = {
            cell.facts.month: (row, column)
            for row, line in enumerate(cells)
            for column, cell in enumerate(line)
            if isinstance(cell, Tile)
        }
        if not same:
            self.endResetModel()
        elif cells:
            self.dataChanged.emit(self.index(0, 0), self.index(len(cells) - 1, columns - 1))

    def cell(self, row: int, column: int) -> Cell:
        return self._cells[row][column]

    def head_rows(self) -> list[int]:
        return [row for row, line in enumerate(self._cells) if line and isinstance(line[0], YearHead)]

    def place_of(self, month: str) -> QModelIndex:
        """Give a month's cell; an invalid index where it has none."""
        place = self._places.get(month)
        return self.index(*place) if place else QModelIndex()

    def month_at(self, index: Index) -> str:
        cell = index.data(CELL_ROLE) if index.isValid() else None
        return cell.facts.month if isinstance(cell, Tile) else ""

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._cells)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else self.columns

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not self.month_at(index):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= len(self._cells):
            return None
        cell = self._cells[index.row()][index.column()]
        if role == CELL_ROLE:
            return cell
        if role in _SPOKEN:
            return _said(cell)
        if role == int(Qt.ItemDataRole.ToolTipRole) and isinstance(cell, Tile) and cell.facts.changed_days:
            return changed_words(cell.facts)
        return None


def _said(cell: Cell) -> str:
    if isinstance(cell, Tile):
        return spoken(cell.facts)
    if isinstance(cell, YearHead):
        return cell.year
    return format_month(cell.month) if cell is not None else ""


def _outline(cells: list[list[Cell]]) -> list[list[str]]:
    """Tell what stands where, whatever it says."""
    return [
        [
            cell.facts.month if isinstance(cell, Tile) else type(cell).__name__ if cell is not None else ""
            for cell in line
        ]
        for line in cells
    ]
