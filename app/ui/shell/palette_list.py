"""What the command palette lists: matches under the heads of their groups."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui import theme
from app.ui.icons import paint_icon
from app.ui.shell.ranking import Match
from app.ui.widgets import Mark, ProseLayout, paint_elided, paint_key
from app.ui.widgets.keycap import key_width

Index = QModelIndex | QPersistentModelIndex
WIDTH: Final = 640
ROW: Final = 38
HEAD: Final = 30


class Found(QAbstractListModel):
    """Matches under the heads of their groups; a head is a string."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[str | Match] = []

    def fill(self, groups: Sequence[tuple[str, Sequence[Match]]]) -> None:
        self.beginResetModel()
        self.rows = []
        for name, matches in groups:
            if matches or len(groups) == 1:
                self.rows.append(name)
                self.rows.extend(matches)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row if isinstance(row, str) else row.entry.text
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.rows[index.row()]
        if isinstance(row, str) or not row.entry.enabled:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class FoundDelegate(QStyledItemDelegate):
    """Paints a head or a match."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        head = isinstance(model, Found) and isinstance(model.rows[index.row()], str)
        return QSize(theme.px(WIDTH), theme.px(HEAD if head else ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, Found):
            return
        row = model.rows[index.row()]
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, str):
            inner = box.adjusted(theme.u(5), theme.px(8), 0, 0)
            paint_elided(painter, inner, row, theme.font("caption", 500), "text_muted")
        else:
            on = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_match(painter, box.adjusted(theme.u(2), 0, -theme.u(2), 0), row, on)
        painter.restore()

    def _paint_match(self, painter: QPainter, box: QRectF, match: Match, on: bool) -> None:
        entry = match.entry
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection"))
            painter.drawRoundedRect(box, theme.radius("control"), theme.radius("control"))
        if not entry.enabled:
            painter.setOpacity(0.45)
        side = theme.px(18)
        if entry.icon:
            icon = QRectF(box.left() + theme.u(3), box.center().y() - side / 2, side, side)
            paint_icon(painter, icon, entry.icon, entry.role)
        right = box.right() - theme.u(3)
        for key in reversed(entry.keys):
            width = key_width(key)
            paint_key(
                painter, QRectF(right - width, box.center().y() - theme.px(10), width, theme.px(20)), key
            )
            right -= width + theme.u(1)
        left = box.left() + theme.px(46)
        style = "serif" if entry.group == "memories" else "body"
        marks = [Mark(*match.span, ink="accent", weight=600)] if match.span else []
        laid = ProseLayout(
            entry.text.replace("\n", " "), right - left - theme.u(2), style, marks=marks, max_lines=1
        )
        laid.paint(painter, QPointF(left, box.center().y() - laid.line_height / 2))
        if entry.hint:
            after = left + laid.natural_width + theme.px(10)
            hint = QRectF(after, box.top(), right - after - theme.u(2), box.height())
            paint_elided(painter, hint, entry.hint, theme.font("small"), "text_muted")
