"""The proposal as it would look: its words on violet with dashes, and its fields; or a form to change them first."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QSpinBox, QVBoxLayout, QWidget

from app.domain.mood import BY_KEY
from app.domain.rooms import ROOM_KEYS
from app.storage.characters import Character
from app.storage.proposals import Proposal
from app.ui import theme, words
from app.ui.i18n import tr
from app.ui.icons import mood_icon
from app.ui.inbox.naming import assertion_words, happened, occurred_of
from app.ui.widgets import Bar, Button, Card, Chip, Choice, FactList, FlowLayout, Icon, Mark, Prose, Text


def quoted_marks(text: str, patch: Mapping[str, Any]) -> list[Mark]:
    """Underline the words that rest on a source word for word."""
    found = []
    for quote in patch.get("quotes", ()):
        said = str(quote[3]) if len(quote) > 3 else ""
        at = text.find(said) if said else -1
        if at >= 0:
            found.append(Mark(at, at + len(said), underline="proposal"))
    return found


def draft_card(proposal: Proposal, who: Character | None) -> QWidget:
    """The proposed memory on proposal ground."""
    patch = proposal.patch
    card = Card("proposal")
    text = str(patch.get("content") or patch.get("text") or "")
    prose = Prose("", "read")
    prose.setText(text, quoted_marks(text, patch))
    card.body.addWidget(prose)
    fields = _fields(patch, who)
    if fields:
        facts = FactList()
        for name, value in fields:
            facts.add(name, value)
        card.body.addSpacing(theme.u(3))
        card.body.addWidget(facts)
    card.setAccessibleName(text)
    return card


def _fields(patch: Mapping[str, Any], who: Character | None) -> list[tuple[str, QWidget]]:
    found: list[tuple[str, QWidget]] = []
    room = patch.get("room")
    if room:
        found.append((tr("Room"), _row(Chip.room(str(room), words.room_name(str(room))))))
    importance = patch.get("importance")
    if isinstance(importance, int):
        bar = Bar(importance / 10, "proposal")
        bar.setFixedWidth(theme.px(72))
        found.append((tr("Importance"), _row(Text(str(importance), "body", weight=500), bar)))
    mood = patch.get("mood")
    if mood:
        icon = mood_icon(str(mood))
        name = Text(words.mood_name(str(mood)), "body")
        found.append((tr("Mood"), _row(Icon(icon, "text", 15), name) if icon else _row(name)))
    zone = who.timezone if who else "UTC"
    when = happened(occurred_of(patch), zone)
    if when:
        found.append((tr("Happened"), _row(Text(when, "body", tabular=True))))
    if patch.get("tags"):
        found.append((tr("Tags"), _tags([str(tag) for tag in patch["tags"]])))
    assertion = patch.get("assertion")
    if assertion and assertion != "unknown":
        told = assertion_words(str(assertion), who.partner_name if who else None)
        found.append((tr("Assertion"), _row(Text(told, "body"))))
    return found


def _row(*parts: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.u(2))
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return holder


def _tags(tags: Sequence[str]) -> QWidget:
    holder = QWidget()
    flow = FlowLayout(holder)
    for tag in tags:
        flow.addWidget(Chip(tag, ground="raised"))
    return holder


class DraftForm(QWidget):
    """The same memory as fields; `saved` gives what was changed."""

    saved = Signal(object)  # dict[str, Any]
    dropped = Signal()

    def __init__(self, proposal: Proposal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._patch = proposal.patch
        self.content = QPlainTextEdit(str(proposal.patch.get("content") or ""))
        self.content.setTabChangesFocus(True)
        self.content.setFont(theme.font("read"))
        self.content.setFixedHeight(theme.px(120))
        self.content.setAccessibleName(tr("Text of the memory"))
        self.save = Button(tr("Accept as edited"), "primary", key="Ctrl ↵")
        self.drop = Button(tr("Cancel"), "plain", key="Esc")
        self.room, self.mood = Choice(), Choice()
        self.importance = QSpinBox()
        self.importance.setMinimumHeight(theme.space("control"))
        self.importance.lineEdit().setTextMargins(theme.px(8), 0, 0, 0)
        self.tags = QLineEdit(", ".join(str(tag) for tag in proposal.patch.get("tags", ())))
        self.save.clicked.connect(self._on_save_clicked)
        self.drop.clicked.connect(self.dropped)
        self._whole = proposal.op == "add"
        self._build()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(3))
        column.addWidget(self.content)
        if self._whole:
            column.addWidget(self._facts())
        row = QHBoxLayout()
        row.addWidget(self.save)
        row.addWidget(self.drop)
        row.addStretch(1)
        column.addLayout(row)

    def _facts(self) -> QWidget:
        self.room.set_options([(key, words.room_name(key), f"rooms/{key}") for key in ROOM_KEYS])
        self.room.set_current(str(self._patch.get("room") or ROOM_KEYS[0]))
        own = str(self._patch.get("mood") or "")
        moods = [mood for mood in dict.fromkeys([*BY_KEY, own]) if mood]
        options = [("", tr("none")), *[(mood, words.mood_name(mood)) for mood in moods]]
        self.mood.set_options(options)
        self.mood.set_current(str(self._patch.get("mood") or ""))
        self.importance.setRange(1, 10)
        self.importance.setValue(int(self._patch.get("importance") or 5))
        facts = FactList()
        pairs = (
            (tr("Room"), self.room),
            (tr("Importance"), self.importance),
            (tr("Mood"), self.mood),
            (tr("Tags"), self.tags),
        )
        for name, field in pairs:
            facts.add(name, field)
            field.setAccessibleName(name)
        return facts

    def values(self) -> dict[str, Any]:
        """What the author changed."""
        made: dict[str, Any] = {"content": self.content.toPlainText().strip()}
        if self._whole:
            tags = self.tags.text().replace("，", ",").replace("、", ",").split(",")
            made |= {
                "room": self.room.current(),
                "importance": self.importance.value(),
                "mood": self.mood.current() or None,
                "tags": [tag.strip() for tag in tags if tag.strip()],
            }
        return {name: value for name, value in made.items() if value != self._patch.get(name)}

    def _on_save_clicked(self) -> None:
        if self.content.toPlainText().strip():
            self.saved.emit(self.values())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.dropped.emit()
        elif held and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_save_clicked()
        else:
            super().keyPressEvent(event)
