"""The memory's text: read, and written in the same place. It is kept on leaving, Ctrl+Enter or two idle seconds."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from app.ui import actions, diff, theme
from app.ui.i18n import tr
from app.ui.widgets import Button, Card, Prose, Text
from app.ui.widgets.editor import Editor

IDLE_MS = 2_000


class ReadText(Prose):
    """The text at rest; a click, E or Enter opens it."""

    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "read", parent=parent)
        self.writable = True
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.IBeamCursor)

    def measure(self) -> int:
        return 1_000_000  # the column is narrower than any measure

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.writable and self.underMouse():
            painter = QPainter(self)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("text", 0.04))
            painter.drawRoundedRect(self.rect(), theme.radius("chip"), theme.radius("chip"))
        super().paintEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.writable and self.rect().contains(event.position().toPoint()):
            self.opened.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if self.writable and (enter or actions.letter(event) == "e"):
            self.opened.emit()
        else:
            super().keyPressEvent(event)


class Meanwhile(Card):
    """The text was changed elsewhere while it was being written here: both versions, and three choices."""

    keep_mine = Signal()
    take_theirs = Signal()
    put_together = Signal()

    def __init__(self, theirs: str, mine: str, parent: QWidget | None = None) -> None:
        super().__init__("warning", parent=parent)
        self.set_words(
            tr("Changed meanwhile"), tr("Someone or something else changed this text while you were writing.")
        )
        parts = diff.pieces(theirs, mine)
        for label, side in ((tr("There now"), diff.old_side(parts)), (tr("Yours"), diff.new_side(parts))):
            self.body.addWidget(Text(label, "caption", "text_muted"))
            text, marks = side
            self.body.addWidget(Prose(text, "serif", marks=marks))
        mine_, theirs_, both = (
            Button(words, small=True) for words in (tr("Keep mine"), tr("Take theirs"), tr("Both"))
        )
        both.setToolTip(tr("Yours below theirs, to go on writing"))
        mine_.clicked.connect(self.keep_mine)
        theirs_.clicked.connect(self.take_theirs)
        both.clicked.connect(self.put_together)
        for button in (mine_, theirs_, both):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not count as leaving the field
            self.add_action(button)


class ContentField(QWidget):
    """Shows a text, or edits it. `written` asks to keep a text; `abandoned` to take back what was kept on the way."""

    written = Signal(str)
    abandoned = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reading = ReadText()
        self.editor = Editor()
        self.base = ""  # the text as the palace holds it, as far as this field knows
        self.meanwhile: Meanwhile | None = None
        self.note = Text("", "caption", "warning", wrap=True)
        self.note.hide()
        self._shown = QStackedLayout()
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE_MS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        column.addWidget(self.reading)
        column.addWidget(self.editor)
        column.addWidget(self.note)
        self._column = column
        self.editor.hide()
        self.reading.opened.connect(self.open)
        self.editor.textChanged.connect(self._on_text_changed)
        self.editor.confirmed.connect(self.close_field)
        self.editor.left.connect(self.close_field)
        self.editor.abandoned.connect(self.abandon)
        self._idle.timeout.connect(self.keep)
        self.retranslate()

    def retranslate(self) -> None:
        self.editor.setAccessibleName(tr("Text of the memory"))
        self.reading.setAccessibleDescription(tr("Press E to edit"))
        self.reading.setToolTip(tr("Edit (E)"))

    @property
    def editing(self) -> bool:
        return not self.editor.isHidden()

    @property
    def draft(self) -> str:
        """What stands in the field; the palace's text while it is at rest."""
        return self.editor.toPlainText() if self.editing else self.base

    def show_text(self, text: str, *, writable: bool) -> None:
        """Show the palace's text; while the author writes over another, both are shown and nothing is lost."""
        self.reading.writable = writable
        if not self.editing:
            self.base = text
            self.reading.setText(text)
        elif text != self.base:
            if self.draft == self.base:  # nothing written yet: simply follow
                self.base = text
                self.editor.load(text)
            else:
                self._ask(text)

    def open(self) -> None:
        """Begin to write."""
        if not self.reading.writable or self.editing:
            return
        self.editor.load(self.base)
        self._idle.stop()
        self.reading.hide()
        self.editor.show()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def keep(self) -> None:
        """Ask to keep what is written, and go on writing."""
        self._idle.stop()
        text = self.draft
        blank = not text.strip()
        self.note.setVisible(blank)
        if blank:
            self.note.setText(tr("A memory cannot be empty. To take it out of recall, forget it."))
        elif self.editing and self.meanwhile is None and text != self.base:
            self.base = text
            self.written.emit(text)

    def close_field(self) -> None:
        """Keep what is written and read again; while two versions wait for a choice the field stays."""
        if not self.editing or self.meanwhile is not None:
            return
        self.keep()
        self._rest()

    def abandon(self) -> None:
        """Leave without change."""
        if self.meanwhile is None and self.editing:
            self.abandoned.emit()
            self._rest()

    def _rest(self) -> None:
        focused = self.editor.hasFocus()
        self._idle.stop()
        self.note.hide()
        self.reading.setText(self.base)
        self.editor.hide()
        self.reading.show()
        if focused:
            self.reading.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def _on_text_changed(self) -> None:
        if self.editing:
            self._idle.start()

    # Changed meanwhile

    def _ask(self, theirs: str) -> None:
        self._idle.stop()
        self._answered()
        card = Meanwhile(theirs, self.draft)
        card.keep_mine.connect(lambda: self._keep_mine(theirs))
        card.take_theirs.connect(lambda: self._take_theirs(theirs))
        card.put_together.connect(lambda: self._put_together(theirs))
        self.meanwhile = card
        self._column.addWidget(card)

    def _answered(self) -> None:
        card, self.meanwhile = self.meanwhile, None
        if card is not None:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()

    def _keep_mine(self, theirs: str) -> None:
        self._answered()
        self.base = theirs
        self.close_field()

    def _take_theirs(self, theirs: str) -> None:
        self._answered()
        self.base = theirs
        self._rest()

    def _put_together(self, theirs: str) -> None:
        mine = self.draft
        self._answered()
        self.base = theirs
        self.editor.load(f"{theirs}\n{mine}")
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self._idle.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "note"):
            self.retranslate()
