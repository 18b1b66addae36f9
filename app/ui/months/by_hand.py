"""The month in the author's own words: a field over the whole text, checked while it is written."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from app.domain.months.truth import Report
from app.ui import theme, utf16
from app.ui.i18n import tr
from app.ui.months.marks import Span, flags_of, sentence_at
from app.ui.months.passage import Writer
from app.ui.widgets import LinkButton, Text

_LEAST_LINES = 10


class ByHand(QWidget):
    """Every stroke is told by `written`; nothing is kept in the palace before it is saved."""

    written = Signal(str)
    dropped = Signal()
    saved = Signal()
    sentence_pressed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = Writer("", least_lines=_LEAST_LINES)
        self.hint = Text("", "small", "text_muted", wrap=True)
        self.drop = LinkButton("")
        self._report: Report | None = None
        self._pointed: list[Span] = []
        foot = QHBoxLayout()
        foot.addWidget(self.hint, 1)
        foot.addWidget(self.drop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.u(3), 0, theme.u(3))
        column.setSpacing(theme.u(2))
        column.addWidget(self.field)
        column.addLayout(foot)
        self.field.written.connect(self._on_written)
        self.field.cursorPositionChanged.connect(self._on_cursor_moved)
        self.field.confirmed.connect(self.saved)
        self.drop.clicked.connect(self.dropped)

    def retranslate(self) -> None:
        self.field.setAccessibleName(tr("The month in your own words"))
        self.field.setPlaceholderText(tr("What this month was"))
        self.hint.setText(
            tr("Kept here while you look at other months; Ctrl+Enter saves it as a new version.")
        )
        self.drop.setText(tr("Put away"))

    def show_text(self, text: str) -> None:
        """Show the text as it is being written; the cursor stays where it is."""
        if not self.field.toPlainText():
            self.field.load(text)
        elif text != self.field.toPlainText():
            cursor = self.field.textCursor()
            stood = cursor.position()
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(text)  # so that Ctrl+Z in the field takes it back
            cursor.setPosition(min(stood, utf16.units(text, len(text))))
            self.field.setTextCursor(cursor)

    def show_report(self, report: Report | None) -> None:
        self._report = report
        self._mark()

    def point(self, spans: Sequence[Span]) -> None:
        self._pointed = list(spans)
        self._mark()

    def _on_written(self, text: str) -> None:
        self._report = None
        self._pointed = []
        self.written.emit(text)

    def _mark(self) -> None:
        text = self.field.toPlainText()
        flagged = QTextCharFormat()
        flagged.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        flagged.setUnderlineColor(theme.colour("danger"))
        pointed = QTextCharFormat()
        pointed.setBackground(QColor(theme.colour("selection")))
        marks = [(span, pointed) for span in self._pointed]
        flags = flags_of(self._report)
        marks += [(span, flagged) for span in (*flags.words, *flags.sentences)]
        selections = []
        for (start, end), how in marks:
            one = QTextEdit.ExtraSelection()
            cursor = self.field.textCursor()
            cursor.setPosition(utf16.units(text, start))
            cursor.setPosition(utf16.units(text, min(end, len(text))), QTextCursor.MoveMode.KeepAnchor)
            one.cursor, one.format = cursor, how
            selections.append(one)
        self.field.setExtraSelections(selections)

    def _on_cursor_moved(self) -> None:
        if self._report is not None:
            place = utf16.place(self.field.toPlainText(), self.field.textCursor().position())
            self.sentence_pressed.emit(sentence_at(self._report, place))
