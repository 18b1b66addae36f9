"""The curtain: the window blurred past reading, until the same key opens it."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from app.ui import theme
from app.ui.actions import shortcut_text
from app.ui.i18n import tr

_GRAIN = 36  # one blurred dot stands for this many pixels: three letters in each direction


class Curtain(QWidget):
    """Over everything in the window; takes pointer and keyboard."""

    opened = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._blur = QPixmap()
        self._behind: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def draw(self) -> None:
        """Hide what is there."""
        window = self.parentWidget()
        if window is None:
            return
        self._behind = window.focusWidget()
        whole = window.grab()
        tiny = QSize(max(1, whole.width() // _GRAIN), max(1, whole.height() // _GRAIN))
        kind = Qt.TransformationMode.SmoothTransformation
        self._blur = whole.scaled(tiny, Qt.AspectRatioMode.IgnoreAspectRatio, kind)
        self.setGeometry(window.rect())
        self.setAccessibleName(self._words())
        self.show()
        self.raise_()
        self.setFocus()

    def undraw(self) -> None:
        """Show it again."""
        self.hide()
        self._blur = QPixmap()
        if self._behind is not None:
            self._behind.setFocus()
        self._behind = None

    @staticmethod
    def _words() -> str:
        return tr("The curtain is drawn. {key} opens it.", key=shortcut_text("F9"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.opened.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("window"))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(self.rect(), self._blur)
        painter.setFont(theme.font("body"))
        width = painter.fontMetrics().horizontalAdvance(self._words()) + theme.u(10)
        box = QRectF((self.width() - width) / 2, self.height() / 2 - theme.u(5), width, theme.u(10))
        painter.setPen(theme.colour("line_strong"))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(box, theme.radius("card"), theme.radius("card"))
        painter.setPen(theme.colour("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._words())
