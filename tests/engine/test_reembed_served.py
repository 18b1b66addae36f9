"""An endpoint's set: estimated, calibrated, capped and written down; a server that dies or sleeps leaves what is made."""

import asyncio
import time

import loopback as lb
import numpy as np
import pytest
from loopback import Loopback
from second_sets import COUNT, able, covered, harbour, held, make

from app.domain.errors import KnownError
from app.engine import reembed
from app.engine.choice import UseVectors
from app.engine.ledger import Ledger
from app.engine.recall import Question, recall
from app.models.endpoint.embedder import EndpointEmbedder
from app.models.endpoint.settings import Endpoint


@pytest.fixture
async def wren(engine, embedder):
    return await harbour(engine, embedder)


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


async def test_the_months_cap_holds_for_vectors_too(engine, wren, server, monkeypatch, tmp_path):
    monkeypatch.setattr("app.engine.ledger.data_folder", lambda: tmp_path / "machine")
    Ledger().set_month_cap(700)
    with pytest.raises(KnownError) as told:
        await make(engine, served(server))
    assert told.value.code == "model.month_cap"
    assert 0 < (await covered(engine, "tiny")).have < COUNT
    assert Ledger().bills()[-1].outcome == "capped"
