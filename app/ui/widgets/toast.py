"""The toast: what was done · Undo · close. One at a time, at the foot of the panel, keyboard reachable by F8."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.rule import Rule
from app.ui.widgets.text import Icon, Text

STAYS_MS = 12_000


class Toast(QWidget):
    """A child of the panel stack; it places itself at the bottom centre of its parent."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._callback: Callable[[], object] | None = None
        self._left = STAYS_MS
        self._sticky = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.put_away)
        self._icon = Icon("check", "success", 18)
        self._text = Text("", "body", weight=500)
        self._detail = Text("", "body", "text_muted")
        self._rule = Rule(Qt.Orientation.Vertical)
        self._rule.setMaximumHeight(theme.px(20))
        self.action = Button("", "quiet", icon="undo")
        self.action.clicked.connect(self._on_action)
        self._close = IconButton("x")
        self._close.clicked.connect(self.put_away)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.u(4), 0, theme.u(2), 0)
        row.setSpacing(theme.u(2))
        for part in (self._icon, self._text, self._detail, self._rule, self.action, self._close):
            row.addWidget(part)
        parent.installEventFilter(self)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)
        self.hide()

    def say(
        self,
        text: str,
        detail: str = "",
        *,
        action: str = "",
        callback: Callable[[], object] | None = None,
        sticky: bool = False,
        tone: str = "success",
    ) -> None:
        """Show a new toast instead of the one that is there."""
        self._icon.set_icon("check" if tone == "success" else "warn", tone)
        self._text.setText(text)
        self._detail.setText(f"· {detail}" if detail else "")
        self._detail.setVisible(bool(detail))
        self._callback = callback
        self.action.setText(action or tr("Undo"))
        self.action.setVisible(callback is not None)
        self._rule.setVisible(callback is not None)
        self._close.set_name(tr("Close"))
        self._sticky = sticky
        self._left = STAYS_MS
        self.setAccessibleName(f"{text} {detail}".strip())
        self.show()
        self.raise_()
        self._place()
        self._run()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def take_focus(self) -> None:
        """Move the keyboard here (F8)."""
        if self.isVisible():
            target = self.action if self._callback is not None else self._close
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def put_away(self) -> None:
        """Close it."""
        self._timer.stop()
        self._callback = None
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def seconds_left(self) -> float:
        """How long it stays, for tests and for pausing."""
        return (self._timer.remainingTime() if self._timer.isActive() else self._left) / 1000

    def paused(self) -> bool:
        return not self._timer.isActive()

    def _run(self) -> None:
        if not self._sticky:
            self._timer.start(self._left)

    def _pause(self) -> None:
        if self._timer.isActive():
            self._left = self._timer.remainingTime()
            self._timer.stop()

    def _on_action(self) -> None:
        callback = self._callback
        self.put_away()
        if callback is not None:
            callback()

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if not self.isVisible():
            return
        if new is not None and self.isAncestorOf(new):
            self._pause()
        elif self.paused() and not self.underMouse():
            self._run()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._pause()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.isVisible():
            self._run()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._place()
        return False

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None or not self.isVisible():
            return
        width = min(self.sizeHint().width(), parent.width() - theme.u(6))
        height = theme.px(46)
        self.setGeometry((parent.width() - width) // 2, parent.height() - height - theme.u(5), width, height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line_strong"), 1))
        painter.setBrush(theme.colour("raised"))
        radius = theme.radius("card")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
