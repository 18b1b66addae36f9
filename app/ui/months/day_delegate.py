"""Paints days and their entries: the head with its counts; mood and origin at the left, the text beside."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui import i18n, theme
from app.ui.i18n import tr
from app.ui.icons import mood_icon, paint_icon
from app.ui.months.day_rows import DayHead, Entry, count_words, head_words
from app.ui.months.tile_model import Index
from app.ui.months.words import provenance_words
from app.ui.widgets import ROW_ROLE, ProseLayout, paint_elided, paint_ground, paint_ring
from app.ui.words import mood_name

_HEAD, _SIDE, _PAD = 40, 128, 8
INSET = 10  # what is chosen has a ground that reaches beyond the text
_LEAST = 58
_MEASURE = 76  # characters of a line at most


class DayDelegate(QStyledItemDelegate):
    """Heights follow the width of the view; each text is laid out once for a width."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view

    def _text_width(self) -> int:
        room = self._view.width() - theme.px(_SIDE) - 2 * theme.px(INSET)
        sign, count = ("字", _MEASURE // 2) if i18n.language() == "zh" else ("n", _MEASURE)
        longest = round(QFontMetricsF(theme.font("read")).horizontalAdvance(sign) * count)
        return max(theme.px(120), min(room, longest))

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW_ROLE)
        if isinstance(row, DayHead):
            return QSize(0, theme.px(_HEAD))
        if not isinstance(row, Entry):
            return QSize(0, 0)
        told = laid_out(row.fragment.content, self._text_width(), *_look())
        return QSize(0, max(theme.px(_LEAST), round(told.height) + 2 * theme.px(_PAD)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect, state = QRectF(option.rect), option.state
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, DayHead) and index.row():
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.colour("line"))
        paint_ground(painter, rect, state)
        inner = rect.adjusted(theme.px(INSET), 0, -theme.px(INSET), 0)
        if isinstance(row, DayHead):
            _paint_head(painter, inner, row)
        elif isinstance(row, Entry):
            self._paint_entry(painter, inner, row)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_ring(painter, rect)
        painter.restore()

    def _paint_entry(self, painter: QPainter, inner: QRectF, row: Entry) -> None:
        one = row.fragment
        told = laid_out(one.content, self._text_width(), *_look())
        top, tall, side = inner.top() + theme.px(_PAD), theme.px(20), theme.px(15)
        wide = theme.px(_SIDE - 12)
        left = inner.left()
        line = QRectF(left, top + (told.line_height - tall) / 2, wide, tall)
        if one.mood:
            shape = mood_icon(one.mood)
            if shape:
                paint_icon(
                    painter, QRectF(left, line.center().y() - side / 2, side, side), shape, "text_muted"
                )
                line.setLeft(left + side + theme.px(5))
            paint_elided(painter, line, mood_name(one.mood), theme.font("small"), "text")
            line = QRectF(left, line.bottom(), wide, theme.px(16))
        said = provenance_words(one.provenance)
        if one.locked and one.provenance != "manual":
            said = tr("{origin}, edited", origin=said)
        paint_elided(painter, line, said, theme.font("caption"), "text_muted")
        told.paint(painter, QPointF(left + theme.px(_SIDE), top), "text")


def _paint_head(painter: QPainter, inner: QRectF, row: DayHead) -> None:
    font = theme.font("read", 600)
    name = head_words(row)
    ink = "text" if row.entries else "text_muted"
    advance = QFontMetricsF(font).horizontalAdvance(name) + theme.px(12)
    paint_elided(painter, QRectF(inner.left(), inner.top(), advance, inner.height()), name, font, ink)
    left = inner.left() + advance
    if row.changed:
        side = theme.px(13)
        paint_icon(painter, QRectF(left, inner.center().y() - side / 2, side, side), "warn", "warning")
        said = tr("changed since the text was made")
        small = theme.font("small")
        wide = QFontMetricsF(small).horizontalAdvance(said) + theme.px(2)
        box = QRectF(left + side + theme.px(4), inner.top(), wide, inner.height())
        paint_elided(painter, box, said, small, "warning")
        left = box.right() + theme.px(12)
    rest = QRectF(left, inner.top(), inner.right() - left, inner.height())
    paint_elided(painter, rest, count_words(row), theme.font("small", tabular=True), "text_muted", right=True)


def _look() -> tuple[float, str]:
    """What a layout depends on beside text and width."""
    return theme.size_px("read"), i18n.language()


@lru_cache(maxsize=1024)
def laid_out(text: str, width: int, _size: float, _language: str) -> ProseLayout:
    """Lay a text out, once for a width, a size of text and a language."""
    return ProseLayout(text.strip(), width, "read")
