"""The recording that ships with the demo answers what is asked of the demo palace as it comes, and nothing else."""

import asyncio
import shutil

import pytest

from app.bootstrap import embedder
from app.engine.commands import DecideProposals
from app.engine.demo import furnish, recorded_model
from app.engine.engine import Engine
from app.engine.ledger import Unbooked
from app.engine.read_new import Wish, read_new
from app.engine.steps.asking import Speaker
from app.storage import characters, memories, proposals


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    path = tmp_path_factory.mktemp("demo") / "demo.palace"

    async def make():
        engine = await Engine.create(path)
        await furnish(engine, embedder())
        await engine.close()

    asyncio.run(make())
    return path


@pytest.fixture
async def demo(template, tmp_path):
    engine = await Engine.open(shutil.copy(template, tmp_path / "demo.palace"))
    yield engine
    await engine.close()


async def test_both_characters_are_read_from_it(demo, tmp_path):
    """If this fails after a change of the story, a prompt or what is shown: run packaging/record_demo.py."""
    both = await demo.ask(characters.every)
    assert len(both) == 2
    for who in both:
        (reading,) = await read_new(
            demo, [who], embedder(), Wish(review=True), Speaker(recorded_model(), Unbooked())
        )
        assert reading.proposed + reading.duplicates >= 9
        assert (reading.rejected, reading.failures) == (0, [])
        waiting = await demo.ask(proposals.listed, who.id, ["waiting"])
        added = [one for one in waiting if one.op == "add"]
        assert {one.patch["origin_detail"] for one in added} == {"recorded:demo"}
        assert all(one.evidence for one in added)
        before = len(await demo.ask(memories.ids_in_order, who.id))
        await demo.execute(DecideProposals([one.id for one in added], "accept"))
        assert len(await demo.ask(memories.ids_in_order, who.id)) == before + len(added)


async def test_it_costs_nothing_and_says_that_it_is_recorded(demo):
    (who, *_) = await demo.ask(characters.every)
    speaker = Speaker(recorded_model(), Unbooked())
    before = speaker.ledger.calls()  # what other tests have asked of theirs: one machine, one ledger
    await read_new(demo, [who], embedder(), Wish(review=True), speaker)
    assert speaker.name == "recorded:demo"
    assert speaker.ledger.calls() == before
