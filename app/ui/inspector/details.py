"""The facts of a memory in two columns, each edited where it stands."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self
from zoneinfo import ZoneInfo

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.when import Occurred
from app.engine.commands.memories import FOREVER
from app.ui import mood_menu, theme
from app.ui.i18n import format_number, tr
from app.ui.icons import mood_icon
from app.ui.inspector import dates
from app.ui.inspector.facts import Facts
from app.ui.inspector.tags import TagsField
from app.ui.inspector.values import FactValue, LineField, Scale
from app.ui.moments import local, occurred_words
from app.ui.widgets import FactList, Text, plain_tip
from app.ui.words import mood_name


@dataclass(frozen=True, slots=True)
class Values:
    """What is shown of a memory, or of one that is being written (`whose` is 0 then)."""

    whose: int
    mood: str | None
    importance: int
    light: float  # what the importance is worth now
    occurred: Occurred
    tags: tuple[str, ...]
    locked: tuple[str, ...] = ()

    @classmethod
    def of(cls, facts: Facts) -> Self:
        memory = facts.memory
        return cls(
            memory.id,
            memory.mood,
            memory.importance,
            facts.light,
            memory.occurred,
            memory.tags,
            memory.locked_fields,
        )


class Details(QWidget):
    """Asks for changes as (field, value); a mood's own word and a tag's search are asked of the page."""

    changed = Signal(str, object)
    own_mood_asked = Signal()
    search_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: Values | None = None
        self._zone, self._now = "UTC", 0
        self.mood = FactValue()
        self.scale = Scale()
        self.importance = FactValue(self.scale)
        self.date_line = LineField()
        self.date_line.setFixedHeight(theme.px(24))  # no taller than what it takes the place of
        self.date = FactValue(self.date_line)
        self.date_note = Text("", "caption", "warning", wrap=True)
        self.date_note.hide()
        self.tags = TagsField()
        self._list = FactList(gap=2)
        self._labels = [
            self._list.add("", widget) for widget in (self.mood, self.importance, self._dated(), self.tags)
        ]
        for label in self._labels:
            label.setFixedHeight(theme.px(24))  # a value's height: name and value share a line
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._list)
        self.mood.value.clicked.connect(self._on_mood_clicked)
        self.importance.value.clicked.connect(self._on_importance_clicked)
        self.scale.chosen.connect(self._on_importance_chosen)
        self.scale.left.connect(lambda: self.importance.rest(focus=self.scale.hasFocus()))
        self.date.value.clicked.connect(self._on_date_clicked)
        self.date_line.taken.connect(self._on_date_taken)
        self.date_line.left.connect(self._on_date_left)
        self.tags.changed.connect(lambda tags: self.changed.emit("tags", tags))
        self.tags.search_asked.connect(self.search_asked)
        self.retranslate()

    def _dated(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(self.date)
        column.addWidget(self.date_note)
        return box

    def retranslate(self) -> None:
        names = (tr("Mood"), tr("Importance"), tr("Happened"), tr("Tags"))
        for label, name in zip(self._labels, names, strict=True):
            label.setText(name)
        self.tags.retranslate()
        self.date_line.setAccessibleName(tr("Date"))
        self.date_line.setPlaceholderText(tr("2026-03-05, March 2026, yesterday …"))

    def show_values(self, values: Values, zone: str, now: int, *, writable: bool) -> None:
        """Show values at the character's `now`; a field that is being written in is left alone."""
        if self._values is not None and self._values.whose != values.whose:
            self._close_all()
        self._values, self._zone, self._now = values, zone, now
        today = datetime.fromtimestamp(now / 1000, ZoneInfo(zone)).date()
        self.mood.value.show_value(
            tr("Mood"), mood_name(values.mood), icon=mood_icon(values.mood), muted=not values.mood
        )
        self._show_importance(values)
        self.date.value.show_value(
            tr("Happened"),
            occurred_words(values.occurred, zone, today),
            muted=values.occurred.start is None,
        )
        written = values.occurred.text
        self.date.value.setToolTip(plain_tip(tr("As written: {text}", text=written)) if written else "")
        self.tags.show_tags(values.tags, writable=writable)
        for field, part in (("mood", self.mood), ("importance", self.importance), ("occurred", self.date)):
            part.value.setEnabled(writable)
            part.show_lock(field in values.locked)

    def _show_importance(self, values: Values) -> None:
        now = format_number(values.light, 1)
        faded = abs(values.light - values.importance) >= 0.05
        self.importance.value.show_value(
            tr("Importance"),
            f"{values.importance} → " if faded else str(values.importance),
            strong=tr("{light} now", light=now) if faded else "",
        )

    def _close_all(self) -> None:
        self.date_line.let_go()
        self.date_note.hide()
        self.date.rest()
        self.importance.rest()

    # The author's hand

    def _on_mood_clicked(self) -> None:
        if self._values is not None:
            mood_menu.moods(
                self.mood.value,
                self._values.mood,
                lambda mood: self.changed.emit("mood", mood or None),
                self.own_mood_asked.emit,
            )

    def _on_importance_clicked(self) -> None:
        if self._values is not None:
            self.scale.set_value(self._values.importance)
            self.importance.edit()

    def _on_importance_chosen(self, value: int) -> None:
        self.importance.rest(focus=True)
        if self._values is not None and value != self._values.importance:
            self.changed.emit("importance", value)

    def _on_date_clicked(self) -> None:
        if self._values is not None:
            self.date_line.begin(dates.to_write(self._values.occurred, self._zone))
            self.date.edit()

    def _on_date_taken(self, text: str) -> None:
        if self._values is None:
            return
        if text.strip() == dates.to_write(self._values.occurred, self._zone):
            self._on_date_left()
            return
        read = dates.read(text, self._zone, self._now)
        if read is None:
            self.date_note.setText(tr("Not understood. Try 2026-03-05, 5 March 2026 or March 2026."))
            self.date_note.show()
            return
        self._on_date_left()
        self.changed.emit("occurred", read)

    def _on_date_left(self) -> None:
        focused = self.date_line.hasFocus()
        self.date_line.let_go()
        self.date_note.hide()
        self.date.rest(focus=focused)


def pinned_words(until: int | None, now: int) -> str:
    """How long a memory is pinned; nothing when it is not."""
    if not until or until <= now:
        return ""
    if until == FOREVER:
        return tr("Pinned for good")
    return tr("Pinned until {day}", day=local(until).date().isoformat())
