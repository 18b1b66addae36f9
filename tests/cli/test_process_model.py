"""`process --model`: an endpoint reads when one is set; what it cost is said; its failures are told."""

import pytest
from cli.conftest import Belvedere, unchanged
from speaking import Reply, ScriptedModel, items, memory

from app.cli import model as model_module
from app.domain.errors import KnownError

CAT = memory("TA 养了一只叫橘皮的猫。", [3])


@pytest.fixture
def endpoint(monkeypatch):
    """`endpoint(*lines)` sets one up that says this."""

    def make(*lines):
        model = ScriptedModel(list(lines))
        monkeypatch.setattr(model_module, "writer", lambda: model)
        return model

    return make


@pytest.fixture
def refusing(monkeypatch):
    def make(code):
        def writer():
            raise KnownError(f"endpoint.{code}", "May this be sent to {host}?", "Agree.", host="example.org")

        monkeypatch.setattr(model_module, "writer", writer)

    return make


@pytest.mark.parametrize("model", [(), ("--model", "endpoint")])
def test_an_endpoint_that_is_set_reads(belvedere: Belvedere, made, endpoint, model) -> None:
    asked = endpoint(items(CAT))
    said = belvedere("process", made("chat"), "--all", "--character", "小满", *model)
    assert said["model"] == "scripted-1"
    assert said["spent"] == {"calls": 1, "prompt": 100, "completion": 20}
    assert said["runs"][0]["created"] == 1
    assert asked.closed
    assert len(asked.asked) == 1


def test_the_built_in_one_reads_when_it_is_asked_for(belvedere: Belvedere, made, endpoint) -> None:
    asked = endpoint(items(CAT))
    said = belvedere("process", made("chat"), "--all", "--model", "built-in")
    assert (said["model"], asked.asked) == ("built-in", [])


def test_a_reply_that_is_no_answer_is_told_and_nothing_is_read(belvedere: Belvedere, made, endpoint) -> None:
    endpoint(Reply("", "stop"))
    path = made("chat")
    (run,) = belvedere("process", path, "--all", "--character", "小满")["runs"]
    assert (run["read"], run["created"]) == (0, 0)
    assert run["skipped_reason"] == run["failures"][0] == "The reply is empty."
    assert belvedere("info", path)["characters"][0]["unread"] == 12


def test_an_endpoint_that_fails_ends_with_its_reason(belvedere: Belvedere, made, endpoint) -> None:
    asked = endpoint(
        KnownError("endpoint.refused", "Nothing listens at {host}.", "Start it.", host="127.0.0.1")
    )
    error = belvedere("process", made("chat"), "--all", code=1)["error"]
    assert (error["code"], error["message"]) == ("endpoint.refused", "Nothing listens at 127.0.0.1.")
    assert asked.closed


def test_the_cap_is_kept(belvedere: Belvedere, made, endpoint) -> None:
    asked = endpoint(items(CAT))
    error = belvedere("process", made("chat"), "--all", "--cap", "50", code=1)["error"]
    assert (error["code"], asked.asked) == ("model.cap", [])
    for wrong in ("0", "-5", "many", "1e3"):
        belvedere("process", made("chat"), "--cap", wrong, code=2)


def test_without_consent_nothing_is_sent_and_it_is_said(belvedere: Belvedere, made, refusing) -> None:
    refusing("consent")
    path = made("chat")
    with unchanged(path.parent):
        assert belvedere("process", path, "--all", code=1)["error"]["code"] == "endpoint.consent"


def test_without_an_endpoint_the_built_in_one_reads(belvedere: Belvedere, made, refusing) -> None:
    refusing("not_set")
    assert belvedere("process", made("chat"), "--all")["model"] == "built-in"


def test_what_an_endpoint_answered_is_recorded_and_replayed(
    belvedere: Belvedere, made, endpoint, tmp_path
) -> None:
    asked = endpoint(items(CAT))
    record = tmp_path / "runs" / "cat.json"
    whole = ("--all", "--character", "小满")
    first = belvedere("process", made("chat"), *whole, "--record", str(record))
    again = belvedere("process", made("chat"), *whole, "--model", f"recorded:{record}")
    assert (first["model"], again["model"]) == ("scripted-1", "recorded:scripted-1")
    assert again["runs"][0]["created"] == first["runs"][0]["created"] == 1
    assert len(asked.asked) == 1
    error = belvedere(
        "process", made("chat"), *whole, "--model", f"recorded:{tmp_path / 'none.json'}", code=1
    )
    assert error["error"]["code"] == "recorded.unreadable"
    belvedere("process", made("chat"), "--model", "somebody", code=2)
    belvedere("process", made("chat"), "--model", "built-in", "--record", str(record), code=2)


def test_in_words(belvedere: Belvedere, made, endpoint) -> None:
    endpoint(items(CAT), Reply("", "stop"))
    out = belvedere("process", made("chat"), "--all", text=True).out
    assert "小满: 12 messages read, 1 memories" in out
    assert "Ada: nothing read: The reply is empty." in out
    assert "scripted-1: 2 calls" in out
