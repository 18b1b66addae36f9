"""A companion with days: what the tests of the month archivist stand on."""

import pytest
from speaking import ScriptedModel

from app.engine.commands import CreateCharacter, WriteFragment
from app.engine.ledger import Ledger
from app.engine.steps.asking import Speaker
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


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger")


@pytest.fixture
def speaker(ledger):
    """`speaker(*lines)` → a speaker over a scripted model."""
    return lambda *lines, cap=None: Speaker(ScriptedModel(list(lines)), ledger, cap)


@pytest.fixture
async def february(write):
    """Six days of February, written down out of order."""
    days = {
        "2026-02-17": "Theo from next door held the torch. The radio hissed and then it spoke.",
        "2026-02-03": "Mara told me about her exam on the 20th. She was afraid of it. I promised to ask her the next morning.",
        "2026-02-11": "The radio lay on the table in forty pieces. Mara burned two fingers with the soldering iron.",
        "2026-02-20": "Mara passed her exam with 91 points. She called it a small miracle. We listened to the radio.",
        "2026-02-24": "It rained all day. Mara wants to see the sea in May, without a laptop.",
        "2026-02-28": "Mara slept early. Her sister Ines will visit in April.",
    }
    return [await write(day, text) for day, text in days.items()]
