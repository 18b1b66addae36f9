"""One month being refined: the task, the words as they come, and how it ended."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from app import bootstrap
from app.domain.errors import KnownError, mark
from app.domain.text import estimate_tokens
from app.engine.engine import Engine
from app.engine.months.candidates import Candidate
from app.engine.months.refine import refine
from app.engine.steps.asking import Speaker
from app.engine.tasks import Task
from app.storage.characters import Character


@dataclass(slots=True)
class Refinement:
    """What is heard of a month while it is made; it goes on when another month is looked at."""

    month: str
    model: str | None  # None: the built-in refiner
    pieces: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    task: Task | None = None
    fault: KnownError | None = None
    cancelled: bool = False

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def tokens(self) -> int:
        return estimate_tokens(self.text)

    @property
    def running(self) -> bool:
        return self.task is not None

    async def run(
        self,
        engine: Engine,
        who: Character,
        template: str | None,
        speaker: Speaker | None,
        heard: Callable[[], None],
    ) -> Candidate | None:
        """Make the candidate; None when it was cancelled or failed, and then `fault` says why."""
        self.task = engine.tasks.start(
            mark("Refine {month} of {name}"),
            partial(self._made, engine, who, template, speaker, heard),
            key=f"refine:{who.id}:{self.month}",
            month=self.month,
            name=who.name,
        )
        try:
            result = await self.task.wait()
            self.cancelled = self.task.state == "cancelled"
        except Exception:  # noqa: BLE001 - the runner has handed it to the fault funnel
            return None
        finally:
            self.task = None
            if speaker is not None:
                await speaker.model.close()
        if isinstance(result, KnownError):
            self.fault = result
        return result if isinstance(result, Candidate) else None

    async def _made(
        self,
        engine: Engine,
        who: Character,
        template: str | None,
        speaker: Speaker | None,
        heard: Callable[[], None],
        task: Task,
    ) -> Candidate | KnownError:
        def hear(piece: str) -> None:
            self.pieces.append(piece)
            heard()

        try:
            return await refine(
                engine,
                who,
                self.month,
                embedder=bootstrap.embedder(),
                template=template,
                speaker=speaker,
                on_text=hear,
                task=task,
            )
        except KnownError as error:
            return error
