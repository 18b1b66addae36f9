"""What a client does so that a call succeeds after all, and what it never does."""

import asyncio
import json
from collections.abc import Callable
from email.utils import formatdate
from time import time

import loopback as lb
import numpy as np
import pytest
from loopback import Answer, Asked, Loopback

from app.domain.errors import KnownError
from app.models.endpoint.blame import Call, by_silence
from app.models.endpoint.client import Client
from app.models.provider import ChatReply, ChatRequest, Say

Make = Callable[..., Client]
HELLO = ChatRequest((Say("user", "你好"),))


def row(text: str) -> list[float]:
    return [float(len(text)), 1.0]


def embeds(asked: Asked) -> Answer:
    return lb.vectors(*[row(text) for text in asked.body["input"]])


async def test_it_waits_as_long_as_asked(server: Loopback, client: Make) -> None:
    await server_warm(client, server)
    server.asked.clear()
    left = [
        lambda: lb.error(429, "x", retry_after="2"),
        lambda: lb.error(429, "x", retry_after=formatdate(time() + 4.5, usegmt=True)),
        lambda: lb.said("好"),
    ]
    server.script = lambda asked: left.pop(0)()
    made = client()
    assert (await made.chat(HELLO)).text == "好"
    assert made.retries == 2
    assert made.waits[0] == pytest.approx(2, abs=0.5)
    assert made.waits[1] == pytest.approx(4, abs=0.8)


async def server_warm(client: Make, server: Loopback) -> None:
    """Import the library before anything is timed."""
    server.answers(lb.said("x"))
    await client().chat(HELLO)


async def test_one_request_to_wait_holds_all(server: Loopback, client: Make) -> None:
    server.answers(lb.error(429, "x", retry_after="4"), lb.said("好"))
    made = client(parallel=1)
    await asyncio.gather(*[made.chat(HELLO) for _ in range(3)])
    assert len(made.waits) == 3


async def test_a_failing_server_is_tried_again(server: Loopback, client: Make) -> None:
    server.answers(lb.error(500, "x"), Answer(drop=True), lb.said("好"))
    assert (await client().chat(HELLO)).text == "好"
    assert len(server.asked) == 3


async def test_parameters_it_refuses_are_dropped_once_and_remembered(server: Loopback, client: Make) -> None:
    def picky(asked: Asked) -> Answer:
        if "temperature" in asked.body:
            return lb.error(400, "Unsupported value: does not support 0.3", param="temperature")
        if "max_tokens" in asked.body:
            return lb.error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if asked.body.get("response_format", {}).get("type") == "json_schema":
            return lb.data({"detail": [{"loc": ["body", "response_format"], "msg": "unknown type"}]}, 422)
        return lb.said("{}")

    server.script = picky
    made = client()
    request = ChatRequest(HELLO.messages, temperature=0.3, max_tokens=50, schema={"type": "object"})
    await made.chat(request)
    assert len(server.asked) == 4
    assert made.dropped == ("max_tokens", "response_format:json_schema", "temperature")
    await made.chat(request)
    assert len(server.asked) == 5
    assert server.asked[-1].body == {
        "model": "tiny",
        "messages": [{"role": "user", "content": "你好"}],
        "max_completion_tokens": 50,
        "response_format": {"type": "json_object"},
    }
    again = client(dropped=made.dropped)
    await again.chat(request)
    assert len(server.asked) == 6


async def test_a_parameter_refused_in_every_form_ends(server: Loopback, client: Make) -> None:
    server.answers(lb.error(400, "response_format and temperature: no"))
    with pytest.raises(KnownError):
        await client().chat(ChatRequest(HELLO.messages, temperature=1.0, json=True))
    assert len(server.asked) == 3


async def test_dimensions_are_sent_only_when_asked_for(server: Loopback, client: Make) -> None:
    server.script = embeds
    await client().embed(["a"])
    assert "dimensions" not in server.asked[-1].body
    await client(dimensions=2).embed(["a"])
    assert server.asked[-1].body["dimensions"] == 2
    server.script = lambda asked: (
        lb.error(400, "dimensions is not supported") if "dimensions" in asked.body else embeds(asked)
    )
    made = client(dimensions=2)
    await made.embed(["a"])
    assert made.dropped == ("dimensions",)


async def test_a_failing_batch_is_sent_one_by_one_in_order(server: Loopback, client: Make) -> None:
    server.script = lambda asked: (
        lb.error(400, "batch too big") if len(asked.body["input"]) > 1 else embeds(asked)
    )
    texts = ["a" * n for n in (5, 1, 4, 2, 3)]
    made = await client(batch=3, parallel=2).embed(texts)
    wanted = np.array([row(text) for text in texts])
    assert np.allclose(made, wanted / np.linalg.norm(wanted, axis=1, keepdims=True), atol=1e-6)


