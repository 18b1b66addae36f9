"""Several memories: how many, what they share, and what can be done with all of them."""

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.i18n import format_day, tr
from app.ui.inspector import menus
from app.ui.inspector.facts import Shared
from app.ui.inspector.page import clear
from app.ui.inspector.rows import MemoryRow
from app.ui.inspector.tags import split_tags
from app.ui.inspector.values import LineField, Scale
from app.ui.widgets import Button, Chip, Column, FactList, FlowLayout, Text
from app.ui.words import mood_name, room_name

_SHOWN = 12
_KINDS = 3


class SeveralPage(Column):
    """Asks by signals; the panel carries it out, one edit each."""

    move_asked = Signal(str)
    importance_asked = Signal(int)
    tag_asked = Signal(tuple, tuple)  # to add, to take off
    pin_asked = Signal(object)
    merge_asked = Signal()
    forget_asked = Signal()
    memory_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shared: Shared | None = None
        self._now = 0
        self.title = Text("", "title")
        self.facts = QVBoxLayout()
        self.list = QVBoxLayout()
        self.scale = Scale()
        self.scale.hide()
        self.tag_line = LineField()
        self.tag_line.hide()
        self.buttons = {
            name: Button("", icon=shape, small=True)
            for name, shape in (
                ("move", "rooms/bedroom"),
                ("importance", "flame"),
                ("tag", "tag"),
                ("pin", "pin"),
                ("merge", "merge"),
                ("forget", "trash"),
            )
        }
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        self.layout_.addWidget(self.title)
        self.layout_.addLayout(self.facts)
        box = QWidget()
        flow = FlowLayout(box, gap=8)
        for button in self.buttons.values():
            flow.addWidget(button)
        policy = box.sizePolicy()
        policy.setHeightForWidth(True)
        box.setSizePolicy(policy)
        self.layout_.addWidget(box)
        self.layout_.addWidget(self.scale)
        self.layout_.addWidget(self.tag_line)
        self.add_rule()
        self.list.setSpacing(0)
        self.layout_.addLayout(self.list)
        self.add_stretch()

    def _wire(self) -> None:
        buttons = self.buttons
        buttons["move"].clicked.connect(self._on_move_clicked)
        buttons["importance"].clicked.connect(self._on_importance_clicked)
        buttons["tag"].clicked.connect(self._on_tag_clicked)
        buttons["pin"].clicked.connect(self._on_pin_clicked)
        buttons["merge"].clicked.connect(self.merge_asked)
        buttons["forget"].clicked.connect(self.forget_asked)
        self.scale.chosen.connect(self._on_importance_chosen)
        self.scale.left.connect(self.scale.hide)
        self.tag_line.taken.connect(self._on_tags_taken)
        self.tag_line.left.connect(self.tag_line.hide)

    def retranslate(self) -> None:
        words = {
            "move": tr("Move"),
            "importance": tr("Importance"),
            "tag": tr("Tag"),
            "pin": tr("Pin"),
            "merge": tr("Merge"),
            "forget": tr("Forget"),
        }
        for name, button in self.buttons.items():
            button.setText(words[name])
        self.buttons["merge"].setToolTip(tr("Into the first one, which gains their sources, tags and links"))
        self.tag_line.setPlaceholderText(tr("Tag, tag; -tag takes one off"))
        self.tag_line.setAccessibleName(tr("Tags to add, with commas between them"))

    def show_shared(self, shared: Shared, now: int, today: date, *, refusal: str) -> None:
        """Show what the memories share; `refusal` says why nothing can be changed."""
        self._shared, self._now = shared, now
        count = len(shared.memories)
        self.title.setText(tr("{n} memory selected", "{n} memories selected", n=count))
        clear(self.facts)
        self.facts.addWidget(self._fact_list(shared, today))
        clear(self.list)
        for memory in shared.memories[:_SHOWN]:
            row = MemoryRow(memory)
            row.clicked.connect(lambda memory=memory: self.memory_asked.emit(memory.id))
            self.list.addWidget(row)
        if count > _SHOWN:
            self.list.addWidget(Text(tr("and {n} more", n=count - _SHOWN), "caption", "text_muted"))
        for button in self.buttons.values():
            button.setEnabled(not refusal)
            if refusal:
                button.setToolTip(refusal)
        self.buttons["merge"].setEnabled(not refusal and count > 1)

    def _fact_list(self, shared: Shared, today: date) -> FactList:
        facts = FactList()
        facts.add(tr("Room"), Text(_counted([(room_name(r), n) for r, n in shared.rooms]), wrap=True))
        facts.add(tr("Mood"), Text(_counted([(mood_name(m), n) for m, n in shared.moods]), wrap=True))
        low, high = shared.importance
        facts.add(tr("Importance"), Text(str(low) if low == high else f"{low}–{high}", tabular=True))
        facts.add(tr("Happened"), Text(_days(shared, today), wrap=True))
        if shared.tags:
            row = QWidget()
            flow = FlowLayout(row, gap=4)
            policy = row.sizePolicy()
            policy.setHeightForWidth(True)
            row.setSizePolicy(policy)
            for tag in shared.tags:
                flow.addWidget(Chip(tag))
            facts.add(tr("All have"), row)
        if shared.pinned:
            facts.add(tr("Pinned"), Text(str(shared.pinned), tabular=True))
        return facts

    # The author's hand

    def _on_move_clicked(self) -> None:
        menus.rooms(self.buttons["move"], None, self.move_asked.emit)

    def _on_importance_clicked(self) -> None:
        if self._shared is not None:
            self.scale.set_value(self._shared.importance[1])
            self.scale.show()
            self.scale.setFocus()

    def _on_importance_chosen(self, value: int) -> None:
        self.scale.hide()
        self.importance_asked.emit(value)

    def _on_tag_clicked(self) -> None:
        self.tag_line.show()
        self.tag_line.begin("")
        self.tag_line.setFocus()

    def _on_tags_taken(self, text: str) -> None:
        self.tag_line.let_go()
        self.tag_line.hide()
        tags = split_tags(text)
        add = tuple(tag for tag in tags if not tag.startswith(("-", "－")))
        off = tuple(tag[1:].strip() for tag in tags if tag.startswith(("-", "－")))
        if add or off:
            self.tag_asked.emit(add, off)

    def _on_pin_clicked(self) -> None:
        pinned = bool(self._shared and self._shared.pinned)
        menus.pins(self.buttons["pin"], pinned=pinned, now=self._now, chosen=self.pin_asked.emit)


def _counted(pairs: list[tuple[str, int]]) -> str:
    if len(pairs) == 1:
        return pairs[0][0]
    shown = [f"{name}\u00a0{count}" for name, count in pairs[:_KINDS]]
    return " · ".join([*shown, "…"] if len(pairs) > _KINDS else shown)


def _days(shared: Shared, today: date) -> str:
    if shared.days is None:
        return tr("No date")
    first, last = (date.fromisoformat(day) for day in shared.days)
    words = format_day(first, year=first.year != today.year)
    if first != last:
        words = tr("{first} to {last}", first=words, last=format_day(last, year=last.year != today.year))
    if shared.undated:
        words = tr("{days}, {n} without a date", days=words, n=shared.undated)
    return words
