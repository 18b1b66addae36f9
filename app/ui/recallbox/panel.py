"""Ask as the partner would; see what would be recalled, what each score is made of, and what just missed."""

import asyncio
from datetime import datetime

from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.bootstrap import embedder
from app.domain.assemble import Prompt
from app.domain.changes import Changes
from app.domain.dates import parse_day
from app.domain.mood import CORE_MOODS
from app.domain.pool import Dropped, Recall, Scored
from app.domain.profile import PROFILES
from app.domain.when import as_of
from app.engine.engine import Engine
from app.engine.ledger import Ledger
from app.engine.prompt import prompt
from app.engine.ranking import Ranker
from app.engine.recall import Question, recall
from app.engine.steps.mood_now import MoodNow
from app.storage.characters import Character
from app.ui import aio, theme, words
from app.ui.i18n import told, tr
from app.ui.panel import Panel
from app.ui.recallbox.legend import Legend
from app.ui.recallbox.model import AnswerDelegate, AnswerModel, Hit, Miss, rows_of
from app.ui.recallbox.mood import ANY, FOUND, ask_model, mood_of, named
from app.ui.recallbox.page import TracePage
from app.ui.recallbox.ranking import RankingChoice
from app.ui.studio import Studio
from app.ui.widgets import (
    Button,
    Chip,
    Choice,
    EmptyState,
    FlowLayout,
    Lane,
    LinkButton,
    PanelHead,
    RowList,
    Text,
)


