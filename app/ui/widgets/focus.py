"""The focus ring: 2 px of accent, 2 px outside the control, for keyboard focus only."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QApplication, QLineEdit, QWidget

from app.ui import theme

_BY_KEY = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}
_OUT = 4


class FocusRing(QWidget):
    """One for a window, over everything; it follows the focus and lets the pointer through.

    Lists draw it inside their rows; other widgets that draw their own (the house) say so with the property `ownFocus`.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._target: QWidget | None = None
        self.hide()
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.FocusIn and isinstance(watched, QWidget) and isinstance(event, QFocusEvent):
            by_key = event.reason() in _BY_KEY
            self._follow(watched if by_key and self._wants(watched) else None)
        elif watched is self._target and self._target is not None:
            if kind in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
                self._place()
            elif kind in (QEvent.Type.Hide, QEvent.Type.FocusOut):
                self._follow(None)
        return False

    def _wants(self, widget: QWidget) -> bool:
        own = bool(widget.property("ownFocus"))
        inside = isinstance(widget, QAbstractItemView | QAbstractScrollArea | QLineEdit)
        return not own and not inside and widget.window() is self.window()

    def _follow(self, target: QWidget | None) -> None:
        self._target = target
        if target is None:
            self.hide()
        else:
            self._place()
            self.show()
            self.raise_()

    def _place(self) -> None:
        if self._target is None:
            return
        at = self._target.mapTo(self.window(), QPoint(0, 0))
        out = theme.px(_OUT)
        self.setGeometry(QRect(at, self._target.size()).adjusted(-out, -out, out, out))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("focus"), 2))
        radius = theme.radius("control") + 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)
