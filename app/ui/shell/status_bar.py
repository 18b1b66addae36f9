"""The bar at the foot: file, models, what runs with its Cancel, and one sentence."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.models.endpoint.settings import Endpoints
from app.ui import theme
from app.ui.i18n import tr
from app.ui.shell import model_words
from app.ui.widgets import Bar, Chip, Elided, Icon, LinkButton, plain_tip
from app.ui.widgets.text import RESTYLE


class StatusBar(QWidget):
    """The bar; `cancel_asked` is for the task it names, `models_asked` for what is set up of models."""

    cancel_asked = Signal()
    models_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.paint_ground(self, "panel")
        self._file = ""
        self._lock = False
        self._file_icon = Icon("file", "text_muted", 14)
        self._file_name = Elided("", "small", "text_muted")
        self._endpoints = Endpoints()
        self._vectors: str | None = None
        self._models = Chip("", "chip", None, "text_muted", "line_strong", clickable=True)
        self._models.clicked.connect(self.models_asked)
        self._work = Elided("", "small", "text_muted")
        self._bar = Bar(0.0, "accent", 4)
        self._cancel = LinkButton("")
        self._cancel.clicked.connect(self.cancel_asked)
        self._sentence = Elided("", "small", "text_muted")
        row = QHBoxLayout(self)
        row.addWidget(self._file_icon)
        row.addWidget(self._file_name)
        row.addSpacing(theme.u(2))
        row.addWidget(self._models)
        row.addSpacing(theme.u(2))
        row.addWidget(self._work)
        row.addWidget(self._bar)
        row.addWidget(self._cancel)
        row.addStretch(1)
        row.addWidget(self._sentence)
        self._row = row
        self._space()
        self.set_work("", None)
        self.retranslate()

    def _space(self) -> None:
        self._row.setContentsMargins(theme.u(4), 1, theme.u(4), 0)
        self._row.setSpacing(theme.px(6))
        self.setFixedHeight(theme.u(7.5))
        self._bar.setFixedWidth(theme.u(24))

    def set_file(self, name: str, *, lock: bool = False) -> None:
        """The palace's file, and whether it can only be read."""
        self._file, self._lock = name, lock
        self.retranslate()

    def set_work(self, words: str, share: float | None) -> None:
        """What runs; nothing hides it all."""
        self._work.setText(words)
        self._bar.set_share(share or 0.0)
        for part in (self._work, self._cancel):
            part.setVisible(bool(words))
        self._bar.setVisible(bool(words) and share is not None)

    def show_models(self, endpoints: Endpoints, vectors: str | None = None) -> None:
        """What answers: nothing, this machine, or a host elsewhere; and by whose vectors the palace recalls."""
        self._endpoints, self._vectors = endpoints, vectors
        self.retranslate()

    def say(self, sentence: str) -> None:
        self._sentence.setText(sentence)

    def sentence(self) -> str:
        return self._sentence.text()

    def retranslate(self) -> None:
        name = self._file or tr("No palace open")
        self._file_name.setText(f"{name} · {tr('read only')}" if self._lock else name)
        self._file_icon.set_icon("lock" if self._lock else "file", "warning" if self._lock else "text_muted")
        self._models.setText(model_words.badge(self._endpoints, self._vectors))
        self._models.setToolTip(plain_tip(model_words.tip(self._endpoints, self._vectors)))
        self._cancel.setText(tr("Cancel"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, self.width(), 1, theme.colour("line"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE and hasattr(self, "_row"):
            self._space()
            self.retranslate()
