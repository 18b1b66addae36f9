"""The page: what waits, who reads, what becomes of it, what it costs; then the reading itself, and what came of it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.engine.process import Reading
from app.engine.read_new import Wish
from app.engine.steps import outlook
from app.engine.steps.consent import ChooseWay
from app.engine.steps.outlook import Waiting
from app.engine.tasks import Task
from app.ui import aio, theme
from app.ui.cost import Cost
from app.ui.i18n import told, tr
from app.ui.panel import Panel
from app.ui.processing import readers, work
from app.ui.processing.outcome import Outcome
from app.ui.processing.readers import BUILT_IN, Reader
from app.ui.processing.sections import Section, Steps
from app.ui.processing.words import plan_told, reader_name, reader_told
from app.ui.studio import Studio
from app.ui.widgets import Button, Choice, LinkButton, PanelHead, Prose, Segmented

HOT, ALL = "hot", "all"


class ProcessingPanel(Panel):
    """One reading at a time for the character in view."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        theme.paint_ground(self, "window")
        self.waiting: Waiting | None = None
        self.readers: list[Reader] = []
        self.task: Task | None = None
        self._fits = True  # the recording has an answer to what would be asked
        self._owner = 0  # the character for whom a reader was chosen
        self.head = PanelHead()
        self.cancel = Button()
        self.start = Button("", "primary", icon="book")
        self.outcome = Outcome(studio)
        self.scope = Segmented([(HOT, ""), (ALL, "")])
        self.plan = Prose("", "body", "text")
        self.who = Choice()
        self.honest = Prose("", "body", "text_muted")
        self.set_up = LinkButton("", leads=True)
        self.steps = Steps()
        self.rule = Prose("", "body", "text_muted")
        self.cost = Cost()
        self.sections = [Section() for _ in range(4)]
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        self.head.add_action(self.cancel)
        self.head.add_action(self.start)
        self.who.setMaximumWidth(theme.u(90))
        parts: tuple[tuple[QWidget, ...], ...] = (
            (self.scope, self.plan),
            (self.who, self.honest, self.set_up),
            (self.steps, self.rule),
            (self.cost,),
        )
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(6))
        column.setSpacing(0)
        column.addWidget(self.outcome)
        for section, widgets in zip(self.sections, parts, strict=True):
            for widget in widgets:
                section.add(widget)
            column.addWidget(section)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        inner.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.head)
        outer.addWidget(area, 1)

    def _wire(self) -> None:
        self.scope.chosen.connect(lambda _key: self._reckon())
        self.who.picked.connect(lambda _key: self._reckon())
        self.steps.chosen.connect(self._on_way_chosen)
        self.start.clicked.connect(self._on_start)
        self.set_up.clicked.connect(lambda: self.studio.open_panel("settings", tab="models"))
        self.cancel.clicked.connect(self._on_cancel)
        self.studio.tasks_changed.connect(self._on_tasks_changed)

    def inspector_page(self) -> QWidget | None:
        return self.outcome.side

    # words

    def retranslate(self) -> None:
        self.head.title.setText(tr("Read new messages"))
        self.cancel.setText(tr("Cancel"))
        self.scope.set_options([(HOT, tr("Leave the newest")), (ALL, tr("To the last message"))])
        self.scope.setAccessibleName(tr("How far to read"))
        self.who.setAccessibleName(tr("Who reads"))
        self.set_up.setText(tr("Set up a model"))
        for section, words in zip(
            self.sections,
            (
                (tr("What waits"), tr("Messages are never changed; only what was read is noted")),
                (tr("Who reads"), ""),
                (tr("Where it goes"), tr("Everything can be undone as a whole")),
                (tr("What it costs"), tr("An estimate; the actual is told afterwards")),
            ),
            strict=True,
        ):
            section.set_words(*words)
        self.steps.retranslate()
        self.cost.retranslate()
        self.outcome.retranslate()
        self._show()

    # reading what waits

    async def refresh(self, changes: Changes | None) -> None:
        wanted = changes is None or changes.touches(
            "message", "memory", "proposal", "setting", "character", "box"
        )
        engine, who = self.studio.engine, self.studio.character
        if not wanted or engine is None:
            return
        if who is None:
            self.waiting = None
            self._show()
            return
        waiting = await outlook.waiting(engine, who)
        found = await readers.readers(self.studio, engine, who)
        if self.studio.character != who:
            return
        if self._owner != who.id:
            self._owner = who.id
            self.who.clear()
            self.outcome.clear()
            self.scope.set_current(HOT if waiting.beyond.take else ALL)
        self.waiting, self.readers = waiting, found
        await self._reckon_now()

    @aio.slot
    async def _reckon(self) -> None:
        await self._reckon_now()

    async def _reckon_now(self) -> None:
        """Show the choice, then what it would cost: the estimate may take a moment."""
        self._show()
        engine, who, waiting = self.studio.engine, self.studio.character, self.waiting
        reader = self.reader()
        if engine is None or who is None or waiting is None or not waiting.plan(self.all_).take:
            return
        if reader.kind == "recorded":
            self._fits = await readers.recording_fits(engine, who, waiting.plan(self.all_).take)
            self._show()
            return
        speaker = readers.quiet(self.studio, reader.kind)
        if speaker is None:
            return
        wish = self.wish()
        found = await outlook.outlook(engine, who, speaker, wish)
        if wish == self.wish() and reader == self.reader():
            self.cost.show_outlook(found)

    @property
    def all_(self) -> bool:
        return self.scope.current() == ALL

    def reader(self) -> Reader:
        """Give who is chosen to read."""
        return next((one for one in self.readers if one.kind == self.who.current()), Reader(BUILT_IN))

    def wish(self) -> Wish:
        model = self.reader().kind != BUILT_IN
        return Wish(
            all_=self.all_,
            review=self.steps.way("extraction") == "review",
            links=self.steps.way("deep_links") if model else "off",
            names=self.steps.way("box_naming") if model else "off",
        )

    # showing

    def _show(self) -> None:
        waiting, who = self.waiting, self.studio.character
        running = self.task is not None
        self.cancel.setVisible(running)
        if waiting is None or who is None:
            self.start.setEnabled(False)
            return
        self.head.subtitle.setText(
            tr("{n} message unread", "{n} messages unread", n=len(waiting.whole.take)) + f" · {who.name}"
        )
        self.who.set_options([(one.kind, reader_name(one)) for one in self.readers])
        plan, reader = waiting.plan(self.all_), self.reader()
        self.plan.setText(plan_told(plan, waiting.whole, all_=self.all_))
        self.honest.setText(reader_told(reader))
        self.set_up.setVisible(all(one.kind != "endpoint" for one in self.readers))
        self.steps.show_ways(waiting.ways, trusted=waiting.trusted, model=reader.kind != BUILT_IN)
        self.rule.setText(
            ""
            if waiting.trusted
            else tr(
                "This chat was imported and nothing read from it has been looked at yet: the first reading waits in the "
                "Inbox. Once you have accepted or refused one proposal, the choice is yours."
            )
        )
        self.rule.setVisible(not waiting.trusted)
        self._show_cost(reader)
        self._show_start(len(plan.take), reader)
        for section in self.sections:
            section.setEnabled(not running)

    def _show_cost(self, reader: Reader) -> None:
        waits = self.waiting is not None and bool(self.waiting.plan(self.all_).take)
        if reader.kind == BUILT_IN or not waits:
            self.cost.show_free(tr("Nothing: no call is made, no token is spent."))
        elif reader.kind == "recorded":
            self.cost.show_free(tr("Nothing: it is only replayed."))

    def _show_start(self, count: int, reader: Reader) -> None:
        reason = told(self.studio.read_only)[0] if self.studio.read_only else ""
        if reader.kind == "recorded" and not self._fits:
            reason = tr(
                "The recording does not fit: it answers the demo’s first stretch, with the palace as it came."
            )
            self.honest.setText(reason)
        self.start.setText(
            tr("Read {n} message", "Read {n} messages", n=count) if count else tr("Nothing to read")
        )
        self.start.setEnabled(bool(count) and not reason and self.task is None)
        self.start.setToolTip(reason)

    # the author's hand

    @aio.slot
    async def _on_way_chosen(self, step: str, _way: str) -> None:
        await self.studio.execute(ChooseWay(step, self.steps.way(step)))

    def _on_cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()

    def _on_tasks_changed(self) -> None:
        if self.task is not None:
            self.outcome.show_task(self.task)

    @aio.slot
    async def _on_start(self) -> None:
        engine, who = self.studio.engine, self.studio.character
        if engine is None or who is None or self.task is not None:
            return
        reader, wish = self.reader(), self.wish()
        speaker = None
        if reader.kind != BUILT_IN:
            speaker = await readers.speaker_of(self.studio, reader.kind, self.cost.limit(), self)
            if speaker is None:
                return
        self.task = work.start(engine, who, wish, speaker)
        self.outcome.show_task(self.task)
        self._show()
        try:
            result = await work.ended(self.task)
        finally:
            self.task = None
            if speaker is not None:
                await speaker.model.close()
        spent = speaker.spending if speaker is not None else None
        self.outcome.show_result(result, spent, recorded=reader.kind == "recorded")
        if isinstance(result, Reading):
            self.outcome.tell(result)
        elif isinstance(result, KnownError):
            self.studio.say(told(result)[0])
        self.request_refresh()
