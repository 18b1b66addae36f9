"""Reading new messages as one run: into memories, then what a model may add to them; undone as a whole."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.domain.errors import mark
from app.engine.engine import Engine
from app.engine.process import RUNNING, UNREAD, Reading, process
from app.engine.steps.asking import Speaker
from app.engine.steps.box_naming import name_boxes
from app.engine.steps.consent import Way
from app.engine.steps.deep_links import PURPOSE as DEEP_LINKS
from app.engine.steps.deep_links import deep_links
from app.engine.steps.extraction import ModelExtractor
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.storage import runs
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.runs import Run

HEARD_STEP: Final = 25  # tokens of a reply between two words about it


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for; kept with the run, so that it is taken up again as it was."""

    all_: bool = False
    force: bool = False
    review: bool = False
    links: Way = "off"
    names: Way = "off"

    def facts(self, model: str | None) -> dict[str, object]:
        told = {
            "all": self.all_,
            "review": self.review,
            "links": self.links,
            "names": self.names,
            "model": model,
        }
        return {name: value for name, value in told.items() if value is not None}

    @classmethod
    def again(cls, facts: Mapping[str, Any]) -> "Wish":
        """Read what was asked for from a run that was cut short; few messages may be left of it by now."""
        return cls(
            bool(facts.get("all")),
            True,
            bool(facts.get("review")),
            _way(facts, "links"),
            _way(facts, "names"),
        )


def _way(facts: Mapping[str, Any], name: str) -> Way:
    told = facts.get(name)
    return "review" if told == "review" else "auto" if told == "auto" else "off"


async def read_new(
    engine: Engine,
    characters: Sequence[Character],
    embedder: Embedder,
    wish: Wish,
    speaker: Speaker | None = None,
    *,
    task: Task | None = None,
    cut: Run | None = None,
) -> list[Reading]:
    """Read for several characters, with the built-in extractor or with a model; one line in the history.

    `cut` is a run that was cut short: the work goes on under it, and what it has made is seen through.
    """
    alone = characters[0].id if len(characters) == 1 else None
    over = _Umbrella(engine, wish.facts(speaker.name if speaker else None), alone, cut)
    if speaker is not None and task is not None:
        speaker.heard = _Heard(task)
    work = _Work(engine, embedder, wish, speaker, task, over)
    try:
        for one in characters:
            await work.read(one)
    except BaseException:
        await asyncio.shield(over.close("interrupted"))
        raise
    if work.unread and not any(one.read for one in work.readings):
        await over.close("failed", work.unread[0])
    else:
        await over.close("done")
    return work.readings


@dataclass(slots=True)
class _Work:
    """One reading with all it is done with."""

    engine: Engine
    embedder: Embedder
    wish: Wish
    speaker: Speaker | None
    task: Task | None
    over: "_Umbrella"
    readings: list[Reading] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)  # why nothing could be read for somebody

    async def read(self, who: Character) -> None:
        cut, wish = self.over.cut, self.wish
        left = None if cut is None else await self.engine.ask(runs.made, cut.id, who.id)
        reading = await process(
            self.engine,
            who,
            self.embedder,
            all_=wish.all_,
            force=wish.force,
            review=wish.review,
            extractor=ModelExtractor(self.speaker) if self.speaker else None,
            task=self.task,
            under=self.over.open,
            left=left,
        )
        self.readings.append(reading)
        if reading.failures and not reading.read:
            self.unread.append(reading.failures[0])
        if self.speaker is None or reading.run is None or reading.skipped_reason == RUNNING:
            return
        if wish.links != "off":
            await self._link(who, self.speaker, wish.links, reading)
        if wish.names != "off":
            await self._name(who, self.speaker, wish.names, reading)

    async def _link(self, who: Character, speaker: Speaker, way: Way, reading: Reading) -> None:
        root = await self.over.open()
        fresh = await self.engine.ask(_unlinked, root, who.id)
        if not fresh:
            return
        done = await deep_links(
            self.engine,
            who,
            self.embedder,
            speaker,
            fresh,
            review=way == "review",
            task=self.task,
            parent=root,
        )
        reading.deep_links += done.links
        reading.add(done.proposed, done.rejected, done.failures)

    async def _name(self, who: Character, speaker: Speaker, way: Way, reading: Reading) -> None:
        root = await self.over.open()
        done = await name_boxes(
            self.engine, who, speaker, review=way == "review", task=self.task, parent=root
        )
        reading.boxes += done.boxes
        reading.add(done.proposed, done.rejected, done.failures)


def _unlinked(conn: Connection, root: int, character: int) -> list[int]:
    """Give the memories made under a run whose deeper links nobody has asked for: all, or what a cut step left."""
    before = runs.newest_under(conn, root, DEEP_LINKS, character)
    if before is None or not isinstance(before.step, dict):
        return runs.made(conn, root, character)
    return [*before.step["left"], *runs.made(conn, root, character, after=before.id)]


class _Umbrella:
    """The run over the runs of several characters; there is none until the first of them starts."""

    def __init__(
        self, engine: Engine, facts: Mapping[str, object], character: int | None, cut: Run | None
    ) -> None:
        self.cut = cut
        self._engine = engine
        self._facts = facts
        self._character = character
        self._run: Run | None = None

    async def open(self) -> int:
        write = self._engine.database.write
        if self._run is None and self.cut is not None:
            self._run = await write(runs.resume, self.cut.id)
        elif self._run is None:
            self._run = await write(
                runs.start_run,
                "process",
                mark("Read new messages into memories"),
                self._engine.now(),
                facts=self._facts,
                character=self._character,
            )
        return self._run.id

    async def close(self, status: runs.Ending, why: str | None = None) -> None:
        """End it; `why` is what kept all of the messages unread."""
        if self._run is None:
            return
        error = {"code": UNREAD, "message": why, "remedy": ""} if why else None
        await self._engine.database.write(
            runs.finish_run, self._run.id, self._engine.now(), status, error=error
        )


class _Heard:
    """Says now and then how much a model has written."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._told = 0

    def __call__(self, tokens: int) -> None:
        if tokens < self._told:
            self._told = 0
        if tokens >= self._told + HEARD_STEP:
            self._told = tokens
            done, total = self._task.done, self._task.total
            self._task.step(done, total, mark("The model writes: {n} tokens"), n=tokens)
