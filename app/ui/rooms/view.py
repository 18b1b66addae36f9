"""The table itself: columns that give way, keys that work on the checked rows."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.ui import theme
from app.ui.rooms.delegate import RowDelegate
from app.ui.rooms.model import COLUMNS, MemoryTable

# Widths of the mockup, the date as wide as 2025年12月26日; the memory takes what is left. Below NARROW the counts go, below TIGHT the mood too.
WIDTHS = {"check": 40, "mood": 104, "date": 112, "recalled": 74, "links": 60, "now": 104}
NARROW, TIGHT = 720, 520


class _Head(QHeaderView):
    """The names of the columns between two hairlines."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        for top in (0, self.height() - 1):
            painter.fillRect(0, top, self.width(), 1, theme.colour("line"))


class MemoryView(QTableView):
    """Arrow keys move, Space checks; letters are told to the panel, but never while an IME composes."""

    letter_pressed = Signal(str)
    opened = Signal(int)
    current_changed = Signal(int)

    def __init__(self, table: MemoryTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._composing = False
        self.setModel(table)
        self.setItemDelegate(RowDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        head = _Head(Qt.Orientation.Horizontal, self)
        self.setHorizontalHeader(head)
        head.setSectionsClickable(True)
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(COLUMNS.index("memory"), QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.clicked.connect(self._on_clicked)
        self.dress()

    def dress(self) -> None:
        """Take sizes and the width's share of columns."""
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(theme.space(RowDelegate.density))
        self.horizontalHeader().setFixedHeight(theme.px(32))
        self.horizontalHeader().setFont(theme.font("caption"))
        for name, width in WIDTHS.items():
            self.setColumnWidth(COLUMNS.index(name), theme.px(width))
        across = self.viewport().width() / max(0.01, theme.px(100) / 100)
        for name in ("recalled", "links"):
            self.setColumnHidden(COLUMNS.index(name), across < NARROW)
        self.setColumnHidden(COLUMNS.index("mood"), across < TIGHT)

    def current_memory(self) -> int | None:
        index = self.currentIndex()
        return self.table.ids[index.row()] if index.isValid() and index.row() < len(self.table.ids) else None

    def go_to(self, memory: int) -> bool:
        """Make a memory the current row and bring it into view."""
        row = self.table.row_of(memory)
        if row is None:
            return False
        index = self.table.index(row, COLUMNS.index("memory"))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)
        return True

    def _on_clicked(self, index: QModelIndex) -> None:
        if COLUMNS[index.column()] != "check":
            self.opened.emit(self.table.ids[index.row()])

    def _on_current_changed(self) -> None:
        memory = self.current_memory()
        if memory is not None:
            self.current_changed.emit(memory)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        memory = self.current_memory()
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() == Qt.Key.Key_Space and memory is not None:
            self.table.toggle([memory])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and memory is not None:
            self.opened.emit(memory)
        elif event.key() == Qt.Key.Key_A and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.table.toggle(self.table.ids, True)
        elif event.key() == Qt.Key.Key_Escape and self.table.checked:
            self.table.toggle(list(self.table.checked), False)
        elif plain and not self._composing and event.text().strip() and event.text().isascii():
            self.letter_pressed.emit(event.text().lower())
        elif plain and event.key() == Qt.Key.Key_Delete:
            self.letter_pressed.emit("del")
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and COLUMNS[index.column()] == "check":
            self.table.toggle([self.table.ids[index.row()]])
            return
        super().mousePressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and hasattr(self, "table"):
            self.dress()
