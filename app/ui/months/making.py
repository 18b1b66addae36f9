"""Making entries out of what a day holds, and memories out of entries: the menu, the task, what came of it."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from PySide6.QtWidgets import QMenu, QWidget

from app import bootstrap
from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.months import days, templates, transfer
from app.engine.months.days import Made
from app.engine.months.templates import Choice
from app.engine.months.transfer import Moved
from app.engine.steps.asking import Speaker
from app.engine.steps.outlook import at_pace
from app.engine.steps.spending import Estimate
from app.engine.tasks import Task
from app.storage.characters import Character
from app.ui import aio
from app.ui.cost import agreed
from app.ui.i18n import tr
from app.ui.icons import icon
from app.ui.months.speaking import model_name, open_speaker
from app.ui.months.words import wording_title
from app.ui.studio import Studio
from app.ui.widgets import drop

T = TypeVar("T")

BUILT_IN: Final = ""  # no wording: nothing is asked
_WORTH_ASKING: Final = 2  # calls


@dataclass(frozen=True, slots=True)
class _Priced:
    """What a model would be asked for: its name, and how to estimate it."""

    title: str
    estimate: Callable[[Speaker], Coroutine[Any, Any, Estimate]]


class Maker:
    """Makes entries and memories for a widget; one work at a time for a character."""

    def __init__(self, studio: Studio, owner: QWidget) -> None:
        self.studio = studio
        self.owner = owner

    # the menus

    async def offer_days(self, anchor: QWidget, wanted: Sequence[str]) -> QMenu | None:
        """Open the menu of ways to make the entries of days."""
        engine, who = self.studio.engine, self.studio.character
        if engine is None or who is None:
            return None
        chosen = tuple(wanted)
        name = await model_name(self.studio)
        menu = QMenu(anchor)
        menu.addSection(tr("From what was said"))
        built_in = menu.addAction(icon("chip"), tr("Quote it: built-in, without a model"))
        built_in.triggered.connect(self._calling(partial(self.make, chosen, BUILT_IN, model=False)))
        for one in await templates.choices(engine, who, "day"):
            action = menu.addAction(icon("edit"), _way(one, name))
            action.triggered.connect(self._calling(partial(self.make, chosen, one.key, model=True)))
        menu.addSection(tr("From its memories"))
        bullets = menu.addAction(icon("palace"), tr("One line for each memory, into the Inbox"))
        bullets.triggered.connect(self._calling(partial(self.from_memories, chosen)))
        return drop(menu, anchor)

    async def offer_transfer(self, anchor: QWidget, months: Sequence[str]) -> QMenu:
        """Open the menu of ways to make memories of the entries of months."""
        name = await model_name(self.studio)
        chosen = tuple(months)
        menu = QMenu(anchor)
        menu.addSection(tr("Memories of these entries, into the Inbox"))
        plain = menu.addAction(icon("chip"), tr("Word for word: built-in, without a model"))
        plain.triggered.connect(self._calling(partial(self.to_memories, chosen, model=False)))
        asked = menu.addAction(icon("edit"), name or tr("With a model"))
        asked.triggered.connect(self._calling(partial(self.to_memories, chosen, model=True)))
        return drop(menu, anchor)

    def _calling(self, work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        def call() -> None:
            aio.spawn(work(), self.owner)

        return call

    # the work

    async def make(self, wanted: Sequence[str], template: str, *, model: bool) -> None:
        """Make the entries of days from their messages."""

        async def body(task: Task, speaker: Speaker | None) -> Made:
            engine, who = self._at()
            return await days.make_days(
                engine,
                who,
                wanted,
                embedder=bootstrap.embedder(),
                template=template or None,
                speaker=speaker,
                task=task,
            )

        async def guess(speaker: Speaker) -> Estimate:
            engine, who = self._at()
            return await days.estimate(engine, who, wanted, speaker, template or None)

        cost = _Priced(tr("Write {n} entry", "Write {n} entries", n=len(wanted)), guess) if model else None
        self._tell_made(await self._run(mark("Make {n} entries of the log"), body, len(wanted), cost))

    async def from_memories(self, wanted: Sequence[str]) -> None:
        """Propose entries of days out of their memories."""

        async def body(task: Task, _speaker: Speaker | None) -> Made:
            engine, who = self._at()
            embedder = bootstrap.embedder()
            return await days.make_days(engine, who, wanted, embedder=embedder, source="memories", task=task)

        self._tell_made(await self._run(mark("Make {n} entries of the log"), body, len(wanted)))

    async def to_memories(self, months: Sequence[str], *, model: bool) -> None:
        """Propose memories out of the entries of months."""

        async def body(task: Task, speaker: Speaker | None) -> Moved:
            engine, who = self._at()
            embedder = bootstrap.embedder()
            return await transfer.to_memories(
                engine, who, months, embedder=embedder, speaker=speaker, task=task
            )

        async def guess(speaker: Speaker) -> Estimate:
            engine, who = self._at()
            return await transfer.estimate(engine, who, months, speaker)

        title = tr("Make memories of {n} month", "Make memories of {n} months", n=len(months))
        cost = _Priced(title, guess) if model else None
        self._tell_moved(await self._run(mark("Make memories of {n} months"), body, len(months), cost))

    async def _run(
        self,
        name: str,
        body: Callable[[Task, Speaker | None], Coroutine[Any, Any, T]],
        count: int,
        cost: "_Priced | None" = None,
    ) -> T | None:
        """Run it as a task, where a model is asked (`cost`) after consent; None when it may not or was cancelled."""
        if self.studio.read_only is not None:
            raise self.studio.read_only
        engine, who = self._at()
        key = f"days:{who.id}"
        if any(one.key == key for one in engine.tasks.running):
            self.studio.say(tr("Entries are being made already."))
            return None
        speaker = await open_speaker(self.studio, self.owner) if cost else None
        if cost and speaker is None:
            return None
        try:
            if cost and speaker and not await self._agreed(cost, speaker):
                return None
            result: T | None = await engine.tasks.start(
                name, lambda task: body(task, speaker), key=key, n=count
            ).wait()
        finally:
            if speaker is not None:
                await speaker.model.close()
        return result

    async def _agreed(self, cost: "_Priced", speaker: Speaker) -> bool:
        """Say what several calls would cost before the first, and take the cap that the author sets."""
        guess = await cost.estimate(speaker)
        if guess.calls < _WORTH_ASKING:
            return True
        cap = await agreed(self.owner, cost.title, await at_pace(speaker, guess))
        if cap is not None:
            speaker.spending.cap = cap
        return cap is not None

    # what came of it

    def _tell_made(self, done: Made | None) -> None:
        if done is None:
            return
        detail = ""
        if done.left:
            reasons = dict.fromkeys(tr(one.reason) for one in done.left)
            detail = tr("{n} left alone: {why}", n=len(done.left), why=" ".join(list(reasons)[:2]))
        if done.proposed or done.rejected:
            words = tr("{n} entry waits in the Inbox", "{n} entries wait in the Inbox", n=done.proposed)
            if done.rejected:
                turned = tr("{n} reply turned down.", "{n} replies turned down.", n=done.rejected)
                detail = f"{detail} {turned}".strip()
            self._tell_waiting(words, detail)
        elif done.days:
            words = tr("{n} entry made", "{n} entries made", n=len(done.days))
            self.studio.toast(words, detail=detail, undo=done.run)
        else:
            self.studio.toast(tr("No entry was made"), detail=detail, tone="warning")

    def _tell_moved(self, done: Moved | None) -> None:
        if done is None:
            return
        if done.skipped_reason:
            self.studio.toast(tr(done.skipped_reason), tone="warning")
            return
        parts = [
            tr("{n} is a double.", "{n} are doubles.", n=done.duplicates) if done.duplicates else "",
            tr("{n} reply turned down.", "{n} replies turned down.", n=done.rejected)
            if done.rejected
            else "",
        ]
        words = tr("{n} memory waits in the Inbox", "{n} memories wait in the Inbox", n=done.proposed)
        self._tell_waiting(words, " ".join(part for part in parts if part))

    def _tell_waiting(self, words: str, detail: str) -> None:
        self.studio.toast(
            words,
            detail=detail,
            undo=lambda: self.studio.open_panel("inbox"),
            undo_text=tr("Open the Inbox"),
            sticky=True,
        )

    def _at(self) -> tuple[Engine, Character]:
        engine, who = self.studio.engine, self.studio.character
        if engine is None or who is None:
            raise KnownError("palace.none", "No palace is open.", "Open a palace or step into the demo.")
        return engine, who


def _way(one: Choice, model: str | None) -> str:
    """A wording and who writes by it."""
    return tr("{title}, by {model}", title=wording_title(one), model=model or tr("a model"))
