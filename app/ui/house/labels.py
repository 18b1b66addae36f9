"""What stands written in a room: name, count, capacity, warmth and what waits. Sizes keep at least 11 px."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTransform

from app.ui import theme
from app.ui.house import plan
from app.ui.house.facts import RoomFacts
from app.ui.i18n import format_number, tr
from app.ui.icons import paint_icon
from app.ui.words import room_name

_SMALLEST = 11.0
_NARROWEST = 72  # per cent of a letter's width
_ONLY_NAMES_BELOW = 560
_WORDS_FROM = 760


@dataclass(frozen=True, slots=True)
class Sizes:
    """Fonts of a room's words, at the house's present scale."""

    name: QFont
    figure: QFont
    small: QFont
    note: QFont


def _sized(style: str, px: float, weight: int) -> QFont:
    made = theme.font(style, weight, tabular=style != "title")
    made.setPixelSize(round(max(_SMALLEST, px)))
    return made


def sizes(room: str, scale: float) -> Sizes:
    """Fonts for a room; the windowsill's are smaller."""
    small = room == "windowsill"
    return Sizes(
        _sized("title", (14 if small else 15.5) * scale, 600),
        _sized("figure", (25 if small else 31) * scale, 400),
        _sized("body", 13 * scale, 400),
        _sized("title", 14 * scale, 400),
    )


def paint(painter: QPainter, facts: RoomFacts, to_view: QTransform, house_width: float) -> None:
    """Write a room's words; the painter is in pixels, `to_view` maps the drawing's units."""
    scale = to_view.m11()
    fonts = sizes(facts.room, scale)
    at = to_view.map(QPointF(*plan.NAMES[facts.room]))
    painter.setPen(theme.colour("text"))
    name = room_name(facts.room)
    if facts.room != "attic":  # under the ceiling, also where the letters are larger than the drawing
        under = to_view.map(QPointF(0, plan.NAMES[facts.room][1] - plan.UNDER_CEILING)).y()
        at.setY(max(at.y(), under + QFontMetricsF(fonts.name).capHeight() + 2))
    if _squeeze(fonts.name, name, plan.WIDEST[facts.room] * scale):
        painter.setFont(fonts.name)
        painter.drawText(at, name)
    else:  # the tooltip and the sidebar still name the room
        at.setY(at.y() - QFontMetricsF(fonts.name).capHeight())
    if facts.count == 0 and not facts.evicted:
        _paint_empty(painter, fonts, at, house_width)
        return
    bottom = _paint_count(painter, facts, fonts, at, scale, house_width)
    if house_width >= _ONLY_NAMES_BELOW and facts.badge:
        name_right = at.x() + QFontMetricsF(fonts.name).horizontalAdvance(name)
        _paint_badge(painter, facts, to_view, name_right, bottom)


def _squeeze(font: QFont, text: str, widest: float) -> bool:
    """Narrow a font where a name would leave its room; tells whether it stays in it."""
    advance = QFontMetricsF(font).horizontalAdvance(text)
    if widest < advance:
        font.setStretch(max(_NARROWEST, round(100 * widest / advance)))
    return _NARROWEST * advance <= 100 * widest


def _paint_empty(painter: QPainter, fonts: Sizes, at: QPointF, house_width: float) -> None:
    if house_width < _ONLY_NAMES_BELOW:
        return
    painter.setFont(fonts.small)
    painter.setPen(theme.colour("text_muted"))
    below = QFontMetricsF(fonts.name).height() * 0.9 + 2
    painter.drawText(at + QPointF(0, below), tr("Nothing here yet"))


