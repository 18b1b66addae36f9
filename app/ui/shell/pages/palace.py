"""The palace page: the house in its light, four facts beneath, and the room in focus in the inspector."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.ui import aio, theme
from app.ui.bridge import PalaceFacts
from app.ui.house.house import House
from app.ui.i18n import format_day, format_month, tr
from app.ui.panel import Panel, say_nothing
from app.ui.shell.pages.room import RoomInspector
from app.ui.studio import Studio
from app.ui.widgets import Button, Elided, PanelHead, Rule

DAY_S = 86_400


class FactLink(QAbstractButton):
    """A caption, a fact in serif, a line beneath; leads somewhere when there is where to go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = Elided("", "caption", "text_muted")
        self._fact = Elided("", "read", "text", weight=600)
        self._line = Elided("", "small", "text_muted")
        self.first = False
        self._leads = False
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.u(4), theme.u(3), theme.u(1), 0)
        column.setSpacing(theme.px(2))
        for part in (self._caption, self._fact, self._line):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()

    def set_first(self) -> None:
        """The first stands on the panel's text edge and has no line at its left."""
        self.first = True
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(0, theme.u(3), theme.u(1), 0)

    def set_words(self, caption: str, fact: str, line: str, leads: bool) -> None:
        self._caption.setText(caption)
        self._fact.setText(fact)
        self._line.setText(line)
        self._leads = leads
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(f"{caption}: {fact}, {line}")

    def hitButton(self, _at: QPoint) -> bool:
        return self._leads

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self.first:
            painter.fillRect(0, 0, 1, self.height(), theme.colour("line"))
        self._fact.set_ink("accent" if self._leads and self.underMouse() else "text")


