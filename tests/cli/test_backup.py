"""`backup`: a verified copy that opens; never over a file."""

from cli.conftest import Belvedere, unchanged


def test_the_copy_opens_and_is_the_same(belvedere: Belvedere, made, tmp_path) -> None:
    path, out = made("read"), tmp_path / "copies" / "b.palace"
    with unchanged(path.parent):
        said = belvedere("backup", path, out).document
    assert set(said) == {"ok", "verb", "palace", "out", "size", "verified"}
    assert (said["size"], said["verified"]) == (out.stat().st_size, True)
    assert belvedere("info", out)["characters"] == belvedere("info", path)["characters"]
    assert belvedere("history", out)["edits"] == belvedere("history", path)["edits"]
    assert belvedere("check", out)["problems"] == []
    assert [one.name for one in out.parent.iterdir()] == ["b.palace"]
    belvedere("undo", out)  # and it is a palace to live in


def test_a_file_that_is_there_is_kept(belvedere: Belvedere, made, tmp_path) -> None:
    path, out = made("read"), tmp_path / "diary.txt"
    out.write_text("dear diary")
    with unchanged(tmp_path):
        assert belvedere("backup", path, out, code=1)["error"]["code"] == "backup.exists"
        assert belvedere("backup", path, path, code=1)["error"]["code"] == "backup.exists"


def test_a_place_that_cannot_be_written(belvedere: Belvedere, made, tmp_path) -> None:
    (tmp_path / "file").touch()
    path = made("read")
    with unchanged(tmp_path):
        said = belvedere("backup", path, tmp_path / "file" / "b.palace", code=1)
    assert said["error"]["code"] == "backup.cannot_write"


def test_in_words(belvedere: Belvedere, made, tmp_path) -> None:
    out = belvedere("backup", made("empty"), tmp_path / "b.palace", text=True).out
    assert out.endswith("bytes, verified\n")
