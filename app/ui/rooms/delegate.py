"""Paints a row of the list: check, room bar, one serif line, mood, day, counts, light."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui import theme, words
from app.ui.icons import mood_icon, paint_icon
from app.ui.moments import behind_its_day
from app.ui.rooms.model import CHECKED_ROLE, COLUMNS, ROW_ROLE, Row
from app.ui.widgets import paint_bar, paint_blank, paint_elided, paint_ground, paint_hairline, paint_ring

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """One for every column; the current row's ring is drawn piece by piece."""

    density = "row_relaxed"

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, theme.space(self.density))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        state = option.state
        checked = bool(index.data(CHECKED_ROLE))
        column = COLUMNS[index.column()]
        painter.save()
        paint_ground(painter, rect, state, marked=checked)
        row = index.data(ROW_ROLE)
        if column == "check":
            _paint_check(painter, rect, checked=checked)
        elif isinstance(row, Row):
            _PAINTERS[column](painter, rect, row)
        elif column == "memory":
            height = theme.px(8)
            top = rect.center().y() - height / 2
            paint_blank(painter, QRectF(rect.left() + theme.px(13), top, rect.width() * 0.6, height))
        paint_hairline(painter, rect)
        if state & QStyle.StateFlag.State_Selected:
            paint_ring(painter, rect, first=column == "check", last=column == COLUMNS[-1])
        painter.restore()


def _paint_check(painter: QPainter, rect: QRectF, *, checked: bool) -> None:
    side = theme.px(16)
    box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("accent" if checked else "line_strong"), 1.2))
    painter.setBrush(theme.colour("accent") if checked else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, theme.radius("chip"), theme.radius("chip"))
    if checked:
        painter.setPen(QPen(theme.colour("text_on_accent"), 1.8))
        tick = [(0.24, 0.52), (0.43, 0.71), (0.77, 0.32)]
        points = [QPointF(box.left() + x * side, box.top() + y * side) for x, y in tick]
        painter.drawPolyline(QPolygonF(points))


def _paint_memory(painter: QPainter, rect: QRectF, row: Row) -> None:
    room = row.memory.room
    inset = theme.px(13)
    if room:
        bar = QRectF(rect.left(), rect.top() + rect.height() * 0.25, theme.px(3), rect.height() * 0.5)
        painter.fillRect(bar, theme.colour(f"{room}.fill"))
    line = rect.adjusted(inset, 0, -theme.px(8), 0)
    if row.memory.pinned_until:
        side = theme.px(14)
        paint_icon(painter, QRectF(line.left(), rect.center().y() - side / 2, side, side), "pin", "accent")
        line.setLeft(line.left() + side + theme.px(6))
    ink = "text_muted" if row.memory.status == "evicted" else "text"
    said = behind_its_day(row.memory.content, row.memory.occurred_day)
    paint_elided(painter, line, said, theme.font("read"), ink)


def _paint_mood(painter: QPainter, rect: QRectF, row: Row) -> None:
    side = theme.px(16)
    name = mood_icon(row.memory.mood)
    text = QRectF(rect)
    if name:
        paint_icon(painter, QRectF(rect.left(), rect.center().y() - side / 2, side, side), name, "text_muted")
        text.setLeft(rect.left() + side + theme.px(6))
    paint_elided(painter, text, words.mood_name(row.memory.mood), theme.font("small"), "text_muted")


def _paint_date(painter: QPainter, rect: QRectF, row: Row) -> None:
    paint_elided(painter, rect, row.day, theme.font("small", tabular=True), "text_muted")


def _paint_count(painter: QPainter, rect: QRectF, count: int) -> None:
    inner = rect.adjusted(0, 0, -theme.px(10), 0)
    ink = "text" if count else "text_muted"
    paint_elided(painter, inner, str(count or "–"), theme.font("small", tabular=True), ink, right=True)


def _paint_now(painter: QPainter, rect: QRectF, row: Row) -> None:
    figure = theme.px(34)
    height = theme.px(5)
    bar = QRectF(rect.left(), rect.center().y() - height / 2, rect.width() - figure - theme.px(16), height)
    fill = f"{row.memory.room}.fill" if row.memory.room else "text_muted"
    paint_bar(painter, bar, row.light / 10, fill)
    right = QRectF(rect.right() - figure - theme.px(12), rect.top(), figure, rect.height())
    paint_elided(
        painter, right, f"{row.light:.1f}", theme.font("small", 600, tabular=True), "text", right=True
    )


_PAINTERS = {
    "memory": _paint_memory,
    "mood": _paint_mood,
    "date": _paint_date,
    "recalled": lambda painter, rect, row: _paint_count(painter, rect, row.memory.access_count),
    "links": lambda painter, rect, row: _paint_count(painter, rect, row.memory.links),
    "now": _paint_now,
}
