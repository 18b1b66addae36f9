"""One pair of paragraphs: what stands there, what would stand there, and the verdict."""

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.domain.months.passages import Mine
from app.ui import diff, theme
from app.ui.actions import letter
from app.ui.i18n import tr
from app.ui.months.draft import Part
from app.ui.months.marks import Flags, Span, layered
from app.ui.months.passage import Passage, Writer
from app.ui.widgets import Button, IconButton, Mark, Text

VERDICT_UNITS: Final = 27
GAP_UNITS: Final = 6
BAR: Final = 3
INDENT: Final = 14
STACKED_UNITS: Final = 125  # below this width the texts stand one above the other


def verdict_words(part: Part, *, beside: bool) -> str:
    """Say a verdict; `beside`: another candidate stands at the left, not the present text."""
    if isinstance(part.verdict, Mine):
        return tr("mine||verdict on a paragraph")
    if part.verdict == "take":
        return tr("dropped||verdict") if part.pair.new is None else tr("taken||verdict")
    if part.pair.old is None:
        return tr("left out||verdict")
    return tr("from the left||verdict") if beside else tr("keep old||verdict")


class VerdictButton(Button):
    """The verdict in words; a click turns it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "bare", parent=parent)
        self._strong = False

    def show_verdict(self, words: str, *, taken: bool) -> None:
        self._strong = taken
        self.setText(words)
        self.set_icon("check" if taken else None, "success" if taken else None)

    def _weight(self) -> int:
        return 600 if self._strong else 400


class Row(QWidget):
    """Keys: Space turns the verdict, T takes, K keeps, E writes, up and down go on."""

    verdict_asked = Signal(str)  # take | keep | turn
    writing_asked = Signal()
    written = Signal(str)
    writing_ended = Signal()
    chosen = Signal()
    stepped = Signal(int)
    hovered = Signal(int)  # place in the right text
    pressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part: Part | None = None
        self._base: tuple[Mark, ...] = ()
        self._bar, self._current = "line", False
        self._alone = self._stacked = False
        self.old, self.new = Passage(), Passage()
        self.nothing = Text("", "body", "text_muted")
        self.writer: Writer | None = None
        self.verdict = VerdictButton()
        self.write = IconButton("edit")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._build()
        self.new.hovered.connect(self.hovered)
        self.new.pressed.connect(self.pressed)
        self.verdict.clicked.connect(lambda: self.verdict_asked.emit("turn"))
        self.write.clicked.connect(self.writing_asked)

    def _build(self) -> None:
        self._right = QVBoxLayout()
        self._right.setSpacing(0)
        self._right.addWidget(self.new)
        self._right.addWidget(self.nothing)
        self._right.addStretch(1)
        policy = self.write.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.write.setSizePolicy(policy)
        side = QHBoxLayout()
        side.setSpacing(0)
        side.addStretch(1)
        side.addWidget(self.write)
        side.addWidget(self.verdict)
        self._side = QWidget()
        self._side.setLayout(side)
        side.setContentsMargins(0, 0, 0, 0)
        self._grid = QGridLayout(self)
        self._space()
        self._put()

    def _space(self) -> None:
        self._grid.setContentsMargins(theme.px(INDENT), theme.px(13), 0, theme.px(13))
        self._grid.setHorizontalSpacing(theme.u(GAP_UNITS))
        self._grid.setVerticalSpacing(theme.u(2))
        self._side.setFixedWidth(theme.u(VERDICT_UNITS))

    def _put(self) -> None:
        top = Qt.AlignmentFlag.AlignTop
        for part in (self.old, self._right, self._side):
            if isinstance(part, QWidget):
                self._grid.removeWidget(part)
            else:
                self._grid.removeItem(part)
        beside = not (self._alone or self._stacked)
        self._grid.addWidget(self.old, 0, 0, top)
        self._grid.addLayout(self._right, int(self._stacked and not self._alone), int(beside))
        self._grid.addWidget(self._side, 0, 2, top)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, int(beside))
        self.old.setVisible(not self._alone)

    def lay_out(self, *, alone: bool, stacked: bool) -> None:
        """Show the new text `alone`, where no text stands at the left, or `stacked` below the old one, for want of room."""
        if (alone, stacked) != (self._alone, self._stacked):
            self._alone, self._stacked = alone, stacked
            self._put()

    # showing

    def show_part(self, part: Part, *, beside: bool, writable: bool) -> None:
        """Show a pair and its verdict."""
        self.part = part
        old, new = part.pair.old or "", part.right
        parts = diff.pieces(old, new) if old and new and not part.pair.same else ()
        self.old.setText(*(diff.old_side(parts) if parts else (old, ())))
        self._base = diff.new_side(parts)[1] if parts else ()
        dropped = part.pair.new is None and not isinstance(part.verdict, Mine)
        self.nothing.setVisible(self.writer is None and (dropped or not new.strip()))
        self.nothing.setText(tr("not in the candidate") if dropped else tr("nothing here"))
        self.new.setVisible(self.writer is None and bool(new.strip()))
        self.new.setText(new, self._base)
        taken = part.verdict != "keep"
        words = verdict_words(part, beside=beside)
        self.verdict.show_verdict(words, taken=taken and not part.pair.same)
        self.verdict.setVisible(not part.pair.same or isinstance(part.verdict, Mine))
        self.verdict.setEnabled(writable)
        self.write.setEnabled(writable)
        self.verdict.setToolTip(tr("Space turns it · T takes · K keeps"))
        self.write.set_name(tr("Write it in my own words (E)"))
        self._hint()
        self.setAccessibleName(tr("{verdict}. Now: {old} Then: {new}", verdict=words, old=old, new=new))

    def show_marks(self, flags: Flags, pointed: list[Span], bar: str, told: str) -> None:
        """Mark flagged words and pointed sentences of the right text; `bar` is the role of the bar, `told` its meaning."""
        if self.part is not None:
            self.new.setText(self.part.right, layered(self._base, flags, pointed))
        self._bar = bar
        self.setAccessibleDescription(told)
        self.update()

    def set_current(self, current: bool) -> None:
        self._current = current
        self._hint()
        self.update()

    def begin_writing(self, text: str) -> Writer:
        """Turn the right side into a field."""
        if self.writer is None:
            self.writer = Writer(text)
            self.writer.setAccessibleName(tr("Your words for this paragraph"))
            self.writer.written.connect(self.written)
            self.writer.left.connect(self.writing_ended)
            self.writer.confirmed.connect(self.setFocus)
            self.writer.abandoned.connect(self.setFocus)
            self._right.insertWidget(0, self.writer)
            self.new.hide()
            self.nothing.hide()
        return self.writer

    def end_writing(self) -> None:
        """Show it as text again."""
        writer, self.writer = self.writer, None
        if writer is not None:
            writer.blockSignals(True)
            writer.hide()
            self._right.removeWidget(writer)
            writer.deleteLater()

    def _hint(self) -> None:
        hot = self._current or self.underMouse() or self.hasFocus()
        self.write.setVisible(hot and self.writer is None)

    # the author's hand

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = letter(event)
        if event.key() == Qt.Key.Key_Space:
            self.verdict_asked.emit("turn")
        elif key in ("t", "k"):
            self.verdict_asked.emit("take" if key == "t" else "keep")
        elif key == "e" or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.writing_asked.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        self.writing_asked.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.chosen.emit()
        self._hint()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._hint()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._hint()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._current:
            painter.fillRect(self.rect(), theme.colour("text", 0.03))
        edge = theme.px(10)
        painter.fillRect(0, edge, theme.px(BAR), self.height() - 2 * edge, theme.colour(self._bar))
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_grid"):
            self._space()
