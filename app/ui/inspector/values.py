"""Values that are edited where they stand: a quiet button, a scale of ten, a line to write in."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLineEdit, QSizePolicy, QStackedWidget, QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.icons import paint_icon
from app.ui.widgets import Icon
from app.ui.widgets.text import RESTYLE

_PAD = 6
_ICON = 16


class Value(QAbstractButton):
    """A value as text (with an icon, and a second part in bold); under the pointer it shows that it can be edited."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon: str | None = None
        self._strong = ""
        self._muted = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_value(
        self, name: str, text: str, *, icon: str | None = None, strong: str = "", muted: bool = False
    ) -> None:
        """Show a value; `name` is what a screen reader says before it."""
        self._icon, self._strong, self._muted = icon, strong, muted
        self.setText(text)
        self.setAccessibleName(f"{name}: {text} {strong}".strip())
        self.setAccessibleDescription(tr("Press to change"))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(theme.font("body", 600)).horizontalAdvance(self.text() + self._strong)
        return QSize(round(width) + theme.px(_ICON + 2 * _PAD), theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.u(8), theme.px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        over = self.isEnabled() and (self.underMouse() or self.isDown() or self.hasFocus())
        if over:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("text", 0.05))
            radius = theme.radius("chip")
            painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        left, side = 0.0, theme.px(_ICON)
        if over:
            right = self.width() - side - theme.px(2)
            box = QRectF(right, (self.height() - side) / 2, side, side).adjusted(2, 2, -2, -2)
            paint_icon(painter, box, "edit", "text_muted")
        if self._icon:
            paint_icon(
                painter, QRectF(left, (self.height() - side) / 2, side, side), self._icon, "text_muted"
            )
            left += side + theme.px(6)
        end = self.width() - (side + theme.px(4) if over else 0)
        left = self._paint_part(painter, left, end, self.text(), None)
        if self._strong:
            self._paint_part(painter, left, end, self._strong, 600)

    def _paint_part(self, painter: QPainter, left: float, end: float, text: str, weight: int | None) -> float:
        font = theme.font("body", weight, tabular=True)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(theme.colour("text_muted" if self._muted else "text"))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, end - left))
        box = QRectF(left, 0, max(0.0, end - left), self.height())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        return left + metrics.horizontalAdvance(shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()


class FactValue(QWidget):
    """A value, its editor in the same place, and the lock of what is the author's."""

    def __init__(self, editor: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.value = Value()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.value)
        self.stack.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._editor = editor
        if editor is not None:
            self.stack.addWidget(editor)
        self.lock = Icon("lock", "text_muted", 12)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.u(1))
        row.addWidget(self.stack, 1)
        row.addWidget(self.lock)

    def edit(self) -> None:
        """Show the editor and give it the keyboard."""
        if self._editor is not None:
            self.stack.setCurrentWidget(self._editor)
            self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def rest(self, *, focus: bool = False) -> None:
        """Show the value again."""
        self.stack.setCurrentIndex(0)
        if focus:
            self.value.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def editing(self) -> bool:
        return self.stack.currentIndex() == 1

    def show_lock(self, locked: bool) -> None:
        show_lock(self.lock, locked)


def show_lock(lock: Icon, locked: bool) -> None:
    """Show whether the author has made a field theirs."""
    words = tr("Yours: no run overwrites it.")
    lock.setVisible(locked)
    lock.setToolTip(words)
    lock.setAccessibleName(words)


class Scale(QWidget):
    """One to ten in a row: click, arrows and Enter, or the digit itself (0 is ten); Escape leaves."""

    chosen = Signal(int)
    left = Signal()
    STEPS = 10

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._at = 5
        self._over: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("ownFocus", True)

    def set_value(self, value: int) -> None:
        self._at, self._over = value, None
        self.setAccessibleName(tr("Importance: {value} of 10", value=value))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(180), theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(140), theme.px(24))

    def _box(self, value: int) -> QRectF:
        width = self.width() / self.STEPS
        return QRectF((value - 1) * width, 0, width, self.height()).adjusted(1, 1, -1, -1)

    def _value_at(self, x: float) -> int:
        return min(self.STEPS, max(1, int(x / self.width() * self.STEPS) + 1))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = self._over or self._at
        radius = theme.radius("chip")
        for value in range(1, self.STEPS + 1):
            box, here = self._box(value), value == shown
            painter.setPen(theme.colour("accent" if here else "line"))
            painter.setBrush(theme.colour("accent_soft" if value <= shown else "panel"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
            painter.setFont(theme.font("caption", 600 if here else 400, tabular=True))
            painter.setPen(theme.colour("text" if value <= shown else "text_muted"))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(value))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._over = self._value_at(event.position().x())
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._over = None
        self.update()
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if QRectF(self.rect()).contains(QPointF(event.position())):
            self.chosen.emit(self._value_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}.get(
            Qt.Key(event.key())
        )
        if step is not None:
            self.set_value(min(self.STEPS, max(1, self._at + step)))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self._at)
        elif event.text().isdigit():
            self.chosen.emit(int(event.text()) or self.STEPS)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class LineField(QLineEdit):
    """A line that is taken by Enter or when the keyboard leaves it, and given up by Escape."""

    taken = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = False
        self.on_backspace: Callable[[], None] | None = None

    def begin(self, text: str) -> None:
        self._open = True
        self.setText(text)
        self.selectAll()

    def let_go(self) -> None:
        """Let go without a word."""
        self._open = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit(self.text())
        elif event.key() == Qt.Key.Key_Escape:
            self._open = False
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        passing = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if self._open and event.reason() not in passing:
            self.taken.emit(self.text())
