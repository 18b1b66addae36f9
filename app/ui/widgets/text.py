"""Labels by style and ink, an elided line, and an icon as a widget; all follow theme, size and language."""

import html
import math
from functools import lru_cache

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QStaticText,
    QTransform,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.ui import theme
from app.ui.icons import paint_icon
from app.ui.widgets.lines import ProseLayout, lay_out

RESTYLE = {QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.LanguageChange}


class Text(QLabel):
    """Plain text in a style (`caption small body read title display figure`) and an ink role.

    With `wrap` its lines stand apart as the style says; a single line is no taller than without.
    """

    def __init__(
        self,
        text: str = "",
        style: str = "body",
        ink: str = "text",
        *,
        weight: int | None = None,
        wrap: bool = False,
        tabular: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._style = style
        self._ink = ink
        self._weight = weight
        self._tabular = tabular
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setText(text)
        self._restyle()

    def set_ink(self, ink: str) -> None:
        self._ink = ink
        self._restyle()

    def _lines(self, width: int) -> ProseLayout:
        centred = bool(self.alignment() & Qt.AlignmentFlag.AlignHCenter)
        return lay_out(self.text(), width, self._style, weight=self._weight, centred=centred)

    def heightForWidth(self, width: int) -> int:
        if not self.wordWrap():
            return super().heightForWidth(width)
        kept = self.contentsMargins()
        lines = self._lines(max(1, width - kept.left() - kept.right()))
        return math.ceil(lines.height - 2 * lines.lead) + kept.top() + kept.bottom()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), self.heightForWidth(hint.width())) if self.wordWrap() else hint

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.wordWrap():
            super().paintEvent(event)
            return
        room = self.contentsRect()
        lines = self._lines(max(1, room.width()))
        spare = max(0.0, room.height() - lines.height + 2 * lines.lead)
        share = 0.0 if self.alignment() & Qt.AlignmentFlag.AlignTop else 0.5
        lines.paint(QPainter(self), QPointF(room.x(), room.y() + spare * share - lines.lead), self._ink)

    def _restyle(self) -> None:
        font = theme.font(self._style, self._weight, tabular=self._tabular)
        if self.font() != font:
            self.setFont(font)
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, theme.colour(self._ink))
        if palette != self.palette():
            self.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self._restyle()


def plain_tip(text: str) -> str:
    """A tooltip that shows `text` as it is: Qt guesses markup, and a text of the user never is any."""
    return f"<span>{html.escape(text)}</span>" if "<" in text or "&" in text else text


@lru_cache(maxsize=4096)
def _shaped(text: str, font: QFont, width: int) -> QStaticText:
    """A line cut to a width and laid out: lists paint the same ones again and again."""
    line = " ".join(text.split()) if "\n" in text else text
    made = QStaticText(QFontMetricsF(font).elidedText(line[:400], Qt.TextElideMode.ElideRight, width))
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    made.prepare(QTransform(), font)
    return made


def paint_elided(
    painter: QPainter, rect: QRect | QRectF, text: str, font: QFont, ink: str, *, right: bool = False
) -> None:
    """One line of text, cut with … where it does not fit, vertically centred."""
    line = _shaped(text, font, int(rect.width()))
    size = line.size()
    left = rect.x() + rect.width() - size.width() if right else rect.x()
    painter.setFont(font)
    painter.setPen(theme.colour(ink))
    painter.drawStaticText(QPointF(left, rect.y() + (rect.height() - size.height()) / 2), line)


class Elided(QWidget):
    """One line that gives way: elided at the right, the whole of it as tooltip."""

    def __init__(
        self,
        text: str = "",
        style: str = "body",
        ink: str = "text",
        *,
        weight: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._style = style
        self._ink = ink
        self._weight = weight
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def text(self) -> str:
        return self._text

    def setText(self, text: str) -> None:  # noqa: N802
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.updateGeometry()
            self._tell_whole()
            self.update()

    def set_ink(self, ink: str) -> None:
        if ink != self._ink:  # said by whoever paints: painting again for nothing would never end
            self._ink = ink
            self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(theme.font(self._style, self._weight))
        width = metrics.horizontalAdvance(self._text) + 2
        kept = self.contentsMargins()
        return QSize(int(width) + 1, round(metrics.height() * 1.1) + kept.top() + kept.bottom())

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.u(6), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        ink = self._ink if self.isEnabled() else "text_muted"
        paint_elided(painter, self.contentsRect(), self._text, theme.font(self._style, self._weight), ink)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_whole()

    def _tell_whole(self) -> None:
        cut = self.sizeHint().width() > self.width()
        self.setToolTip(plain_tip(self._text) if cut else "")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()


def level(words: QWidget, style: str, beside: str) -> None:
    """Set `words` of a style on the line on which larger ones beside them stand, both centred in their row."""
    middles = []  # from the middle of a label to its base line
    for name in (style, beside):
        metrics = QFontMetricsF(theme.font(name))
        middles.append((metrics.ascent() - metrics.descent()) / 2)
    words.setContentsMargins(0, max(0, round(2 * (middles[1] - middles[0]))), 0, 0)


class Icon(QWidget):
    """An icon by name and role."""

    def __init__(
        self, name: str, role: str = "text_muted", size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._role = role
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, name: str, role: str | None = None) -> None:
        self._name = name
        self._role = role or self._role
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(self._size), theme.px(self._size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_icon(QPainter(self), self.rect(), self._name, self._role, 1.0 if self.isEnabled() else 0.45)
