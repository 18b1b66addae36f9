"""A ranking endpoint's word in recall: heard, or done without and told; sent once, bounded, and written down."""

import asyncio

import loopback as lb
import pytest
from loopback import Answer, Loopback

from app.domain.profile import BELVEDERE, SEED
from app.domain.recall import rebuild
from app.domain.when import day_of
from app.engine import embedding
from app.engine.clock import real_now
from app.engine.commands import AddMemory, CreateCharacter
from app.engine.ingest import ingest
from app.engine.ledger import Ledger, Unbooked
from app.engine.prompt import prompt
from app.engine.ranking import Ranker
from app.engine.recall import Question, recall
from app.models.endpoint.client import Client
from app.models.endpoint.retry import NONE
from app.models.endpoint.settings import Endpoint
from app.models.recorded import Recorder, Replayer
from app.storage import characters

LAMPS = [f"Evening {n}: the harbour lamps were lit." for n in range(60)]
ASKED = Question("the harbour lamps", rumination=False)


@pytest.fixture
async def wren(engine, embedder):
    await engine.execute(CreateCharacter("Wren", "Sam", "UTC"))
    one = (await engine.ask(characters.every))[0]
    for n, text in enumerate(LAMPS):
        day = day_of(f"2026-0{1 + n // 28}-{1 + n % 28:02d}", "UTC")
        await engine.execute(AddMemory(one.id, text, "study", 4 + n % 5, occurred=day))
    await embedding.complete(engine, embedder, "memory", one.id)
    return one


@pytest.fixture
async def server():
    async with Loopback() as made:
        yield made


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger")


@pytest.fixture
async def ranker(server, ledger):
    endpoint = Endpoint(server.url, "bge", url=f"{server.url}/v1", timeout=3.0)
    async with Client(endpoint, patience=NONE) as client:
        yield Ranker(client, ledger)


def favouring(word: str):
    """A ranking model that knows one thing, and answers in no order."""

    def script(asked):
        rows = [(n, 0.99 if word in text else 0.01) for n, text in enumerate(asked.body["documents"])]
        return lb.ranked(*reversed(rows))

    return script


def told(found):
    return [(item.candidate.uid, item.score) for item in found.items]


@pytest.mark.parametrize("profile", ["seed", "belvedere", "sullyos"])
async def test_its_word_reorders_what_is_found_and_stands_in_the_trace(
    engine, wren, embedder, server, ranker, ledger, profile
):
    question = Question(ASKED.text, profile=profile, rumination=False)
    plain = await recall(engine, wren, question, embedder)
    last = plain.items[-1].candidate.content
    server.script = favouring(last)
    found = await recall(engine, wren, question, embedder, ranker)
    assert (found.ranked_by, found.why_unranked) == ("bge", None)
    assert found.items[0].candidate.content == last
    assert found.items[0].factors["relevance"] == 0.99
    for item in found.items:
        assert rebuild(item.factors, found.profile) == pytest.approx(item.score, abs=1e-9)
    assert plain.ranked_by is None
    assert not any("relevance" in item.factors for item in plain.items)
    (asked,) = server.asked
    assert asked.body["query"] == ASKED.text
    assert 2 <= len(asked.body["documents"]) <= found.profile.reranking.candidates
    assert set(asked.body["documents"]) <= set(LAMPS)
    (call,) = ledger.calls()
    assert (call.purpose, call.model, call.outcome, call.completion) == ("rerank", "bge", "done", 0)
    assert call.prompt > 50


async def test_over_messages_too(engine, embedder, memorybank, server, ranker):
    talk = [(f"Shall we see the harbour, {n}?", f"Yes, when lamp {n} is lit.") for n in range(30)]
    await ingest(engine, memorybank({"Wren": {"2026-03-02": talk}}), character="Wren", timezone="UTC")
    one = (await engine.ask(characters.every))[0]
    server.script = favouring("lamp 7 ")
    question = Question("the harbour lamp", over="messages")
    found = await recall(engine, one, question, embedder, ranker)
    assert found.items[0].candidate.content == "Yes, when lamp 7 is lit."
    assert len(server.asked[0].body["documents"]) == BELVEDERE.reranking.candidates
    for item in found.items:
        assert rebuild(item.factors, BELVEDERE) == pytest.approx(item.score, abs=1e-9)


