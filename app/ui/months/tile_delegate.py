"""Paints a month: its name and switch, a heat map of its days, how it stands and what it costs."""

from calendar import weekday

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.engine.months.overview import DayHeat, MonthTile
from app.ui import theme
from app.ui.i18n import format_month, format_number
from app.ui.icons import paint_icon
from app.ui.months.grid import Gap, Tile, YearHead
from app.ui.months.tile_model import CELL_ROLE, Index
from app.ui.months.words import fitting_month, price_words, state_look, state_words
from app.ui.widgets import paint_elided

GAP = 12  # between tiles; half of it stands at each side of a cell
TALL, COMPACT_TALL, HEAD_TALL = 180, 92, 28
_PAD = 11
_DAY, _DAY_GAP = 10.5, 3.0
_HEAT_TOP, _STATE_TOP = 38, 126  # a compact tile has its state where the heat would be
_TOGGLE = (30, 18)
#: From which heat on a day is painted with which share of the accent.
_HEATS = ((0.0, 0.26), (0.6, 0.52), (0.85, 1.0))


def card_of(cell: QRectF) -> QRectF:
    """The card inside a cell of the table."""
    half = theme.px(GAP) / 2
    return cell.adjusted(half, half, -half, -half)


def toggle_of(cell: QRectF) -> QRectF:
    """Where the switch is painted in a cell."""
    card = card_of(cell)
    wide, tall = (theme.px(side) for side in _TOGGLE)
    return QRectF(card.right() - theme.px(_PAD) - wide, card.top() + theme.px(_PAD), wide, tall)


