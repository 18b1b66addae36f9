"""What can be done with the checked rows; it stands where the hint stands while nothing is checked."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QWidget

from app.domain.rooms import ROOM_KEYS
from app.ui import theme, words
from app.ui.i18n import tr
from app.ui.icons import icon
from app.ui.widgets import Button, Text


class BulkBar(QStackedWidget):
    """Wishes for the checked rows; the panel carries them out."""

    move_requested = Signal(str)
    tag_requested = Signal()
    importance_requested = Signal(int)
    merge_requested = Signal()
    pin_requested = Signal()
    forget_requested = Signal()
    clear_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = Text("", "caption", "text_muted")
        self.addWidget(self.hint)
        self._bar = _Ground()
        self.addWidget(self._bar)
        self.chosen = Text("", "body", weight=600)
        self.move_to = Button("", icon="rooms/bedroom", key="M", small=True)
        self.tag = Button("", icon="tag", key="T", small=True)
        self.importance = Button("", key="1–0", small=True)
        self.merge = Button("", icon="merge", small=True)
        self.more = Button("", arrow=True, small=True)
        self.clear = Button("", "quiet", key="Esc", small=True)
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(theme.u(3), theme.u(1), theme.u(3), theme.u(1))
        row.setSpacing(theme.u(2))
        for part in (self.chosen, self.move_to, self.tag, self.importance, self.merge, self.more):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.clear)
        self.move_to.clicked.connect(self.choose_room)
        self.tag.clicked.connect(self.tag_requested)
        self.importance.clicked.connect(self._choose_importance)
        self.merge.clicked.connect(self.merge_requested)
        self.more.clicked.connect(self._choose_more)
        self.clear.clicked.connect(self.clear_requested)
        self.setFixedHeight(theme.px(42))
        self.retranslate()

    def retranslate(self) -> None:
        self.hint.setText(tr("Space checks a row · M moves it · drag it onto a room"))
        self.move_to.setText(tr("Move"))
        self.tag.setText(tr("Tag"))
        self.importance.setText(tr("Importance"))
        self.merge.setText(tr("Merge"))
        self.more.setText(tr("More"))
        self.clear.setText(tr("Clear"))

    def show_count(self, count: int, writable: str) -> None:
        """Show the bar for `count` checked rows; `writable` is empty, or the reason why nothing can be changed."""
        self.setCurrentIndex(1 if count else 0)
        self.chosen.setText(tr("{n} selected", n=count))
        for button in (self.move_to, self.tag, self.importance, self.merge, self.more):
            button.setEnabled(not writable)
            button.setToolTip(writable)
        self.merge.setEnabled(not writable and count > 1)

    def choose_room(self) -> None:
        """Open the menu of rooms; its first letters work."""
        menu = self._menu()
        for number, room in enumerate(ROOM_KEYS, 1):
            action = menu.addAction(
                icon(f"rooms/{room}", f"{room}.ink"), f"&{number}  {words.room_name(room)}"
            )
            action.setData(room)
        menu.triggered.connect(lambda action: self.move_requested.emit(action.data()))
        menu.popup(self.move_to.mapToGlobal(self.move_to.rect().bottomLeft()))

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _choose_importance(self) -> None:
        menu = self._menu()
        for value in range(1, 11):
            menu.addAction(str(value)).setData(value)
        menu.triggered.connect(lambda action: self.importance_requested.emit(action.data()))
        menu.popup(self.importance.mapToGlobal(self.importance.rect().bottomLeft()))

    def _choose_more(self) -> None:
        menu = self._menu()
        menu.addAction(icon("pin"), tr("Pin")).triggered.connect(self.pin_requested)
        menu.addAction(icon("trash", "danger"), tr("Forget")).triggered.connect(self.forget_requested)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))


class _Ground(QWidget):
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("line"))
        painter.setBrush(theme.colour("selection"))
        radius = theme.radius("card")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
