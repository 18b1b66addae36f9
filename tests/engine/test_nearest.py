"""What lies near a text that is no memory yet: by the set that is gone by, else by words."""

import pytest
from second_sets import Other, able, harbour, make

from app.engine.choice import UseVectors
from app.engine.commands import AddMemory, CreateCharacter
from app.engine.nearest import OFFERED, nearest


class Sure(Other):
    """A model whose scale tells it from the portable one's."""

    def calibrate(self, cosines, language):
        return cosines * 0 + 0.75


@pytest.fixture
async def wren(engine, embedder):
    return await harbour(engine, embedder)


async def test_the_chosen_set_is_gone_by(engine, wren, embedder):
    text = "Walk number 7 led past the harbour."
    near = await nearest(engine, embedder, wren.id, text)
    assert near[0].memory.content == text
    assert near[0].likeness > 0.9
    able(engine, Sure())
    await make(engine, Sure())
    await engine.execute(UseVectors("other-64"))
    near = await nearest(engine, embedder, wren.id, text)
    assert [one.likeness for one in near] == [0.75] * OFFERED


async def test_without_vectors_words_decide(engine, embedder):
    who = (await engine.execute(CreateCharacter("Wren", "Sam", "UTC"))).effect.ids[0]
    for text in ("The cat sleeps on the radiator.", "The harbour was dark."):
        await engine.execute(AddMemory(who, text, "bedroom"))
    near = await nearest(engine, embedder, who, "The cat sleeps on the sofa.")
    assert [one.memory.content for one in near] == ["The cat sleeps on the radiator."]
    assert 0 < near[0].likeness < 1
    assert await nearest(engine, embedder, who, "  ") == []
