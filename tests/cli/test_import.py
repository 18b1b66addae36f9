"""`import`: the account to the last key, dry runs, several files, nothing twice."""

import json
from pathlib import Path

import pytest
from cli.conftest import Belvedere, unchanged
from making import memorybank

from app.domain.errors import KnownError
from app.engine import embedding

KEYS = {
    *("ok", "verb", "palace", "run", "format", "encoding", "timezone", "found", "new", "known", "changed"),
    *("skipped", "by_kind", "skips", "characters", "warnings", "dropped_credentials"),
    "proposals",  # beyond the contract: what is gone or changed on both sides and waits for a word
}


def adds_up(one) -> bool:
    return one["found"] == one["new"] + one["known"] + one["changed"] + one["skipped"]


def test_the_keys(belvedere: Belvedere, made, bank) -> None:
    said = belvedere("import", made("empty"), bank, "--timezone", "Asia/Shanghai").document
    assert set(said) == KEYS
    assert (said["format"], said["encoding"], said["timezone"]) == ("memorybank", "utf-8", "Asia/Shanghai")
    assert said["run"].startswith("r_")
    assert adds_up(said)
    assert all(adds_up(kind) for kind in said["by_kind"])
    assert said["found"] == sum(kind["found"] for kind in said["by_kind"])
    assert {kind["kind"]: kind["new"] for kind in said["by_kind"]}["messages"] == 18
    assert [set(kind) for kind in said["by_kind"]] == [
        {"kind", "found", "new", "known", "changed", "skipped"}
    ] * len(said["by_kind"])
    assert [(one["name"], one["source_id"], one["new"]) for one in said["characters"]] == [
        ("小满", "小满", True),
        ("Ada", "Ada", True),
    ]
    assert all(one["uid"].startswith("c_") for one in said["characters"])
    assert (said["skips"], said["warnings"], said["dropped_credentials"]) == ([], [], 0)


def test_a_dry_run_tells_the_same_and_writes_nothing(belvedere: Belvedere, made, bank) -> None:
    path = made("empty")
    with unchanged(path.parent):
        dry = belvedere("import", path, bank, "--dry-run").document
    real = belvedere("import", path, bank).document
    assert dry["run"] is None
    assert dry["by_kind"] == real["by_kind"]
    assert set(dry) == set(real)


def test_a_file_whose_name_is_no_text(belvedere: Belvedere, made, bank, tmp_path) -> None:
    odd = tmp_path / "b\udcffnk.json"
    try:
        odd.write_bytes(bank.read_bytes())
    except OSError:
        pytest.skip("this disk has no such names")
    path = made("empty")
    assert belvedere("import", path, odd).document["new"] > 0
    assert belvedere("history", path).document["edits"][0]["label"] == "Import b�nk.json"


def test_the_same_again_adds_nothing(belvedere: Belvedere, made, bank) -> None:
    path = made("chat")
    before = belvedere("info", path).document["characters"]
    again = belvedere("import", path, bank, "--timezone", "Asia/Shanghai").document
    assert (again["new"], again["changed"]) == (0, 0)
    assert again["known"] == again["found"] > 0
    assert belvedere("info", path).document["characters"] == before


def test_skips_have_place_and_reason(belvedere: Belvedere, made, tmp_path) -> None:
    story = {
        "Ada": {"history": {"2026-02-03": [{"query": "Hi", "response": "Hello"}, 7]}},
        "nobody": {"name": "nobody"},
    }
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(story), encoding="utf-8")
    said = belvedere("import", made("empty"), path).document
    assert adds_up(said)
    assert said["skipped"] == sum(skip["count"] for skip in said["skips"]) == 2
    assert all({"place", "reason", "count"} <= set(skip) for skip in said["skips"])
    assert all(skip["reason"] and skip["place"] for skip in said["skips"])


def test_several_files_are_summed(belvedere: Belvedere, made, bank, tmp_path) -> None:
    more = memorybank({"Bo": {"2026-02-05": [("Hello", "Hi")]}}, tmp_path / "more.json")
    said = belvedere("import", made("empty"), bank, more).document
    assert set(said) == KEYS | {"files"}
    assert adds_up(said)
    assert [one["found"] for one in said["files"]] == [
        said["files"][0]["found"],
        said["found"] - said["files"][0]["found"],
    ]
    assert [one["name"] for one in said["characters"]] == ["小满", "Ada", "Bo"]


