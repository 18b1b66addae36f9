"""The window's parts and how they stand: bar, sidebar, panels, inspector, foot; drawer and icons when narrow."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QStackedWidget, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.panel import PanelSpec
from app.ui.shell.inspector import InspectorColumn
from app.ui.shell.notices import Notices
from app.ui.shell.sidebar import Sidebar
from app.ui.shell.status_bar import StatusBar
from app.ui.shell.top_bar import TopBar
from app.ui.widgets import Toast

_DRAWER_BELOW = 1100
_ICONS_BELOW = 900


class Frame(QWidget):
    """Lays the parts out; knows nothing of what they say."""

    narrowed = Signal()

    def __init__(self, specs: tuple[PanelSpec, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = TopBar()
        self.sidebar = Sidebar(specs)
        self.stack = QStackedWidget()
        self.inspector = InspectorColumn(self)
        self.foot = StatusBar()
        self.toast = Toast(self.stack)
        self.notices = Notices()
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notices)
        column.addWidget(self.stack, 1)
        self.drawer_open = False
        self._wanted = True
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._grid.addWidget(self.bar, 0, 0, 1, 3)
        self._grid.addWidget(self.sidebar, 1, 0)
        self._grid.addWidget(middle, 1, 1)
        self._grid.addWidget(self.inspector, 1, 2)
        self._grid.addWidget(self.foot, 2, 0, 1, 3)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(1, 1)
        self._docked = True
        self.inspector.page_changed.connect(self.arrange)
        self.inspector.close_asked.connect(self.close_drawer)
        theme.paint_ground(self.stack, "window")

    def narrow(self) -> bool:
        """Whether the inspector is a drawer."""
        return self.width() < theme.px(_DRAWER_BELOW)

    def toggle_inspector(self) -> None:
        """Open or close the drawer, or the column in a wide window."""
        if self.narrow():
            self.drawer_open = not self.drawer_open
        else:
            self._wanted = not self._wanted
        self.arrange()

    def open_inspector(self) -> None:
        """Make what was asked for visible."""
        if self.narrow():
            self.drawer_open = True
        else:
            self._wanted = True
        self.arrange()

    def close_drawer(self) -> None:
        """Close the drawer; the keyboard goes back to the panel."""
        if not self.drawer_open:
            return
        focused = QApplication.focusWidget()
        inside = focused is not None and self.inspector.isAncestorOf(focused)
        self.drawer_open = False
        self.arrange()
        panel = self.stack.currentWidget()
        if inside and panel is not None:
            panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape that nobody inside wanted closes the drawer."""
        if event.key() == Qt.Key.Key_Escape and self.drawer_open:
            self.close_drawer()
        else:
            super().keyPressEvent(event)

    def arrange(self) -> None:
        """Put everything where the present width has it."""
        narrow = self.narrow()
        compact = self.width() < theme.px(_ICONS_BELOW)
        self.sidebar.set_compact(compact)
        self.bar.character.set_compact(compact)
        if narrow == self._docked:
            self._docked = not narrow
            if narrow:
                self._grid.removeWidget(self.inspector)
                self.drawer_open = False
            else:
                self._grid.addWidget(self.inspector, 1, 2)
        has_page = self.inspector.page() is not None
        self.inspector.setVisible(has_page and (self.drawer_open if narrow else self._wanted))
        width = self.inspector.width_wanted()
        self.inspector.setMinimumWidth(width)
        self.inspector.setMaximumWidth(width)
        self.inspector.set_drawer(narrow)
        if narrow:
            top = self.bar.height()
            height = self.height() - top - self.foot.height()
            self.inspector.setGeometry(self.width() - width, top, width, height)
            self.inspector.raise_()
        self.narrowed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("panel"))
