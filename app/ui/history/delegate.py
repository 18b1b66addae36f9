"""Paints a line of the history: icon, label, who and when, a run's counts, its action in words."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui import theme
from app.ui.history.model import LINES_ROLE, ROW_ROLE, Head, Shown
from app.ui.icons import paint_icon
from app.ui.widgets import paint_blank, paint_elided, paint_ground, paint_hairline, paint_key, paint_ring
from app.ui.widgets.keycap import key_width

Index = QModelIndex | QPersistentModelIndex
_ROW, _HEAD, _COUNT = 52, 34, 20
_ICON, _INSET, _PAD = 16, 28, 8
UNDO_KEY = "Ctrl Z"


class LineDelegate(QStyledItemDelegate):
    """Row heights come from the model alone, so that ten thousand are laid out at once."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = int(index.data(LINES_ROLE) or 0)
        if lines < 0:
            return QSize(0, theme.px(_HEAD))
        return QSize(0, theme.px(_ROW) + (theme.px(_COUNT) * lines + theme.px(6) if lines else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        state = option.state
        row = index.data(ROW_ROLE)
        painter.save()
        if isinstance(row, Head):
            below = QRectF(rect.left(), rect.top() + theme.px(10), rect.width(), rect.height() - theme.px(12))
            paint_elided(painter, below, row.text, theme.font("caption"), "text_muted")
        else:
            _paint_ground(painter, rect, state)
            if isinstance(row, Shown):
                _paint_line(painter, rect, row)
            else:
                _paint_blank(painter, rect)
            paint_hairline(painter, rect)
        painter.restore()


def _paint_ground(painter: QPainter, rect: QRectF, state: QStyle.StateFlag) -> None:
    """A chosen line is faint while the keys are elsewhere."""
    chosen = bool(state & QStyle.StateFlag.State_Selected)
    if chosen and not state & QStyle.StateFlag.State_HasFocus:
        paint_ground(painter, rect, QStyle.StateFlag.State_None, marked=True)
        return
    paint_ground(painter, rect, state)
    if chosen:
        paint_ring(painter, rect)


def action_rect(rect: QRectF, row: Shown) -> QRectF:
    """Where the action's words stand; empty without one."""
    if not row.action:
        return QRectF()
    width = QFontMetricsF(theme.font("small")).horizontalAdvance(row.action_text) + 2 * theme.px(6)
    key = key_width(UNDO_KEY) + theme.px(4) if row.newest else 0
    return QRectF(rect.right() - width - key - theme.px(4), rect.top() + theme.px(4), width, theme.px(24))


def _paint_line(painter: QPainter, rect: QRectF, row: Shown) -> None:
    undone, sealed = row.line.entry.state == "undone", row.line.entry.state == "sealed"
    side, top = theme.px(_ICON), rect.top() + theme.px(_PAD)
    ink = "text_muted" if undone or sealed else "text"
    paint_icon(painter, QRectF(rect.left() + theme.px(6), top + 1, side, side), row.icon, "text_muted")
    left = rect.left() + theme.px(_INSET + 6)
    action = action_rect(rect, row)
    end = action.left() if row.action else rect.right() - theme.px(10)
    if row.counts:
        end -= theme.px(20)
        fold = QRectF(end, top + 1, theme.px(14), theme.px(14))
        paint_icon(painter, fold, "down" if row.unfolded else "right", "text_muted")
    font = QFont(theme.font("body"))
    font.setStrikeOut(undone)
    paint_elided(
        painter,
        QRectF(left, rect.top() + theme.px(6), end - left - theme.px(8), theme.px(20)),
        row.label,
        font,
        ink,
    )
    below = QRectF(left, rect.top() + theme.px(27), rect.right() - left - theme.px(8), theme.px(17))
    paint_elided(painter, below, row.beside, theme.font("caption", tabular=True), "text_muted")
    if row.action:
        paint_elided(
            painter, action.adjusted(theme.px(6), 0, 0, 0), row.action_text, theme.font("small"), "accent"
        )
        if row.newest:
            width = key_width(UNDO_KEY)
            key = QRectF(
                rect.right() - width - theme.px(4), action.center().y() - theme.px(9), width, theme.px(18)
            )
            paint_key(painter, key, UNDO_KEY, "text_muted", "panel")
    if row.unfolded:
        _paint_counts(painter, QRectF(left, rect.top() + theme.px(_ROW - 4), rect.width(), 0), row)


def _paint_counts(painter: QPainter, at: QRectF, row: Shown) -> None:
    figures, words = theme.font("small", tabular=True), theme.font("small")
    widest = max(QFontMetricsF(figures).horizontalAdvance(figure) for figure, _ in row.counts)
    column = theme.px(240)
    for number, (figure, what) in enumerate(row.counts):
        left = at.left() + (number % 2) * column
        top = at.top() + (number // 2) * theme.px(_COUNT)
        box = QRectF(left, top, widest, theme.px(_COUNT))
        paint_elided(painter, box, figure, figures, "text", right=True)
        beside = QRectF(left + widest + theme.px(8), top, column - widest - theme.px(16), theme.px(_COUNT))
        paint_elided(painter, beside, what, words, "text_muted")


def _paint_blank(painter: QPainter, rect: QRectF) -> None:
    left = rect.left() + theme.px(_INSET + 6)
    for top, share in ((14, 0.4), (32, 0.22)):
        paint_blank(painter, QRectF(left, rect.top() + theme.px(top), rect.width() * share, theme.px(8)))