class PalacePage(Panel):
    """The house and what it tells."""

    room_opened = Signal(str)

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        theme.paint_ground(self, "sky")
        self._facts: PalaceFacts | None = None
        self.head = PanelHead()
        self.import_button = Button("", icon="import")
        self.tend_button = Button("", "primary")
        self.house = House()
        self.inspector = RoomInspector(studio, self)
        self._links = [FactLink() for _ in range(4)]
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        self.head.add_action(self.import_button)
        self.head.add_action(self.tend_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        middle = QHBoxLayout()
        middle.setContentsMargins(theme.px(10), 0, theme.px(10), 0)
        middle.addWidget(self.house)
        column.addLayout(middle, 1)
        self._strip = QWidget()
        lines = QVBoxLayout(self._strip)
        lines.setContentsMargins(theme.u(6), theme.px(10), theme.u(6), theme.px(18))
        lines.setSpacing(0)
        lines.addWidget(Rule())
        row = QHBoxLayout()
        row.setSpacing(0)
        self._links[0].set_first()
        for link in self._links:
            row.addWidget(link, 1)
        lines.addLayout(row)
        column.addWidget(self._strip)

    def _wire(self) -> None:
        self.import_button.clicked.connect(self._on_import_clicked)
        self.tend_button.clicked.connect(self._on_tend_clicked)
        self.house.room_focused.connect(self._on_room_focused)
        self.house.room_opened.connect(self._on_room_opened)
        self.house.memories_dropped.connect(self._on_memories_dropped)
        for link, slot in zip(
            self._links,
            (self._on_talk_clicked, self._on_months_clicked, self._on_links_clicked, self._on_health_clicked),
            strict=True,
        ):
            link.clicked.connect(slot)

    def retranslate(self) -> None:
        self.import_button.setText(tr("Import"))
        self.tend_button.setText(tr("Tend the house"))
        self.tend_button.setToolTip(tr("Walks through everything that waits."))
        self._say()

    def inspector_page(self) -> QWidget | None:
        return self.inspector

    async def refresh(self, changes: Changes | None) -> None:
        studio = self.studio
        if studio.bridge is None or studio.character is None:
            self._facts = None
            self.house.set_facts(None)
            self._say()
            say_nothing(self.inspector)
            return
        say_nothing(self.inspector, False)
        self._facts = await studio.bridge.palace(studio.character)
        self.house.set_facts(self._facts.house)
        if not self.house.current():
            self.house.set_current("living_room")
        self._say()
        await self._show_room()

    async def _show_room(self) -> None:
        room, studio = self.house.current(), self.studio
        if self._facts is None or studio.bridge is None or studio.character is None or not room:
            return
        page = await studio.bridge.room(studio.character, self._facts.house.of(room))
        if room == self.house.current():
            self.inspector.show_page(page)

    def _say(self) -> None:
        name = self.studio.character.name if self.studio.character else ""
        self.head.title.setText(tr("{name}’s palace", name=name) if name else tr("Palace"))
        facts = self._facts
        # One primary a surface: in an empty house there is nothing to tend.
        self.import_button.set_kind("primary" if facts is None else "plain")
        self.tend_button.setVisible(facts is not None)
        self._strip.setVisible(facts is not None)
        if facts is None:
            self.head.subtitle.setText(tr("Nobody lives here yet."))
            return
        self.head.subtitle.setText(self._light_words(facts))
        has = self.studio.has_panel
        unread = tr("{n} unread", n=facts.unread)
        self._links[0].set_words(
            tr("Conversation||a fact"),
            unread if facts.unread else tr("All is read"),
            tr("of {n} message", "of {n} messages", n=facts.messages),
            has("conversation"),
        )
        self._links[1].set_words(tr("Months"), *self._month_words(facts), has("months"))
        self._links[2].set_words(
            tr("Between them"),
            tr("{n} link", "{n} links", n=facts.links),
            tr("{n} memory hangs loose", "{n} memories hang loose", n=facts.loose)
            if facts.loose
            else tr("every memory has one"),
            has("graph"),
        )
        self._links[3].set_words(
            tr("Health"),
            tr("{n} undated", n=facts.undated) if facts.undated else tr("All are dated"),
            tr("see what else to tend"),
            has("findings"),
        )

    def _light_words(self, facts: PalaceFacts) -> str:
        """Say what the light means, and of which moment it is, unless that is the real one."""
        character = self.studio.character
        if character is None or abs(facts.now / 1000 - datetime.now(UTC).timestamp()) < DAY_S:
            return tr(
                "{n} memory in seven rooms. The brighter a room, the more its memories still matter.",
                "{n} memories in seven rooms. The brighter a room, the more its memories still matter.",
                n=facts.memories,
            )
        day = datetime.fromtimestamp(facts.now / 1000, ZoneInfo(character.timezone)).date()
        return tr(
            "{n} memory in seven rooms, lit as of {day}. The brighter, the more they still matter.",
            "{n} memories in seven rooms, lit as of {day}. The brighter, the more they still matter.",
            n=facts.memories,
            day=format_day(day, year=True),
        )

    @staticmethod
    def _month_words(facts: PalaceFacts) -> tuple[str, str]:
        if facts.months_without and facts.latest_month:
            word = tr("{n} unwritten||months", n=facts.months_without)
            return word, tr("latest: {month}", month=format_month(facts.latest_month))
        total = tr("{n} summary in all", "{n} summaries in all", n=facts.months)
        return tr("Every month has one"), total

    def _on_import_clicked(self) -> None:
        self.studio.action_requested.emit("import")

    def _on_tend_clicked(self) -> None:
        for key in ("findings", "inbox"):
            if self.studio.has_panel(key):
                self.studio.open_panel(key)
                return

    def _on_talk_clicked(self) -> None:
        if self._facts is not None and self._facts.unread:
            self.studio.action_requested.emit("read")
        else:
            self.studio.open_panel("conversation")

    def _on_months_clicked(self) -> None:
        facts = self._facts
        wanting = facts.latest_month if facts is not None and facts.months_without else None
        self.studio.open_panel("months", **({"month": wanting} if wanting else {}))

    def _on_links_clicked(self) -> None:
        self.studio.open_panel("graph")

    def _on_health_clicked(self) -> None:
        self.studio.open_panel("findings")

    @aio.slot
    async def _on_room_focused(self, _room: str) -> None:
        await self._show_room()

    def _on_room_opened(self, room: str) -> None:
        self.studio.open_panel("rooms", room=room)

    @aio.slot
    async def _on_memories_dropped(self, ids: list[int], room: str) -> None:
        from app.engine.commands import MoveMemories

        await self.studio.execute(MoveMemories(tuple(ids), room), toast=True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.house.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)
