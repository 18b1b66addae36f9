"""The list itself: groups with one action, two-line rows, keys that decide."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.storage.proposals import DECIDED, Proposal
from app.ui import theme
from app.ui.actions import letter
from app.ui.i18n import tr
from app.ui.icons import paint_icon
from app.ui.inbox.model import Group, ProposalModel
from app.ui.inbox.naming import icon_of, row_words
from app.ui.widgets import RowList, paint_elided

Index = QModelIndex | QPersistentModelIndex
_ITEM, _GROUP = 48, 56
_LEFT, _RIGHT = 24, 16


def group_action(group: Group) -> str:
    """The one action of a group in words; empty where there is none."""
    if group.put_off or all(one.state in DECIDED for one in group.proposals):
        return ""
    if group.bulk:
        return tr("Accept {n}", n=len(group.bulk))
    return tr("Review {n}", n=len(group.proposals))


class ProposalDelegate(QStyledItemDelegate):
    """Paints groups and rows."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        if not isinstance(model, ProposalModel):
            return super().sizeHint(option, index)
        group = isinstance(model.rows[index.row()], Group)
        return QSize(theme.px(200), theme.px(_GROUP if group else _ITEM))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, ProposalModel):
            return
        rect = QRectF(option.rect)
        row = model.rows[index.row()]
        if isinstance(row, Group):
            self._group(painter, rect, row, model, first=index.row() == 0)
        else:
            self._item(painter, rect, row, model, option)

    def _group(
        self, painter: QPainter, rect: QRectF, group: Group, model: ProposalModel, *, first: bool
    ) -> None:
        if not first:
            line = QRectF(rect.left(), rect.top() + theme.px(4), rect.width(), 1)
            painter.fillRect(line, theme.colour("line"))
        title, told = model.group_words(group)
        action = group_action(group)
        width = QFontMetricsF(theme.font("small")).horizontalAdvance(action) + theme.px(4)
        inner = rect.adjusted(theme.px(_LEFT), theme.px(10), -theme.px(_RIGHT), -theme.px(4))
        left = QRectF(inner.left(), inner.top(), inner.width() - width - theme.px(8), inner.height() / 2)
        if not told:
            left.setHeight(inner.height())
        paint_elided(painter, left, title, theme.font("body", 600), "text")
        if told:
            paint_elided(
                painter, left.translated(0, left.height()), told, theme.font("caption"), "text_muted"
            )
        if action:
            paint_elided(painter, inner, action, theme.font("small"), "accent", right=True)

    def _item(
        self,
        painter: QPainter,
        rect: QRectF,
        proposal: Proposal,
        model: ProposalModel,
        option: QStyleOptionViewItem,
    ) -> None:
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("selection"))
            bar = QRectF(rect.left(), rect.top(), theme.px(3), rect.height())
            painter.fillRect(bar, theme.colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.colour("text", 0.04))
        decided = proposal.state in DECIDED
        side = theme.px(16)
        inner = rect.adjusted(theme.px(_LEFT), theme.px(6), -theme.px(_RIGHT), -theme.px(4))
        icon = QRectF(inner.left(), inner.top() + theme.px(2), side, side)
        paint_icon(painter, icon, icon_of(proposal), "text_muted" if decided else "proposal")
        inner.setLeft(inner.left() + side + theme.px(10))
        half = inner.height() / 2
        day, small = model.day(proposal), theme.font("small")
        width = QFontMetricsF(theme.font("caption")).horizontalAdvance(day) + theme.px(8)
        top = QRectF(inner.left(), inner.top(), inner.width() - width, half)
        muted, strong = row_words(proposal)
        paint_elided(painter, top, muted, small, "text_muted")
        if strong:
            shift = QFontMetricsF(small).horizontalAdvance(f"{muted} ")
            paint_elided(painter, top.adjusted(shift, 0, 0, 0), strong, theme.font("small", 500), "text")
        when = QRectF(inner.left(), inner.top(), inner.width(), half)
        paint_elided(painter, when, day, theme.font("caption", tabular=True), "text_muted", right=True)
        below = QRectF(inner.left(), inner.top() + half, inner.width(), half)
        ink = "text_muted" if decided else "text"
        paint_elided(painter, below, model.line(proposal), theme.font("serif"), ink)


class ProposalView(RowList):
    """J and K move, Enter accepts, letters decide; Shift with Enter takes the run's additions."""

    current_changed = Signal(int)
    decided = Signal(str)  # a letter, `enter` or `run`
    group_asked = Signal(object)

    def __init__(self, model: ProposalModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.proposals = model
        self.setModel(model)
        self.setItemDelegate(ProposalDelegate(self))
        self.setFixedWidth(theme.px(292))

    def current(self) -> Proposal | None:
        """The proposal at hand."""
        index = self.currentIndex()
        row = self.proposals.rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Proposal) else None

    def go_to_row(self, row: int) -> None:
        """Make a row the current one."""
        if row >= 0:
            self.setCurrentIndex(self.proposals.index(row))

    def step(self, by: int) -> None:
        """Move to the next or the last proposal, over the heads of groups."""
        row = self.currentIndex().row() + by
        while 0 <= row < self.proposals.rowCount() and isinstance(self.proposals.rows[row], Group):
            row += by
        if 0 <= row < self.proposals.rowCount():
            self.go_to_row(row)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802
        super().currentChanged(current, previous)
        proposal = self.current()
        if proposal is not None:
            self.current_changed.emit(proposal.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, pressed = Qt.Key(event.key()), letter(event)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.decided.emit("run" if shift else "enter")
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.step(1 if key == Qt.Key.Key_Down else -1)
        elif pressed in {"j", "k"}:
            self.step(1 if pressed == "j" else -1)
        elif pressed:
            self.decided.emit(pressed)
        else:
            super().keyPressEvent(event)

    def _action_at(self, event: QMouseEvent) -> Group | None:
        index = self.indexAt(event.position().toPoint())
        row = self.proposals.rows[index.row()] if index.isValid() else None
        if not isinstance(row, Group) or not group_action(row):
            return None
        rect: QRect = self.visualRect(index)
        width = QFontMetricsF(theme.font("small")).horizontalAdvance(group_action(row)) + theme.px(24)
        return row if event.position().x() >= rect.right() - width else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        hand = self._action_at(event) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        group = self._action_at(event)
        if group is not None:
            self.group_asked.emit(group)
        super().mouseReleaseEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.viewport().update()
