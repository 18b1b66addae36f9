"""`process`: every character, one line of history, nothing to do is no failure."""

from collections import Counter

import pytest
from cli.conftest import Belvedere, unchanged

RUN = {
    *("run", "character", "read", "chunks", "created", "updated", "duplicates", "rejected", "skipped_reason"),
    *("links", "promoted", "evicted"),
    # Beyond the contract: what went into the inbox, which steps fell short, what a model linked and named.
    *("proposed", "failures", "deep_links", "boxes"),
}


def people(belvedere: Belvedere, path) -> list:
    return belvedere("info", path)["characters"]


def test_the_keys_and_what_was_made(belvedere: Belvedere, made) -> None:
    path = made("chat")
    said = belvedere("process", path, "--all").document
    assert set(said) == {"ok", "verb", "palace", "runs", "model"}
    assert said["model"] == "built-in"
    assert [set(run) for run in said["runs"]] == [RUN, RUN]
    assert [(run["character"], run["read"]) for run in said["runs"]] == [("小满", 12), ("Ada", 6)]
    for run, one in zip(said["runs"], people(belvedere, path), strict=True):
        assert run["created"] == one["memories"] > 0
        assert run["links"] == one["links"]
        assert one["unprocessed"] == 0
        assert run["skipped_reason"] is None
    assert belvedere("check", path)["problems"] == []


def test_nothing_to_do_is_done_and_says_why(belvedere: Belvedere, made) -> None:
    path = made("chat")
    hot = belvedere("process", path)["runs"]
    assert all("hot zone" in run["skipped_reason"] for run in hot)
    assert all(run["run"] is None and run["read"] == run["created"] == 0 for run in hot)
    belvedere("process", path, "--all")
    again = belvedere("process", path, "--all")["runs"]
    assert all("nothing new" in run["skipped_reason"] for run in again)


def test_one_undo_takes_every_character_back(belvedere: Belvedere, made) -> None:
    path = made("chat")
    before = people(belvedere, path)
    belvedere("process", path, "--all")
    after = people(belvedere, path)
    assert before != after
    newest = belvedere("history", path)["edits"][0]
    assert newest["id"] == newest["run"]
    belvedere("undo", path)
    assert people(belvedere, path) == before
    belvedere("redo", path)
    assert people(belvedere, path) == after
    assert belvedere("check", path)["problems"] == []


def test_one_character_alone(belvedere: Belvedere, made) -> None:
    path = made("chat")
    (run,) = belvedere("process", path, "--all", "--character", "Ada")["runs"]
    assert run["character"] == "Ada"
    assert people(belvedere, path)[0]["memories"] == 0


def test_review_waits_for_a_word(belvedere: Belvedere, made) -> None:
    path = made("chat")
    runs = belvedere("process", path, "--all", "--review")["runs"]
    assert all(run["created"] == 0 < run["proposed"] for run in runs)
    assert all(one["memories"] == 0 for one in people(belvedere, path))
    assert all(one["unprocessed"] == 0 for one in people(belvedere, path))


def test_force_lowers_the_threshold(belvedere: Belvedere, made, tmp_path) -> None:
    from making import memorybank

    lines = [(f"Today I counted {n} swallows over the pond.", f"{n} swallows!") for n in range(106)]
    path = made("empty")
    belvedere("import", path, memorybank({"Ada": {"2026-02-03": lines}}, tmp_path / "long.json"))
    (waits,) = belvedere("process", path)["runs"]
    assert "too few" in waits["skipped_reason"]
    (forced,) = belvedere("process", path, "--force")["runs"]
    assert forced["read"] == 11  # of 12 beyond the hot zone, 85 %
    assert people(belvedere, path)[0]["unread"] == 212 - 11


def test_no_endpoint_yet(belvedere: Belvedere, made) -> None:
    path = made("chat")
    with unchanged(path.parent):
        assert belvedere("process", path, "--model", "endpoint", code=2)["error"]["code"] == "model.none"


def test_a_palace_without_characters(belvedere: Belvedere, made) -> None:
    assert belvedere("process", made("empty"), "--all")["runs"] == []
    assert "no character" in belvedere("process", made("empty"), "--all", text=True).out


@pytest.mark.parametrize("wanted", ["nobody", "c_01AAAAAAAAAAAAAAAAAAAAAAAA"])
def test_an_unknown_character(belvedere: Belvedere, made, wanted) -> None:
    path = made("chat")
    with unchanged(path.parent):
        error = belvedere("process", path, "--character", wanted, code=2)["error"]
    assert Counter(line.split()[-1] for line in error["characters"]) == Counter(["小满", "Ada"])


def test_in_words(belvedere: Belvedere, made) -> None:
    out = belvedere("process", made("chat"), "--all", text=True).out
    assert "小满: 12 messages read" in out
