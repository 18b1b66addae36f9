"""Testing an endpoint: which address answers, what it can do, and what the page says when it does not."""

import loopback as lb
import pytest
from loopback import Answer, Asked, Loopback

from app.models.endpoint.probe import CHECKS, Report, State, probe
from app.models.endpoint.settings import Endpoint, Purpose

MODELS = lb.data({"data": [{"id": "tiny"}, {"id": "other"}]})


def whole(asked: Asked, base: str = "/v1") -> Answer:
    """A server that does everything under one path."""
    if not asked.path.startswith(base + "/"):
        return lb.error(404, "Not Found")
    call = asked.path.removeprefix(base)
    if call == "/models":
        return MODELS
    if call == "/embeddings":
        return lb.vectors(*[[1.0, float(n), 0.5] for n, _ in enumerate(asked.body["input"])])
    if call == "/chat/completions":
        if asked.body.get("stream"):
            return lb.events(lb.piece("go"), lb.piece("od", "stop"))
        return lb.said('{"word": "good"}' if "response_format" in asked.body else "good")
    if call == "/rerank":
        return lb.ranked((1, 0.5), (0, 0.2))
    return lb.error(404, "Not Found")


def endpoint(server: Loopback, tail: str = "/v1", **more: object) -> Endpoint:
    return Endpoint(server.url + tail, **{"model": "tiny", "timeout": 3.0, **more})


@pytest.mark.parametrize(
    "tail", ["/v1", "", "/", "/v1/", "/v1/chat/completions", "/v1/embeddings", "/api/tags"]
)
async def test_the_address_is_found(server: Loopback, tail: str) -> None:
    server.script = whole
    report = await probe(endpoint(server, tail))
    assert report.works
    assert report.endpoint.url == f"{server.url}/v1"
    assert report.moved is (tail != "/v1")
    assert report.local
    assert report.models == ("other", "tiny")
    assert {check.name for check in report.checks} == {"models", "chat", "stream", "schema", "json"}
    assert all(check.state is State.YES for check in report.checks)
    assert set(CHECKS) >= {check.name for check in report.checks}


async def test_a_server_without_v1(server: Loopback) -> None:
    server.script = lambda asked: whole(asked, "")
    report = await probe(endpoint(server, "/v1"))
    assert report.works
    assert report.endpoint.url == server.url
    assert [attempt.told.code for attempt in report.attempts] == ["not_found", "ok"]


async def test_a_server_without_a_list(server: Loopback) -> None:
    server.script = lambda asked: lb.page(404) if asked.path.endswith("/models") else whole(asked)
    report = await probe(endpoint(server))
    assert report.works
    assert report.state("models") is State.NO


async def test_vectors(server: Loopback) -> None:
    server.script = whole
    report = await probe(endpoint(server, "/v1/embeddings"), purpose=Purpose.EMBEDDING)
    assert (report.works, report.endpoint.size, report.state("embeddings")) == (True, 3, State.YES)
    assert report.state("chat") is State.UNKNOWN


async def test_vectors_of_an_ordered_size(server: Loopback) -> None:
    server.script = lambda asked: (
        lb.error(400, "Unknown parameter: dimensions") if "dimensions" in (asked.body or {}) else whole(asked)
    )
    report = await probe(endpoint(server, dimensions=2), purpose=Purpose.EMBEDDING)
    assert report.works
    assert report.state("dimensions") is State.NO
    assert (report.endpoint.size, report.endpoint.dropped, report.endpoint.vector_model) == (
        3,
        ("dimensions",),
        "tiny",
    )


async def test_a_size_that_is_ignored_is_told(server: Loopback) -> None:
    server.script = whole
    report = await probe(endpoint(server, dimensions=2), purpose=Purpose.EMBEDDING)
    assert report.told.code == "wrong_length"
    assert report.endpoint.size == 0


async def test_ranking(server: Loopback) -> None:
    server.script = whole
    report = await probe(endpoint(server, "/v1/rerank"), purpose=Purpose.RERANK)
    assert report.works
    assert report.state("rerank") is State.YES


async def test_json_it_does_not_know(server: Loopback) -> None:
    def no_json(asked: Asked) -> Answer:
        if "response_format" in (asked.body or {}):
            return lb.error(400, "'response_format.type' must be 'text'")
        if (asked.body or {}).get("stream"):
            return lb.error(500, "no stream")
        return whole(asked)

    server.script = no_json
    report = await probe(endpoint(server))
    assert report.works
    assert [report.state(name) for name in ("stream", "schema", "json")] == [State.NO, State.NO, State.NO]
    assert "response_format" in report.endpoint.dropped


async def test_json_without_schema(server: Loopback) -> None:
    def only_plain(asked: Asked) -> Answer:
        form = (asked.body or {}).get("response_format", {})
        return (
            lb.error(400, "response_format: json_schema is not supported")
            if "json_schema" in form
            else whole(asked)
        )

    server.script = only_plain
    report = await probe(endpoint(server))
    assert [report.state(name) for name in ("schema", "json")] == [State.NO, State.YES]


TOLD = {
    "a web page": (lambda asked: lb.page(), "", "not_api", 2),
    "a wrong key": (lambda asked: lb.error(401, "Incorrect API key"), "sk-wrong-key-123456", "bad_key", 1),
    "no key": (lambda asked: lb.error(401, "Missing key"), "", "no_key", 1),
    "a model that is not there": (lambda asked: MODELS if "models" in asked.path else lb.error(404, "model 'tiny' not found"), "", "no_model", 1),
    "a model for vectors only": (lambda asked: MODELS if "models" in asked.path else lb.error(400, "does not support chat"), "", "bad_request", 1),
    "LM Studio's way of saying no": (lambda asked: lb.data({"error": "Unexpected endpoint or method. (GET /models)"}), "", "not_found", 2),
    "something else": (lambda asked: lb.data({"status": "up"}), "", "no_answer", 1),
    "a failing server": (lambda asked: lb.error(500, "x"), "", "server", 2),
    "elsewhere": (lambda asked: Answer(302, {"location": "https://elsewhere.example/login"}), "", "redirected", 2),
    "silence": (lambda asked: Answer(silent=True), "", "timeout", 1),
}  # fmt: skip


@pytest.mark.parametrize("row", TOLD.values(), ids=TOLD)
async def test_what_is_told(row: tuple[lb.Script, str, str, int], server: Loopback) -> None:
    script, key, code, attempts = row
    server.script = script
    report = await probe(endpoint(server, timeout=0.3 if code == "timeout" else 3.0), key)
    assert (report.told.code, len(report.attempts)) == (code, attempts)
    assert not report.works
    assert report.told.remedy
    assert all(server.url in attempt.url for attempt in report.attempts)
    told = report.told
    assert not key or key not in told.detail.format_map(told.facts) + told.remedy.format_map(told.facts)


async def test_no_model_chosen(server: Loopback) -> None:
    server.script = whole
    report = await probe(endpoint(server, "", model=""))
    assert report.told.code == "no_model_set"
    assert report.models == ("other", "tiny")
    assert report.endpoint.url == f"{server.url}/v1"


async def test_a_sleeping_ollama() -> None:
    report = await asked_at("http://127.0.0.1:11434")
    if report.told.code == "asleep":  # unless one runs here
        assert "Start Ollama" in report.told.remedy.format_map(report.told.facts)
    assert len(report.attempts) >= 1


async def test_what_is_no_address() -> None:
    report = await asked_at("sk-1234://")
    assert report.told.code == "url"
    assert report.attempts == ()


async def asked_at(address: str) -> Report:
    return await probe(Endpoint(address, "tiny", timeout=2.0))
