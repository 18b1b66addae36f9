"""The answer as rows: what was recalled, then what was not."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.domain.pool import Candidate, Dropped, Recall, Scored
from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.icons import paint_icon
from app.ui.recallbox import words
from app.ui.widgets import Part, paint_elided, paint_waterfall

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
MOST_DROPPED = 60


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


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


class AnswerModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []

    def set_rows(self, rows: Sequence[Row]) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def row_of(self, candidate: int) -> int | None:
        for index, row in enumerate(self.rows):
            if not isinstance(row, Heading) and row.item.candidate.id == candidate:
                return index
        return None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self.rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags  # the arrow keys pass over it
        return super().flags(index)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role not in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)):
            return None
        if isinstance(row, Heading):
            return row.text
        if isinstance(row, Miss):
            return f"{row.item.candidate.content} · {words.stage_name(row.item)}"
        told = ", ".join(part.name for part in row.parts)
        return f"{row.place}. {row.item.candidate.content} · {format_number(row.item.score, 2)} · {told}"


class AnswerDelegate(QStyledItemDelegate):
    """A hit has its bar below the line, a miss its reason."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW_ROLE)
        height = 44 if isinstance(row, Heading) else 58 if isinstance(row, Hit) else 50
        return QSize(0, theme.px(height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            place = rect.adjusted(0, theme.px(12), 0, 0)
            paint_elided(painter, place, row.text, theme.font("title"), "text")
            painter.restore()
            return
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(rect, theme.colour("selection"))
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.colour("text", 0.04))
        inner = rect.adjusted(theme.px(10), 0, -theme.px(10), 0)
        if isinstance(row, Hit):
            _paint_hit(painter, inner, row)
        elif isinstance(row, Miss):
            _paint_miss(painter, inner, row)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.drawLine(
            QPointF(rect.left(), rect.bottom() - 0.5), QPointF(rect.right(), rect.bottom() - 0.5)
        )
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
