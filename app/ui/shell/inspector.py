"""The column at the right: the panel's own page, or the memory that was asked for; a drawer in narrow windows."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.panel import NOTHING
from app.ui.widgets import EmptyState, IconButton


class InspectorColumn(QWidget):
    """Shows one page at a time; says when it has something or nothing to show."""

    page_changed = Signal()
    close_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.paint_ground(self, "panel")
        self._stack = QStackedWidget()
        self._nothing = EmptyState("eye-off")
        self._stack.addWidget(self._nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        self.close_button = IconButton("x")
        self.close_button.clicked.connect(self.close_asked)
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(0, theme.u(2), theme.u(3), 0)
        head.addStretch(1)
        head.addWidget(self.close_button)
        self._head.hide()
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._stack)
        self.retranslate()

    def retranslate(self) -> None:
        self.close_button.set_name(tr("Close (Esc)"))

    def set_drawer(self, drawer: bool) -> None:
        """A drawer lies over the panel and has its own way to close."""
        self._head.setVisible(drawer)

    def show_page(self, page: QWidget | None) -> None:
        """Show a page; None leaves the column empty, and the window hides it."""
        wanted = page or self._nothing
        if self._stack.indexOf(wanted) < 0:
            self._stack.addWidget(wanted)
            wanted.installEventFilter(self)
        self._stack.setCurrentWidget(wanted)
        self.page_changed.emit()

    def page(self) -> QWidget | None:
        """The page shown, or None."""
        current = self._stack.currentWidget()
        if current is None or current is self._nothing or current.property(NOTHING):
            return None
        return current

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DynamicPropertyChange and watched is self._stack.currentWidget():
            self.page_changed.emit()
        return False

    def forget(self, page: QWidget) -> None:
        """Take a page out, because its panel goes."""
        self._stack.removeWidget(page)

    def width_wanted(self) -> int:
        """Its width: 83 units, or what the page asks for by `inspectorUnits`."""
        page = self.page()
        units = page.property("inspectorUnits") if page is not None else None
        return theme.u(float(units)) if units else theme.space("inspector")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "close_button"):
            self.retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, 1, self.height(), theme.colour("line"))
