"""The History tab: each edit of the memory with what was and what is, and its undo."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.engine.commands.memories import FOREVER
from app.storage.history import Change, RowEdit
from app.ui import diff, theme
from app.ui.i18n import said, tr
from app.ui.inspector.rows import Body
from app.ui.moments import local, moment_words
from app.ui.widgets import Icon, LinkButton, Mark, Prose, Rule
from app.ui.widgets.text import Text
from app.ui.words import actor_name, mood_name, room_name

_SHOWN = 30
#: Columns that say nothing a person asks for, or that go with another one.
_SILENT = {
    "updated_at", "recorded_at", "locked_fields", "content_hash", "valence", "arousal", "occurred_to", "occurred_text",
    "occurred_tz", "occurred_at", "occurred_day", "occurred_precision", "status_reason", "base", "extra", "run",
}  # fmt: skip


class EditsBody(Body):
    """Edits of one memory; `undo_asked` and `redo_asked` carry the edit's uid."""

    undo_asked = Signal(str)
    redo_asked = Signal(str)

    def __init__(
        self, edits: Sequence[RowEdit], today: date, *, writable: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        for number, edit in enumerate(edits[:_SHOWN]):
            if number:
                self.column.addWidget(Rule())
            self.column.addWidget(self._row(edit, today, writable=writable))
        if len(edits) > _SHOWN:
            self.say_more(len(edits) - _SHOWN)
        if not edits:
            self.add_note(tr("No edits are kept of it."))

    def _row(self, edit: RowEdit, today: date, *, writable: bool) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        undone = edit.state == "undone"
        head = QHBoxLayout()
        words = said(edit.label)
        marks = (Mark(0, len(words), strike=True),) if undone else ()
        head.addWidget(Prose(words, "small", "text_muted" if undone else "text", marks=marks), 1)
        head.addWidget(self._action(edit, writable=writable), 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        who = tr("run") if edit.run else actor_name(edit.actor)
        column.addWidget(Text(f"{who} · {moment_words(edit.at, today)}", "caption", "text_muted"))
        if edit.op == "update":
            for change in edit.changes:
                if change.column not in _SILENT:
                    column.addWidget(change_words(change, muted=undone))
        return box

    def _action(self, edit: RowEdit, *, writable: bool) -> QWidget:
        if edit.state == "sealed":
            lock = Icon("lock", "text_muted", 14)
            lock.setToolTip(tr("Too old to be undone; its words are kept."))
            return lock
        undone = edit.state == "undone"
        button = LinkButton(tr("Redo") if undone else tr("Undo"))
        button.setVisible(writable and not edit.run)
        asked = self.redo_asked if undone else self.undo_asked
        button.clicked.connect(lambda: asked.emit(edit.id))
        return button


def change_words(change: Change, *, muted: bool = False) -> Prose:
    """One field: a text as word diff, anything else as old → new."""
    if change.column == "content" and change.old is not None and change.new is not None:
        text, marks = diff.together(diff.pieces(str(change.old), str(change.new)))
        return Prose(text, "serif", "text_muted" if muted else "text", marks=marks)
    name = _names().get(change.column, change.column)
    words = tr(
        "{name}: {old} → {new}",
        name=name,
        old=_shown(change.column, change.old),
        new=_shown(change.column, change.new),
    )
    return Prose(words, "small", "text_muted")


def _names() -> dict[str, str]:
    return {
        "room": tr("Room"),
        "importance": tr("Importance"),
        "mood": tr("Mood"),
        "tags": tr("Tags"),
        "occurred_from": tr("Date"),
        "pinned_until": tr("Pinned"),
        "status": tr("State"),
        "box": tr("Event box"),
        "superseded_by": tr("Merged into"),
        "kind": tr("Kind"),
        "topic": tr("Topic"),
        "assertion": tr("How sure"),
    }


def status_name(status: str) -> str:
    """The state of a memory in words."""
    names = {
        "active": tr("in recall"),
        "evicted": tr("in the store-box"),
        "archived": tr("archived"),
        "superseded": tr("superseded"),
        "merged": tr("merged"),
        "forgotten": tr("forgotten"),
    }
    return names.get(status, status)


def _shown(column: str, value: Any) -> str:
    if value is None or value in ("", "[]"):
        return "–"
    if column == "room":
        return room_name(str(value))
    if column == "mood":
        return mood_name(str(value))
    if column == "status":
        return status_name(str(value))
    if column == "tags":
        return ", ".join(json.loads(value))
    if column == "pinned_until":
        return tr("for good") if value == FOREVER else local(int(value)).date().isoformat()
    return str(value)
