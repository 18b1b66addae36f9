"""The sheet on which an entry is written or edited: its text, its day in any spelling, its mood."""

from typing import Any

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from app.storage.months import Fragment
from app.ui import aio, dialogs, mood_menu, theme, utf16
from app.ui.i18n import tr
from app.ui.icons import mood_icon
from app.ui.widgets import Button, Text
from app.ui.widgets.editor import Editor
from app.ui.widgets.text import RESTYLE
from app.ui.words import mood_name

_LEAST, _TALL = 76, 190  # of the text; a longer one scrolls


class EntrySheet(QWidget):
    """`keep_asked` when it is to be kept, `split_asked` with a place in the text, `put_away` when it is left."""

    keep_asked = Signal()
    split_asked = Signal(int)
    put_away = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fragment: Fragment | None = None
        self._mood: str | None = None
        self._day = ""
        self.title = Text("", "body", weight=600)
        self.editor = Editor()
        self.day = QLineEdit()
        self.mood = Button("", small=True, arrow=True)
        self.note = Text("", "caption", "danger", wrap=True)
        self.keep = Button("", "primary", key="Ctrl+Enter", small=True)
        self.split = Button("", small=True)
        self.discard = Button("", "quiet", key="Esc", small=True)
        self._build()
        self._wire()
        self.retranslate()
        self.hide()

    def _build(self) -> None:
        self._area = area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self.editor)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.day.setFixedWidth(theme.px(150))
        self.note.hide()
        top = QHBoxLayout()
        top.setSpacing(theme.u(2))
        top.addWidget(self.title)
        top.addStretch(1)
        for part in (self.day, self.mood):
            top.addWidget(part)
        foot = QHBoxLayout()
        foot.setSpacing(theme.u(2))
        for button in (self.keep, self.discard):
            foot.addWidget(button)
        foot.addWidget(self.note, 1)
        foot.addStretch(1)
        foot.addWidget(self.split)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.u(6), theme.u(3), theme.u(6), theme.u(4))
        column.setSpacing(theme.u(2))
        column.addLayout(top)
        column.addWidget(area)
        column.addLayout(foot)

    def _wire(self) -> None:
        self.editor.confirmed.connect(self.keep.click)
        self.editor.abandoned.connect(self._on_escape)
        self.editor.textChanged.connect(self._on_text_changed)
        self.editor.cursorPositionChanged.connect(self._tell_split)
        self.editor.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self.day.returnPressed.connect(self.keep.click)
        self.mood.clicked.connect(self._on_mood_clicked)
        self.keep.clicked.connect(self.keep_asked)
        self.discard.clicked.connect(self.leave)
        self.split.clicked.connect(lambda: self.split_asked.emit(self.place()))

    def retranslate(self) -> None:
        self.title.setText(tr("New entry") if self.fragment is None else tr("Entry"))
        self.editor.setAccessibleName(tr("Text of the entry"))
        self.editor.setPlaceholderText(tr("What happened on this day"))
        self.day.setAccessibleName(tr("Day"))
        self.day.setPlaceholderText(tr("Day: 2026-03-11, 3月11日 …"))
        self.day.setToolTip(tr("Any spelling of a date; empty: no date."))
        self.keep.setText(tr("Keep"))
        self.discard.setText(tr("Discard"))
        self.split.setText(tr("Split here"))
        self.split.setToolTip(tr("What stands behind the cursor becomes an entry of its own."))
        self._tell_mood()

    # what is written

    def begin(self, fragment: Fragment | None, day: str) -> None:
        """Take an entry to edit, or an empty sheet for a day."""
        self.fragment = fragment
        self._mood = fragment.mood if fragment else None
        self._day = (fragment.day or "") if fragment else day
        self.editor.load(fragment.content if fragment else "")
        self.day.setText(self._day)
        self.say("")
        self.retranslate()
        self._tell_split()
        self.show()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def begun(self) -> bool:
        """Whether something stands on it that would be lost."""
        return self.isVisible() and bool(self.changes())

    def text(self) -> str:
        return self.editor.toPlainText().strip()

    def day_written(self) -> str | None:
        return self.day.text().strip() or None

    def mood_chosen(self) -> str | None:
        return self._mood

    def changes(self) -> dict[str, Any]:
        """Give the fields that differ from what the entry was when it was taken."""
        held = self.fragment
        found: dict[str, Any] = {}
        if self.text() != (held.content.strip() if held else ""):
            found["content"] = self.text()
        if self._mood != (held.mood if held else None):
            found["mood"] = self._mood
        if self.day.text().strip() != self._day:
            found["day"] = self.day_written()
        return found

    def place(self) -> int:
        """The place of the cursor in the text, counted in characters."""
        return utf16.place(self.editor.toPlainText(), self.editor.textCursor().position())

    def leave(self) -> None:
        """Put the sheet away with what stands on it."""
        self.fragment = None
        self.editor.load("")
        self.hide()
        self.put_away.emit()

    def say(self, sentence: str) -> None:
        """Tell what keeps it from being kept; empty takes it away."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    # the author's hand

    def _on_escape(self) -> None:
        if self.begun():
            self.say(tr("Not kept yet: Ctrl+Enter keeps it, Discard throws it away."))
        else:
            self.leave()

    def _on_text_changed(self) -> None:
        self.say("")
        self._tell_split()

    def _fit(self) -> None:
        """Let the field grow with its text, up to a height."""
        wanted = self.editor.sizeHint().height() + 2
        self.editor.setMinimumHeight(max(wanted, theme.px(_LEAST)))
        self._area.setFixedHeight(max(theme.px(_LEAST), min(wanted, theme.px(_TALL))))

    def _tell_split(self) -> None:
        """Only what is kept can be split, and only inside."""
        held = self.fragment
        inside = bool(held) and 0 < self.place() < len(self.editor.toPlainText())
        self.split.setVisible(held is not None)
        self.split.setEnabled(inside and not self.changes())

    def _on_mood_clicked(self) -> None:
        mood_menu.moods(self.mood, self._mood, self._take_mood, self._on_own_mood)

    def _take_mood(self, mood: str) -> None:
        self._mood = mood or None
        self._tell_mood()
        self._tell_split()

    @aio.slot
    async def _on_own_mood(self) -> None:
        word = await dialogs.ask_text(self, tr("Mood"), tr("A word of your own for how it felt."))
        if word:
            self._take_mood(word)

    def _tell_mood(self) -> None:
        self.mood.setText(mood_name(self._mood) if self._mood else tr("Mood"))
        self.mood.set_icon(mood_icon(self._mood))
        self.mood.setAccessibleName(tr("Mood: {mood}", mood=mood_name(self._mood)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("raised"))
        painter.fillRect(QRectF(0, 0, self.width(), 1), theme.colour("line"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.update()
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "discard"):
            self.retranslate()
