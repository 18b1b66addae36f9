"""Which set of vectors is gone by: the author's where it is whole and runs here, else the portable one, and why."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.errors import KnownError, mark
from app.engine import embedding
from app.engine.commands.base import Effect
from app.engine.engine import Engine
from app.models.embedding import Embedder, Vectors
from app.storage import builds, vectors
from app.storage.builds import Build, Held
from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class Chosen:
    """One set, never two: its embedder and id; `why` tells what kept another from being gone by."""

    embedder: Embedder
    set_id: int | None
    why: KnownError | None = None


@dataclass(frozen=True, slots=True)
class SetState:
    """A set of the palace as its author sees it: how far it is, of all texts, and whether recall is to go by it."""

    model: str
    dim: int
    role: str
    have: int
    want: int
    in_use: bool
    build: Build | None = None

    @property
    def complete(self) -> bool:
        return self.have == self.want


def overview(conn: Connection, portable: str) -> list[SetState]:
    """Give every set with its coverage of the whole palace."""
    used = vectors.wanted(conn) or portable
    found = []
    for one in vectors.sets(conn):
        covered = vectors.whole(conn, one.id)
        build = builds.held(one).build
        used_now = one.model == used
        found.append(SetState(one.model, one.dim, one.role, covered.have, covered.want, used_now, build))
    return found


async def chosen(engine: Engine, portable: Embedder, kind: str, character: int) -> Chosen:
    """Give the set by which a character's memories (or messages) are compared now."""

    def read(conn: Connection) -> tuple[str | None, Held | None, vectors.Coverage | None]:
        model = vectors.wanted(conn)
        held = builds.get(conn, model) if model is not None else None
        covered = engine.coverages.of(conn, held.set.id, kind, character) if held is not None else None
        return model, held, covered

    model, held, covered = await engine.ask(read)
    if model is None or model == portable.model:
        return await portably(engine, portable)
    if held is None or covered is None:
        return await portably(engine, portable, _gone(model))
    if not covered.complete:
        return await portably(engine, portable, _incomplete(model, covered.have, covered.want))
    try:
        return Chosen(await embedder_of(engine, held), held.set.id)
    except KnownError as why:
        return await portably(engine, portable, why)


async def embedded(
    engine: Engine,
    portable: Embedder,
    kind: str,
    character: int,
    texts: Sequence[str],
    made: Vectors | None = None,
) -> tuple[Chosen, Vectors]:
    """Give the set that is gone by now and the texts' vectors in it; a server that fails leaves the portable one.

    `made` are the portable vectors where they are there already.
    """
    found = await chosen(engine, portable, kind, character)
    if found.embedder is not portable:
        try:
            return found, await embedding.embed_texts(found.embedder, texts)
        except KnownError as why:
            found = await portably(engine, portable, why)
    return found, made if made is not None else await embedding.embed_texts(portable, texts)


async def portably(engine: Engine, portable: Embedder, why: KnownError | None = None) -> Chosen:
    """Go by the portable set."""
    return Chosen(portable, await embedding.set_of(engine, portable), why)


async def embedder_of(engine: Engine, held: Held) -> Embedder:
    """Give the embedder that made a set; KnownError when it cannot run here."""
    if engine.seconds is None:
        raise _elsewhere(held.set.model)
    return await asyncio.to_thread(lambda: engine.seconds().of(held.set.model, held.knots))  # type: ignore[misc]  # asked above


@dataclass(frozen=True, slots=True)
class UseVectors:
    """Go by another set of vectors from now on; None is the portable one, which every palace keeps."""

    model: str | None

    label = property(
        lambda self: (
            mark("Recall by the portable vectors")
            if self.model is None
            else mark("Recall by the vectors of {model}")
        )
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {} if self.model is None else {"model": self.model}

    def apply(self, conn: Connection, now: int) -> Effect:
        del now
        if vectors.wanted(conn) == self.model:
            return Effect(notes=(mark("Nothing to change."),))
        if self.model is not None:
            _refuse_unfinished(conn, self.model)
        return Effect((vectors.want(conn, self.model),), {"settings": 1})


def _refuse_unfinished(conn: Connection, model: str) -> None:
    held = builds.get(conn, model)
    if held is None:
        raise _gone(model)
    covered = vectors.whole(conn, held.set.id)
    if not covered.complete or (held.build is not None and held.build.state != "done"):
        raise _incomplete(model, covered.have, covered.want)


def _gone(model: str) -> KnownError:
    return KnownError(
        "vectors.gone",
        "There are no vectors of {model} in this palace.",
        "The portable ones are used. Make the vectors of {model} in the settings, under “Vectors”.",
        model=model,
    )


def _incomplete(model: str, have: int, want: int) -> KnownError:
    return KnownError(
        "vectors.incomplete",
        "The vectors of {model} are not complete: {have} of {want} texts.",
        "The portable ones are used until the rest is made.",
        model=model,
        have=have,
        want=want,
    )


def _elsewhere(model: str) -> KnownError:
    return KnownError(
        "vectors.elsewhere",
        "The vectors of {model} cannot be asked on this machine.",
        "The portable ones are used.",
        model=model,
    )