BAD = {
    "a missing index": (lambda asked: lb.ranked((0, 0.9)), "bad_ranking"),
    "an index twice": (lambda asked: lb.ranked(*[(0, 0.9)] * len(asked.body["documents"])), "bad_ranking"),
    "NaN": (
        lambda asked: lb.ranked(*[(n, float("nan")) for n in range(len(asked.body["documents"]))]),
        "bad_ranking",
    ),
    "500": (lambda asked: lb.error(500, "boom"), "server"),
    "a page": (lambda asked: lb.page(), "not_api"),
    "429": (lambda asked: lb.error(429, "slow down", retry_after="30"), "busy_until"),
    "a stall": (
        lambda asked: Answer(200, {"content-type": "application/json"}, [b'{"results": ['], stall=True),
        "timeout",
    ),
    "silence": (lambda asked: Answer(silent=True), "timeout"),
    "closed": (lambda asked: Answer(drop=True), "broken_off"),
    "a wrong key": (lambda asked: lb.error(401, "who?"), "no_key"),
}


@pytest.mark.parametrize(("script", "code"), BAD.values(), ids=BAD)
async def test_when_it_fails_recall_answers_without_it_and_says_why(
    engine, wren, embedder, server, ledger, script, code
):
    plain = await recall(engine, wren, ASKED, embedder)
    server.script = script
    endpoint = Endpoint(server.url, "bge", url=f"{server.url}/v1", timeout=0.3 if code == "timeout" else 5.0)
    async with Client(endpoint, patience=NONE) as client:
        found = await recall(engine, wren, ASKED, embedder, Ranker(client, ledger))
    assert told(found) == told(plain)
    assert found.ranked_by is None
    assert found.why_unranked.code == f"endpoint.{code}"
    assert found.why_unranked.remedy
    assert len(server.asked) == 1  # a recall does not wait for a second try
    assert [call.outcome for call in ledger.calls()] == ["failed"]


async def test_nobody_there(engine, wren, embedder, ledger):
    async with Loopback() as gone:
        endpoint = Endpoint(gone.url, "bge", url=f"{gone.url}/v1")
    async with Client(endpoint, patience=NONE) as client:
        found = await recall(engine, wren, ASKED, embedder, Ranker(client, ledger))
    assert found.items
    assert found.why_unranked.code == "endpoint.refused"


async def test_a_month_s_cap_keeps_it_from_being_asked(engine, wren, embedder, server, ranker, ledger):
    ledger.set_month_cap(10)
    found = await recall(engine, wren, ASKED, embedder, ranker)
    assert found.items
    assert found.why_unranked.code == "model.month_cap"
    assert server.asked == []


async def test_a_cancel_ends_it_and_is_written_down(engine, wren, embedder, server, ranker, ledger):
    reached = asyncio.Event()

    def silent(asked):
        reached.set()
        return Answer(silent=True)

    server.script = silent
    asking = asyncio.ensure_future(recall(engine, wren, ASKED, embedder, ranker))
    await reached.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await server.gone.wait()
    assert [call.outcome for call in ledger.calls(real_now() - 60_000)] == ["cancelled"]


async def test_long_texts_are_cut_and_an_empty_question_or_a_lone_find_is_not_sent(
    engine, embedder, server, ranker
):
    await engine.execute(CreateCharacter("Wren", "Sam", "UTC"))
    one = (await engine.ask(characters.every))[0]
    await engine.execute(AddMemory(one.id, "lamp " * 900, "study", 5))
    for text in ("lamp", " "):
        found = await recall(engine, one, Question(text), embedder, ranker)
        assert (found.ranked_by, found.why_unranked) == (None, None)
    assert server.asked == []
    await engine.execute(AddMemory(one.id, "another lamp", "study", 5))
    server.script = favouring("another")
    found = await recall(engine, one, Question("of old " * 300 + "lamp"), embedder, ranker)
    assert found.items[0].candidate.content == "another lamp"
    body = server.asked[0].body
    most = SEED.reranking.characters
    assert max(map(len, [body["query"], *body["documents"]])) == most
    assert body["query"].endswith("lamp")


async def test_the_prompt_goes_by_it(engine, wren, embedder, server, ranker):
    server.script = favouring("Evening 41:")
    made, found = await prompt(engine, wren, ASKED, embedder, ranker)
    assert found.items[0].candidate.content == LAMPS[41]
    assert LAMPS[41] in made.text


async def test_it_is_recorded_and_replayed(engine, wren, embedder, server, ledger, tmp_path):
    server.script = favouring("Evening 41:")
    client = Client(Endpoint(server.url, "bge", url=f"{server.url}/v1", timeout=3.0), patience=NONE)
    recorder = Recorder(client, tmp_path / "ranked.json")
    live = await recall(engine, wren, ASKED, embedder, Ranker(recorder, ledger))
    await recorder.close()
    replay = Replayer.load(tmp_path / "ranked.json")
    again = await recall(engine, wren, ASKED, embedder, Ranker(replay, Unbooked()))
    assert told(again) == told(live)
    assert again.ranked_by == "recorded:bge"
    other = await recall(engine, wren, Question("evening"), embedder, Ranker(replay, Unbooked()))
    assert other.why_unranked.code == "recorded.unknown"
    assert (len(server.asked), len(ledger.calls())) == (1, 1)
