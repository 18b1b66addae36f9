"""`prompt`: the whole text, its tokens, and where each line came from."""

import pytest
from cli.conftest import Belvedere, unchanged

BLOCK = {"name", "part", "tokens", "clipped", "lines"}


@pytest.mark.parametrize("profile", ["seed", "sullyos"])
def test_the_keys(belvedere: Belvedere, made, profile) -> None:
    path = made("demo")
    with unchanged(path.parent):
        said = belvedere("prompt", path, "the sea", "--character", "Wren", "--profile", profile).document
    assert set(said) == {"ok", "verb", "palace", "text", "tokens", "blocks", "tokens_by"}
    assert [set(block) for block in said["blocks"]] == [BLOCK] * len(said["blocks"])
    assert all(set(line) == {"text", "uid", "tokens"} for block in said["blocks"] for line in block["lines"])
    assert said["tokens"] > 0
    lines = [line["text"] for block in said["blocks"] for line in block["lines"]]
    assert all(line in said["text"] for line in lines)


def test_each_memory_has_its_line(belvedere: Belvedere, made) -> None:
    path = made("demo")
    blocks = belvedere("prompt", path, "shrimp", "--character", "Wren", "--profile", "seed")["blocks"]
    recalled = belvedere("recall", path, "shrimp", "--character", "Wren", "--profile", "seed")["items"]
    told = {line["uid"] for block in blocks for line in block["lines"] if line["uid"]}
    assert {item["uid"] for item in recalled} <= told
    assert [block["name"] for block in blocks] == ["identity", "months", "days", "palace"]


def test_it_asks_who_is_meant(belvedere: Belvedere, made) -> None:
    assert belvedere("prompt", made("demo"), "hello", code=2)["error"]["code"] == "character.which"


def test_in_words_it_is_the_prompt(belvedere: Belvedere, made) -> None:
    path = made("demo")
    text = belvedere("prompt", path, "海", "--character", "栖迟")["text"]
    assert belvedere("prompt", path, "海", "--character", "栖迟", text=True).out == text + "\n"
