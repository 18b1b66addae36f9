"""Reading text as a widget: wrapped, with the style's line height and marked spans."""

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import i18n, theme
from app.ui.widgets.lines import Mark, ProseLayout, lay_out
from app.ui.widgets.text import RESTYLE


class Prose(QWidget):
    """A paragraph or more of reading text; its height follows its width; never wider than the measure."""

    def __init__(
        self,
        text: str = "",
        style: str = "read",
        ink: str = "text",
        *,
        weight: int | None = None,
        max_lines: int = 0,
        marks: Sequence[Mark] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._style = style
        self._ink = ink
        self._weight = weight
        self._max_lines = max_lines
        self._marks = tuple(marks)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(text)

    def text(self) -> str:
        return self._text

    def setText(self, text: str, marks: Sequence[Mark] = ()) -> None:  # noqa: N802
        self._text = text
        self._marks = tuple(marks)
        self.setAccessibleName(text)
        self._changed()

    def set_ink(self, ink: str) -> None:
        self._ink = ink
        self.update()

    def _changed(self) -> None:
        self.updateGeometry()
        self.update()

    def _laid_out(self, width: int) -> ProseLayout:
        return lay_out(
            self._text,
            min(width, self.measure()),
            self._style,
            weight=self._weight,
            marks=self._marks,
            max_lines=self._max_lines,
        )

    def measure(self) -> int:
        """The longest line of reading text, in pixels."""
        signs, sign = (36, "字") if i18n.language() == "zh" else (68, "n")
        return round(signs * _advance(theme.font(self._style), sign)) + 1

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._laid_out(max(width, 1)).height)

    def sizeHint(self) -> QSize:
        width = self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else theme.u(60)
        return QSize(min(self.measure(), width), self.heightForWidth(max(1, width)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.u(10), round(self._laid_out(max(1, self.width())).line_height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._laid_out(self.width()).paint(QPainter(self), QPointF(0, 0), self._ink)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self._changed()


@lru_cache(maxsize=64)
def _advance(font: QFont, sign: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(sign)
