"""What stands where nothing is yet: an empty state with one action, and skeleton rows while reading."""

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.text import Icon, Text

_PATIENCE_MS = 150


class EmptyState(QWidget):
    """A large icon in line colour, where there is room; a sentence, and a button where there is something to do."""

    asked = Signal()

    def __init__(
        self, icon: str, sentence: str = "", action: str = "", *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = Icon(icon, "line_strong", 80)
        self.sentence = Text(sentence, "body", "text_muted", wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.button = Button(action)
        self.button.setVisible(bool(action))
        self.button.clicked.connect(self.asked)
        column = QVBoxLayout(self)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        column.setSpacing(theme.u(3))
        column.addStretch(2)
        column.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.sentence)  # over the whole width: an aligned label would not wrap
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.sentence.setMinimumWidth(theme.u(80))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_words(self, sentence: str, action: str = "", icon: str | None = None) -> None:
        self.sentence.setText(sentence)
        self.button.setText(action)
        self.button.setVisible(bool(action))
        if icon:
            self._icon.set_icon(icon)
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        return QSize(
            self.sentence.minimumWidth(), self._least(max(self.width(), self.sentence.minimumWidth()))
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _least(self, width: int) -> int:
        """How tall it is without the icon."""
        parts = [self.sentence.heightForWidth(width)]
        if not self.button.isHidden():
            parts.append(self.button.sizeHint().height())
        return sum(parts) + theme.u(3) * (len(parts) + 1)

    def _make_room(self) -> None:
        whole = self._least(self.width()) + self._icon.sizeHint().height() + theme.u(3)
        self._icon.setVisible(self.height() >= whole)


def paint_skeleton(painter: QPainter, rect: QRectF, row_height: int, rows: int = 3) -> None:
    """Rows of blank bars in line colour; no shimmer."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("line"))
    bar = theme.px(8)
    for row in range(rows):
        top = rect.top() + row * row_height + (row_height - bar) / 2
        for left, share in ((0.0, 0.58 - 0.11 * row), (0.70, 0.10), (0.86, 0.08)):
            box = QRectF(rect.left() + rect.width() * left, top, rect.width() * share, bar)
            painter.drawRoundedRect(box, bar / 2, bar / 2)
    painter.restore()


class SkeletonRows(QWidget):
    """Skeleton rows that appear only when reading takes longer than 150 ms."""

    def __init__(self, row_height: int = 46, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row_height
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.show)
        self.hide()

    def begin(self) -> None:
        self._timer.start(_PATIENCE_MS)

    def end(self) -> None:
        self._timer.stop()
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_skeleton(QPainter(self), QRectF(self.rect()), theme.px(self._row))
