"""What can be done with several months at once; it stands where the tabs stand while fewer are marked."""

from importlib.util import find_spec

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.widgets import Button, Text

REFINING = "app.ui.months.refining"


class BulkBar(QWidget):
    """Wishes for the marked months; the panel carries them out."""

    switch_asked = Signal(bool)
    refine_asked = Signal()
    transfer_asked = Signal()
    clear_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self.chosen = Text("", "body", weight=600)
        self.on = Button("", icon="check", small=True)
        self.off = Button("", icon="minus", small=True)
        self.refine = Button("", icon="edit", small=True)
        self.transfer = Button("", icon="palace", small=True, arrow=True)
        self.clear = Button("", "quiet", key="Esc", small=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.u(3), theme.px(3), theme.u(2), theme.px(3))
        row.setSpacing(theme.u(2))
        for part in (self.chosen, self.on, self.off, self.refine, self.transfer):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.clear)
        self.refine.setVisible(find_spec(REFINING) is not None)
        self.on.clicked.connect(lambda: self.switch_asked.emit(True))
        self.off.clicked.connect(lambda: self.switch_asked.emit(False))
        self.refine.clicked.connect(self.refine_asked)
        self.transfer.clicked.connect(self.transfer_asked)
        self.clear.clicked.connect(self.clear_asked)
        self.retranslate()

    def retranslate(self) -> None:
        self.on.setText(tr("Switch on||months"))
        self.off.setText(tr("Switch off||months"))
        self.refine.setText(tr("Refine …"))
        self.transfer.setText(tr("To the palace||entries"))
        self.transfer.setToolTip(tr("Make memories of the entries of these months"))
        self.clear.setText(tr("Clear"))
        self._tell()

    def show_count(self, count: int, refusal: str) -> None:
        """Tell how many months are marked; `refusal`: why nothing can be changed, or empty."""
        self._count = count
        for button in (self.on, self.off, self.refine, self.transfer):
            button.setEnabled(not refusal)
            if refusal:
                button.setToolTip(refusal)
        self._tell()

    def _tell(self) -> None:
        self.chosen.setText(tr("{n} months", n=self._count))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("line"))
        painter.setBrush(theme.colour("selection"))
        radius = theme.radius("card")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
