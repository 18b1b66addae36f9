"""Hits as rows under headings, with the words that were looked for marked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.storage.finding import Hit, Hits
from app.ui import theme
from app.ui.i18n import format_day, format_month, tr
from app.ui.icons import paint_icon
from app.ui.moments import plain_lines
from app.ui.widgets import (
    ROW_ROLE,
    Heading,
    Mark,
    ProseLayout,
    RowsModel,
    paint_elided,
    paint_ground,
    paint_hairline,
    paint_heading,
    paint_ring,
)
from app.ui.widgets.rows import HEADING_HEIGHT

Index = QModelIndex | QPersistentModelIndex
BEFORE = 24  # characters shown before the first match
SHOWN = 220


@dataclass(frozen=True, slots=True)
class Found:
    hit: Hit
    text: str
    marks: tuple[Mark, ...]


Row = Heading | Found


def kind_name(kind: str, count: int) -> str:
    names = {
        "memory": tr("{n} memory", "{n} memories", n=count),
        "message": tr("{n} message", "{n} messages", n=count),
        "summary": tr("{n} month", "{n} months", n=count),
        "fragment": tr("{n} day", "{n} days", n=count),
    }
    return names[kind]


def rows_of(found: Sequence[Hits], asked: str) -> list[Row]:
    rows: list[Row] = []
    for part in found:
        if part.total:
            rows.append(Heading(kind_name(part.kind, part.total)))
            rows += [_found(hit, asked) for hit in part.hits]
    return rows


def _found(hit: Hit, asked: str) -> Found:
    """Cut the text around the first match and mark every match in it."""
    text = plain_lines(hit.text) if hit.kind == "fragment" else " ".join(hit.text.split())
    words = [re.escape(word) for word in sorted(asked.split(), key=len, reverse=True) if word]
    pattern = re.compile("|".join(words), re.IGNORECASE) if words else None
    first = pattern.search(text) if pattern else None
    start = _word_start(text, first.start() - BEFORE) if first else 0
    shown = ("…" if start else "") + text[start : start + SHOWN]
    marks = (
        [Mark(m.start(), m.end(), ink="accent", weight=600) for m in pattern.finditer(shown)]
        if pattern
        else []
    )
    return Found(hit, shown, tuple(marks[:20]))


class FoundModel(RowsModel):
    def row_of(self, hit: Hit) -> int | None:
        """Give the row of what is the same thing, though its text may have changed."""
        for index, row in enumerate(self.rows):
            if isinstance(row, Found) and (row.hit.kind, row.hit.id) == (hit.kind, hit.id):
                return index
        return None

    def spoken(self, row: object) -> str:
        return f"{day_of(row.hit)} · {row.text}" if isinstance(row, Found) else ""


def _word_start(text: str, at: int) -> int:
    """Give the next beginning of a word, so that no word is shown cut; Chinese may be cut anywhere."""
    if at <= 0:
        return 0
    blank = text.find(" ", at, at + BEFORE)
    return blank + 1 if blank >= 0 else at


def day_of(hit: Hit) -> str:
    if not hit.day:
        return tr("Undated")
    if hit.kind == "summary":
        return format_month(hit.day)
    return format_day(date.fromisoformat(hit.day), short=True)


class FoundDelegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme.px(HEADING_HEIGHT if isinstance(index.data(ROW_ROLE), Heading) else 46))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            paint_heading(painter, rect, row)
        elif isinstance(row, Found):
            paint_ground(painter, rect, option.state)
            if option.state & QStyle.StateFlag.State_Selected:
                paint_ring(painter, rect)
            _paint_found(painter, rect.adjusted(theme.px(10), 0, -theme.px(10), 0), row)
            paint_hairline(painter, rect)
        painter.restore()


def _paint_found(painter: QPainter, rect: QRectF, row: Found) -> None:
    hit = row.hit
    side, middle = theme.px(18), rect.center().y()
    icon = {"message": "chat", "summary": "months", "fragment": "book"}.get(hit.kind)
    icon = icon or (f"rooms/{hit.room}" if hit.room else "palace")
    ink = f"{hit.room}.ink" if hit.room else "text_muted"
    paint_icon(painter, QRectF(rect.left(), middle - side / 2, side, side), icon, ink)
    wide = theme.px(108)
    who = theme.px(84) if hit.who else 0
    left = rect.left() + theme.px(28)
    if hit.who:
        name = QRectF(left, rect.top(), who - theme.px(8), rect.height())
        paint_elided(painter, name, hit.who, theme.font("small"), "text_muted")
    room = rect.right() - wide - left - who
    prose = ProseLayout(row.text, room, "read", marks=row.marks, max_lines=1)
    prose.paint(painter, QPointF(left + who, middle - prose.line_height / 2), "text")
    day = QRectF(rect.right() - wide, rect.top(), wide, rect.height())
    paint_elided(painter, day, day_of(hit), theme.font("small", tabular=True), "text_muted", right=True)
