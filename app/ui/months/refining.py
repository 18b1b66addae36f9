"""Refining several months: who writes, by which template, what it would cost; then the work itself, and what came of it."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app import bootstrap
from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.ledger import Ledger
from app.engine.months import refine, templates
from app.engine.months.refine import Refined
from app.engine.months.templates import Choice as Wording
from app.engine.steps.asking import Speaker
from app.engine.steps.outlook import at_pace
from app.engine.steps.spending import Cap
from app.engine.tasks import Task
from app.models.endpoint.client import Client
from app.models.endpoint.settings import Purpose
from app.storage.characters import Character
from app.ui import aio, theme
from app.ui.cost import Cost
from app.ui.desk import desk
from app.ui.i18n import format_month, said, told, tr
from app.ui.months.speaking import open_speaker
from app.ui.months.words import built_in_name, names_of, wording_title
from app.ui.studio import Studio
from app.ui.widgets import Bar, Button, Card, Choice, FactList, Prose, Text

BUILT_IN: Final = "built-in"
MODEL: Final = "model"
_TICK_MS: Final = 250


def open(studio: Studio, months: Sequence[str], parent: QWidget) -> "RefiningSheet | None":  # noqa: A001 - as the bulk bar calls it
    """Show the sheet over a widget; the work goes on when it is closed."""
    who = studio.character
    if who is None or studio.engine is None or not months:
        return None
    sheet = RefiningSheet(studio, who, sorted(months), parent)
    sheet.open()
    return sheet


class RefiningSheet(QDialog):
    """Each month gives a candidate of its own, which waits: nothing is replaced by this."""

    def __init__(self, studio: Studio, who: Character, months: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.studio, self.who, self.months = studio, who, tuple(months)
        self.task: Task | None = None
        self.wordings: tuple[Wording, ...] = ()
        self.names = Prose(names_of(months), "body", "text_muted")
        self.maker, self.template = Choice(), Choice()
        self.honest = Prose("", "body", "text_muted")
        self.cost = Cost()
        self.bar, self.words = Bar(height=6), Text("", "body", "text_muted", wrap=True)
        self.outcome: Card | None = None
        self.close_button, self.start = Button(""), Button("", "primary")
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show_task)
        self._build()
        self.maker.picked.connect(lambda _key: self._reckon())
        self.template.picked.connect(lambda _key: self._reckon())
        self.start.clicked.connect(self._on_start)
        self.close_button.clicked.connect(self._on_close)
        self._read()

    def _build(self) -> None:
        n = len(self.months)
        title = tr("Refine {n} month", "Refine {n} months", n=n)
        self.setWindowTitle(title)
        self.setMinimumWidth(theme.u(130))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.u(6), theme.u(5), theme.u(6), theme.u(5))
        self._column.setSpacing(theme.u(3))
        self._column.addWidget(Text(title, "title", wrap=True))
        self._column.addWidget(self.names)
        self._choices = QWidget()
        lines = QVBoxLayout(self._choices)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(theme.u(2))
        facts = FactList()
        for name, field in ((tr("Who writes"), self.maker), (tr("Template"), self.template)):
            facts.add(name, field)
            field.setAccessibleName(name)
        lines.addWidget(facts)
        lines.addWidget(self.honest)
        lines.addWidget(self.cost)
        self._column.addWidget(self._choices)
        self._running = QWidget()
        under = QVBoxLayout(self._running)
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(theme.u(2))
        under.addWidget(self.bar)
        under.addWidget(self.words)
        self._running.hide()
        self._column.addWidget(self._running)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        foot.addWidget(self.start)
        self._column.addLayout(foot)
        self.cost.retranslate()
        self.close_button.setText(tr("Close"))
        self.start.setText(tr("Refine {n} month", "Refine {n} months", n=n))
        self.start.setEnabled(False)

    @property
    def model(self) -> bool:
        return self.maker.current() == MODEL

    @aio.slot
    async def _read(self) -> None:
        engine, at = self.studio.engine, desk(self.studio)
        if engine is None:
            return
        await at.read()
        endpoint = at.endpoints.get(Purpose.CHAT)
        options = [(MODEL, endpoint.model)] if endpoint is not None else []
        self.maker.set_options([*options, (BUILT_IN, built_in_name())])
        self.wordings = await templates.choices(engine, self.who, "refine")
        self.template.set_options([(one.key, wording_title(one)) for one in self.wordings])
        reason = told(self.studio.read_only)[0] if self.studio.read_only else ""
        self.start.setEnabled(not reason)
        self.start.setToolTip(reason)
        self._reckon()

    @aio.slot
    async def _reckon(self) -> None:
        """Say what it would cost; the estimate may take a moment."""
        if not self.model:
            self.honest.setText(
                tr("Chooses the days’ own sentences and puts them in order; it writes none of its own.")
            )
            self.cost.show_free(tr("Nothing: no call is made, no token is spent."))
            return
        self.honest.setText(tr("Each month becomes a candidate that waits; no text is replaced by this."))
        engine, endpoint = self.studio.engine, desk(self.studio).endpoints.get(Purpose.CHAT)
        if engine is None or endpoint is None:
            return
        speaker = Speaker(Client(endpoint), Ledger())  # it says nothing and sends nothing
        guess = await refine.estimate(engine, self.who, self.months, speaker, self.template.current() or None)
        found = await at_pace(speaker, guess)
        if self.model:
            self.cost.show_outlook(found)

    # the work

    @aio.slot
    async def _on_start(self) -> None:
        engine = self.studio.engine
        if engine is None or self.task is not None:
            return
        limit = self.cost.limit() if self.model else None
        speaker = await open_speaker(self.studio, self, Cap(limit)) if self.model else None
        if self.model and speaker is None:
            return
        label = mark("Refine {count} months of {name}")
        key = f"refine-months:{self.who.id}"
        self.task = engine.tasks.start(
            label, partial(self._made, engine, speaker), key=key, count=len(self.months), name=self.who.name
        )
        self._show_task()
        self._tick.start()
        try:
            result = await self.task.wait()
        except Exception:  # noqa: BLE001 - the runner has handed it to the fault funnel
            result = None
        finally:
            self._tick.stop()
            self.task = None
        self._show_result(result)

    async def _made(self, engine: Engine, speaker: Speaker | None, task: Task) -> Refined | KnownError:
        try:
            return await refine.refine_months(
                engine,
                self.who,
                self.months,
                embedder=bootstrap.embedder(),
                template=self.template.current() or None,
                speaker=speaker,
                task=task,
            )
        except KnownError as error:
            return error
        finally:
            if speaker is not None:
                await speaker.model.close()

    def _show_task(self) -> None:
        task = self.task
        if task is None:
            return
        self._choices.hide()
        self._running.show()
        self.start.hide()
        self.close_button.setText(tr("Cancel"))
        self.bar.set_share(task.done / task.total if task.total else 0.0)
        words = said(task.noted) if task.note else tr("Getting ready …")
        self.words.setText(words + " · " + tr("cancelling keeps what is done"))
        self.bar.setAccessibleName(words)

    def _show_result(self, result: Refined | KnownError | None) -> None:
        self._running.hide()
        self._choices.hide()
        self.start.hide()
        self.close_button.setText(tr("Close"))
        self.outcome = _outcome(result)
        inbox = Button(tr("Open the Inbox"), small=True)
        inbox.clicked.connect(self._on_inbox)
        self.outcome.add_action(inbox)
        self._column.insertWidget(self._column.count() - 1, self.outcome)
        self.adjustSize()

    def _on_inbox(self) -> None:
        self.accept()
        self.studio.open_panel("inbox")

    def _on_close(self) -> None:
        if self.task is not None:
            self.task.cancel()
        else:
            self.accept()


def _outcome(result: Refined | KnownError | None) -> Card:
    kept = tr("What was made before waits in the Inbox; the History can take the run up again.")
    if result is None:
        return Card("warning", tr("The refining was stopped"), kept, bar=True)
    if isinstance(result, KnownError):
        message, remedy = told(result)
        return Card("danger", message, f"{remedy}\n{kept}".strip())
    good = sum(one.refused is None for one in result.candidates)
    lines = []
    for one in result.candidates:
        if one.refused is not None:
            why = " ".join(tr(reason) for reason in one.refused.split("\n") if reason)
            lines.append(tr("{month} was turned down: {why}", month=format_month(one.month), why=why))
    lines += [f"{format_month(one.month)}: {tr(one.reason)}" for one in result.skipped]
    words = tr("{n} candidate waits", "{n} candidates wait", n=good)
    return Card("success" if good else "warning", words, "\n".join(lines))
