"""The table of the ledger: groups that unfold, numbers on their right edge."""

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from app.engine.ledger import Call
from app.ui import theme
from app.ui.icons import paint_icon
from app.ui.ledger.model import CALL_ROLE, COLUMNS, GROUP_ROLE, NUMBERS, LedgerModel
from app.ui.ledger.reading import Group
from app.ui.widgets import paint_elided, paint_ground, paint_hairline, paint_ring

Index = QModelIndex | QPersistentModelIndex
_WIDTHS: Final = {"model": 150, "calls": 60, "prompt": 92, "completion": 92, "time": 92, "outcome": 190}
_NARROW: Final = 760  # below it the model and the time give way
_PAD: Final = 10


class LedgerDelegate(QStyledItemDelegate):
    """A group in reading type with its arrow, a call below it in small type."""

    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme.space("row_compact" if isinstance(index.data(CALL_ROLE), Call) else "row"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect, name, call = QRectF(option.rect), COLUMNS[index.column()], index.data(CALL_ROLE)
        painter.save()
        paint_ground(painter, rect, option.state)
        inner = _inner(rect, name)
        if name == "what":
            inner = self._paint_head(painter, inner, index, isinstance(call, Call))
        failed = name == "outcome" and _failed(index)
        style = "small" if isinstance(call, Call) or name != "what" else "read"
        ink = "danger" if failed else "text" if style == "read" or name in NUMBERS else "text_muted"
        font = theme.font(style, tabular=name in NUMBERS)
        paint_elided(painter, inner, str(index.data() or ""), font, ink, right=name in NUMBERS)
        if call is None:
            paint_hairline(painter, rect)
        focused = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus
        if name == "what" and option.state & focused == focused:
            paint_ring(painter, QRectF(0, rect.top(), self._view.viewport().width(), rect.height()))
        painter.restore()

    def _paint_head(self, painter: QPainter, rect: QRectF, index: Index, inside: bool) -> QRectF:
        side, gap = theme.px(14), theme.px(6)
        if not inside:
            arrow = "down" if self._view.isExpanded(index.model().index(index.row(), 0)) else "right"
            at = QRectF(rect.left(), rect.center().y() - side / 2, side, side)
            paint_icon(painter, at, arrow, "text_muted")
        return rect.adjusted(side + gap, 0, 0, 0)


def _inner(rect: QRectF, name: str) -> QRectF:
    """Where a cell's words stand; the last column keeps off the numbers before it."""
    return rect.adjusted(theme.px(14) if name == "outcome" else 0, 0, -theme.px(_PAD), 0)


def _failed(index: Index) -> bool:
    group, call = index.data(GROUP_ROLE), index.data(CALL_ROLE)
    if isinstance(call, Call):
        return call.outcome != "done"
    return isinstance(group, Group) and any(one.outcome != "done" for one in group.calls)


class _Head(QHeaderView):
    """The names of the columns between two hairlines."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        for top in (0, self.height() - 1):
            painter.fillRect(0, top, self.width(), 1, theme.colour("line"))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        name = COLUMNS[section]
        words = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        inner = _inner(QRectF(rect), name)
        paint_elided(painter, inner, words, theme.font("caption"), "text_muted", right=name in NUMBERS)


class LedgerView(QTreeView):
    """A click or Enter unfolds a group; the arrow keys do as in any tree."""

    def __init__(self, model: LedgerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(LedgerDelegate(self))
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setExpandsOnDoubleClick(False)
        self.setAllColumnsShowFocus(True)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        head = _Head(Qt.Orientation.Horizontal, self)
        self.setHeader(head)
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(self._unfold)
        self.activated.connect(self._unfold)
        self.dress()

    def dress(self) -> None:
        """Take sizes and the width's share of columns."""
        self.header().setFixedHeight(theme.px(32))
        for name, width in _WIDTHS.items():
            self.setColumnWidth(COLUMNS.index(name), theme.px(width))
        narrow = self.viewport().width() < theme.px(_NARROW)
        for name in ("model", "time"):
            self.setColumnHidden(COLUMNS.index(name), narrow)

    def _unfold(self, index: QModelIndex) -> None:
        first = index.siblingAtColumn(0)
        if not first.parent().isValid():
            self.setExpanded(first, not self.isExpanded(first))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and self.model():
            self.dress()
