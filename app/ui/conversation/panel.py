"""The conversation panel: a window on the log that moves as one scrolls, jumps by month or to a message."""

from bisect import bisect_left, bisect_right
from datetime import date
from zoneinfo import ZoneInfo

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.text import query_tokens
from app.engine.commands import HideMessages
from app.storage import filters, messages
from app.storage.messages import Line
from app.ui import aio, theme
from app.ui.conversation.model import ConversationModel
from app.ui.conversation.rail import MonthRail
from app.ui.conversation.strip import Bubble, Strip, items
from app.ui.conversation.view import ConversationView
from app.ui.i18n import format_day, tr
from app.ui.i18n import told as told_error
from app.ui.panel import Panel
from app.ui.studio import Studio
from app.ui.widgets import Button, EmptyState, PanelHead, Rule

WINDOW, MORE, MOST = 240, 160, 900
FOUND_MOST = 500


class ConversationPanel(Panel):
    """Every word as it was said."""

    takes_search = True

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.strip = Strip()
        self._variants: dict[int, tuple[Line, ...]] = {}
        self._wanted: int | None = None
        self._wanted_month: str | None = None
        self._found: list[int] = []
        self._find = ""
        self._moving = False
        self.head = PanelHead(beside=True)
        self.before = Button("", "plain", small=True)
        self.after = Button("", "plain", small=True)
        self.hide_button = Button("", "plain", icon="eye-off", small=True)
        for button in (self.before, self.after, self.hide_button):
            self.head.add_action(button)
        self.model = ConversationModel(self)
        self.view = ConversationView(self.model)
        self.rail = MonthRail()
        self.empty = EmptyState("chat")
        self.body = QStackedWidget()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(Rule())
        talk = QWidget()
        row = QHBoxLayout(talk)
        row.setContentsMargins(theme.u(6), 0, 0, 0)
        row.setSpacing(theme.u(3))
        row.addWidget(self.view, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFixedWidth(theme.px(78))
        scroll.setWidget(self.rail)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        row.addWidget(scroll)
        self.body.addWidget(talk)
        self.body.addWidget(self.empty)
        column.addWidget(self.body, 1)

    def _wire(self) -> None:
        self.view.more_wanted.connect(self._on_more_wanted)
        self.view.message_chosen.connect(self._on_message_chosen)
        self.view.memory_opened.connect(self._on_memory_opened)
        self.view.hide_requested.connect(self._on_hide_requested)
        self.view.variants_requested.connect(self._on_variants_requested)
        self.view.month_in_view.connect(self.rail.set_current)
        self.rail.month_chosen.connect(self._on_month_chosen)
        self.before.clicked.connect(lambda: self._step(-1))
        self.after.clicked.connect(lambda: self._step(1))
        self.hide_button.clicked.connect(self._on_hide_clicked)
        self.empty.asked.connect(lambda: self.studio.action_requested.emit("import"))

    def retranslate(self) -> None:
        self.head.title.setText(tr("Conversation"))
        self.before.setText(tr("Earlier match"))
        self.after.setText(tr("Later match"))
        self.view.setAccessibleName(tr("Conversation"))
        self.rail.retranslate()
        self.empty.set_words(tr("No messages yet"), tr("Import a chat"), "chat")
        self._tell()

    # Reading

    def show_with(self, **arguments: object) -> None:
        message, month = arguments.get("message"), arguments.get("month")
        self._wanted = message if isinstance(message, int) else None
        self._wanted_month = month if isinstance(month, str) else None
        self.request_refresh()

    async def refresh(self, changes: Changes | None) -> None:
        if changes is not None and not changes.touches("message", "memory", "source", "participant"):
            return
        character = self.studio.character
        if character is None:
            self._show_nothing()
            return
        self.view.delegate.zone = ZoneInfo(character.timezone)
        held = self.view.anchor()
        if changes is None or changes.touches("message") or not self.strip.ids:
            fresh = Strip()
            fresh.fill(await self.studio.ask(messages.places, character.id))
            self.strip = fresh
            self.rail.set_months(_months(fresh.days))
            await self._find_again()
        self.body.setCurrentIndex(0 if self.strip.ids else 1)
        target = self._target(held)
        self.strip.centre_on(target, WINDOW)
        self.view.delegate.forget()
        await self._show_window()
        self._settle(held)
        self.view.tell_month()
        self._tell()

    def _show_nothing(self) -> None:
        self.strip = Strip()
        self.model.set_items([])
        self.rail.set_months([])
        self.body.setCurrentIndex(1)
        self._tell()

    def _target(self, held: tuple[int, int] | None) -> int:
        place = None
        if self._wanted is not None:
            place = self.strip.place_of(self._wanted)
        elif self._wanted_month is not None:
            place = self.strip.place_of_month(self._wanted_month)
        elif held is not None:
            place = self.strip.place_of(held[0])
        return len(self.strip.ids) - 1 if place is None else place

    def _settle(self, held: tuple[int, int] | None) -> None:
        if self._wanted is not None:
            self.model.ringed = self._wanted
            self.view.delegate.forget()
            self.view.make_current(self._wanted)
            self.view.go_to(self._wanted)
        elif self._wanted_month is not None:
            place = self.strip.place_of_month(self._wanted_month)
            if place is not None:
                self.view.hold((self.strip.ids[place], theme.px(40)))
                self.rail.set_current(self._wanted_month)
        elif held is not None and self.strip.place_of(held[0]) is not None:
            self.view.hold(held)
        else:
            self.view.doItemsLayout()
            self.view.scrollToBottom()
        self._wanted = self._wanted_month = None

    async def _show_window(self) -> None:
        shown = self.strip.window
        lines = await self.studio.ask(messages.many, shown)
        rests = await self.studio.ask(messages.memories_on, shown)
        self._moving = True
        self.view.delegate.width = max(theme.u(40), self.view.viewport().width())
        self.model.set_items(items(self.strip, lines, rests, self._variants))
        self.view.make_current(self.model.ringed)
        self._moving = False

    @aio.slot
    async def _on_more_wanted(self, above: bool) -> None:
        if self._moving or not self.strip.ids:
            return
        before = (self.strip.first, self.strip.last)
        if above:
            self.strip.grow_up(MORE, MOST)
        else:
            self.strip.grow_down(MORE, MOST)
        if (self.strip.first, self.strip.last) == before:
            return
        self._moving = True
        held = self.view.anchor()
        try:
            await self._show_window()
        finally:
            self._moving = False
        self.view.hold(held)

    def _on_month_chosen(self, month: str) -> None:
        self._wanted_month = month
        self.request_refresh()

    # Finding

    def search(self, text: str) -> None:
        self._find = text.strip()
        aio.spawn(self._look(), self)

    async def _look(self) -> None:
        if await self._find_again() and self._found:
            self._go(self._found[-1])
        self._tell()

    async def _find_again(self) -> bool:
        """Look for the words among what is said; False when others were typed meanwhile."""
        asked, words = self._find, query_tokens(self._find)
        found: list[int] = []
        if words:
            found = await self.studio.ask(
                filters.matching_ids, "message", self.studio.character_id, words, FOUND_MOST
            )
        if asked != self._find:
            return False
        self._found = sorted(
            (message for message in found if self.strip.place_of(message) is not None), key=self._place
        )
        return True

    def _place(self, message: int) -> int:
        return self.strip.place_of(message) or 0

    def _step(self, by: int) -> None:
        """Go to the match before or after the ringed message; behind the last comes the first."""
        if not self._found:
            return
        ringed = self.model.ringed
        here = self.strip.place_of(ringed) if ringed is not None else None
        places = [self._place(message) for message in self._found]
        if here is None:
            at = len(self._found) - 1 if by < 0 else 0
        else:
            at = bisect_left(places, here) - 1 if by < 0 else bisect_right(places, here)
        self._go(self._found[at % len(self._found)])

    def _go(self, message: int) -> None:
        self._wanted = message
        self.request_refresh()

    # The author's hand

    def _on_message_chosen(self, message: int) -> None:
        if self.model.ringed == message:
            return
        held = self.view.anchor()
        self.model.ringed = message
        self.view.scheduleDelayedItemsLayout()
        self.view.viewport().update()
        self.view.hold(held)
        self._tell()

    def _on_memory_opened(self, memory: int) -> None:
        self.studio.select([memory])
        self.studio.show_memory(memory)

    def _ringed(self) -> Bubble | None:
        row = self.model.row_of(self.model.ringed) if self.model.ringed is not None else None
        item = self.model.items[row] if row is not None else None
        return item if isinstance(item, Bubble) else None

    def _on_hide_clicked(self) -> None:
        if self.model.ringed is not None:
            self._on_hide_requested(self.model.ringed)

    @aio.slot
    async def _on_hide_requested(self, message: int) -> None:
        if self.studio.read_only:
            self.studio.say(told_error(self.studio.read_only)[0])
            return
        item = self._ringed()
        hidden = bool(item and item.line.id == message and item.line.hidden)
        await self.studio.execute(HideMessages([message], not hidden), toast=True)

    @aio.slot
    async def _on_variants_requested(self, message: int) -> None:
        if message in self._variants:
            del self._variants[message]
        else:
            self._variants[message] = tuple(await self.studio.ask(messages.variants, message))
        held = self.view.anchor()
        self.view.delegate.forget()
        await self._show_window()
        self.view.hold(held)

    # Words

    def _tell(self) -> None:
        count = len(self.strip.ids)
        told = tr("{n} message", "{n} messages", n=count)
        first = next((day for day in self.strip.days if day), None)
        if first:
            told += " · " + tr("since {day}", day=format_day(date.fromisoformat(first), year=True))
        if self._find:
            told = tr(
                "{n} match for “{text}”", "{n} matches for “{text}”", n=len(self._found), text=self._find
            )
        self.head.subtitle.setText(told if count else "")
        for button in (self.before, self.after):
            button.setVisible(bool(self._find))
            button.setEnabled(bool(self._found))
        item = self._ringed()
        self.hide_button.setVisible(item is not None)
        self.hide_button.setText(tr("Unhide") if item is not None and item.line.hidden else tr("Hide"))
        reason = self.studio.read_only
        self.hide_button.setEnabled(reason is None)
        self.hide_button.setToolTip(told_error(reason)[0] if reason else "")


def _months(days: list[str | None]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for day in days:
        if day is not None:
            counts[day[:7]] = counts.get(day[:7], 0) + 1
    return sorted(counts.items())
