"""The lines of a prompt as a list: wrapped, with their tokens at the right; a line leads to what told it."""

from collections import OrderedDict
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui import theme
from app.ui.context.model import BlockRow, ContextModel, LineRow, token_words
from app.ui.i18n import tr
from app.ui.widgets import (
    ROW_ROLE,
    ProseLayout,
    RowList,
    paint_bar,
    paint_elided,
    paint_ground,
    paint_hairline,
    paint_ring,
)

Index = QModelIndex | QPersistentModelIndex
INSET: Final = 8  # what a row keeps from its edges, in design pixels
_TOKENS: Final = 64
_PAD: Final = 5
_HEAD: Final = 40
_CACHED: Final = 3_000
_BAR: Final = 72


class ContextDelegate(QStyledItemDelegate):
    """A line is laid out once for a width."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.width = 0
        self._held: OrderedDict[tuple[int, str, int], ProseLayout] = OrderedDict()

    def forget(self) -> None:
        self._held.clear()

    def _prose(self, row: LineRow, width: int) -> ProseLayout:
        key = (row.place, row.text, width)
        held = self._held.get(key)
        if held is None:
            held = self._held[key] = ProseLayout(
                row.text, max(theme.u(20), width - theme.px(_TOKENS + 20)), "serif"
            )
            if len(self._held) > _CACHED:
                self._held.popitem(last=False)
        return held

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width, row = self.width or option.rect.width(), index.data(ROW_ROLE)
        if isinstance(row, LineRow):
            return QSize(width, round(self._prose(row, width).height) + 2 * theme.px(_PAD))
        return QSize(width, theme.px(_HEAD))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect, row = QRectF(option.rect), index.data(ROW_ROLE)
        painter.save()
        if isinstance(row, BlockRow):
            self._paint_head(painter, rect, row)
        elif isinstance(row, LineRow):
            state = option.state if row.uid else option.state & ~QStyle.StateFlag.State_MouseOver
            paint_ground(painter, rect, state)
            prose = self._prose(row, self.width or option.rect.width())
            prose.paint(
                painter,
                QPointF(rect.left() + theme.px(INSET), rect.top() + theme.px(_PAD)),
                "text" if row.uid else "text_muted",
            )
            cost = QRectF(
                rect.right() - theme.px(_TOKENS),
                rect.top() + theme.px(_PAD),
                theme.px(_TOKENS - INSET),
                prose.line_height,
            )
            paint_elided(
                painter,
                cost,
                token_words(row.tokens),
                theme.font("small", tabular=True),
                "text_muted",
                right=True,
            )
            if option.state & QStyle.StateFlag.State_HasFocus:
                paint_ring(painter, rect)
        painter.restore()

    def _paint_head(self, painter: QPainter, rect: QRectF, row: BlockRow) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low = rect.adjusted(theme.px(INSET), theme.px(10), -theme.px(INSET), 0)
        cost = tr("{n} token", "{n} tokens", n=row.tokens)
        right = theme.px(110)
        paint_elided(
            painter,
            QRectF(low.right() - right, low.top(), right, low.height()),
            cost,
            theme.font("small", tabular=True),
            "text",
            right=True,
        )
        bar = QRectF(
            low.right() - right - theme.px(_BAR + 12), low.center().y() - 2, theme.px(_BAR), theme.px(5)
        )
        paint_bar(painter, bar, row.share)
        room = bar.left() - theme.px(12) - low.left()
        font = theme.font("read", 600)
        width = min(room, QFontMetricsF(font).horizontalAdvance(row.title) + 2)
        paint_elided(painter, QRectF(low.left(), low.top(), width, low.height()), row.title, font, "text")
        if row.note:
            left = low.left() + width + theme.px(10)
            ink = "warning" if row.clipped else "text_muted"
            paint_elided(
                painter,
                QRectF(left, low.top(), bar.left() - left - theme.px(8), low.height()),
                row.note,
                theme.font("small"),
                ink,
            )
        paint_hairline(painter, low)


class ContextView(RowList):
    """Up and down go from line to line; Enter, a click, shows what told it."""

    source_asked = Signal(str)

    def __init__(self, model: ContextModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = model
        self.delegate = ContextDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self.delegate)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    def _ask(self, index: QModelIndex) -> None:
        row = index.data(ROW_ROLE) if index.isValid() else None
        if isinstance(row, LineRow) and row.uid:
            self.source_asked.emit(row.uid)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._ask(self.indexAt(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        row = self.indexAt(event.position().toPoint()).data(ROW_ROLE)
        leads = isinstance(row, LineRow) and bool(row.uid)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._ask(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        self.delegate.width = max(theme.u(40), self.viewport().width())
        self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        looks = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.LanguageChange)
        if event.type() in looks and hasattr(self, "delegate"):
            self.delegate.forget()
            self._lay_out()
