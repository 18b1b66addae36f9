"""A companion with days: what the tests of the month archivist stand on."""

import pytest

from app.engine.commands import CreateCharacter, WriteFragment
from app.storage import characters, months


@pytest.fixture
async def wren(engine):
    """A character on 3 March 2026."""
    await engine.execute(CreateCharacter("Wren", "Mara", "Europe/London"))
    return (await engine.ask(characters.every))[0]


@pytest.fixture
def write(engine, wren):
    """`await write("2026-02-11", "The radio.")` gives the entry as it was kept."""

    async def give(day, content, mood=None, provenance="manual", **more):
        made = await engine.execute(WriteFragment(wren.id, day, None, mood, content, provenance), **more)
        (entry,) = await engine.ask(months.fragments_by_id, made.effect.ids)
        return entry

    return give


@pytest.fixture
def entries(engine, wren):
    """`await entries("2026-02")`: (day, text) of a month's entries in order."""

    async def give(month=None):
        return [(one.day, one.content) for one in await engine.ask(months.fragments, wren.id, month)]

    return give
