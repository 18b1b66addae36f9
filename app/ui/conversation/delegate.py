"""Paints the conversation: day heads, bubbles, lanes of memories, the mark of what was read."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.ui import theme
from app.ui.conversation.model import ITEM_ROLE, RINGED_ROLE
from app.ui.conversation.strip import Bubble, DayHead
from app.ui.i18n import format_day, format_number, format_time, tr
from app.ui.icons import paint_icon
from app.ui.widgets import ProseLayout, paint_elided

Index = QModelIndex | QPersistentModelIndex
MARGIN = 40  # left of the bubbles: lanes and their icons
CACHED = 1500
LONGEST = 6_000  # characters of a message that are laid out; the rest opens elsewhere


@dataclass(frozen=True, slots=True)
class Parts:
    """A bubble laid out for a width: everything relative to the item's top left."""

    prose: ProseLayout
    box: QRectF
    caption: str
    height: float
    cut: bool


class ConversationDelegate(QStyledItemDelegate):
    """Heights are worked out once per message and width."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.zone = ZoneInfo("UTC")
        self.width = 0
        self._held: OrderedDict[tuple[object, ...], Parts] = OrderedDict()

    def forget(self) -> None:
        """Lay out anew: another font, language or theme."""
        self._held.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self.width or option.rect.width()
        item = index.data(ITEM_ROLE)
        if isinstance(item, DayHead):
            return QSize(width, theme.px(48))
        if isinstance(item, Bubble):
            return QSize(width, round(self.parts(item, width, ringed=bool(index.data(RINGED_ROLE))).height))
        return QSize(width, 0)

    def parts(self, item: Bubble, width: int, *, ringed: bool) -> Parts:
        key = (
            item.line.id,
            width,
            ringed,
            item.line.hidden,
            len(item.variants),
            len(item.lanes),
            item.read_to,
        )
        held = self._held.get(key)
        if held is None:
            held = self._lay_out(item, width, ringed=ringed)
            self._held[key] = held
            if len(self._held) > CACHED:
                self._held.popitem(last=False)
        return held

    def _lay_out(self, item: Bubble, width: int, *, ringed: bool) -> Parts:
        partner = item.line.role == "user"
        margin, pad = theme.px(MARGIN), theme.px(14)
        room = width - margin
        widest = min(room * 0.74, theme.u(150))
        style = "body" if partner else "read"
        shown = item.line.content[:LONGEST]
        for variant in item.variants:
            shown += "\n\n" + tr("Another version:") + "\n" + variant.content[:LONGEST]
        prose = ProseLayout(shown, widest - 2 * pad, style)
        across = min(widest, prose.natural_width + 2 * pad + 1)
        tall = prose.height + 2 * theme.px(8)
        left = width - across - theme.px(3) if partner else margin
        caption = self._caption(item, ringed=ringed)
        box = QRectF(left, theme.px(4), across, tall)
        height = box.bottom() + theme.px(4)
        height += theme.px(20) if caption else 0
        height += theme.px(26) if item.read_to else 0
        return Parts(prose, box, caption, height, len(item.line.content) > LONGEST)

    def _caption(self, item: Bubble, *, ringed: bool) -> str:
        told = []
        if item.line.role == "system":
            told.append(item.line.speaker or tr("system"))
        if item.line.hidden:
            told.append(tr("hidden · not read, not recalled"))
        if item.line.variants:
            told.append(tr("{n} other version", "{n} other versions", n=item.line.variants))
        if ringed:
            told.insert(0, self._when(item))
            count = len(item.lanes) + item.more_lanes
            if count:
                told.append(tr("{n} memory", "{n} memories", n=count))
        return " · ".join(part for part in told if part)

    def _when(self, item: Bubble) -> str:
        if item.line.occurred.precision not in {"instant", "time"} or item.line.occurred_at is None:
            return item.line.speaker or ""
        moment = datetime.fromtimestamp(item.line.occurred_at / 1000, self.zone)
        return f"{format_time(moment)} · {item.line.speaker or ''}"

    # Painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        item = index.data(ITEM_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.topLeft())
        if isinstance(item, DayHead):
            _paint_head(painter, rect.width(), item)
        elif isinstance(item, Bubble):
            ringed = bool(index.data(RINGED_ROLE))
            parts = self.parts(item, int(rect.width()), ringed=ringed)
            _paint_lanes(painter, parts, item)
            _paint_bubble(painter, parts, item, ringed=ringed)
            if item.read_to:
                _paint_read_mark(painter, rect.width(), parts)
        painter.restore()


def _paint_head(painter: QPainter, width: float, item: DayHead) -> None:
    font, small = theme.font("read", 600), theme.font("caption")
    day = format_day(date.fromisoformat(item.day), year=True, weekday=True) if item.day else tr("Undated")
    counts = tr("{n} message", "{n} messages", n=item.messages)
    if item.memories:
        counts += " · " + tr("{n} memory", "{n} memories", n=item.memories)
    first = QFontMetricsF(font).horizontalAdvance(day)
    second = QFontMetricsF(small).horizontalAdvance(counts)
    gap, height = theme.px(10), theme.px(48)
    left = (width - first - gap - second) / 2
    middle = height / 2 + theme.px(2)
    painter.setPen(QPen(theme.colour("line"), 1))
    painter.drawLine(QPointF(0, middle), QPointF(left - gap, middle))
    painter.drawLine(QPointF(left + first + gap + second + gap, middle), QPointF(width, middle))
    paint_elided(painter, QRectF(left, 0, first + 2, height + theme.px(4)), day, font, "text")
    paint_elided(
        painter, QRectF(left + first + gap, 0, second + 2, height + theme.px(4)), counts, small, "text_muted"
    )


def _paint_bubble(painter: QPainter, parts: Parts, item: Bubble, *, ringed: bool) -> None:
    partner = item.line.role == "user"
    ground = "accent_soft" if partner else "raised"
    dashed = item.line.hidden or item.line.role == "system"
    pen = QPen(theme.colour("line_strong" if dashed else "line"), 1)
    if dashed:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(Qt.PenStyle.NoPen if partner and not dashed else pen)
    painter.setBrush(Qt.BrushStyle.NoBrush if dashed else theme.colour(ground))
    radius = theme.radius("card")
    painter.drawRoundedRect(parts.box, radius, radius)
    if ringed:
        painter.setPen(QPen(theme.colour("focus"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(parts.box.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)
    at = parts.box.topLeft() + QPointF(theme.px(14), theme.px(8))
    parts.prose.paint(painter, at, "text_muted" if dashed else "text")
    if parts.caption:
        line = QRectF(parts.box.left(), parts.box.bottom() + theme.px(3), parts.box.width(), theme.px(18))
        font = theme.font("caption")
        need = QFontMetricsF(font).horizontalAdvance(parts.caption) + 4
        if partner:
            line.setLeft(line.right() - max(need, line.width()))
        else:
            line.setWidth(max(need, line.width()))
        paint_elided(painter, line, parts.caption, font, "text_muted", right=partner)


def _paint_lanes(painter: QPainter, parts: Parts, item: Bubble) -> None:
    top, bottom = 0.0, parts.box.bottom() + theme.px(4)
    for place, lane in enumerate(item.lanes):
        colour = theme.colour(f"{lane.room}.fill" if lane.room else "line_strong")
        left = theme.px(MARGIN) - theme.px(10) - place * theme.px(6)
        start = top + theme.px(4) if lane.first else top
        painter.fillRect(QRectF(left, start, theme.px(3), bottom - start), colour)
        if lane.first and place == 0:
            side = theme.px(18)
            spot = QRectF(0, parts.box.top(), side, side)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(f"{lane.room}.soft" if lane.room else "raised"))
            painter.drawRoundedRect(spot, theme.radius("chip"), theme.radius("chip"))
            icon = f"rooms/{lane.room}" if lane.room else "palace"
            inner = spot.adjusted(theme.px(2), theme.px(2), -theme.px(2), -theme.px(2))
            paint_icon(painter, inner, icon, f"{lane.room}.ink" if lane.room else "text_muted")
    if item.more_lanes:
        spot = QRectF(0, parts.box.bottom() - theme.px(14), theme.px(20), theme.px(14))
        paint_elided(painter, spot, f"+{format_number(item.more_lanes)}", theme.font("caption"), "text_muted")


def _paint_read_mark(painter: QPainter, width: float, parts: Parts) -> None:
    top = parts.height - theme.px(24)
    side = theme.px(14)
    left = float(theme.px(MARGIN))
    paint_icon(painter, QRectF(left, top + theme.px(3), side, side), "check", "success")
    words = tr("Read into memories up to here")
    font = theme.font("caption")
    need = QFontMetricsF(font).horizontalAdvance(words) + theme.px(4)
    start = left + side + theme.px(6)
    paint_elided(painter, QRectF(start, top, need, theme.px(20)), words, font, "success")
    pen = QPen(theme.colour("success"), 1)
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawLine(
        QPointF(start + need + theme.px(6), top + theme.px(10)), QPointF(width, top + theme.px(10))
    )
