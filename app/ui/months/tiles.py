"""The tiles of all months: arrows move, Space switches, Enter opens; several can be marked."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.engine.months.overview import MonthTile
from app.ui import theme
from app.ui.months.tile_delegate import GAP, HEAD_TALL, TileDelegate, toggle_of
from app.ui.months.tile_model import Index, TileModel

COLUMNS = (6, 4, 3, 2)  # divisors of twelve: a year is whole rows
_NARROWEST = 100
_Move = QAbstractItemView.CursorAction


class TileView(QTableView):
    """Tells what is asked of months by their keys (`YYYY-MM`)."""

    opened = Signal(str)
    toggled = Signal(object)  # list of months, to be turned as the first of them
    pointed = Signal(str)  # the month whose switch is under the pointer; empty: none
    marked = Signal(object)  # list of months, when more than one is selected
    rows_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tiles = TileModel(self)
        self.look = TileDelegate(self)
        self._held: tuple[MonthTile, ...] = ()
        self.setModel(self.tiles)
        self.setItemDelegate(self.look)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setAutoScroll(False)
        # The delegate paints what is chosen; the view's own ground would stand beside the card.
        clear = self.palette()
        clear.setColor(QPalette.ColorRole.Highlight, QColor(Qt.GlobalColor.transparent))
        self.setPalette(clear)
        self.verticalHeader().hide()
        self.horizontalHeader().hide()
        for header in (self.verticalHeader(), self.horizontalHeader()):
            header.setMinimumSectionSize(1)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)

    # what is shown

    def set_tiles(self, tiles: Sequence[MonthTile]) -> None:
        """Take the months; what is current and marked stays."""
        self._held = tuple(tiles)
        self._arrange()

    def set_compact(self, compact: bool) -> None:
        """Leave the heat maps out, where there is little height."""
        if compact != self.look.compact:
            self.look.compact = compact
            self._arrange()

    def _arrange(self) -> None:
        current, marks = self.current_month(), self.marks()
        self.tiles.set_tiles(self._held, self._columns())
        self.clearSpans()
        heads = set(self.tiles.head_rows())
        for row in range(self.tiles.rowCount()):
            self.setRowHeight(row, theme.px(HEAD_TALL) if row in heads else self.look.tall())
            if row in heads and self.tiles.columns > 1:
                self.setSpan(row, 0, 1, self.tiles.columns)
        self._select(marks if len(marks) > 1 else [], current or self.look.chosen)
        self.rows_changed.emit()

    def _columns(self) -> int:
        least = theme.px(_NARROWEST) + theme.px(GAP)
        wide = self.viewport().width()
        return next((count for count in COLUMNS if count * least <= wide + theme.px(GAP)), COLUMNS[-1])

    def _select(self, marks: Sequence[str], current: str) -> None:
        model, flags = self.selectionModel(), QItemSelectionModel.SelectionFlag
        index = self.tiles.place_of(current)
        if index.isValid() and index != self.currentIndex():
            model.setCurrentIndex(index, flags.NoUpdate)
        if set(marks) != set(self.marks()):
            for month in marks:
                model.select(self.tiles.place_of(month), flags.Select)

    def choose(self, month: str) -> None:
        """Ring a month as the one shown below, and bring it into view."""
        self.look.chosen = month
        index = self.tiles.place_of(month)
        if index.isValid():
            if len(self.marks()) < 2:
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.reveal(month)
        self.viewport().update()

    def reveal(self, month: str) -> None:
        """Scroll so that a month's row is in view, with its year's name where that is the row before."""
        index = self.tiles.place_of(month)
        if not index.isValid():
            return
        row = index.row()
        top = self.rowViewportPosition(row) + self.verticalOffset()
        if row - 1 in self.tiles.head_rows():
            top -= self.rowHeight(row - 1)
        bottom = self.rowViewportPosition(row) + self.verticalOffset() + self.rowHeight(row)
        bar = self.verticalScrollBar()
        if top < bar.value() or bottom > bar.value() + self.viewport().height():
            bar.setValue(top)

    def content_height(self, rows: int | None = None) -> int:
        """How tall all rows are, or as many rows of months as are asked for, each with its year's name."""
        heads = set(self.tiles.head_rows())
        total = self.tiles.rowCount()
        if rows is None:
            return sum(self.rowHeight(row) for row in range(total))
        row = self.look.tall() + (theme.px(HEAD_TALL) if heads else 0)
        return min(self.content_height(), rows * row)

    # what is marked

    def current_month(self) -> str:
        return self.tiles.month_at(self.currentIndex())

    def marks(self) -> list[str]:
        """The marked months in order."""
        return sorted(filter(None, map(self.tiles.month_at, self.selectionModel().selectedIndexes())))

    def _with_marks(self, month: str) -> list[str]:
        """Give a month, and the other marked ones where it is one of several."""
        marks = self.marks()
        return [month, *(one for one in marks if one != month)] if month in marks else [month]

    def unmark(self) -> None:
        self.selectionModel().clearSelection()

    def _on_selection_changed(self) -> None:
        marks = self.marks()
        self.look.several = len(marks) > 1
        self.marked.emit(marks if self.look.several else [])
        self.viewport().update()

    # keys

    def moveCursor(self, action: QAbstractItemView.CursorAction, _held: Qt.KeyboardModifier) -> Index:  # type: ignore[override]  # noqa: N802
        """Go from month to month, over heads and gaps."""
        at = self.currentIndex()
        months = list(self.tiles.tiles)
        if not months:
            return at
        month = self.tiles.month_at(at)
        if not month or action in (_Move.MoveHome, _Move.MoveEnd):
            return self.tiles.place_of(months[0 if action == _Move.MoveHome else -1])
        if action in (_Move.MoveLeft, _Move.MovePrevious, _Move.MoveRight, _Move.MoveNext):
            step = 1 if action in (_Move.MoveRight, _Move.MoveNext) else -1
            place = months.index(month) + step
            return self.tiles.place_of(months[place]) if 0 <= place < len(months) else at
        step = -1 if action in (_Move.MoveUp, _Move.MovePageUp) else 1
        return self._beyond(at, step)

    def _beyond(self, at: Index, step: int) -> Index:
        """Give the month nearest below or above, in the next row that has one."""
        row = at.row() + step
        while 0 <= row < self.tiles.rowCount():
            found = [
                self.tiles.index(row, column)
                for column in range(self.tiles.columns)
                if self.tiles.month_at(self.tiles.index(row, column))
            ]
            if found:
                return min(found, key=lambda index: abs(index.column() - at.column()))
            row += step
        return at

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.look.keyboard = True
        month = self.current_month()
        if event.key() == Qt.Key.Key_Space and month:
            self.toggled.emit(self._with_marks(month))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and month:
            self.opened.emit(month)
        elif event.key() == Qt.Key.Key_Escape and len(self.marks()) > 1:
            self.unmark()
        else:
            super().keyPressEvent(event)
            self.reveal(self.current_month())

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.look.keyboard = event.reason() not in (
            Qt.FocusReason.MouseFocusReason,
            Qt.FocusReason.ActiveWindowFocusReason,
        )
        super().focusInEvent(event)

    # the pointer

    def _switch_at(self, event: QMouseEvent) -> str:
        index = self.indexAt(event.position().toPoint())
        month = self.tiles.month_at(index)
        if not month:
            return ""
        reach = theme.px(5)
        box = toggle_of(QRectF(self.visualRect(index))).adjusted(-reach, -reach, reach, reach)
        return month if box.contains(event.position()) else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self._switch_at(event))
        if not event.buttons():  # no marking by dragging: a tile is no text
            super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.look.keyboard = False
        month = self._switch_at(event)
        if event.button() != Qt.MouseButton.LeftButton or not month:
            super().mousePressEvent(event)
            return
        self.toggled.emit(self._with_marks(month))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        month = self.tiles.month_at(self.indexAt(event.position().toPoint()))
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if month and plain and event.button() == Qt.MouseButton.LeftButton and not self._switch_at(event):
            self.opened.emit(month)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at("")
        super().leaveEvent(event)

    def _point_at(self, month: str) -> None:
        if month != self.look.hot:
            self.look.hot = month
            shape = Qt.CursorShape.PointingHandCursor if month else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.pointed.emit(month)
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._held and self._columns() != self.tiles.columns:
            self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LanguageChange) and hasattr(self, "_held"):
            self._arrange()
