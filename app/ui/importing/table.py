"""The account as a table: a row a kind, zeros as dashes, the sum in words."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.engine.ingest.account import Account
from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.icons import paint_icon
from app.ui.importing.naming import ICONS, kind_name, note_of, rows_of
from app.ui.widgets import paint_elided

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

COLUMNS = ("icon", "kind", "found", "new", "known", "changed", "skipped", "note")
OUTCOMES = COLUMNS[2:7]
_WIDTHS = {"icon": 28, "kind": 132, "found": 68, "new": 68, "known": 62, "changed": 70, "skipped": 66}
_ROW, _HEAD = 33, 28
_NARROW, _SQUEEZED = 720, 0.84
_INKS = {"found": "text_muted", "changed": "proposal", "skipped": "warning"}


class AccountModel(QAbstractTableModel):
    """The rows of an account, and last the sum."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.account: Account | None = None

    def show_account(self, account: Account | None) -> None:
        self.beginResetModel()
        self.account = account
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() or self.account is None else len(rows_of(self.account)) + 1

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.account is None or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        return self._cell(index.row(), COLUMNS[index.column()])

    def _cell(self, row: int, column: str) -> str:
        account = self.account
        if account is None:
            return ""
        counts = rows_of(account)
        if row < len(counts):
            count = counts[row]
            if column in OUTCOMES:
                return _figure(getattr(count, column))
            words = {"kind": kind_name(count.kind), "note": note_of(account, count.kind)}
            return words.get(column, "")
        if column in OUTCOMES:
            return _figure(account.found if column == "found" else account.total(column))
        return {"kind": tr("Sum"), "note": tr("found = new + known + changed + skipped")}.get(column, "")

    def icon(self, row: int) -> str | None:
        counts = rows_of(self.account) if self.account else []
        return ICONS.get(counts[row].kind, "file") if row < len(counts) else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            "kind": tr("Kind"),
            "found": tr("Found||in a file"),
            "new": tr("New"),
            "known": tr("Known"),
            "changed": tr("Changed"),
            "skipped": tr("Skipped"),
            "note": tr("Note"),
        }.get(COLUMNS[section], "")


def _figure(number: int) -> str:
    return format_number(number) if number else "–"


class _Delegate(QStyledItemDelegate):
    """Figures at the right, skips in warning, changes in violet; hairlines, stronger ones about the sum."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(theme.px(40), theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, AccountModel):
            return
        rect: QRectF = QRectF(option.rect)
        column, last = COLUMNS[index.column()], index.row() == model.rowCount() - 1
        text = str(index.data() or "")
        if column == "icon":
            name = model.icon(index.row())
            if name:
                side = theme.px(16)
                at = QRectF(rect.left() + theme.px(2), rect.center().y() - side / 2, side, side)
                paint_icon(painter, at, name, "text_muted")
        else:
            ink = "text_muted" if text == "–" or column == "note" else _INKS.get(column, "text")
            weight = 600 if last and column != "note" else None
            if last and column in {"found", "new"}:
                ink = "text"
            figures = column in OUTCOMES
            font = theme.font("small" if column == "note" else "body", weight, tabular=figures)
            inner = rect.adjusted(theme.px(26) if column == "note" else 0, 0, 0, 0)
            paint_elided(painter, inner, text, font, ink, right=figures)
        self._rules(painter, rect, index.row(), last=last)

    @staticmethod
    def _rules(painter: QPainter, rect: QRectF, row: int, *, last: bool) -> None:
        if row == 0:
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.colour("line"))
        role = "line_strong" if last else "line"
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.colour(role))
        if last:
            painter.fillRect(QRectF(rect.left(), rect.top() - 1, rect.width(), 1), theme.colour(role))


class _Header(QHeaderView):
    """Heads over their figures, muted and small."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.px(_HEAD))

    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:  # noqa: N802
        column, model = COLUMNS[section], self.model()
        text = str(model.headerData(section, Qt.Orientation.Horizontal) or "") if model else ""
        inner = QRectF(rect).adjusted(theme.px(26) if column == "note" else 0, 0, 0, 0)
        paint_elided(painter, inner, text, theme.font("caption"), "text_muted", right=column in OUTCOMES)


class AccountTable(QTableView):
    """As high as its rows: the page scrolls, not the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.account_model = AccountModel(self)
        self.setModel(self.account_model)
        self.setItemDelegate(_Delegate(self))
        self.setHorizontalHeader(_Header(self))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_account(self, account: Account) -> None:
        self.account_model.show_account(account)
        self._arrange()

    def _arrange(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))
        room = self.viewport().width()
        share = 1.0 if room >= theme.px(_NARROW) else _SQUEEZED
        widths = [theme.px(_WIDTHS[name] * share) for name in COLUMNS if name in _WIDTHS]
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        taken = sum(widths)
        self.setColumnWidth(len(COLUMNS) - 1, max(theme.px(40), room - taken))
        self.setFixedHeight(theme.px(_HEAD) + self.account_model.rowCount() * theme.px(_ROW) + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "account_model"):
            self._arrange()
