"""The demo palace as the engine furnishes it: whole, sound, recallable, and with something left to tend."""

import asyncio
import shutil

import pytest
from engine.conftest import NOW
from making import HashEmbedder

from app.engine import care
from app.engine.demo import furnish
from app.engine.engine import Engine
from app.engine.findings import findings
from app.engine.recall import Question, recall
from app.storage import characters, history, links, palace


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    path = tmp_path_factory.mktemp("demo") / "demo.palace"

    async def make():
        engine = await Engine.create(path, now=lambda: NOW)
        await furnish(engine, HashEmbedder())
        await engine.close()

    asyncio.run(make())
    return path


@pytest.fixture
async def demo(template, tmp_path):
    shutil.copy(template, tmp_path / "demo.palace")
    engine = await Engine.open(tmp_path / "demo.palace", now=lambda: NOW)
    yield engine
    await engine.close()


@pytest.fixture(params=["Wren", "栖迟"])
async def who(demo, request):
    return (await demo.ask(characters.find, request.param))[0]


async def test_every_room_is_lived_in(demo, who):
    facts = await demo.ask(palace.facts, who, NOW)
    assert all(room.total for room in facts.rooms)
    assert facts.months >= 12
    assert facts.unprocessed >= 100  # enough waits to be read at once
    assert facts.memories > 100


async def test_its_links_are_the_storys_and_the_rules(demo, who):
    assert await demo.ask(links.count, who.id) > 100


async def test_it_is_sound(demo):
    """All but the two memories that lie in the future, for the author to find."""
    assert [(one.kind, one.count) for one in await care.check(demo)] == [("future_date", 2)]


async def test_there_is_something_to_tend(demo, who):
    report = {one.kind: one for one in (await findings(demo, who, None)).findings}
    assert report["undated"].count == report["misdated"].count == 2
    assert report["future"].count >= 1
    assert report["other_name"].count == 1
    assert "2026-02" in report["month"].months


async def test_the_house_is_not_dark(demo, who):
    """Its clock stands at the last message, or the living room of a year ago would have no light."""
    assert await demo.clock(who) <= NOW
    found = await recall(demo, who, Question("home"), HashEmbedder())
    assert found.vectors_used
    assert found.items


async def test_the_furnishing_is_history(demo):
    edits = await demo.ask(history.edits)
    assert edits
    assert all(one.state == "done" for one in edits)