def _paint_count(
    painter: QPainter, facts: RoomFacts, fonts: Sizes, at: QPointF, scale: float, house_width: float
) -> float:
    """Write count, capacity and warmth; gives the bottom of what was written."""
    figure = QFontMetricsF(fonts.figure)
    rise = 28 if facts.room == "windowsill" else 32
    base = at + QPointF(-scale, max(rise * scale, figure.capHeight() + 5))
    count = format_number(facts.count)
    painter.setFont(fonts.figure)
    painter.setPen(theme.colour("text"))
    painter.drawText(base, count)
    right = base.x() + figure.horizontalAdvance(count)
    if house_width < _ONLY_NAMES_BELOW:
        return base.y()
    if facts.capacity:
        right = _write(painter, fonts.note, f" / {format_number(facts.capacity)}", right, base.y())
    if facts.room in plan.BESIDE:
        gap = 10 if facts.room == "windowsill" else 18
        right = _paint_flame(painter, facts, fonts, QPointF(right + gap * scale, base.y()))
        bottom = base.y()
    else:
        line = QFontMetricsF(fonts.small)
        bottom = base.y() + max(21 * scale, line.height() + 2)
        _paint_flame(painter, facts, fonts, QPointF(at.x(), bottom))
    if facts.evicted and facts.room in plan.BESIDE:
        roomy = house_width >= _WORDS_FROM
        words = (
            tr("+ {n} in the store-box", n=facts.evicted) if roomy else f"+ {format_number(facts.evicted)}"
        )
        _write(painter, fonts.small, words, right + 12 * scale, base.y())
    if facts.capacity:
        bottom = _paint_capacity(painter, facts, QPointF(at.x(), bottom + 10 * scale), scale)
    return bottom


def _write(painter: QPainter, font: QFont, text: str, left: float, base: float) -> float:
    painter.setFont(font)
    painter.setPen(theme.colour("text_muted"))
    painter.drawText(QPointF(left, base), text)
    return left + QFontMetricsF(font).horizontalAdvance(text)


def _paint_flame(painter: QPainter, facts: RoomFacts, fonts: Sizes, at: QPointF) -> float:
    if facts.warmth is None:
        return at.x()
    metrics = QFontMetricsF(fonts.small)
    side = round(metrics.height() * 0.95)
    box = QRectF(at.x() - 2, at.y() - metrics.capHeight() / 2 - side / 2, side, side)
    paint_icon(painter, box, "flame", "text")
    painter.setFont(fonts.small)
    painter.setPen(theme.colour("text"))
    words = format_number(facts.warmth, 1)
    painter.drawText(QPointF(at.x() + side + 2, at.y()), words)
    return at.x() + side + 2 + metrics.horizontalAdvance(words)


def _paint_capacity(painter: QPainter, facts: RoomFacts, at: QPointF, scale: float) -> float:
    share = facts.count / facts.capacity if facts.capacity else 0.0
    role = "warning" if share >= plan.NEARLY_FULL else f"{facts.room}.fill"
    box = QRectF(at.x(), at.y(), 118 * scale, max(3.0, 4 * scale))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("text", 0.14))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    box.setWidth(box.width() * min(1.0, share))
    painter.setBrush(theme.colour(role))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    return box.bottom()


def _paint_badge(
    painter: QPainter, facts: RoomFacts, to_view: QTransform, name_right: float, bottom: float
) -> None:
    scale = to_view.m11()
    font = _sized("body", 12 * scale, 600)
    metrics = QFontMetricsF(font)
    words = facts.badge or ""
    width = metrics.horizontalAdvance(words) + 20 * max(scale, 0.8)
    height = max(21 * scale, metrics.height() + 4)
    edge = to_view.map(QPointF(*plan.BADGES[facts.room]))
    left = to_view.map(QPointF(plan.NAMES[facts.room][0], 0)).x()
    if facts.room == "attic":
        box = QRectF(left, max(edge.y(), bottom + 6), width, height)
    elif facts.room != "windowsill" and edge.x() - width < name_right + 8:
        box = QRectF(left, bottom + 7 * scale, width, height)
    else:
        box = QRectF(edge.x() - width, edge.y(), width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent"))
    painter.drawRoundedRect(box, height / 2, height / 2)
    painter.setFont(font)
    painter.setPen(theme.colour("text_on_accent"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
