"""The list of lines: arrows move, Enter unfolds a run, U takes back or brings back."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QListView, QWidget

from app.ui import actions, theme
from app.ui.history.delegate import LineDelegate, action_rect
from app.ui.history.model import ROW_ROLE, HistoryModel, Shown
from app.ui.widgets import RowList

_BATCH = 400


class HistoryView(RowList):
    """Tells what is asked of a line by its uid."""

    acted = Signal(str)

    def __init__(self, model: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = model
        self.setModel(model)
        self.setItemDelegate(LineDelegate(self))
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)

    def current_uid(self) -> str | None:
        return self.lines.uid_at(self.currentIndex().row())

    def go_to(self, uid: str) -> None:
        """Make a line the current one."""
        row = self.lines.row_of(uid)
        if row is not None:
            self.setCurrentIndex(self.lines.index(row))
            self.scrollTo(self.currentIndex())

    def _shown(self, row: int) -> Shown | None:
        found = self.lines.index(row).data(ROW_ROLE)
        return found if isinstance(found, Shown) else None

    def unfold(self, row: int, *, fold: bool | None = None) -> None:
        """Fold a run out or in; None turns it over."""
        shown = self._shown(row)
        if shown is not None and shown.counts and (fold is None or fold == shown.unfolded):
            self.lines.toggle(shown.line.entry.id)
            self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, uid = self.currentIndex().row(), self.current_uid()
        if uid is None:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.unfold(row)
        elif event.key() == Qt.Key.Key_Right:
            self.unfold(row, fold=False)
        elif event.key() == Qt.Key.Key_Left:
            self.unfold(row, fold=True)
        elif actions.letter(event) == "u":
            self.acted.emit(uid)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        uid = self.lines.uid_at(index.row())
        if uid is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if self._over_action(event):
            self.acted.emit(uid)
        else:
            self.unfold(index.row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = self._over_action(event)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def _over_action(self, event: QMouseEvent) -> bool:
        index = self.indexAt(event.position().toPoint())
        shown = self._shown(index.row()) if index.isValid() else None
        return shown is not None and action_rect(QRectF(self.visualRect(index)), shown).contains(
            event.position()
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self.scheduleDelayedItemsLayout()
            self.viewport().update()

    def sizeHintForColumn(self, _column: int) -> int:  # noqa: N802
        return theme.u(40)  # rows take the width there is: nobody needs to ask ten thousand of them