async def test_equal_numbers_make_singles(server: Loopback, client: Make) -> None:
    server.script = lambda asked: lb.vectors(
        *[row(text) for text in asked.body["input"]], order=[0] * len(asked.body["input"])
    )
    assert (await client().embed(["a", "bb"])).shape == (2, 2)
    assert [len(asked.body["input"]) for asked in server.asked] == [2, 1, 1]


async def test_the_text_that_is_refused_is_named(server: Loopback, client: Make) -> None:
    server.script = lambda asked: lb.error(400, "bad") if "bb" in asked.body["input"] else embeds(asked)
    with pytest.raises(KnownError) as failed:
        await client(batch=2).embed(["a", "c", "d", "bb"])
    assert failed.value.facts["position"] == 4


async def test_order_and_form_of_vectors(server: Loopback, client: Make) -> None:
    server.answers(lb.vectors(lb.packed([0.0, 3.0]), lb.packed([2.0, 0.0]), order=[1, 0]))
    assert (await client().embed(["a", "b"])).tolist() == [[1.0, 0.0], [0.0, 1.0]]
    server.answers(lb.data({"embeddings": [[0.0, 1.0], [1.0, 0.0]]}))
    assert (await client().embed(["a", "b"])).tolist() == [[0.0, 1.0], [1.0, 0.0]]
    assert (await client(size=4).embed([])).shape == (0, 4)


async def test_batches_keep_their_limits(server: Loopback, client: Make) -> None:
    server.script = embeds
    await client(batch=10).embed(["x" * 20_000, "y" * 20_000, "\ud83d", "", *"abcdefgh"])
    assert sorted(len(asked.body["input"]) for asked in server.asked) == [1, 1, 10]
    assert all(text for asked in server.asked for text in asked.body["input"])


async def test_no_more_at_once_than_allowed(server: Loopback, client: Make) -> None:
    running, most = 0, 0

    original = server._answer

    async def slow(*args: object) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        await original(*args)
        running -= 1

    server._answer = slow
    server.script = embeds
    await client(batch=1, parallel=3).embed(list("abcdefgh"))
    assert most == 3


@pytest.mark.parametrize("verb", ["chat", "stream", "embed"])
async def test_cancel_lets_go_at_once(verb: str, server: Loopback, client: Make) -> None:
    server.answers(
        lb.events(lb.piece("一"), done=False, stall=True) if verb == "stream" else Answer(silent=True)
    )
    made = client(timeout=30.0)

    async def ask() -> None:
        if verb == "stream":
            async for _ in made.stream(HELLO):
                pass
        else:
            await (made.chat(HELLO) if verb == "chat" else made.embed(["a"]))

    task = asyncio.create_task(ask())
    while not server.asked:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 2)
    await asyncio.wait_for(server.gone.wait(), 2)
    server.answers(lb.said("好"))
    assert (await made.chat(HELLO)).text == "好"  # its place is free again


async def test_pieces_come_as_they_are_sent(server: Loopback, client: Make) -> None:
    server.answers(lb.events(lb.piece("一"), lb.piece("二"), lb.piece("三", "stop"), pause=0.05))
    made = client()
    stamps = [asyncio.get_running_loop().time() async for _ in made.stream(HELLO)]
    assert stamps[1] - stamps[0] > 0.03
    assert stamps[2] - stamps[1] > 0.03


async def test_leaving_a_stream_closes_it(server: Loopback, client: Make) -> None:
    server.answers(lb.events(lb.piece("一"), done=False, stall=True))
    stream = client(timeout=30.0).stream(HELLO)
    assert await anext(stream)
    await stream.aclose()
    await asyncio.wait_for(server.gone.wait(), 2)


async def test_only_what_we_set_is_sent(
    server: Loopback, client: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "of-another-service")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Secret: of-another-service")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    server.answers(lb.said("好"))
    await client().chat(HELLO)
    await client("Bearer  sk-mine ").chat(HELLO)
    plain, keyed = server.asked
    assert "of-another-service" not in json.dumps([plain.headers, keyed.headers])
    assert "authorization" not in plain.headers
    assert keyed.headers["authorization"] == "Bearer sk-mine"
    known = {
        "host",
        "accept",
        "accept-encoding",
        "connection",
        "content-type",
        "content-length",
        "user-agent",
    }
    assert set(plain.headers) <= known
    assert plain.headers["user-agent"] == "belvedere"


async def test_a_key_that_is_none_is_told(server: Loopback, client: Make) -> None:
    with pytest.raises(KnownError, match="characters that no key has"):
        await client("我的密钥").chat(HELLO)
    assert server.asked == []


async def test_nobody_there(client: Make, server: Loopback, unused_tcp_port: int) -> None:
    made = client(url=f"http://127.0.0.1:{unused_tcp_port}/v1")
    with pytest.raises(KnownError, match="Nothing listens"):
        await made.chat(HELLO)


