"""What every painted list has in common: rows under headings, and the ground of a row with its ring and hairline."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QWidget

from app.ui import theme
from app.ui.widgets.text import paint_elided

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
HEADING_HEIGHT = 44
_SPOKEN = {int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)}


@dataclass(frozen=True, slots=True)
class Heading:
    """A line over a group of rows; the arrow keys pass over it."""

    text: str


class RowList(QListView):
    """A list without a frame, whose delegate paints the rows and draws the ring of the focus inside them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)


class RowsModel(QAbstractListModel):
    """Frozen rows of any kind; a subclass says what each of them reads like."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[object] = []

    def set_rows(self, rows: Sequence[object]) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def spoken(self, row: object) -> str:
        """Give a row in words: what a screen reader says."""
        raise NotImplementedError

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self.rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role not in _SPOKEN:
            return None
        return row.text if isinstance(row, Heading) else self.spoken(row)


def paint_heading(painter: QPainter, rect: QRectF, heading: Heading) -> None:
    paint_elided(painter, rect.adjusted(0, theme.px(12), 0, 0), heading.text, theme.font("title"), "text")


def paint_ground(painter: QPainter, rect: QRectF, state: State, *, marked: bool = False) -> None:
    """The ground of a row: selected, else `marked` (checked, or chosen while the keys are elsewhere), else hovered."""
    if state & State.State_Selected:
        painter.fillRect(rect, theme.colour("selection"))
    elif marked:
        painter.fillRect(rect, theme.colour("selection", 0.55))
    elif state & State.State_MouseOver:
        painter.fillRect(rect, theme.colour("text", 0.04))


def paint_ring(painter: QPainter, rect: QRectF, *, first: bool = True, last: bool = True) -> None:
    """The ring of the current row; a cell of a table draws its piece, the `first` and the `last` the ends."""
    painter.setPen(QPen(theme.colour("focus"), 2))
    inner = rect.adjusted(1, 1, -1, -1)
    left, right = (inner.left() if first else rect.left()), (inner.right() if last else rect.right())
    painter.drawLine(QPointF(left, inner.top()), QPointF(right, inner.top()))
    painter.drawLine(QPointF(left, inner.bottom()), QPointF(right, inner.bottom()))
    if first:
        painter.drawLine(inner.topLeft(), inner.bottomLeft())
    if last:
        painter.drawLine(inner.topRight(), inner.bottomRight())


def paint_hairline(painter: QPainter, rect: QRectF) -> None:
    """The line under a row."""
    painter.setPen(QPen(theme.colour("line"), 1))
    bottom = rect.bottom() - 0.5
    painter.drawLine(QPointF(rect.left(), bottom), QPointF(rect.right(), bottom))


def paint_blank(painter: QPainter, rect: QRectF) -> None:
    """A bar where words will stand once they are read."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("line"))
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
