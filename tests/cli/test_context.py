"""`context`: the text as it would be injected, and where each line came from."""

import pytest
from cli.conftest import Belvedere, unchanged

from app.engine.months.context import LAYOUTS

BLOCK = {"name", "part", "tokens", "clipped", "lines"}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("mode", ["role", "core"])
def test_the_keys(belvedere: Belvedere, made, mode, layout) -> None:
    path = made("demo")
    with unchanged(path.parent):
        said = belvedere("context", path, "--mode", mode, "--layout", layout, "--character", "Wren").document
    assert set(said) == {"ok", "verb", "palace", "mode", "layout", "text", "tokens", "tokens_by", "blocks"}
    assert [set(block) for block in said["blocks"]] == [BLOCK] * len(said["blocks"])
    lines = [line for block in said["blocks"] for line in block["lines"]]
    assert all(set(line) == {"text", "uid", "tokens"} for line in lines)
    assert all(line["text"] in said["text"] for line in lines)
    assert {block["part"] for block in said["blocks"]} <= {"stable", "volatile"}
    assert {line["uid"][0] for line in lines if line["uid"]} >= {"k", "y"}


def test_what_is_said_brings_memories_to_mind(belvedere: Belvedere, made) -> None:
    path = made("demo")
    call = ("context", path, "--mode", "core", "--character", "Wren")
    without, asked = belvedere(*call), belvedere(*call, "--text", "shrimp")
    told = {line["uid"] for block in asked["blocks"] for line in block["lines"] if line["uid"]}
    recalled = belvedere("recall", path, "shrimp", "--character", "Wren")["items"]
    assert {item["uid"] for item in recalled} <= told
    assert asked["tokens"] > without["tokens"]


def test_the_mode_must_be_said(belvedere: Belvedere, made) -> None:
    path = made("demo")
    assert belvedere("context", path, "--character", "Wren", code=2)["error"]["code"] == "usage"
    assert belvedere("context", path, "--mode", "all", code=2)["error"]["code"] == "usage"


def test_it_asks_who_is_meant(belvedere: Belvedere, made) -> None:
    error = belvedere("context", made("demo"), "--mode", "core", code=2)["error"]
    assert error["code"] == "character.which"


def test_in_words_it_is_the_text(belvedere: Belvedere, made) -> None:
    call = ("context", made("demo"), "--mode", "role", "--character", "栖迟")
    assert belvedere(*call, text=True).out == belvedere(*call)["text"] + "\n"