async def test_no_such_host(client: Make) -> None:
    with pytest.raises(KnownError) as failed:
        await client(url="http://no-such-host.invalid/v1").chat(HELLO)
    assert failed.value.code in ("endpoint.no_host", "endpoint.unreachable")


async def test_a_secure_connection_that_a_plain_server_never_takes_up(
    client: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1024):
            pass
        writer.close()

    monkeypatch.setattr("app.models.endpoint.line.CONNECT", 0.3)
    async with await asyncio.start_server(mute, "127.0.0.1", 0) as plain:
        one = client(url=f"https://127.0.0.1:{plain.sockets[0].getsockname()[1]}/v1", timeout=30.0)
        with pytest.raises(KnownError) as failed:
            await one.models()
    assert failed.value.code == "endpoint.no_handshake"
    assert "within 0.3 s" in failed.value.message
    assert "http://" in failed.value.remedy
    assert one.retries == 0


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://127.0.0.1:1/v1", "no_connection"),
        ("https://127.0.0.1:1/v1", "no_handshake"),
        ("https://api.example.com/v1", "no_connection"),
    ],
)
def test_no_connection_in_time_is_told_apart_from_no_answer(url: str, code: str) -> None:
    import httpx2

    late = TimeoutError()
    late.__cause__ = httpx2.ConnectTimeout("")
    assert by_silence(Call(url, seconds=60.0), late).error.code == f"endpoint.{code}"
    assert "within 10.0 s" in by_silence(Call(url, seconds=60.0), late).error.message
    late.__cause__ = httpx2.ReadTimeout("")
    assert by_silence(Call(url, seconds=60.0), late).error.code == "endpoint.timeout"


async def test_encryption_where_there_is_none(client: Make, server: Loopback) -> None:
    server.answers(lb.said("x"))
    with pytest.raises(KnownError) as failed:
        await client(url=f"https://127.0.0.1:{server.port}/v1").chat(HELLO)
    assert failed.value.code == "endpoint.encryption"
    assert "http://" in failed.value.remedy


async def test_ranking(server: Loopback, client: Make) -> None:
    server.answers(lb.ranked((2, 0.4), (0, 0.9), (1, 0.0)))
    assert await client().rerank("q", ["a", "b", "c"]) == [0.9, 0.0, 0.4]
    asked = server.asked[-1]
    assert (asked.path, asked.body) == (
        "/v1/rerank",
        {"model": "tiny", "query": "q", "documents": ["a", "b", "c"], "top_n": 3, "return_documents": False},
    )


async def test_a_ranking_in_bare_logits_is_brought_between_0_and_1(server: Loopback, client: Make) -> None:
    server.answers(lb.ranked((0, -11.0), (1, 0.0), (2, 4.0), (3, 1e9)))
    found = await client().rerank("q", list("abcd"))
    assert found == pytest.approx([1.67e-5, 0.5, 0.982, 1.0], abs=1e-4)


async def test_a_ranking_without_what_the_server_does_not_know(server: Loopback, client: Make) -> None:
    server.script = lambda asked: (
        lb.error(400, "unknown field: top_n", param="top_n")
        if "top_n" in asked.body
        else lb.ranked((0, 0.1), (1, 0.2))
    )
    one = client()
    assert await one.rerank("q", ["a", "b"]) == [0.1, 0.2]
    assert one.dropped == ("top_n",)


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [(0, 0.9)],
        [(0, 0.9), (0, 0.8)],
        [(0, 0.9), (2, 0.8)],
        [(0, 0.9), (-1, 0.8)],
        [(0, 0.9), (True, 0.8)],
        [(0, 0.9), (None, 0.8)],
        [(0, 0.9), (1, float("nan"))],
        [(0, 0.9), (1, float("inf"))],
        [(0, 0.9), (1, None)],
        [(0, 0.9), (1, "0.8")],
        [(0, 0.9), (1, 0.8), (1, 0.7)],
        [(0, 0.9), (1, 0.8), (2, 0.7)],
    ],
)
async def test_a_ranking_that_is_none(server: Loopback, client: Make, rows) -> None:
    server.answers(lb.ranked(*rows))
    with pytest.raises(KnownError) as failed:
        await client().rerank("q", ["a", "b"])
    assert failed.value.code == "endpoint.bad_ranking"
    assert "given 2 texts" in failed.value.message


async def test_models(server: Loopback, client: Make) -> None:
    server.answers(lb.data({"data": [{"id": "b"}, {"id": "a"}, {"nope": 1}, "c"]}))
    assert await client().models() == ("a", "b", "c")


async def test_usage_and_model(server: Loopback, client: Make) -> None:
    server.answers(lb.said("好"))
    reply = await client().chat(HELLO)
    assert isinstance(reply, ChatReply)
    assert (reply.usage.prompt, reply.usage.completion, reply.model) == (7, 3, "tiny")
