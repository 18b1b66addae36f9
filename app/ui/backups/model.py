"""The list of backups: when, why, how large."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.storage.backup import Backup
from app.ui import theme
from app.ui.i18n import tr
from app.ui.icons import paint_icon
from app.ui.moments import moment_words, size_words
from app.ui.widgets import paint_elided, paint_ground, paint_hairline, paint_ring

Index = QModelIndex | QPersistentModelIndex
BACKUP_ROLE = int(Qt.ItemDataRole.UserRole)
_ICONS = {"rolling": "clock", "migration": "flag", "manual": "file"}


def reason_words(reason: str) -> str:
    """Why a backup was made."""
    names = {
        "rolling": tr("kept by itself"),
        "migration": tr("before a change of format"),
        "manual": tr("made by you"),
    }
    return names.get(reason, reason)


class BackupsModel(QAbstractListModel):
    """Backups, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.backups: list[Backup] = []
        self.today = date.min

    def set_backups(self, backups: Sequence[Backup], today: date) -> None:
        self.beginResetModel()
        self.backups, self.today = list(backups), today
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.backups)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= len(self.backups):
            return None
        one = self.backups[index.row()]
        if role == BACKUP_ROLE:
            return one
        if role in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)):
            return f"{self.when(one)}, {reason_words(one.reason)}, {size_words(one.size)}"
        return None

    def when(self, backup: Backup) -> str:
        return moment_words(backup.at, self.today)


class BackupDelegate(QStyledItemDelegate):
    """One line a backup."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, theme.px(46))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect, state = QRectF(option.rect), option.state
        backup, model = index.data(BACKUP_ROLE), index.model()
        if not isinstance(backup, Backup) or not isinstance(model, BackupsModel):
            return
        painter.save()
        paint_ground(painter, rect, state)
        if state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus:
            paint_ring(painter, rect)
        side = theme.px(16)
        icon = QRectF(rect.left() + theme.px(8), rect.center().y() - side / 2, side, side)
        paint_icon(painter, icon, _ICONS.get(backup.reason, "file"), "text_muted")
        left = icon.right() + theme.px(12)
        size = theme.px(76)
        when = QRectF(left, rect.top(), theme.px(190), rect.height())
        paint_elided(painter, when, model.when(backup), theme.font("body", tabular=True), "text")
        why = QRectF(
            when.right(), rect.top(), rect.right() - size - when.right() - theme.px(12), rect.height()
        )
        paint_elided(painter, why, reason_words(backup.reason), theme.font("small"), "text_muted")
        end = QRectF(rect.right() - size - theme.px(8), rect.top(), size, rect.height())
        paint_elided(
            painter, end, size_words(backup.size), theme.font("small", tabular=True), "text_muted", right=True
        )
        paint_hairline(painter, rect)
        painter.restore()