def test_one_of_several_that_is_no_export_is_told_and_the_rest_is_in(
    belvedere: Belvedere, made, bank, tmp_path
) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}", encoding="utf-8")
    path = made("empty")
    said = belvedere("import", path, wrong, bank)
    assert said["new"] > 0
    assert any("wrong.json" in warning for warning in said["warnings"])
    assert "wrong.json" in said.err
    assert len(belvedere("info", path)["characters"]) == 2


def test_vectors_that_cannot_be_made_do_not_hide_what_was_taken_in(
    belvedere: Belvedere, made, bank, monkeypatch
) -> None:
    async def full(*_: object) -> int:
        raise KnownError("palace.full", "There is no room left.", "Free some.")

    monkeypatch.setattr(embedding, "complete", full)
    path = made("empty")
    said = belvedere("import", path, bank)
    assert said["new"] > 0
    assert said["warnings"][-1].endswith("no vectors yet. There is no room left. Free some.")
    assert len(belvedere("info", path)["characters"]) == 2


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_into_a_palace_that_is_not_there(belvedere: Belvedere, bank, tmp_path, more) -> None:
    path = tmp_path / "gone.palace"
    error = belvedere("import", path, bank, *more, code=1)["error"]
    assert error["code"] == "palace.missing"
    assert error["remedy"] == f"Make it first: belvedere new {path}"
    assert not path.exists()


def test_none_of_several_recognised(belvedere: Belvedere, made, tmp_path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}", encoding="utf-8")
    path = made("empty")
    assert belvedere("import", path, wrong, wrong, code=1)["error"]["code"] == "import.unknown"
    assert belvedere("info", path)["characters"] == []


def test_into_a_named_character(belvedere: Belvedere, made, tmp_path) -> None:
    path = made("chat")
    more = memorybank({"Ada again": {"2026-02-05": [("Hello", "Hi")]}}, tmp_path / "more.json")
    belvedere("import", path, more, "--character", "Ada")
    characters = belvedere("info", path)["characters"]
    assert [(one["name"], one["messages"]) for one in characters] == [("小满", 12), ("Ada", 8)]
    assert characters[1]["source_ids"] == ["Ada", "Ada again"]


def palace_export(key: str, path: Path) -> Path:
    card = {
        "type": "sully_memory_palace_export",
        "version": 1,
        "exportedAt": 1_772_000_000_000,
        "includeVectors": False,
        "characters": [{"charId": key, "charName": "Ada", "nodes": [], "eventBoxes": [], "anticipations": []}],
    }  # fmt: skip
    path.write_text(json.dumps(card), encoding="utf-8")
    return path


def test_a_name_met_twice_gets_its_source_id(belvedere: Belvedere, made, tmp_path) -> None:
    path = made("empty")
    for key in ("char-1", "char-9"):
        belvedere("import", path, palace_export(key, tmp_path / f"{key}.json"))
    assert [one["name"] for one in belvedere("info", path)["characters"]] == ["Ada", "Ada (char-9)"]


@pytest.mark.parametrize("option", [("--format", "telepathy"), ("--timezone", "Mars/Olympus")])
def test_options_that_mean_nothing(belvedere: Belvedere, made, bank, option) -> None:
    path = made("empty")
    with unchanged(path.parent):
        said = belvedere("import", path, bank, *option, code=2)
    assert option[1] in said["error"]["message"]


def test_it_is_one_run_and_one_undo_takes_it_back(belvedere: Belvedere, made) -> None:
    path = made("chat")
    (edit,) = belvedere("history", path)["edits"]
    assert (edit["actor"], edit["state"], edit["id"]) == ("import", "done", edit["run"])
    belvedere("undo", path)
    assert belvedere("info", path)["characters"] == []


def test_in_words(belvedere: Belvedere, made, bank) -> None:
    out = belvedere("import", made("empty"), bank, text=True).out
    assert out.startswith("memorybank, utf-8, times in ")
    assert "messages: 18 new" in out
