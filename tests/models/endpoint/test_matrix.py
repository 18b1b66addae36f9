"""The endpoint matrix: what an endpoint may do, and what the page then says."""

import json
import math
from collections.abc import Callable
from email.utils import formatdate
from time import time

import loopback as lb
import pytest
from loopback import Answer, Loopback

from app.domain.errors import KnownError
from app.domain.text import clean
from app.models.endpoint.client import Client
from app.models.endpoint.outcomes import told
from app.models.provider import ChatReply, ChatRequest

NAN = Answer(
    200,
    {"content-type": "application/json"},
    [json.dumps({"data": [{"index": n, "embedding": [math.nan, 1.0]} for n in range(2)]}).encode()],
)
BROKEN = Answer(200, {"content-type": "application/json"}, [b'{"choices": [{"mess'])
HUGE = "1" + "0" * 400  # a number of JSON that no float holds
HALVES = "".join(
    f'data: {{"choices": [{{"delta": {{"content": "{half}"}}, "finish_reason": {end}}}]}}\n\n'
    for half, end in (("\\ud83d", "null"), ("\\ude00", '"stop"'))
)


def raw(body: str, kind: str = "application/json", **headers: str) -> Answer:
    return Answer(200, {"content-type": kind, **headers}, [body.encode()])


def row_of(numbers: str) -> Answer:
    rows = ", ".join(f'{{"index": {n}, "embedding": [{numbers}]}}' for n in range(2))
    return raw(f'{{"data": [{rows}]}}')


SHORT = Answer(200, {"content-type": "application/json"}, [b'{"choices": ['], length=4000)

