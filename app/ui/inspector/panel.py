"""The inspector: which memory is shown, what is read of it, and what the author does with it."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.engine import unwind
from app.engine.commands import (
    ChangeMemory,
    Command,
    ForgetMemories,
    LinkMemories,
    MergeMemories,
    MoveMemories,
    PinMemories,
    RestoreMemories,
    SetImportance,
    TagMemories,
    UnlinkMemories,
)
from app.engine.commands.base import opening
from app.ui import aio, dialogs
from app.ui.i18n import told, tr
from app.ui.inspector import facts as reading
from app.ui.inspector.edits import EditsBody
from app.ui.inspector.facts import Facts
from app.ui.inspector.hinting import Hinting
from app.ui.inspector.links import LinkAdder, LinksBody
from app.ui.inspector.page import MemoryPage
from app.ui.inspector.recalled import RecallBody
from app.ui.inspector.rows import Body
from app.ui.inspector.several import SeveralPage
from app.ui.inspector.sources import SourcesBody
from app.ui.inspector.writing import WritingPage
from app.ui.moments import local
from app.ui.panel import Panel
from app.ui.studio import Studio
from app.ui.undoing import InTheWay, bring_back, take_back, take_back_all
from app.ui.widgets import EmptyState

_FOUND = 6


class InspectorPanel(Panel):
    """The memory asked for or selected last; several selected are shown together."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.memory: int | None = None
        self._several = False
        self._character = studio.character_id
        self._kept: list[str] = []  # edits made while the text field is open, the oldest first
        self._shown_body: object = None
        self.empty = EmptyState("file")
        self.page = MemoryPage()
        self.hinting = Hinting(studio, self.page, self._do)
        self.many = SeveralPage()
        self.writing = WritingPage(studio)
        self._writing = False
        self.stack = QStackedWidget()
        for widget in (self.empty, self.page, self.many, self.writing):
            self.stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        studio.selection_changed.connect(self._on_selection_changed)
        self._wire()
        self.retranslate()
        self._on_selection_changed()

    def _wire(self) -> None:
        page, many, studio = self.page, self.many, self.studio
        page.changed.connect(self._on_changed_by_hand)
        page.content.abandoned.connect(self._on_text_abandoned)
        page.content.closed.connect(self._on_text_closed)
        page.pin_asked.connect(lambda until: self._do(self._one(lambda m: PinMemories([m], until))))
        page.forget_asked.connect(self._on_forget_asked)
        page.restore_asked.connect(lambda: self._do(self._one(lambda m: RestoreMemories([m]))))
        page.memory_asked.connect(studio.show_memory)
        page.room_asked.connect(self._on_room_asked)
        page.copy_asked.connect(lambda text: QGuiApplication.clipboard().setText(text))
        page.own_mood_asked.connect(self._on_own_mood_asked)
        page.search_asked.connect(lambda tag: studio.open_panel("search", text=f"tag:{tag}"))
        page.tab_chosen.connect(lambda _tab: self.request_refresh())
        page.several_asked.connect(self._on_selection_changed)
        self.writing.kept.connect(studio.show_memory)
        self.writing.put_away.connect(self._on_selection_changed)
        many.move_asked.connect(lambda room: self._do(MoveMemories(self._chosen(), room)))
        many.importance_asked.connect(lambda value: self._do(SetImportance(self._chosen(), value)))
        many.tag_asked.connect(lambda add, off: self._do(TagMemories(self._chosen(), add, off)))
        many.pin_asked.connect(lambda until: self._do(PinMemories(self._chosen(), until)))
        many.merge_asked.connect(self._on_merge_asked)
        many.forget_asked.connect(lambda: self._do(ForgetMemories(self._chosen())))
        many.memory_asked.connect(studio.show_memory)

    def retranslate(self) -> None:
        self.empty.set_words(tr("Choose a memory to read it here."))
        self.page.retranslate()
        self.many.retranslate()
        self._shown_body = None

    def unkept(self) -> str:
        return tr("The new memory that you are writing is not kept yet.") if self.writing.begun() else ""

    # What is shown

    def show_with(self, **arguments: object) -> None:
        """A `memory` to show, or a `write`: a new one, in the `room` named."""
        memory, room = arguments.get("memory"), arguments.get("room")
        if arguments.get("write"):
            self.page.content.close_field()
            self._writing = True
            self.stack.setCurrentWidget(self.writing)
            self.writing.begin(room if isinstance(room, str) else None)
            self.request_refresh()
        elif isinstance(memory, int):
            self._several = False
            self._turn_to(memory)

    def _on_selection_changed(self) -> None:
        chosen = self.studio.selection
        self._several = len(chosen) > 1
        self._turn_to(chosen[-1] if chosen else None)

    def _turn_to(self, memory: int | None) -> None:
        self._writing = False
        if memory != self.memory or self._several:
            self.page.content.close_field()
        self.memory = memory
        self.request_refresh()

    def _on_character_changed(self) -> None:
        if self.studio.character_id != self._character:  # it is told of a mere re-reading too
            self._character = self.studio.character_id
            self._several, self._writing, self.memory = False, False, None
        super()._on_character_changed()

    def _refusal(self) -> str:
        return told(self.studio.read_only)[0] if self.studio.read_only else ""

    def _zone(self) -> str:
        return self.studio.character.timezone if self.studio.character else "UTC"

    def _today(self, now: int) -> date:
        return datetime.fromtimestamp(now / 1000, ZoneInfo(self._zone())).date()

    async def refresh(self, changes: Changes | None) -> None:
        if self._writing:
            await self.writing.refresh()
            return
        if changes is not None and not changes.touches("memory", "link", "source", "box", "dismissal"):
            return
        engine = self.studio.engine
        if engine is None or self.studio.character is None:
            self.stack.setCurrentWidget(self.empty)
            return
        now = await self.studio.now()
        if self._several:
            shared = await self.studio.ask(reading.shared, self.studio.selection, now)
            if shared is not None:
                self.many.show_shared(shared, now, self._today(now), refusal=self._refusal())
            self.stack.setCurrentWidget(self.many if shared else self.empty)
            return
        memory = self.memory
        today = local(engine.now()).date()
        found = await self.studio.ask(reading.read, memory, now, today, engine.profile) if memory else None
        if self._waiting is not None or memory != self.memory:
            return  # what was read is old already: the next round shows it
        if found is None:
            self.stack.setCurrentWidget(self.empty)
            return
        selected = len(self.studio.selection) if memory in self.studio.selection else 0
        self.page.show_facts(found, self._zone(), refusal=self._refusal(), selected=selected)
        self.stack.setCurrentWidget(self.page)
        await self._show_body(found)
        today = self._today(found.now)
        await self.hinting.show(found, self._zone(), today, writable=not self._refusal())

    async def _show_body(self, found: Facts) -> None:
        memory, today, writable = found.memory.id, found.today, not self._refusal()
        tab = self.page.tabs.current()
        data: Any
        if tab == "links":
            data = await self.studio.ask(reading.links_of, memory)
        elif tab == "history":
            data = await self.studio.ask(reading.history_of, memory)
        elif tab == "recall":
            data = (found.memory.access_count, found.memory.last_accessed_at)
        else:
            data = await self.studio.ask(reading.sources_of, memory)
        if memory != self.memory or (shown := (memory, tab, today, writable, data)) == self._shown_body:
            return
        self._shown_body = shown
        self.page.show_body(self._body(tab, data, found, today, writable=writable))

    def _body(self, tab: str, data: Any, found: Facts, today: date, *, writable: bool) -> Body:
        if tab == "links":
            links = LinksBody(data, writable=writable)
            links.memory_asked.connect(self.studio.show_memory)
            links.remove_asked.connect(lambda link: self._do(UnlinkMemories([link])))
            links.add_asked.connect(lambda: self._on_link_asked(links))
            return links
        if tab == "history":
            edits = EditsBody(data, today, writable=writable)
            edits.undo_asked.connect(self._on_undo_asked)
            edits.redo_asked.connect(self._on_redo_asked)
            return edits
        if tab == "recall":
            return RecallBody(found.memory, today)
        sources = SourcesBody(data, today)
        sources.message_asked.connect(self.studio.show_message)
        sources.memory_asked.connect(self.studio.show_memory)
        return sources

    # The author's hand

    def _chosen(self) -> list[int]:
        return list(self.studio.selection)

    def _one(self, make: Callable[[int], Command]) -> Command | None:
        return make(self.memory) if self.memory is not None else None

    @aio.slot
    async def _do(self, command: Command | None) -> None:
        if command is not None:
            await self.studio.execute(command, toast=True)

    def _title(self) -> str:
        return opening(self.page.facts.memory.content) if self.page.facts else ""

    @aio.slot
    async def _on_changed_by_hand(self, field: str, value: object) -> None:
        facts = self.page.facts
        if facts is None:
            return
        command = ChangeMemory(facts.memory.id, {field: value}, title=self._title())
        try:
            outcome = await self.studio.execute(command, toast=field == "room")
        except Exception:
            if field == "content":
                self.page.content.base = facts.memory.content  # it was not kept
            raise
        if field == "content" and outcome.edit and self.page.content.editing:
            self._kept.append(outcome.edit)

    def _on_text_closed(self) -> None:
        self._kept = []
        self.request_refresh()

    def _on_text_abandoned(self) -> None:
        """What was kept while the field was open goes too: Escape leaves without change."""
        engine, kept = self.studio.engine, self._kept
        if kept and engine is not None:
            aio.spawn(unwind.undo_together(engine, kept[0], kept[1:]), self)

    @aio.slot
    async def _on_forget_asked(self) -> None:
        await self.studio.execute(ForgetMemories([self.memory or 0], self._title()), toast=True)

    @aio.slot
    async def _on_own_mood_asked(self) -> None:
        word = await dialogs.ask_text(self, tr("Mood"), tr("A word of your own for how it felt."))
        if word:
            self._on_changed_by_hand("mood", word)

    def _on_room_asked(self) -> None:
        facts = self.page.facts
        if facts is not None and facts.memory.room:
            self.studio.open_panel("rooms", room=facts.memory.room, memory=facts.memory.id)

    @aio.slot
    async def _on_merge_asked(self) -> None:
        keep, *gone = self._chosen()
        await self.studio.execute(MergeMemories(keep, gone), toast=True)
        self.studio.select([keep])

    # Links

    def _on_link_asked(self, links: LinksBody) -> None:
        adder = LinkAdder()
        links.adder.hide()
        links.column.addWidget(adder)
        adder.sought.connect(lambda text: self._on_link_sought(adder, text))
        adder.chosen.connect(self._on_link_chosen)
        adder.left.connect(lambda: self._leave_adder(links, adder))
        adder.field.setFocus()

    @staticmethod
    def _leave_adder(links: LinksBody, adder: QWidget) -> None:
        adder.hide()
        adder.deleteLater()
        links.adder.show()
        links.adder.setFocus()

    @aio.slot
    async def _on_link_sought(self, adder: LinkAdder, text: str) -> None:
        bridge, who = self.studio.bridge, self.studio.character
        if bridge is None or who is None:
            return
        found = await bridge.find_memories(who, text, _FOUND + 1)
        adder.show_found([memory for memory in found if memory.id != self.memory][:_FOUND])

    @aio.slot
    async def _on_link_chosen(self, other: int, kind: str) -> None:
        if self.memory is not None:
            self._shown_body = None
            await self.studio.execute(LinkMemories(self.memory, other, kind), toast=True)

    # Undo

    @aio.slot
    async def _on_undo_asked(self, uid: str) -> None:
        steps = await take_back(self.studio, uid)
        if not steps:
            return
        card = InTheWay(steps)
        card.agreed.connect(lambda: aio.spawn(take_back_all(self.studio, uid, steps), self))
        card.refused.connect(self.request_refresh)
        self.page.show_hints([card])

    @aio.slot
    async def _on_redo_asked(self, uid: str) -> None:
        await bring_back(self.studio, uid)
