"""What runs: a popover under the tasks button, each task with progress, estimate and Cancel."""

from functools import partial

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.i18n import said, tr
from app.ui.studio import Studio
from app.ui.widgets import Bar, LinkButton, Text


def share_of(done: int, total: int) -> float | None:
    """How far a task is, or None where nobody knows."""
    return min(1.0, done / total) if total > 0 else None


def time_left(seconds: float | None) -> str:
    """An estimate in words; nothing while there is too little to go by."""
    if seconds is None:
        return ""
    if seconds < 90:
        return tr("about {n} second left", "about {n} seconds left", n=max(1, round(seconds)))
    return tr("about {n} minute left", "about {n} minutes left", n=round(seconds / 60))


class TasksPopover(QFrame):
    """Rebuilt when a task says something and it is open."""

    def __init__(self, studio: Studio, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self._studio = studio
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.u(5), theme.u(4), theme.u(5), theme.u(4))
        self._column.setSpacing(theme.u(4))
        self.setFixedWidth(theme.u(84))
        studio.tasks_changed.connect(self._on_tasks_changed)

    def show_under(self, button: QWidget) -> None:
        """Open with its right edge on the button's."""
        self._rebuild()
        corner = button.mapToGlobal(QPoint(button.width(), button.height() + theme.u(1)))
        self.move(corner.x() - self.width(), corner.y())
        self.show()

    def _on_tasks_changed(self) -> None:
        if self.isVisible():
            self._rebuild()

    def _rebuild(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._column.addWidget(Text(tr("Tasks"), "title"))
        bridge = self._studio.bridge
        tasks = bridge.tasks if bridge else ()
        if not tasks:
            self._column.addWidget(Text(tr("Nothing is running."), "body", "text_muted"))
        for task in tasks:
            box = QWidget()
            lines = QVBoxLayout(box)
            lines.setContentsMargins(0, 0, 0, 0)
            lines.setSpacing(theme.u(1))
            head = QHBoxLayout()
            head.addWidget(Text(said(task.label), wrap=True), 1)
            cancel = LinkButton(tr("Cancel"))
            cancel.clicked.connect(partial(self._cancel, task.key))
            head.addWidget(cancel)
            lines.addLayout(head)
            lines.addWidget(Bar(share_of(task.done, task.total) or 0.0))
            words = [said(task.noted), time_left(task.seconds_left())]
            lines.addWidget(Text(" · ".join(filter(None, words)), "caption", "text_muted"))
            self._column.addWidget(box)
        self.adjustSize()

    def _cancel(self, key: str, _checked: bool = False) -> None:
        bridge = self._studio.bridge
        for task in bridge.tasks if bridge else ():
            if task.key == key:
                task.cancel()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line_strong"), 1))
        painter.setBrush(theme.colour("raised"))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, theme.radius("card"), theme.radius("card"))