# what is asked, key, answer, code, what the detail says, what the remedy says, requests made
MATRIX = {
    "401 without a key": ("chat", "", lb.error(401, "missing"), "no_key", "no key is set", "Enter a key", 1),
    "401 with a key": ("chat", "sk-abcdefgh12345678", lb.error(401, "Incorrect API key provided: sk-abcdefgh12345678"), "bad_key", "•••", "Check the key", 1),
    "403": ("chat", "k-123456", lb.error(403, "Country not supported"), "forbidden", "Country", "region", 1),
    "402 balance": ("chat", "k-123456", lb.error(402, "Insufficient Balance"), "quota", "Insufficient", "Top up", 1),
    "403 balance": ("chat", "k-123456", lb.data({"code": 30001, "message": "账户余额不足"}, 403), "quota", "余额", "Top up", 1),
    "429 quota": ("chat", "k-123456", lb.error(429, "You exceeded your current quota", code="insufficient_quota"), "quota", "quota", "Waiting does not help", 1),
    "429": ("chat", "", lb.error(429, "Slow down"), "busy", "Slow down", "fewer requests", 3),
    "429, seconds": ("chat", "", lb.error(429, "Slow down", retry_after="2"), "busy_until", "wait 2 s", "later", 3),
    "429, an hour": ("chat", "", lb.error(429, "Slow down", retry_after="3600"), "busy_until", "wait 3600 s", "later", 1),
    "429, a far date": ("chat", "", lb.error(429, "x", retry_after=formatdate(time() + 7200, usegmt=True)), "busy_until", "asks to wait", "later", 1),
    "404 JSON": ("chat", "", lb.error(404, "Not Found"), "not_found", "no such path", "/v1", 1),
    "404 page": ("chat", "", lb.page(404), "not_api", "web page", "api.", 1),
    "405": ("chat", "", lb.error(405, "Method Not Allowed"), "not_found", "405", "/v1", 1),
    "200 page": ("chat", "", lb.page(), "not_api", "web page", "api.", 1),
    "200 page, streamed": ("stream", "", lb.page(), "not_api", "web page", "api.", 1),
    "redirect": ("chat", "", Answer(307, {"location": "https://elsewhere.example/v1?key=abc", "content-length": "0"}), "redirected", "https://elsewhere.example/v1.", "yourself", 1),
    "redirect to no address": ("chat", "", Answer(307, {"location": "http://[::bad/v1", "content-length": "0"}), "redirected", "sends on to ?.", "yourself", 1),
    "a gzip that is none": ("chat", "", raw("plain", **{"content-encoding": "gzip"}), "unreadable", "decompressing", "protocol of OpenAI", 1),
    "a length that is none": ("chat", "", raw("{}", **{"content-length": "-5"}), "unreadable", "Content-Length", "protocol of OpenAI", 1),
    "no such model": ("chat", "", lb.error(404, "The model `tiny` does not exist", code="model_not_found"), "no_model", "does not know the model “tiny”", "another model", 1),
    "Ollama lacks it": ("chat", "", lb.error(404, 'model "tiny" not found, try pulling it first'), "no_model_ollama", "does not have", "ollama pull tiny", 1),
    "context": ("chat", "", lb.error(400, "This model's maximum context length is 4096 tokens"), "too_long", "4096", "larger context", 1),
    "413": ("chat", "", lb.error(413, "Payload"), "too_long", "413", "Send less", 1),
    "400": ("chat", "", lb.error(400, "messages must begin with system"), "bad_request", "must begin", "another one", 1),
    "500": ("chat", "", lb.error(500, "boom"), "server", "500: boom", "kept", 3),
    "501": ("rank", "", lb.error(501, "This server does not support reranking"), "bad_request", "501: This server", "another one", 1),
    "502 page": ("chat", "", Answer(502, {"content-type": "text/html"}, [b"<html><title>Bad Gateway</title></html>"]), "server", "502: Bad Gateway", "kept", 3),
    "503 loading": ("chat", "", lb.error(503, "Loading model"), "server", "Loading", "kept", 3),
    "silence": ("chat", "", Answer(silent=True), "timeout", "within 0.3 s", "more time", 3),
    "silence, streamed": ("stream", "", Answer(silent=True), "timeout", "within 0.3 s", "more time", 3),
    "closed at once": ("chat", "", Answer(drop=True), "broken_off", "closed the connection", "kept", 3),
    "shorter than it says": ("chat", "", SHORT, "broken_off", "in the middle", "kept", 3),
    "half a JSON": ("chat", "", BROKEN, "unreadable", "no valid data", "protocol of OpenAI", 1),
    "an error with 200": ("chat", "", lb.data({"error": {"message": "overloaded"}}), "bad_request", "overloaded", "another", 1),
    "no choices": ("chat", "", lb.data({"choices": []}), "no_answer", "no text", "conversation", 1),
    "filtered": ("chat", "", lb.said("", "content_filter"), "filtered", "content rules", "built-in", 1),
    "stream stalls": ("stream", "", lb.events(lb.piece("一"), done=False, stall=True), "stalled", "sent nothing for 0.3 s", "kept", 1),
    "stream without a word": ("stream", "", lb.events(), "no_answer", "no text", "conversation", 1),
    "error in the stream": ("stream", "", lb.events({"error": {"message": "GPU lost"}}), "server", "GPU lost", "kept", 1),
    "a gzip that is none, streamed": ("stream", "", raw("plain", "text/event-stream", **{"content-encoding": "gzip"}), "unreadable", "decompressing", "protocol of OpenAI", 1),
    "an answer without end": ("chat", "", raw("[" * 1100), "unreadable", "more than 1000 bytes", "protocol of OpenAI", 1),
    "stream of rubbish": ("stream", "", Answer(200, {"content-type": "text/event-stream"}, [b"data: {half\n\n"]), "unreadable", "no valid data: {half", "OpenAI", 1),
    "too few vectors": ("embed", "", lb.vectors([1.0, 0.0]), "wrong_length", "2 numbers, 3 were expected", "never mixed", 2),
    "too many vectors": ("embed0", "", lb.vectors([1.0], [1.0], [1.0]), "wrong_count", "given 1 texts and answered with 3", "per request to 1", 2),
    "no vectors": ("embed", "", lb.data({"choices": []}), "no_vectors", "no vectors", "makes embeddings", 2),
    "wrong size": ("embed", "", lb.vectors([1.0, 0.0], [0.0, 1.0]), "wrong_length", "2 numbers, 3 were", "Test the endpoint", 1),
    "two sizes": ("embed", "", lb.vectors([1.0, 0.0, 0.0], [0.0, 1.0]), "wrong_length", "2 numbers, 3 were", "Test", 1),
    "NaN": ("embed0", "", NAN, "broken_vector", "zero or holds no numbers", "another model", 1),
    "a number beyond floats": ("embed0", "", row_of(f"{HUGE}, 1"), "broken_vector", "no numbers", "another model", 1),
    "numbers whose square is none": ("embed0", "", row_of("1e300, 1e300"), "broken_vector", "no numbers", "another model", 1),
    "a rank beyond floats": ("rank", "", raw(f'{{"results": [{{"index": 0, "relevance_score": {HUGE}}}]}}'), "bad_ranking", "given 1 texts", "made for ranking", 1),
    "no ranking": ("rank", "", lb.data({"choices": []}), "bad_ranking", "one number for each", "made for ranking", 1),
    "null": ("embed0", "", lb.vectors([None, 1.0], [1.0, 1.0]), "broken_vector", "zero", "another model", 1),
    "zero": ("embed", "", lb.vectors([0.0, 0.0, 0.0], [1.0, 0.0, 0.0]), "broken_vector", "zero", "another model", 1),
    "bad base64": ("embed", "", lb.vectors("&&&", "&&&"), "broken_vector", "zero", "another model", 1),
    "input refused": ("embed", "", lb.error(400, "bad input"), "bad_text", "text 1, of 3 characters: bad input", "Shorten", 2),
    "lists of tokens": ("embed0", "", lb.data({"data": [{"index": n, "embedding": [[1.0], [2.0]]} for n in (0, 1)]}), "broken_vector", "zero", "another", 1),
}  # fmt: skip


