"""The room list: filtered and sorted in SQL, painted by a delegate, worked on by keyboard."""

from datetime import datetime
from zoneinfo import ZoneInfo

from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout

from app.domain.changes import Changes
from app.domain.rooms import BY_KEY, ROOM_KEYS
from app.engine.commands import (
    ForgetMemories,
    MergeMemories,
    MoveMemories,
    PinMemories,
    SetImportance,
    TagMemories,
)
from app.storage import memories
from app.storage.memories import Memory
from app.ui import aio, dialogs, theme, words
from app.ui.actions import shortcut_text
from app.ui.i18n import format_number, told, tr
from app.ui.panel import Panel
from app.ui.rooms import reading
from app.ui.rooms.bulk import BulkBar
from app.ui.rooms.model import COLUMNS, MemoryTable, Row
from app.ui.rooms.view import MemoryView
from app.ui.studio import Studio
from app.ui.widgets import Button, Choice, EmptyState, Lane, PanelHead

FIRST_LETTERS = {"m": "move", "t": "tag", "p": "pin", "del": "forget"}
SORTABLE = {"memory": "memory", "mood": "mood", "date": "date", "recalled": "recalled", "now": "now"}


class RoomsPanel(Panel):
    """One room's memories, or all of them."""

    takes_search = True

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.room: str | None = ROOM_KEYS[0]
        self.sort, self.descending = "now", True
        self._filter = ""
        self._total = self._stored = 0
        self._now = 0
        self._wanted: int | None = None
        self._told: int | None = None  # the memory last sent to the inspector
        self._several = False  # whether rows were checked when it was last told
        self._order: list[int] = []  # all that the room holds, whatever the filter
        self._ordered: tuple[object, ...] = ()  # what that is an order of
        self._listed: tuple[object, ...] = ()  # what the list is a list of
        self.head = PanelHead(icon="rooms/living_room", beside=True)
        self.order = Choice()
        self.undated = Button("", "plain")
        self.undated.setCheckable(True)
        self.write = Button("", "plain", icon="plus")
        self.head.add_action(self.write)
        self.head.add_action(self.undated)
        self.head.add_action(self.order)
        self.bulk = BulkBar()
        self.table = MemoryTable(self)
        self.view = MemoryView(self.table)
        self.empty = EmptyState("rooms/living_room")
        self.body = QStackedWidget()
        self.body.addWidget(Lane(self.view))
        self.body.addWidget(self.empty)
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        line = QHBoxLayout()
        line.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(2))
        line.addWidget(self.bulk)
        column.addLayout(line)
        column.addWidget(self.body, 1)

    def _wire(self) -> None:
        self.table.rows_wanted.connect(self._on_rows_wanted)
        self.table.checks_changed.connect(self._on_checks_changed)
        self.view.current_changed.connect(self._on_current_changed)
        self.view.opened.connect(self.studio.show_memory)
        self.view.letter_pressed.connect(self._on_letter_pressed)
        self.view.horizontalHeader().sectionClicked.connect(self._on_header_clicked)
        self.order.picked.connect(self._on_order_picked)
        self.write.clicked.connect(lambda: self.studio.action_requested.emit("memory.new"))
        self.undated.toggled.connect(lambda _on: self.request_refresh(Changes()))
        self.empty.asked.connect(self._on_empty_asked)
        self.bulk.move_requested.connect(self._on_move_requested)
        self.bulk.tag_requested.connect(self._on_tag_requested)
        self.bulk.importance_requested.connect(self._on_importance_requested)
        self.bulk.merge_requested.connect(self._on_merge_requested)
        self.bulk.pin_requested.connect(self._on_pin_requested)
        self.bulk.forget_requested.connect(self._on_forget_requested)
        self.bulk.clear_requested.connect(lambda: self.table.toggle(list(self.table.checked), False))

    def retranslate(self) -> None:
        self.bulk.retranslate()
        self.write.setText(tr("New memory"))
        self.undated.setText(tr("Undated"))
        self.undated.setToolTip(tr("Show only memories without a date"))
        self.order.set_options(
            [
                ("now", tr("Brightest")),
                ("date", tr("Newest")),
                ("importance", tr("Most important")),
                ("recalled", tr("Most recalled")),
            ]
        )
        self.order.setAccessibleName(tr("Order"))
        self.view.setAccessibleName(tr("Memories"))
        self.view.horizontalHeader().viewport().update()
        self._tell_head()

    # Reading

    def show_with(self, **arguments: object) -> None:
        room = arguments.get("room")
        self.room = str(room) if room else None
        self.undated.blockSignals(True)
        self.undated.setChecked(bool(arguments.get("undated")))
        self.undated.blockSignals(False)
        memory = arguments.get("memory")
        self._wanted = memory if isinstance(memory, int) else None
        self._told, self._listed = None, ()
        self.table.toggle(list(self.table.checked), False)
        self.request_refresh()

    def search(self, text: str) -> None:
        self._filter = text.strip()
        self.request_refresh(Changes())  # what is typed while it reads is read once, after it

    async def refresh(self, changes: Changes | None) -> None:
        character, engine = self.studio.character_id, self.studio.engine
        if not character or engine is None:
            self.table.set_ids([])
            self._total, self._stored, self._listed, self._ordered = 0, 0, (), ()
            self._tell_head()
            return
        ordered = (character, self.room, self.undated.isChecked(), self.sort, self.descending)
        listed = (*ordered, self._filter)
        stale = changes is None or changes.touches("memory", "link", "source")
        if not stale and listed == self._listed:
            return
        if stale or ordered != self._ordered:
            self._now = await self.studio.now()
            self._order, self._total, self._stored = await self.studio.ask(
                reading.order, *ordered, self._now, engine.profile
            )
            self._ordered = ordered
        ids, first = await self.studio.ask(reading.filtered, character, listed[-1], self._order)
        self.table.sorted_by = ordered[-2:]
        self._show(ids, self._rows(first), again=listed == self._listed)
        self._listed = listed
        self._tell_head()

    def _show(self, ids: list[int], first: list[Row], *, again: bool) -> None:
        """Take the ids; in the same list again the row and what is in view stay, or the next row takes the place."""
        held, row = self.view.current_memory(), self.view.currentIndex().row()
        top = self.view.verticalScrollBar().value()
        self.table.forget_rows()
        self.table.set_ids(ids)
        self.table.set_rows(0, first)
        if self._wanted is not None and self.view.go_to(self._wanted):
            self._wanted = None
        elif again and ids and held is not None:
            if self.table.row_of(held) is None:
                held = ids[min(row, len(ids) - 1)]
                focus = QApplication.focusWidget()
                if focus is None or not self.isAncestorOf(focus):
                    self._told = held  # it left by another hand: the inspector keeps what it shows
            self.view.go_to(held)
            self.view.verticalScrollBar().setValue(top)
        elif ids and not (held is not None and self.view.go_to(held)):
            self.view.go_to(ids[0])

    @aio.slot
    async def _on_rows_wanted(self, page: int) -> None:
        if self.studio.engine is not None:
            read = await self.studio.ask(memories.many, self.table.page_ids(page))
            self.table.set_rows(page, self._rows(read))

    def _rows(self, read: list[Memory]) -> list[Row]:
        engine, character = self.studio.engine, self.studio.character
        if engine is None or character is None:
            return []
        today = datetime.fromtimestamp(self._now / 1000, ZoneInfo(character.timezone)).date()
        return [
            Row(m, reading.light(m, self._now, engine.profile), reading.day_words(m, today)) for m in read
        ]

    # Words

    def _tell_head(self) -> None:
        room = BY_KEY.get(self.room or "")
        self.head.title.setText(words.room_name(self.room) if room else tr("All memories"))
        self.head.icon.set_icon(
            f"rooms/{self.room}" if room else "palace", f"{self.room}.ink" if room else "text_muted"
        )
        shown = len(self.table.ids)
        if shown == self._total and self._stored:
            self.head.subtitle.setText(
                tr("{n} + {stored} in the store-box", n=shown - self._stored, stored=self._stored)
            )
        elif shown == self._total:
            self.head.subtitle.setText(tr("{n} memory", "{n} memories", n=shown))
        else:
            self.head.subtitle.setText(
                tr(
                    "{shown} of {total} memories",
                    shown=format_number(shown),
                    total=format_number(self._total),
                )
            )
        self._tell_empty()
        self._on_checks_changed()

    def _tell_empty(self) -> None:
        self.body.setCurrentIndex(0 if self.table.ids else 1)
        icon = f"rooms/{self.room}" if self.room else "palace"
        if self._filter:
            sentence = tr("Nothing matches “{text}”.", text=self._filter)
            self.empty.set_words(sentence, tr("Clear filter"), icon)
        elif self.undated.isChecked() and self._total:
            self.empty.set_words(tr("Every memory has a date."), tr("Clear filter"), icon)
        elif self.room:
            self.empty.set_words(tr("Nothing here yet"), tr("New memory"), icon)
        else:
            self.empty.set_words(tr("Nothing here yet"), tr("Import a chat"), icon)

    def _on_empty_asked(self) -> None:
        if self._filter or (self.undated.isChecked() and self._total):
            self.search("")
            self.undated.setChecked(False)
            self.studio.search_cleared.emit()
            self.request_refresh()
        else:
            self.studio.action_requested.emit("memory.new" if self.room else "import")

    # The author's hand

    def _chosen(self) -> list[int]:
        """Give the checked rows, else the current one."""
        if self.table.checked:
            return [memory for memory in self.table.ids if memory in self.table.checked]
        current = self.view.current_memory()
        return [] if current is None else [current]

    def _on_checks_changed(self) -> None:
        reason = told(self.studio.read_only)[0] if self.studio.read_only else ""
        self.write.setEnabled(not reason)
        self.write.setToolTip(reason or shortcut_text("Ctrl+M"))
        self.bulk.show_count(len(self.table.checked), reason)
        if self.table.checked or self._several:
            self.studio.select(self._chosen())  # when the last check goes, the current row is what is meant
        self._several = bool(self.table.checked)

    def _on_current_changed(self, memory: int) -> None:
        if memory == self._told:
            return
        self._told = memory
        if not self.table.checked:
            self.studio.select([memory])
        self.studio.glance(memory)

    def _on_header_clicked(self, section: int) -> None:
        name = SORTABLE.get(COLUMNS[section])
        if name is None:
            return
        self.descending = not self.descending if name == self.sort else name != "memory"
        self.sort = name
        self.order.set_current(name)
        self.request_refresh(Changes())

    def _on_order_picked(self, key: str) -> None:
        self.sort, self.descending = key, True
        self.request_refresh(Changes())

    def _on_letter_pressed(self, letter: str) -> None:
        if not self._chosen():
            return
        if self.studio.read_only and (letter.isdigit() or letter in FIRST_LETTERS):
            self.studio.say(told(self.studio.read_only)[0])
            return
        if letter.isdigit():
            self._on_importance_requested(int(letter) or 10)
        elif FIRST_LETTERS.get(letter) == "move":
            self.bulk.choose_room()
        elif FIRST_LETTERS.get(letter) == "tag":
            self._on_tag_requested()
        elif FIRST_LETTERS.get(letter) == "pin":
            self._on_pin_requested()
        elif FIRST_LETTERS.get(letter) == "forget":
            self._on_forget_requested()

    @aio.slot
    async def _on_move_requested(self, room: str) -> None:
        await self.studio.execute(MoveMemories(self._chosen(), room), toast=True)

    @aio.slot
    async def _on_importance_requested(self, value: int) -> None:
        await self.studio.execute(SetImportance(self._chosen(), value), toast=True)

    @aio.slot
    async def _on_tag_requested(self) -> None:
        chosen = self._chosen()
        text = await dialogs.ask_text(
            self, tr("Tag"), tr("Tags to add, with commas between them; a minus before a tag takes it away.")
        )
        if not text:
            return
        tags = [
            part.strip() for part in text.replace("，", ",").replace("、", ",").split(",") if part.strip()
        ]
        add = [tag for tag in tags if not tag.startswith("-")]
        remove = [tag[1:].strip() for tag in tags if tag.startswith("-")]
        await self.studio.execute(TagMemories(chosen, add, remove), toast=True)

    @aio.slot
    async def _on_pin_requested(self) -> None:
        await self.studio.execute(PinMemories(self._chosen()), toast=True)

    @aio.slot
    async def _on_merge_requested(self) -> None:
        keep, *gone = self._chosen()
        await self.studio.execute(MergeMemories(keep, gone), toast=True)

    @aio.slot
    async def _on_forget_requested(self) -> None:
        await self.studio.execute(ForgetMemories(self._chosen()), toast=True)
