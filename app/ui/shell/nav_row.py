"""The rows of the sidebar: panels and rooms, and saved searches with a menu of their own."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from app.storage.searches import SavedSearch
from app.ui import theme
from app.ui.dragging import MEMORIES_MIME, carried
from app.ui.i18n import tr
from app.ui.icons import DISABLED_ALPHA, icon, paint_icon
from app.ui.widgets import paint_badge, paint_elided
from app.ui.widgets.chip import badge_width
from app.ui.widgets.text import RESTYLE


class NavRow(QAbstractButton):
    """A row: icon or coloured square, words, a count or badge; active = selection ground and a bar at the edge."""

    memories_dropped = Signal(object, str)  # list of ids, room

    def __init__(
        self, key: str, *, icon: str = "", dot: str = "", panel: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.key = key
        self._icon = icon
        self._dot = dot
        self._panel = panel
        self._count = ""
        self._badge = ""
        self._compact = False
        self.setCheckable(True)
        self.setAcceptDrops(bool(dot))
        self._aimed = False
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_name(self, name: str) -> None:
        self.setText(name)
        self._tell()

    def set_count(self, count: str) -> None:
        self._count = count
        self._tell()
        self.update()

    def set_badge(self, badge: str) -> None:
        self._badge = badge
        self._tell()
        self.update()

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self._tell()
        self.update()

    def _tell(self) -> None:
        parts = [part for part in (self.text(), self._badge, self._count) if part and part != "–"]
        self.setAccessibleName(", ".join(parts))
        self.setToolTip(self.text() if self._compact else "")

    def sizeHint(self) -> QSize:
        return QSize(theme.u(20), theme.u(8.5 if self._panel else 7.5))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on, height = self.isChecked(), self.height()
        if not self.isEnabled():
            painter.setOpacity(DISABLED_ALPHA)
        inset = theme.u(2 if self._compact else 3)
        box = QRectF(inset, 0, self.width() - 2 * inset, height)
        self._paint_ground(painter, box, on)
        side = theme.px(18 if self._panel else 16)
        left = box.left() + (box.width() - side) / 2 if self._compact else box.left() + theme.px(10)
        if self._dot and self._compact:  # a colour alone would not do
            place = QRectF(left, (height - side) / 2, side, side)
            paint_icon(painter, place, f"rooms/{self._dot}", f"{self._dot}.ink")
        elif self._dot:
            dot = theme.px(9)
            start = left + theme.px(4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(f"{self._dot}.fill"))
            painter.drawRoundedRect(QRectF(start, (height - dot) / 2, dot, dot), theme.px(2.5), theme.px(2.5))
        else:
            role = "accent" if on else "text_muted"
            paint_icon(painter, QRectF(left, (height - side) / 2, side, side), self._icon, role)
        if not self._compact:
            self._paint_words(painter, box, left + theme.px(27 if self._dot else 28), on)

    def _paint_ground(self, painter: QPainter, box: QRectF, on: bool) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        radius = theme.radius("control")
        if on:
            painter.setBrush(theme.colour("selection"))
            painter.drawRoundedRect(box, radius, radius)
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(QRectF(-2, theme.px(7), 5, self.height() - theme.px(14)), 2, 2)
        elif self._aimed or (self.underMouse() and self.isEnabled()):
            painter.setBrush(theme.colour("text", 0.12 if self._aimed else 0.04))
            painter.drawRoundedRect(box, radius, radius)

    def _paint_words(self, painter: QPainter, box: QRectF, left: float, on: bool) -> None:
        right = box.right() - theme.px(10)
        if self._badge:
            width, tall = badge_width(self._badge), theme.px(18)
            paint_badge(painter, QRectF(right - width, (self.height() - tall) / 2, width, tall), self._badge)
            right -= width + theme.px(6)
        elif self._count:
            count = QRectF(right - theme.px(60), 0, theme.px(60), self.height())
            font = theme.font("caption", 600 if on else 400, tabular=True)
            paint_elided(painter, count, self._count, font, "text_muted", right=True)
            right -= theme.px(12) + painter.fontMetrics().horizontalAdvance(self._count)
        font = theme.font("body", 600 if on else 400)
        paint_elided(painter, QRectF(left, 0, right - left, self.height()), self.text(), font, "text")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(MEMORIES_MIME):
            event.acceptProposedAction()
            self._aim(True)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._aim(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._aim(False)
        memories = carried(event.mimeData())
        if memories and self._dot:
            event.acceptProposedAction()
            self.memories_dropped.emit(memories, self._dot)

    def _aim(self, aimed: bool) -> None:
        self._aimed = aimed
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()


class SearchRow(NavRow):
    """A saved search; its menu (also on the menu key) renames and removes it, F2 and Delete do so at once."""

    rename_asked = Signal(object)  # SavedSearch
    remove_asked = Signal(object)

    def __init__(self, search: SavedSearch, parent: QWidget | None = None) -> None:
        super().__init__(search.query, icon="star", panel=False, parent=parent)
        self.search = search
        self.setCheckable(False)
        self.set_name(search.name)

    def _rename(self) -> None:
        self.rename_asked.emit(self.search)

    def _remove(self) -> None:
        self.remove_asked.emit(self.search)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("edit"), tr("Rename …")).triggered.connect(self._rename)
        menu.addAction(icon("trash"), tr("Remove")).triggered.connect(self._remove)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self._rename()
        elif event.key() == Qt.Key.Key_Delete:
            self._remove()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)