class TileDelegate(QStyledItemDelegate):
    """`chosen` is the month shown below; `hot` the one whose switch is under the pointer."""

    chosen = ""
    hot = ""
    compact = False  # without the heat map, where there is little height
    several = False  # more than one is marked: only then a mark is shown
    keyboard = False  # the current month is ringed only when the keys brought one there

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(theme.px(100), self.tall())

    def tall(self) -> int:
        """The height of a cell."""
        return theme.px(COMPACT_TALL if self.compact else TALL)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        cell = index.data(CELL_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(cell, YearHead):
            line = rect.adjusted(theme.px(GAP) / 2, theme.px(4), 0, 0)
            font, ink = theme.font("read", 400 if cell.again else 600), "text_muted" if cell.again else "text"
            paint_elided(painter, line, cell.year, font, ink)
        elif isinstance(cell, Gap):
            name = QRectF(card_of(rect))
            name.setHeight(theme.px(2 * _PAD + _TOGGLE[1]))
            inner = name.adjusted(theme.px(_PAD), 0, 0, 0)
            said = format_month(cell.month, year=False, short=True)
            paint_elided(painter, inner, said, theme.font("read"), "text_muted")
        elif isinstance(cell, Tile):
            self._paint_tile(painter, rect, cell, option)
        painter.restore()

    def _paint_tile(self, painter: QPainter, rect: QRectF, cell: Tile, option: QStyleOptionViewItem) -> None:
        tile, state = cell.facts, option.state
        card = card_of(rect)
        self._paint_card(painter, card, tile.month, state)
        inner = card.adjusted(theme.px(_PAD), 0, -theme.px(_PAD), 0)
        name = QRectF(inner)
        name.setTop(card.top() + theme.px(_PAD) - theme.px(2))
        name.setHeight(theme.px(_TOGGLE[1] + 4))
        name.setRight(toggle_of(rect).left() - theme.px(4))
        font = theme.font("read", 600)
        wide = QFontMetricsF(font).horizontalAdvance
        said = fitting_month(tile.month, lambda told: wide(told) <= name.width(), year=cell.dated)
        paint_elided(painter, name, said, font, "text")
        paint_toggle(painter, toggle_of(rect), on=tile.active, hot=self.hot == tile.month)
        heat = QRectF(inner.left(), card.top() + theme.px(_HEAT_TOP), inner.width(), 0)
        if not self.compact:
            paint_heat(painter, heat, tile)
        foot = heat.top() - theme.px(2) if self.compact else card.top() + theme.px(_STATE_TOP)
        _paint_foot(painter, inner, foot, tile)

    def _paint_card(self, painter: QPainter, card: QRectF, month: str, state: QStyle.StateFlag) -> None:
        chosen = month == self.chosen
        selected = self.several and bool(state & QStyle.StateFlag.State_Selected)
        ground = theme.colour("raised" if chosen else "panel")
        if selected and not chosen:
            ground = theme.colour("selection")
        elif state & QStyle.StateFlag.State_MouseOver and not chosen:
            ground = theme.mix(ground, theme.colour("text"), 0.04)
        radius = theme.radius("card")
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if chosen:
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(card.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)
        focused = state & QStyle.StateFlag.State_HasFocus
        if focused and self.keyboard:
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.drawRoundedRect(card.adjusted(2, 2, -2, -2), radius - 2, radius - 2)


def paint_toggle(painter: QPainter, rect: QRectF, *, on: bool, hot: bool) -> None:
    """A switch; under the pointer its edge is the accent's."""
    box = rect.adjusted(0.75, 0.75, -0.75, -0.75)
    painter.setPen(QPen(theme.colour("accent" if on or hot else "line_strong"), 1.5))
    painter.setBrush(theme.colour("accent") if on else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    side = rect.height() - theme.px(7)
    left = rect.right() - side - theme.px(3.5) if on else rect.left() + theme.px(3.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("text_on_accent" if on else "line_strong"))
    painter.drawEllipse(QRectF(left, rect.center().y() - side / 2, side, side))


def heat_colour(weight: float) -> QColor:
    """The colour of a day by how much lies on it (0 to 1)."""
    if weight <= 0:
        return theme.colour("text", 0.07)
    share = [share for least, share in _HEATS if weight >= least][-1]
    return theme.mix(theme.colour("raised"), theme.colour("accent"), share)


def paint_heat(painter: QPainter, at: QRectF, tile: MonthTile) -> None:
    """The days of a month as a calendar, Monday first; only left, top and width of `at` are used."""
    first = weekday(int(tile.month[:4]), int(tile.month[5:]), 1)
    gap, tall = theme.px(_DAY_GAP), theme.px(_DAY)
    wide = (at.width() - 6 * gap) / 7
    painter.setPen(Qt.PenStyle.NoPen)
    for place, day in enumerate(tile.days, first):
        corner = QPointF(at.left() + place % 7 * (wide + gap), at.top() + place // 7 * (tall + gap))
        _paint_day(painter, QRectF(corner.x(), corner.y(), wide, tall), day)


def _paint_day(painter: QPainter, rect: QRectF, day: DayHeat) -> None:
    painter.setBrush(heat_colour(day.weight))
    painter.drawRoundedRect(rect, theme.px(2), theme.px(2))


def _paint_foot(painter: QPainter, inner: QRectF, top: float, tile: MonthTile) -> None:
    shape, ink = state_look(tile)
    side, tall = theme.px(13), theme.px(18)
    paint_icon(painter, QRectF(inner.left() - 1, top + (tall - side) / 2, side, side), shape, ink)
    word = QRectF(inner.left() + side + theme.px(4), top, inner.width() - side + theme.px(4), tall)
    state, font = state_words(tile), theme.font("small")
    if QFontMetricsF(font).horizontalAdvance(state) > word.width():
        font = theme.font("caption")
    paint_elided(painter, word, state, font, ink)
    price = QRectF(inner.left(), top + tall, inner.width() + theme.px(6), tall)
    font = theme.font("small", tabular=True)
    said = price_words(tile)
    if tile.active and QFontMetricsF(font).horizontalAdvance(said) > price.width():
        parts = [one for one in (tile.summary_tokens, tile.detail_tokens) if one]
        said = " + ".join(format_number(one) for one in parts)
    paint_elided(painter, price, said, font, "text_muted")
