"""The page on which the author writes a new memory; it becomes one only by Keep."""

from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.domain.rooms import ROOM_KEYS
from app.domain.when import Occurred
from app.engine.commands import AddMemory
from app.ui import aio, dialogs, theme
from app.ui.i18n import told, tr
from app.ui.inspector import menus
from app.ui.inspector.details import Details, Values
from app.ui.inspector.page import show_room
from app.ui.studio import Studio
from app.ui.widgets import Button, Chip, Column, Text
from app.ui.widgets.editor import Editor

IMPORTANCE = 5  # what a memory has that nobody has weighed


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory in the making; everything but the text, which stands in the field."""

    room: str
    importance: int = IMPORTANCE
    mood: str | None = None
    tags: tuple[str, ...] = ()
    occurred: Occurred = field(default_factory=Occurred)


class WritingPage(Column):
    """`kept` carries the id of the new memory; `put_away` means that the page is done with."""

    kept = Signal(int)
    put_away = Signal()

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.studio = studio
        self.who = 0
        self.draft = Draft(ROOM_KEYS[0])
        self._left: dict[int, tuple[Draft, str]] = {}  # begun for other characters
        self.title = Text("", "title")
        self.room = Chip("", clickable=True)
        self.editor = Editor()
        self.details = Details()
        self.note = Text("", "caption", "warning", wrap=True)
        self.keep = Button("", "primary", key="Ctrl+Enter", small=True)
        self.discard = Button("", "quiet", small=True)
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        self.editor.setMinimumHeight(theme.u(32))  # an empty sheet looks like one
        self.note.hide()
        foot = QHBoxLayout()
        foot.setSpacing(theme.u(2))
        for button in (self.keep, self.discard):
            foot.addWidget(button)
        foot.addStretch(1)
        self.layout_.addWidget(self.title)
        self.layout_.addWidget(self.room, 0, Qt.AlignmentFlag.AlignLeft)
        self.layout_.addWidget(self.editor)
        self.layout_.addWidget(self.note)
        self.layout_.addWidget(self.details)
        self.layout_.addLayout(foot)
        self.layout_.addStretch(1)

    def _wire(self) -> None:
        self.room.clicked.connect(
            lambda: menus.rooms(self.room, self.draft.room, lambda room: self._set("room", room))
        )
        self.details.changed.connect(self._set)
        self.details.own_mood_asked.connect(self._on_own_mood_asked)
        self.details.search_asked.connect(lambda tag: self.studio.open_panel("search", text=f"tag:{tag}"))
        self.editor.textChanged.connect(self.note.hide)
        self.editor.confirmed.connect(self.keep.click)
        self.editor.abandoned.connect(self._on_escape)
        self.keep.clicked.connect(self._on_keep_clicked)
        self.discard.clicked.connect(self._on_discard_clicked)

    def retranslate(self) -> None:
        self.title.setText(tr("New memory"))
        self.editor.setAccessibleName(tr("Text of the memory"))
        self.keep.setText(tr("Keep"))
        self.discard.setText(tr("Discard"))
        self.details.retranslate()
        self.room.setToolTip(tr("Choose the room"))
        show_room(self.room, self.draft.room)

    def begin(self, room: str | None) -> None:
        """Go on with what was begun for the character in view, else begin in this room."""
        who = self.studio.character_id
        if who != self.who:
            if self.text():
                self._left[self.who] = (self.draft, self.text())
            self.who = who
            self._take(*self._left.pop(who, (Draft(ROOM_KEYS[0]), "")))
        if room in ROOM_KEYS and not self.text():
            self.draft = replace(self.draft, room=str(room))
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self, draft: Draft, text: str) -> None:
        self.draft = draft
        self.editor.load(text)
        self.note.hide()

    def text(self) -> str:
        return self.editor.toPlainText().strip()

    def begun(self) -> bool:
        """Whether anything is written, for whichever character, that is no memory yet."""
        return bool(self.text() or self._left)

    async def refresh(self) -> None:
        """Show the draft at the character's now."""
        who = self.studio.character
        if who is None or self.studio.engine is None:
            return
        now = await self.studio.now()
        draft = self.draft
        values = Values(0, draft.mood, draft.importance, draft.importance, draft.occurred, draft.tags)
        self.details.show_values(values, who.timezone, now, writable=True)
        self.editor.setPlaceholderText(tr("What happened, as {name} remembers it", name=who.name))
        show_room(self.room, draft.room)
        refusal = told(self.studio.read_only)[0] if self.studio.read_only else ""
        self.keep.setEnabled(not refusal)
        self.keep.setToolTip(refusal)

    @aio.slot
    async def _set(self, name: str, value: Any) -> None:
        self.draft = replace(self.draft, **{name: value})
        await self.refresh()

    @aio.slot
    async def _on_own_mood_asked(self) -> None:
        word = await dialogs.ask_text(self, tr("Mood"), tr("A word of your own for how it felt."))
        if word:
            self._set("mood", word)

    @aio.slot
    async def _on_keep_clicked(self) -> None:
        if not self.text():
            self._say(tr("Nothing is written yet."))
            return
        draft = self.draft
        command = AddMemory(
            self.who, self.text(), draft.room, draft.importance, draft.mood, draft.tags, draft.occurred
        )
        self.keep.setEnabled(False)  # one press, one memory
        try:
            outcome = await self.studio.execute(command, toast=True)
        finally:
            self.keep.setEnabled(True)
        if outcome.effect.ids:
            self._take(Draft(draft.room), "")
            self.kept.emit(outcome.effect.ids[0])

    def _on_discard_clicked(self) -> None:
        self._take(Draft(self.draft.room), "")
        self.put_away.emit()

    def _on_escape(self) -> None:
        """Escape leaves an empty sheet; what is written is not thrown away by a slip."""
        if self.text():
            self._say(tr("Not kept yet: Ctrl+Enter keeps it, Discard throws it away."))
        else:
            self._on_discard_clicked()

    def _say(self, sentence: str) -> None:
        self.note.setText(sentence)
        self.note.show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "discard"):
            self.retranslate()
