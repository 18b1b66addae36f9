"""What is folded away under an endpoint: how long it is waited for, how much at once; its removal."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from app.models.endpoint.settings import Endpoint, Purpose
from app.ui import theme
from app.ui.i18n import tr
from app.ui.widgets import FlowLayout, LinkButton, Text


class _Number(QSpinBox):
    """A number that is kept when it is written, not with each sign; the wheel scrolls the page."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__()
        self.setRange(low, high)
        self.setKeyboardTracking(False)
        self.setMinimumHeight(theme.space("control"))
        self.setFixedWidth(theme.px(92))
        self.lineEdit().setTextMargins(theme.px(7), 0, 0, 0)  # a style sheet pads the box, not its field

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class More(QWidget):
    """Numbers of an endpoint; `changed` tells the endpoint with them."""

    changed = Signal(object)
    remove_asked = Signal()

    def __init__(self, purpose: Purpose, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.endpoint = Endpoint()
        self.timeout, self.parallel = _Number(1, 3600), _Number(1, 64)
        self.batch, self.dimensions = _Number(1, 2048), _Number(0, 8192)
        self._vectors = purpose is Purpose.EMBEDDING
        self._labels: list[tuple[Text, QSpinBox]] = []
        self.remove = LinkButton("", icon="trash")
        flow = FlowLayout(gap=20)
        for number in self._numbers():
            flow.addWidget(self._field(number))
            number.valueChanged.connect(self._on_changed)
        foot = QHBoxLayout()
        foot.addWidget(self.remove)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        column.addLayout(flow)
        column.addLayout(foot)
        self.remove.clicked.connect(self.remove_asked)
        self.retranslate()

    def _numbers(self) -> tuple[_Number, ...]:
        several = (self.timeout, self.parallel)
        return (*several, self.batch, self.dimensions) if self._vectors else several

    def _field(self, number: _Number) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.u(2))
        label = Text("", "small", "text_muted")
        row.addWidget(label)
        row.addWidget(number)
        self._labels.append((label, number))
        return box

    def retranslate(self) -> None:
        words = (tr("Wait at most"), tr("Requests at once"), tr("Texts a request"), tr("Numbers a vector"))
        for (label, number), name in zip(self._labels, words, strict=False):
            label.setText(name)
            number.setAccessibleName(name)
        self.timeout.setSuffix(tr(" s||seconds"))
        self.timeout.setToolTip(tr("Until the first sign of life, and between two of them"))
        self.dimensions.setSpecialValueText(tr("the model’s"))
        self.dimensions.setToolTip(tr("Ordered only where the model understands it"))
        self.remove.setText(tr("Remove this endpoint"))

    def show_endpoint(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        for number, value in (
            (self.timeout, round(endpoint.timeout)),
            (self.parallel, endpoint.parallel),
            (self.batch, endpoint.batch),
            (self.dimensions, endpoint.dimensions),
        ):
            number.blockSignals(True)
            number.setValue(value)
            number.blockSignals(False)

    def _on_changed(self) -> None:
        changed = replace(
            self.endpoint,
            timeout=float(self.timeout.value()),
            parallel=self.parallel.value(),
            batch=self.batch.value(),
        )
        if self.dimensions.value() != changed.dimensions:  # another size is learned anew
            changed = replace(changed, dimensions=self.dimensions.value(), size=0, dropped=())
        self.changed.emit(changed)