class RecallPanel(Panel):
    """Nothing is changed by asking: no count, no link, no trace is left."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._found: Recall | None = None
        self._prompt: Prompt | None = None
        self._question: Question | None = None  # the last one asked
        self._mood: MoodNow | None = None  # the one the last answer was recalled under
        self._heard: MoodNow | None = None  # what the model said, until another mood is chosen
        self._asking: asyncio.Task[None] | None = None
        self._waits = False  # for a ranking model
        self._kept_back = False  # after a change nothing is sent until the author asks again
        self.head = PanelHead()
        self.sandbox = Chip("", "lock", ground="success_soft", ink="success", border=None)
        self.head.add_action(self.sandbox)
        self.field = QLineEdit()
        self.ask_button = Button("", "primary", icon="search")
        self.over = Choice()
        self.profile = Choice()
        self.mood = Choice()
        self.ask_mood = LinkButton(icon="chip")
        self.ranking = RankingChoice(studio)
        self.as_of = QLineEdit()
        self.seed = QLineEdit()
        self.model = AnswerModel(self)
        self.list = RowList()
        self.page = TracePage()
        self.empty = EmptyState("bench")
        self.body = QStackedWidget()
        self.told = Text("", "caption", "text_muted", wrap=True)
        self.legend = Legend()
        self.legend.hide()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        column.addWidget(self.head)
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(theme.u(6), 0, theme.u(6), 0)
        rows.setSpacing(theme.u(3))
        asked = QHBoxLayout()
        asked.setSpacing(theme.u(2))
        self.field.setMinimumHeight(theme.space("control"))
        asked.addWidget(self.field, 1)
        asked.addWidget(self.ask_button)
        rows.addLayout(asked)
        options = QWidget()
        flow = FlowLayout(options)
        for field in (self.as_of, self.seed):
            field.setMinimumHeight(theme.space("control"))
        self.as_of.setFixedWidth(theme.u(30))
        self.seed.setValidator(QIntValidator(0, 999_999, self.seed))
        self.seed.setFixedWidth(theme.u(22))
        for part in (
            *(self.over, self.profile, self.mood, self.ask_mood, self.ranking),
            *(self.as_of, self.seed),
        ):
            flow.addWidget(part)
        rows.addWidget(options)
        line = QHBoxLayout()
        line.setSpacing(theme.u(4))
        line.addWidget(self.told, 1)
        line.addWidget(self.legend)
        rows.addLayout(line)
        self.list.setModel(self.model)
        self.list.setItemDelegate(AnswerDelegate(self.list))
        self.body.addWidget(Lane(self.list))
        self.body.addWidget(self.empty)
        self.body.setCurrentIndex(1)
        column.addWidget(inner)
        column.addWidget(self.body, 1)

    def _wire(self) -> None:
        self.field.returnPressed.connect(self._on_asked)
        self.ask_button.clicked.connect(self._on_asked)
        for choice in (self.over, self.profile, self.mood, self.ranking):
            choice.picked.connect(self._on_option_picked)
        self.ask_mood.clicked.connect(self._on_mood_asked)
        self.mood.picked.connect(self._forget_mood)
        self.as_of.editingFinished.connect(self._on_option_changed)
        self.seed.editingFinished.connect(self._on_option_changed)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.activated.connect(lambda _index: self._open_chosen())  # Enter, or a double click
        self.page.open_memory.clicked.connect(self._open_chosen)

    def retranslate(self) -> None:
        self.head.title.setText(tr("Recall"))
        self.head.subtitle.setText(tr("What would come to mind, and why. Asking changes nothing."))
        self.legend.retranslate()
        self.sandbox.setText(tr("Sandbox: writes nothing"))
        self.field.setPlaceholderText(tr("Say something as the partner would …"))
        self.field.setAccessibleName(tr("What is said"))
        self.ask_button.setText(tr("Recall||verb"))
        self.over.set_options([("memories", tr("over memories")), ("messages", tr("over messages"))])
        self.profile.set_options([(name, tr("profile {name}", name=name)) for name in PROFILES])
        moods = [(mood.key, words.mood_name(mood.key), f"moods/{mood.key}") for mood in CORE_MOODS]
        self.mood.set_options([(FOUND, tr("mood: as found")), (ANY, tr("mood: none")), *moods])
        self.ask_mood.setText(tr("Ask a model"))
        self.ask_mood.setToolTip(
            tr(
                "Ask the model of the small steps which mood the character is in now. Nothing is sent without this."
            )
        )
        self.ranking.retranslate()
        self.as_of.setPlaceholderText(tr("as of: a date"))
        self.as_of.setToolTip(
            tr("What happened later is hidden. Any written date; empty: the character’s now.")
        )
        self.seed.setPlaceholderText(tr("chance: 0"))
        self.seed.setToolTip(tr("The same number repeats what chance does."))
        for control, name in (
            (self.over, tr("Over")),
            (self.profile, tr("Profile")),
            (self.mood, tr("Mood of the moment")),
            (self.as_of, tr("As of")),
            (self.seed, tr("chance")),
        ):
            control.setAccessibleName(name)
        self.list.setAccessibleName(tr("Recalled"))
        self._tell()

    def inspector_page(self) -> QWidget | None:
        return self.page

    def show_with(self, **arguments: object) -> None:
        if isinstance(arguments.get("text"), str):
            self.field.setText(str(arguments["text"]))
            self._on_asked()

    async def refresh(self, changes: Changes | None) -> None:
        if changes is None:
            self.ranking.look()
        elif self._waits:
            return  # the answer is still to come, and is not asked for twice
        if changes is None or changes.touches("memory", "link", "message", "character"):
            if self.field.text().strip():
                await self._ask(send=False)
            else:
                self._found = None
                self.model.set_rows([])
                self.page.show_nothing()
                self._tell()

    # Asking

    def _on_option_picked(self, _key: str) -> None:
        self._on_option_changed()

    def _on_option_changed(self) -> None:
        if self._found is not None or self._underway():
            self._on_asked()

    @aio.slot
    async def _on_asked(self) -> None:
        if self.field.text().strip():
            await self._ask(send=True)

    def _forget_mood(self, _key: str) -> None:
        self._heard = None

    @aio.slot
    async def _on_mood_asked(self) -> None:
        engine, character = self.studio.engine, self.studio.character
        if engine is None or character is None:
            return
        self.ask_mood.setEnabled(False)
        try:
            heard = await ask_model(self.studio, engine, character, self._moment(character.timezone), self)
        finally:
            self.ask_mood.setEnabled(True)
        if heard is not None and heard.mood is not None and self.studio.character == character:
            self._heard = heard
            self.mood.set_current(heard.mood)
            self.studio.say(named(heard))
            self._on_asked()

    async def _ask(self, *, send: bool) -> None:
        """Ask what the controls say, instead of what is still being asked; only with `send` a ranking model is."""
        engine, character = self.studio.engine, self.studio.character
        if engine is None or character is None:
            return
        moment = self._moment(character.timezone)
        if self.as_of.text().strip() and moment is None:
            self.told.setText(tr("“{text}” is not understood as a date.", text=self.as_of.text()))
            return
        mood = self._heard or await mood_of(engine, character, embedder(), self.mood.current(), moment)
        question = Question(
            self.field.text(),
            over=self.over.current() or "memories",
            profile=self.profile.current() or None,
            as_of=moment,
            mood=mood.mood or "",
            seed=int(self.seed.text() or 0),
        )
        self._question, self._mood = question, mood
        self._kept_back = self.ranking.on and not send
        if self._asking is not None:
            self._asking.cancel()
        self._asking = aio.spawn(self._recall(engine, character, question, send=send), self)
        await asyncio.wait([self._asking])

    async def _recall(self, engine: Engine, character: Character, question: Question, *, send: bool) -> None:
        client = await self.ranking.opened() if send else None
        ranker = Ranker(client, Ledger()) if client is not None else None
        self._waits = ranker is not None
        self.told.setText(
            tr("Recalling; {model} is asked … “rerank: off” goes on without it.", model=ranker.name)
            if ranker is not None
            else tr("Recalling …")
        )
        try:
            if question.over == "messages":
                found, made = await recall(engine, character, question, embedder(), ranker), Prompt("", ())
            else:
                made, found = await prompt(engine, character, question, embedder(), ranker)
        except BaseException:
            if question is self._question:
                self._tell()
            raise
        finally:
            if client is not None:
                self._waits = False
                await client.close()
        if question is self._question:  # else a later question is on its way
            self._show(found, made)

    def _underway(self) -> bool:
        return self._asking is not None and not self._asking.done()

    def _show(self, found: Recall, made: Prompt) -> None:
        """Take the answer; the chosen row stays chosen if it is in it."""
        chosen = self._chosen()
        self._found, self._prompt = found, made
        self.model.set_rows(rows_of(found))
        self._tell()
        self.page.show_answer(found, made, None, self._mood)
        row = self.model.row_of(chosen.candidate.id) if chosen else None
        if row is not None or found.items:
            self.list.setCurrentIndex(self.model.index(row or 0))

    def _moment(self, zone: str) -> int | None:
        text = self.as_of.text().strip()
        if not text:
            return None
        try:
            given = datetime.fromisoformat(text)
        except ValueError:
            read = parse_day(text)
            if read is None or read[1] != "day":
                return None
            given = datetime.fromisoformat(read[0])
        if given.tzinfo is None:
            # A bare day means its end: what happened on it counts.
            given = given.replace(hour=23, minute=59) if (given.hour, given.minute) == (0, 0) else given
        return as_of(given.isoformat(), zone)

    # The chosen row

    def _chosen(self) -> Scored | Dropped | None:
        index = self.list.currentIndex()
        row = self.model.rows[index.row()] if index.isValid() else None
        return row.item if isinstance(row, (Hit, Miss)) else None

    def _on_current_changed(self) -> None:
        if self._found is not None and self._prompt is not None:
            self.page.show_answer(self._found, self._prompt, self._chosen(), self._mood)

    def _open_chosen(self) -> None:
        chosen = self._chosen()
        if chosen is None:
            return
        if self.over.current() == "messages":
            self.studio.show_message(chosen.candidate.id)
        else:
            self.studio.open_panel("rooms", room=chosen.candidate.room, memory=chosen.candidate.id)

    # Words

    def _tell(self) -> None:
        found = self._found
        if found is None:
            self.told.setText("")
            self.legend.hide()
            self.body.setCurrentIndex(1)
            self.empty.set_words(tr("Ask, and see what would be recalled and what just missed."))
            return
        line = tr("{n} memory recalled", "{n} memories recalled", n=len(found.items))
        if self.over.current() == "messages":
            line = tr("{n} message found", "{n} messages found", n=len(found.items))
        if not found.vectors_used:
            line += " · " + tr("by words alone, without vectors")
        if (ranked := self._told_ranking(found)) is not None:
            line += " · " + ranked
        if found.anticipations:
            line += " · " + tr(
                "{n} hope on the windowsill", "{n} hopes on the windowsill", n=len(found.anticipations)
            )
        self.told.setText(line)
        self.legend.setVisible(bool(found.items))
        self.body.setCurrentIndex(0 if self.model.rows else 1)
        self.empty.set_words(tr("Nothing comes to mind."))

    def _told_ranking(self, found: Recall) -> str | None:
        if found.ranked_by is not None:
            return tr("reranked by {model}", model=found.ranked_by)
        if found.why_unranked is not None:
            return tr("not reranked: {why}", why=told(found.why_unranked)[0])
        return tr("not reranked since the last change: ask again") if self._kept_back else None
