"""The keys of the list at the foot of the detail; those that do not fit are left out."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.widgets import paint_elided, paint_key
from app.ui.widgets.keycap import key_width

Hint = tuple[tuple[str, ...], str]


class KeysBar(QWidget):
    """Key caps and what they do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decided = False
        self.setFixedHeight(theme.px(44))
        self.retranslate()

    def show_for(self, *, decided: bool) -> None:
        """Show the keys of what waits, or of what is decided."""
        self._decided = decided
        self.retranslate()

    def retranslate(self) -> None:
        """Say the keys to whoever listens, and paint them anew."""
        self.setAccessibleName(", ".join(f"{' '.join(keys)}: {words}" for keys, words in self.hints()))
        self.update()

    def hints(self) -> tuple[Hint, ...]:
        """The keys and their words, the most wanted first."""
        middle: tuple[Hint, ...] = ((("Shift", "↵"), tr("accept the run")), (("L",), tr("later")))
        if self._decided:
            middle = ((("R",), tr("reopen")), (("U",), tr("take back")))
        return (
            (("J", "K"), tr("next, back")),
            *middle,
            (("S",), tr("sources")),
            (("F1",), tr("all keys")),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line"))
        font, height = theme.font("caption"), theme.px(20)
        metrics, gap = QFontMetricsF(font), theme.px(6)
        left, top = float(theme.u(6)), (self.height() - height) / 2
        for keys, words in self.hints():
            said = metrics.horizontalAdvance(words) + 2
            needed = sum(key_width(key) + gap for key in keys) + said
            if left + needed > self.width() - theme.u(2):
                return
            for key in keys:
                paint_key(painter, QRectF(left, top, key_width(key), height), key)
                left += key_width(key) + gap
            paint_elided(painter, QRectF(left, top, said, height), words, font, "text_muted")
            left += said + theme.px(20)
