"""`refine`: candidates wait in the Inbox and the month stays; `--apply` gives them to the months."""

import pytest
from cli.conftest import Belvedere, unchanged
from speaking import ScriptedModel

from app.cli import model as model_module

KEYS = {"uid", "month", "template", "model", "text", "state", "tokens", "reason", "notes"}
TEXT = "TA passed the exam, repaired the radio on the 11th, and on the 17th we heard it speak for the first time."


def months(belvedere, path, name="Wren"):
    return {one["month"]: one for one in belvedere("months", path, "--character", name)["months"]}


@pytest.fixture
def some(belvedere, made):
    """A palace and a month of Wren's that has days."""
    path = made("demo")
    found = months(belvedere, path)
    return path, [month for month, one in found.items() if one["fragments"]][-2:]


def test_candidates_wait_and_the_months_stay(belvedere: Belvedere, some) -> None:
    path, wanted = some
    before = months(belvedere, path)
    said = belvedere("refine", path, *wanted, "--character", "Wren", "--model", "built-in")
    assert [one["month"] for one in said["proposals"]] == wanted
    assert all(one.keys() == KEYS for one in said["proposals"])
    assert {one["state"] for one in said["proposals"]} == {"waiting"}
    assert {one["model"] for one in said["proposals"]} == {"built-in refiner"}
    assert all(one["tokens"] > 20 and one["text"] for one in said["proposals"])
    assert (said["applied"], said["model"]) == (0, "built-in")
    assert months(belvedere, path) == before
    belvedere("undo", path, said["run"])


def test_applied_ones_are_the_months_text_and_undone_as_one(belvedere: Belvedere, some) -> None:
    path, (month, _) = some
    before = months(belvedere, path)[month]
    said = belvedere(
        "refine", path, month, "--character", "Wren", "--apply", "--template", "refine_keypoints"
    )
    (one,) = said["proposals"]
    locked = one["notes"] != []
    assert (one["state"], said["applied"]) == (("waiting", 0) if locked else ("accepted", 1))
    after = months(belvedere, path)[month]
    assert (after["summary_tokens"] == before["summary_tokens"]) is locked
    belvedere("undo", path, said["run"])
    assert months(belvedere, path)[month] == before


def test_a_model_writes_and_its_refusals_are_told(belvedere: Belvedere, some, monkeypatch) -> None:
    path, (month, other) = some
    model = ScriptedModel([TEXT, ""])
    monkeypatch.setattr(model_module, "writer", lambda: model)
    said = belvedere("refine", path, month, other, "--character", "Wren", "--apply")
    told = [(one["state"], one["reason"]) for one in said["proposals"]]
    assert told[1] == ("rejected", "The reply is empty.")
    assert said["proposals"][0]["text"] == TEXT
    assert said["spent"]["calls"] == 2
    assert model.closed
    text = belvedere("refine", path, month, "--character", "Wren", "--model", "built-in", text=True).out
    assert month in text
    assert "built-in refiner" in text


def test_days_with_messages_and_no_entry_are_made_first_when_asked_for(belvedere: Belvedere, made) -> None:
    path = made("chat")
    call = ["refine", path, "2026-02", "--character", "小满"]
    assert "--make-days" in belvedere(*call, code=1)["error"]["remedy"]
    said = belvedere(*call, "--make-days")
    assert said["days"] == ["2026-02-02"]
    assert [one["month"] for one in said["proposals"]] == ["2026-02"]
    assert months(belvedere, path, "小满")["2026-02"]["fragments"] == 1
    assert belvedere(*call, "--make-days")["days"] == []  # an entry that is there is left alone
    belvedere("undo", path, said["days_run"])
    assert months(belvedere, path, "小满")["2026-02"]["fragments"] == 0


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("1999-01", "--character", "Wren"), 1, "No day of this month has an entry"),
        (("2026-13", "--character", "Wren"), 2, "is no month"),
        (("march",), 2, "is no month"),
        ((), 2, "required"),
        (("2026-02",), 2, "several characters"),
        (("2026-02", "--character", "Nobody"), 2, "no character Nobody"),
        (("2026-02", "--character", "Wren", "--template", "x"), 1, "no template “x”"),
        (("2026-02", "--character", "Wren", "--model", "endpoint"), 2, "No endpoint"),
    ],
)
def test_what_cannot_be_refined_is_told_and_nothing_changes(
    belvedere: Belvedere, made, words, code, message
) -> None:
    path = made("demo")
    with unchanged(path.parent):
        assert message in belvedere("refine", path, *words, code=code)["error"]["message"]
