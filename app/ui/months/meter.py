"""The meter of the budget: what is in the prompt now, what a switch would change, what goes beyond; click to set it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolTip, QWidget

from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.months.cost import SUMMARIES, Cost, Ghost, Stretch, left_out
from app.ui.widgets import paint_elided
from app.ui.widgets.text import RESTYLE

_WIDE, _NARROW = 400, 240
_LINE, _BAR, _GAP = 20, 8, 5
_TONES = (0.66, 0.44, 0.28)  # days beside each other are told apart


class BudgetMeter(QAbstractButton):
    """Says everything in words too; the part under the pointer says its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cost = Cost()
        self.ghost = Ghost()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_cost(self, cost: Cost) -> None:
        self.cost = cost
        self._tell()

    def show_ghost(self, ghost: Ghost) -> None:
        """Show what a switch would change; an empty one takes it away."""
        self.ghost = ghost
        self._tell()

    def _tell(self) -> None:
        self.setAccessibleName(f"{tr('In the prompt now')}: {' '.join(self._amount(tr(', estimated')))}")
        self.setAccessibleDescription(", ".join(_said(one) for one in self.cost.stretches))
        self.update()

    # words

    def total(self) -> int:
        """The tokens as they would be with the switch under the pointer."""
        return self.cost.total + self.ghost.change(self.cost)

    def _amount(self, estimated: str) -> tuple[str, str]:
        counted = "" if self.cost.exact else estimated
        if self.cost.budget is None:
            return format_number(self.total()), tr("tokens, no limit") + counted
        of = tr("of {n} tokens||a budget", n=self.cost.budget)
        return format_number(self.total()), of + counted

    def foot(self) -> tuple[str, str]:
        """What stands under the bar: the parts, and what is free or too much."""
        change = self.ghost.change(self.cost)
        if change:
            names = [one.name for one in self.ghost.coming] or [
                one.name for one in self.cost.stretches if one.key in self.ghost.going
            ]
            sign = "+" if change > 0 else "−"
            return tr(" · ").join(names[:3]), f"{sign}{format_number(abs(change))}"
        if self.cost.over:
            gone = left_out(self.cost)
            named = tr(", ||between days").join(one.name for one in gone[:3])
            more = tr(" and {n} more", n=len(gone) - 3) if len(gone) > 3 else ""
            return tr("left out first: {what}", what=named + more), tr("{n} too much", n=self.cost.over)
        free = (
            tr("{n} free||tokens", n=self.cost.budget - self.cost.total)
            if self.cost.budget is not None
            else ""
        )
        return "", free

    # sizes

    def set_room(self, width: int) -> None:
        """Take this width, within what can be read and what is needed."""
        self.setFixedWidth(max(theme.px(_NARROW), min(theme.px(_WIDE), width)))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_WIDE), 2 * theme.px(_LINE) + theme.px(_BAR) + theme.px(_GAP))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(_NARROW), self.sizeHint().height())

    def _bar(self) -> QRectF:
        return QRectF(0, theme.px(_LINE) + theme.px(2), self.width(), theme.px(_BAR))

    def _scale(self) -> float:
        return float(max(self.cost.budget or 0, self.cost.total, self.total(), 1))

    def _boxes(self) -> list[tuple[Stretch, QRectF]]:
        """Where each stretch stands."""
        bar, scale, left = self._bar(), self._scale(), 0.0
        boxes = []
        for one in self.cost.stretches:
            wide = bar.width() * one.tokens / scale
            boxes.append((one, QRectF(left, bar.top(), max(1.0, wide - theme.px(1)), bar.height())))
            left += wide
        return boxes

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_words(painter)
        bar = self._bar()
        outline = QPainterPath()
        outline.addRoundedRect(bar, bar.height() / 2, bar.height() / 2)
        painter.save()
        painter.setClipPath(outline)
        painter.fillRect(bar, theme.colour("text", 0.10))
        self._paint_stretches(painter)
        self._paint_over(painter, bar)
        painter.restore()
        if self.underMouse() and self.isEnabled():
            painter.setPen(QPen(theme.colour("line_strong"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(outline)

    def _paint_words(self, painter: QPainter) -> None:
        caption_words, caption_font = tr("In the prompt now"), theme.font("small")
        caption_wide = QFontMetricsF(caption_font).horizontalAdvance(caption_words)
        strong, rest = self._amount(tr(", estimated"))
        over = self.cost.budget is not None and self.total() > self.cost.budget
        line = QRectF(0, 0, self.width(), theme.px(_LINE))
        rest_font, strong_font = theme.font("small"), theme.font("small", 600, tabular=True)
        rest_wide = QFontMetricsF(rest_font).horizontalAdvance(rest)
        strong_wide = QFontMetricsF(strong_font).horizontalAdvance(strong)
        if caption_wide + strong_wide + rest_wide + theme.px(16) > line.width():
            strong, rest = self._amount("")
            strong = strong if self.cost.exact else f"≈ {strong}"
            rest_wide = QFontMetricsF(rest_font).horizontalAdvance(rest)
            strong_wide = QFontMetricsF(strong_font).horizontalAdvance(strong)
        right = line.right()
        paint_elided(
            painter,
            QRectF(right - rest_wide - 2, 0, rest_wide + 2, line.height()),
            rest,
            rest_font,
            "text_muted",
        )
        figure = QRectF(right - rest_wide - strong_wide - theme.px(6), 0, strong_wide + 3, line.height())
        paint_elided(painter, figure, strong, strong_font, "danger" if over else "text")
        caption = QRectF(0, 0, figure.left() - theme.px(8), line.height())
        paint_elided(painter, caption, caption_words, caption_font, "text")
        self._paint_foot(painter, over)

    def _paint_foot(self, painter: QPainter, over: bool) -> None:
        left, right = self.foot()
        top = self._bar().bottom() + theme.px(3)
        font = theme.font("caption", tabular=True)
        wide = QFontMetricsF(font).horizontalAdvance(right) + 2
        ink = "danger" if over else "text_muted"
        if right:
            box = QRectF(self.width() - wide, top, wide, theme.px(_LINE))
            paint_elided(painter, box, right, font, ink, right=True)
        room = self.width() - wide - theme.px(10)
        if left:
            box = QRectF(0, top, room, theme.px(_LINE))
            paint_elided(painter, box, left, font, ink)
            return
        names = _names(self.cost.stretches, room, QFontMetricsF(font))
        spare = room - sum(QFontMetricsF(font).horizontalAdvance(name) for name in names)
        gap, at = min(theme.px(28), spare / max(1, len(names))), 0.0
        for name in names:
            advance = QFontMetricsF(font).horizontalAdvance(name)
            paint_elided(painter, QRectF(at, top, advance + 2, theme.px(_LINE)), name, font, "text_muted")
            at += advance + gap

    def _paint_stretches(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        tone, right = 0, 0.0
        for one, box in self._boxes():
            going = one.key in self.ghost.going
            if going:
                _paint_hollow(painter, box)
            else:
                alpha = 1.0 if one.key == SUMMARIES else _TONES[tone % len(_TONES)]
                painter.fillRect(box, theme.mix(theme.colour("window"), theme.colour("accent"), alpha))
            tone += one.key != SUMMARIES
            right = box.right() + theme.px(1)
        for one in self.ghost.coming:
            wide = self._bar().width() * one.tokens / self._scale()
            _paint_hollow(painter, QRectF(right, self._bar().top(), max(2.0, wide), self._bar().height()))
            right += wide

    def _paint_over(self, painter: QPainter, bar: QRectF) -> None:
        """What lies beyond the budget is hatched."""
        budget, total = self.cost.budget, self.total()
        if budget is None or total <= budget:
            return
        start = bar.width() * budget / self._scale()
        tail = QRectF(start, bar.top(), bar.width() * total / self._scale() - start, bar.height())
        painter.fillRect(tail, theme.colour("danger_soft"))
        painter.fillRect(tail, QBrush(theme.colour("danger"), Qt.BrushStyle.BDiagPattern))
        painter.fillRect(QRectF(start, bar.top(), theme.px(2), bar.height()), theme.colour("danger"))

    # the pointer

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            found = [one for one, box in self._boxes() if box.left() <= event.pos().x() <= box.right()]
            on_bar = event.pos().y() <= self._bar().bottom() + theme.px(4)
            by = _counted(self.cost)
            words = _said(found[0]) if found and on_bar else tr("Click to set the budget.") + " " + by
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.update()


def _counted(cost: Cost) -> str:
    if cost.exact:
        return tr("Counted by {by}.", by=cost.by)
    family = cost.by.partition(":")[2]
    return tr("Estimated as {by} counts.", by=family) if family else tr("Estimated: no model is set up.")


def _said(one: Stretch) -> str:
    return tr("{name}: {n} tokens", name=one.name, n=one.tokens)


def _paint_hollow(painter: QPainter, box: QRectF) -> None:
    """A stretch that is not there yet, or not any more: dashed in the accent."""
    painter.save()
    painter.fillRect(box, theme.colour("accent", 0.14))
    painter.setPen(QPen(theme.colour("accent"), 1.2, Qt.PenStyle.DotLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


def _names(stretches: Sequence[Stretch], room: float, metrics: QFontMetricsF) -> list[str]:
    """Give the names of the parts, or of as many together as there is room for."""
    names = [one.name for one in stretches]
    least = metrics.horizontalAdvance("nn")
    if sum(metrics.horizontalAdvance(name) + least for name in names) <= room:
        return names
    texts = [one.name for one in stretches if one.key == SUMMARIES]
    days = len(stretches) - len(texts)
    few = [*texts, tr("days of {n} month", "days of {n} months", n=days)]
    return few if sum(metrics.horizontalAdvance(name) + least for name in few) <= room else texts
