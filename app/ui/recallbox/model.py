"""The answer as rows: what was recalled, then what was not."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.domain.pool import Candidate, Dropped, Recall, Scored
from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.icons import paint_icon
from app.ui.recallbox import words
from app.ui.widgets import (
    ROW_ROLE,
    Heading,
    Part,
    RowsModel,
    paint_elided,
    paint_ground,
    paint_hairline,
    paint_heading,
    paint_ring,
    paint_waterfall,
)
from app.ui.widgets.rows import HEADING_HEIGHT

Index = QModelIndex | QPersistentModelIndex
MOST_DROPPED = 60


@dataclass(frozen=True, slots=True)
class Hit:
    item: Scored
    place: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Miss:
    item: Dropped


Row = Heading | Hit | Miss


def rows_of(found: Recall) -> list[Row]:
    """Give the recalled, best first, then what fell out, the nearest miss first."""
    rows: list[Row] = [
        Hit(item, place, tuple(words.parts(item.factors, found.profile)))
        for place, item in enumerate(found.items, 1)
    ]
    missed = sorted(found.dropped, key=lambda one: -(one.score or 0.0))[:MOST_DROPPED]
    if missed:
        rows.append(Heading(tr("Not recalled")))
        rows += [Miss(one) for one in missed]
    return rows


class AnswerModel(RowsModel):
    def row_of(self, candidate: int) -> int | None:
        for index, row in enumerate(self.rows):
            if isinstance(row, Hit | Miss) and row.item.candidate.id == candidate:
                return index
        return None

    def spoken(self, row: object) -> str:
        if isinstance(row, Miss):
            return f"{row.item.candidate.content} · {words.stage_name(row.item)}"
        if not isinstance(row, Hit):
            return ""
        told = ", ".join(part.name for part in row.parts)
        return f"{row.place}. {row.item.candidate.content} · {format_number(row.item.score, 2)} · {told}"


class AnswerDelegate(QStyledItemDelegate):
    """A hit has its bar below the line, a miss its reason."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW_ROLE)
        height = HEADING_HEIGHT if isinstance(row, Heading) else 58 if isinstance(row, Hit) else 50
        return QSize(0, theme.px(height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            paint_heading(painter, rect, row)
            painter.restore()
            return
        paint_ground(painter, rect, option.state)
        if option.state & QStyle.StateFlag.State_Selected:
            paint_ring(painter, rect)
        inner = rect.adjusted(theme.px(10), 0, -theme.px(10), 0)
        if isinstance(row, Hit):
            _paint_hit(painter, inner, row)
        elif isinstance(row, Miss):
            _paint_miss(painter, inner, row)
        paint_hairline(painter, rect)
        painter.restore()


def _paint_head(painter: QPainter, rect: QRectF, candidate: Candidate, figure: str, *, muted: bool) -> None:
    side, top, tall = theme.px(18), rect.top() + theme.px(7), theme.px(24)
    icon = f"rooms/{candidate.room}" if candidate.room else "chat"
    ink = f"{candidate.room}.ink" if candidate.room else "text_muted"
    paint_icon(painter, QRectF(rect.left(), top + (tall - side) / 2, side, side), icon, ink)
    wide = theme.px(48)
    line = QRectF(rect.left() + theme.px(28), top, rect.width() - theme.px(28) - wide, tall)
    paint_elided(painter, line, candidate.content, theme.font("read"), "text_muted" if muted else "text")
    score = QRectF(rect.right() - wide, top, wide, tall)
    paint_elided(painter, score, figure, theme.font("body", 600, tabular=True), "text", right=True)


def _paint_hit(painter: QPainter, rect: QRectF, row: Hit) -> None:
    _paint_head(painter, rect, row.item.candidate, format_number(row.item.score, 2), muted=False)
    bar = QRectF(
        rect.left() + theme.px(28), rect.top() + theme.px(38), rect.width() - theme.px(28), theme.px(9)
    )
    paint_waterfall(painter, bar, row.parts)


def _paint_miss(painter: QPainter, rect: QRectF, row: Miss) -> None:
    score = row.item.score
    figure = format_number(score, 2) if score is not None else "–"
    _paint_head(painter, rect, row.item.candidate, figure, muted=True)
    place = QRectF(
        rect.left() + theme.px(28), rect.top() + theme.px(29), rect.width() - theme.px(28), theme.px(18)
    )
    paint_elided(painter, place, words.stage_name(row.item), theme.font("caption"), "text_muted")
