"""`new`: an empty palace, never over an existing file."""

import pytest
from cli.conftest import Belvedere, look, unchanged


def test_an_empty_palace(belvedere: Belvedere, tmp_path) -> None:
    path = tmp_path / "house" / "a.palace"
    path.parent.mkdir()
    said = belvedere("new", path)
    assert said.document == {"ok": True, "verb": "new", "palace": str(path), "characters": []}
    assert list(look(path.parent)) == ["a.palace"]
    assert belvedere("info", path)["characters"] == []


def test_with_a_first_character(belvedere: Belvedere, tmp_path) -> None:
    made = belvedere("new", tmp_path / "a.palace", "--character", "望舒")["characters"]
    (who,) = belvedere("info", tmp_path / "a.palace")["characters"]
    assert made == [{"uid": who["uid"], "name": "望舒"}]
    assert who["uid"].startswith("c_")


def test_a_name_of_spaces_is_none(belvedere: Belvedere, tmp_path) -> None:
    assert belvedere("new", tmp_path / "a.palace", "--character", " \n\t")["characters"] == []


@pytest.mark.parametrize("content", [b"", b"a diary"])
def test_what_is_there_is_refused(belvedere: Belvedere, tmp_path, content) -> None:
    path = tmp_path / "a.palace"
    path.write_bytes(content)
    with unchanged(tmp_path):
        assert belvedere("new", path, code=1)["error"]["code"] == "palace.exists"


def test_a_missing_folder_is_told(belvedere: Belvedere, tmp_path) -> None:
    with unchanged(tmp_path):
        assert belvedere("new", tmp_path / "no" / "a.palace", code=1)["error"]["code"] == "palace.no_folder"


def test_in_words(belvedere: Belvedere, tmp_path) -> None:
    said = belvedere("new", tmp_path / "a.palace", "--character", "Wren", text=True)
    assert (said.out, said.err) == ("A palace for Wren.\n", "")