@pytest.mark.parametrize("row", MATRIX.values(), ids=MATRIX)
async def test_what_the_page_says(
    row: tuple[str, str, Answer, str, str, str, int],
    server: Loopback,
    client: Callable[..., Client],
    hello: ChatRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verb, key, answer, code, detail, remedy, requests = row
    if "bytes" in detail:
        monkeypatch.setattr("app.models.endpoint.bounded.LONGEST", 1000)
    server.answers(answer)
    made = client(
        key, timeout=0.3 if code in ("timeout", "stalled") else 5.0, size=3 if verb == "embed" else 0
    )
    with pytest.raises(KnownError) as failed:
        await ask(made, verb, hello)
    words = told(failed.value)
    assert words.code == code
    assert words.title
    assert detail in failed.value.message
    assert remedy in failed.value.remedy
    assert len(server.asked) == requests
    assert not key or key not in f"{failed.value.message}{failed.value.remedy}{failed.value!r}"


async def ask(client: Client, verb: str, request: ChatRequest) -> object:
    if verb == "chat":
        return await client.chat(request)
    if verb == "stream":
        return [piece async for piece in client.stream(request)]
    if verb == "rank":
        return await client.rerank("lamp", ["一二三"])
    return await client.embed(["一二三", "four"])


GOOD = {
    "an answer": ("chat", lb.said("好"), ("好", "stop", "")),
    "reasoning apart": ("chat", lb.said("好", reasoning_content="想想"), ("好", "stop", "想想")),
    "reasoning only": ("chat", lb.said("", "length", reasoning_content="想想"), ("", "length", "想想")),
    "no reason for the end": ("chat", lb.said("好", None), ("好", None, "")),
    "parts": ("chat", lb.data({"choices": [{"message": {"content": [{"type": "text", "text": "好"}]}, "finish_reason": "stop"}]}), ("好", "stop", "")),
    "a refusal": ("chat", lb.data({"choices": [{"message": {"content": None, "refusal": "No."}, "finish_reason": "stop"}]}), ("No.", "content_filter", "")),
    "half characters": ("chat", raw('{"choices": [{"message": {"content": "好\\ud83d"}, "finish_reason": "stop"}], "model": "\\ud83d"}'), ("好", "stop", "")),
    "halves that meet": ("stream", raw(HALVES, "text/event-stream"), ("😀", "stop", "")),
    "a stream": ("stream", lb.events(lb.piece("一"), lb.piece("二"), lb.piece("", "stop")), ("一二", "stop", "")),
    "a stream with thoughts": ("stream", lb.events(lb.piece("", reasoning_content="想"), lb.piece("二", "stop")), ("二", "stop", "想")),
    "a cut stream": ("stream", lb.events(lb.piece("一"), lb.piece("二"), done=False), ("一二", None, "")),
    "a broken stream": ("stream", Answer(200, {"content-type": "text/event-stream"}, lb.events(lb.piece("一"), done=False).pieces, length=5000), ("一", None, "")),
    "no stream at all": ("stream", lb.said("好"), ("好", "stop", "")),
    "comments between": ("stream", Answer(200, {"content-type": "text/event-stream"}, [b": keep-alive\n\n", *lb.events(lb.piece("一", "stop")).pieces]), ("一", "stop", "")),
}  # fmt: skip


@pytest.mark.parametrize(("verb", "answer", "wanted"), GOOD.values(), ids=GOOD)
async def test_what_is_understood(
    verb: str,
    answer: Answer,
    wanted: tuple[str, str | None, str],
    server: Loopback,
    client: Callable[..., Client],
    hello: ChatRequest,
) -> None:
    server.answers(answer)
    found = await ask(client(), verb, hello)
    reply = found[-1] if isinstance(found, list) else found
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.finish, reply.reasoning) == wanted
    assert reply.model == clean(reply.model)
    assert reply.cut is (reply.finish in (None, "length"))
