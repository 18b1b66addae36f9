"""Rows of the inspector's tabs: what is clicked or entered leads somewhere."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.storage.memories import Memory
from app.ui import theme
from app.ui.i18n import tr
from app.ui.icons import full_name
from app.ui.widgets import Icon, Prose, Text
from app.ui.words import room_name


class RowButton(QWidget):
    """A row that is pressed as a whole; hover shows it, Enter and Space press it."""

    clicked = Signal()
    removed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.underMouse():
            painter = QPainter(self)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("text", 0.04))
            painter.drawRoundedRect(self.rect(), theme.radius("chip"), theme.radius("chip"))

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.HoverEnter, QEvent.Type.HoverLeave):
            self.update()
        return super().event(event)


class MemoryRow(RowButton):
    """Another memory in two lines at most, with its room as icon and name in words."""

    def __init__(self, memory: Memory, lines: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(f"{room_name(memory.room)}: {memory.content}", parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.u(1), 0, theme.u(1))
        row.setSpacing(theme.u(2))
        known = memory.room is not None
        shape = full_name(str(memory.room)) if known else "ui/file"
        icon = Icon(shape, f"{memory.room}.ink" if known else "text_muted", 15)
        icon.setToolTip(room_name(memory.room))
        step = theme.size_px("serif") * theme.line_factor("serif")
        icon.setFixedHeight(round(step))  # at the middle of the first line
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        living = memory.living
        self.text = Prose(memory.content, "serif", "text" if living else "text_muted", max_lines=lines)
        row.addWidget(self.text, 1)


class Body(QWidget):
    """What stands under a tab: a column with small gaps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.u(2))

    def add_note(self, text: str) -> None:
        """One muted sentence, where there is nothing to show."""
        self.column.addWidget(Prose(text, "small", "text_muted"))

    def add_caption(self, text: str) -> None:
        self.column.addWidget(Text(text, "caption", "text_muted", wrap=True))

    def say_more(self, hidden: int) -> None:
        """Say how many more there are."""
        self.add_caption(tr("and {n} more", n=hidden))
