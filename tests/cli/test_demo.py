"""`demo`: a palace with two characters to look at."""

from cli.conftest import Belvedere, look, unchanged


def test_two_lives(belvedere: Belvedere, made) -> None:
    path = made("demo")
    with unchanged(path.parent):
        characters = belvedere("info", path)["characters"]
    assert [one["name"] for one in characters] == ["Wren", "栖迟"]
    for one in characters:
        assert all(room["total"] for room in one["rooms"])
        assert one["unprocessed"] > 0
        (vectors,) = one["vectors"]
        assert vectors["have"] == vectors["want"] > 100
    assert belvedere("check", path)["problems"] == []


def test_it_takes_no_file_that_is_there(belvedere: Belvedere, made) -> None:
    path = made("empty")
    before = look(path.parent)
    assert belvedere("demo", path, code=1)["error"]["code"] == "palace.exists"
    assert look(path.parent) == before


def test_the_furnishing_is_one_line_of_history(belvedere: Belvedere, made) -> None:
    path = made("demo")
    assert len(belvedere("history", path)["edits"]) >= 1
