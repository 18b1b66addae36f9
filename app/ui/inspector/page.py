"""One memory: the text first, then its facts, its tabs, what may be wrong with it, and who wrote it."""

from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.storage.memories import Memory
from app.ui import theme
from app.ui.i18n import format_day, tr
from app.ui.icons import full_name, icon
from app.ui.inspector import menus
from app.ui.inspector.content import ContentField
from app.ui.inspector.details import Details, Values, pinned_words
from app.ui.inspector.edits import status_name
from app.ui.inspector.facts import Facts
from app.ui.inspector.rows import MemoryRow
from app.ui.inspector.tabs import Tabs
from app.ui.inspector.values import show_lock
from app.ui.moments import local
from app.ui.widgets import Button, Card, Chip, Column, Icon, IconButton, LinkButton, Text
from app.ui.words import room_name

TABS = ("sources", "links", "history", "recall")
_SIBLINGS = 4


class MemoryPage(Column):
    """Shows `Facts`; what the author wants is told by signals, the panel carries it out."""

    changed = Signal(str, object)
    pin_asked = Signal(object)
    forget_asked = Signal()
    restore_asked = Signal()
    memory_asked = Signal(int)
    room_asked = Signal()
    copy_asked = Signal(str)
    own_mood_asked = Signal()
    search_asked = Signal(str)
    tab_chosen = Signal(str)
    several_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: Facts | None = None
        self.room = Chip("", clickable=True)
        self.room_lock = Icon("lock", "text_muted", 12)
        self.store = Chip.built_in("")
        self.store.dress(icon=None, ground=None, ink="text_muted", border="line_strong")
        self.pin = IconButton("pin")
        self.pin.setCheckable(True)
        self.forget = IconButton("trash")
        self.more = IconButton("dots")
        self.several = LinkButton("")
        self.content = ContentField()
        self.content_lock = Icon("lock", "text_muted", 12)
        self.details = Details()
        self.state = QVBoxLayout()
        self.box = QVBoxLayout()
        self.tabs = Tabs()
        self.body = QVBoxLayout()
        self.hints = QVBoxLayout()
        self.written = Text("", "caption", "text_muted", wrap=True)
        self.written_icon = Icon("chip", "text_muted", 14)
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.u(1))
        for part in (self.room, self.room_lock, self.store):
            head.addWidget(part)
        head.addStretch(1)
        for button in (self.pin, self.forget, self.more):
            head.addWidget(button)
        self.layout_.addWidget(self.several, 0, Qt.AlignmentFlag.AlignLeft)
        self.layout_.addLayout(head)
        self.layout_.addLayout(self.state)
        text = QHBoxLayout()
        text.setSpacing(theme.u(1))
        text.addWidget(self.content, 1)
        text.addWidget(self.content_lock, 0, Qt.AlignmentFlag.AlignTop)
        self.layout_.addLayout(text)
        self.layout_.addWidget(self.details)
        self.layout_.addLayout(self.box)
        self.layout_.addWidget(self.tabs)
        self.layout_.addLayout(self.body)
        self.layout_.addLayout(self.hints)
        self.layout_.addStretch(1)
        foot = QHBoxLayout()
        foot.setSpacing(theme.px(6))
        foot.addWidget(self.written_icon, 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self.written, 1)
        self.layout_.addLayout(foot)
        for layout in (self.state, self.box, self.hints):
            layout.setSpacing(theme.u(2))

    def _wire(self) -> None:
        self.room.clicked.connect(self._on_room_clicked)
        self.pin.clicked.connect(self._on_pin_clicked)
        self.forget.clicked.connect(self._on_forget_clicked)
        self.more.clicked.connect(self._on_more_clicked)
        self.details.changed.connect(self.changed)
        self.details.own_mood_asked.connect(self.own_mood_asked)
        self.details.search_asked.connect(self.search_asked)
        self.content.written.connect(lambda text: self.changed.emit("content", text))
        self.tabs.chosen.connect(self.tab_chosen)
        self.several.clicked.connect(self.several_asked)

    def retranslate(self) -> None:
        self.pin.set_name(tr("Pin"))
        self.more.set_name(tr("More"))
        self.store.setText(tr("store-box"))
        self.content.retranslate()
        self.details.retranslate()
        self.tabs.setAccessibleDescription(tr("Arrow keys change the tab"))

    # Showing

    def show_facts(self, facts: Facts, zone: str, *, refusal: str, selected: int) -> None:
        """Show a memory; `refusal` says why nothing can be changed, `selected` how many are chosen."""
        memory, writable = facts.memory, not refusal
        if self.facts is not None and self.facts.memory.id != memory.id:
            self.content.close_field()
        self.facts = facts
        self.several.setVisible(selected > 1)
        self.several.setText(tr("{n} selected", n=selected))
        self._show_head(facts, refusal)
        self.content.show_text(memory.content, writable=writable)
        show_lock(self.content_lock, "content" in memory.locked_fields)
        self.details.show_values(Values.of(facts), zone, facts.now, writable=writable)
        self._show_state(facts, writable=writable)
        self._show_box(facts)
        self.tabs.show_tabs(
            [
                ("sources", tr("Sources"), memory.sources),
                ("links", tr("Links"), memory.links),
                ("history", tr("History"), facts.edits),
                ("recall", tr("Recall"), memory.access_count),
            ]
        )
        self._show_written(memory, facts.today)

    def _show_head(self, facts: Facts, refusal: str) -> None:
        memory = facts.memory
        show_room(self.room, memory.room)
        self.room.setToolTip(refusal or tr("Move to another room"))
        show_lock(self.room_lock, "room" in memory.locked_fields)
        self.store.setVisible(memory.status == "evicted")
        pinned = pinned_words(memory.pinned_until, facts.now)
        self.pin.setChecked(bool(pinned))
        self.pin.set_name(pinned or tr("Pin"))
        living = memory.living
        self.forget.set_name(tr("Forget") if living else tr("Bring back"))
        self.forget.set_icon("trash" if living else "undo")
        for button in (self.room, self.pin, self.forget):
            button.setEnabled(not refusal)
            if refusal:
                button.setToolTip(refusal)

    def _show_state(self, facts: Facts, *, writable: bool) -> None:
        clear(self.state)
        memory = facts.memory
        if memory.living:
            return
        card = Card("plain", tr("This memory is {state}", state=status_name(memory.status)))
        card.set_words(
            tr("This memory is {state}", state=status_name(memory.status)), tr("It takes no part in recall.")
        )
        if facts.into is not None:
            into = MemoryRow(facts.into)
            into.clicked.connect(lambda: self.memory_asked.emit(memory.superseded_by or 0))
            card.body.addWidget(into)
        back = Button(tr("Bring back"), small=True)
        back.setEnabled(writable)
        back.clicked.connect(self.restore_asked)
        card.add_action(back)
        self.state.addWidget(card)

    def _show_box(self, facts: Facts) -> None:
        clear(self.box)
        if facts.box is None:
            return
        words = tr("Event box “{name}”", name=facts.box.name)
        self.box.addWidget(Text(words, "body", weight=600, wrap=True))
        for sibling in facts.siblings[:_SIBLINGS]:
            row = MemoryRow(sibling, lines=1)
            row.clicked.connect(lambda sibling=sibling: self.memory_asked.emit(sibling.id))
            self.box.addWidget(row)
        if len(facts.siblings) > _SIBLINGS:
            more = tr("and {n} more", n=facts.box.members - 1 - _SIBLINGS)
            self.box.addWidget(Text(more, "caption", "text_muted"))

    def _show_written(self, memory: Memory, today: date) -> None:
        built_in = "built-in" in (memory.origin_detail or "")
        made = local(memory.recorded_at).date()
        day = format_day(made, year=made.year != today.year)
        self.written.setText(f"{written_by(memory)} · {day}")
        shape = {"import": "import", "author": "edit"}.get(memory.origin, "chip")
        self.written_icon.set_icon("chip" if built_in else shape)
        self.written_icon.setToolTip(
            tr("Built in: it quotes, it does not write. A configured model would put it into its own words.")
            if built_in
            else ""
        )

    def show_body(self, body: QWidget) -> None:
        """Put another tab's body in its place."""
        clear(self.body)
        self.body.addWidget(body)

    def show_hints(self, cards: list[Card]) -> None:
        clear(self.hints)
        for card in cards:
            self.hints.addWidget(card)

    # The author's hand

    def _on_room_clicked(self) -> None:
        if self.facts is not None and self.room.isEnabled():
            menus.rooms(self.room, self.facts.memory.room, lambda room: self.changed.emit("room", room))

    def _on_pin_clicked(self) -> None:
        if self.facts is not None:
            pinned = bool(pinned_words(self.facts.memory.pinned_until, self.facts.now))
            self.pin.setChecked(pinned)  # the menu decides, not the click
            menus.pins(self.pin, pinned=pinned, now=self.facts.now, chosen=self.pin_asked.emit)

    def _on_forget_clicked(self) -> None:
        living = self.facts is not None and self.facts.memory.living
        (self.forget_asked if living else self.restore_asked).emit()

    def _on_more_clicked(self) -> None:
        if self.facts is None:
            return
        memory = self.facts.memory
        menu = QMenu(self.more)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        show = menu.addAction(icon("right"), tr("Show it in its room"))
        show.triggered.connect(self.room_asked)
        menu.addSeparator()
        copy = menu.addAction(icon("file"), tr("Copy the text"))
        copy.triggered.connect(lambda: self.copy_asked.emit(memory.content))
        mark = menu.addAction(icon("key"), tr("Copy its id ({id})", id=f"{memory.uid[:10]}…"))
        mark.triggered.connect(lambda: self.copy_asked.emit(memory.uid))
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))


def show_room(chip: Chip, room: str | None) -> None:
    """Dress a chip in a room's name and colours."""
    name = room_name(room)
    chip.setText(name)
    chip.setAccessibleName(tr("Room: {room}", room=name))
    if room:
        chip.dress(icon=full_name(room), ground=f"{room}.soft", ink=f"{room}.ink", border=None)
    else:
        chip.dress(icon=None, ground="window", ink="text", border="line")


def written_by(memory: Memory) -> str:
    """Who wrote a memory."""
    if "built-in" in (memory.origin_detail or ""):
        return tr("Written by the built-in extractor")
    if memory.origin == "author":
        return tr("Written by you")
    if memory.origin == "import":
        return (
            tr("Imported from {name}", name=memory.origin_system) if memory.origin_system else tr("Imported")
        )
    if memory.origin == "model" and memory.origin_detail:
        return tr("Written by {name}", name=memory.origin_detail)
    return tr("Written by a rule")


def clear(layout: QVBoxLayout) -> None:
    """Take out all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
