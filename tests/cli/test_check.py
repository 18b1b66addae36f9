"""`check`: what is wrong, by kind and uid; --repair mends it and says what is left."""

import apsw
import pytest
from cli.conftest import Belvedere, unchanged


def break_it(path, *statements: str) -> None:
    conn = apsw.Connection(str(path))
    for statement in statements:
        conn.execute(statement)
    conn.close()


@pytest.mark.parametrize("name", ["empty", "chat", "read", "demo"])
def test_what_we_make_is_sound(belvedere: Belvedere, made, name) -> None:
    path = made(name)
    with unchanged(path.parent):
        said = belvedere("check", path).document
    assert said == {"ok": True, "verb": "check", "palace": str(path), "problems": [], "repaired": []}


def test_problems_are_told_and_nothing_is_changed(belvedere: Belvedere, made, capsys) -> None:
    from app.cli import main

    path = made("demo")
    break_it(
        path, "UPDATE memory SET importance = 99 WHERE id = 1", "UPDATE memory SET room = 'moon' WHERE id = 2"
    )
    with unchanged(path.parent):
        assert main.run(["check", str(path), "--json"]) == 1
    out = capsys.readouterr().out
    assert '"out_of_range"' in out
    assert '"unknown_value"' in out
    assert '"ok": false' in out
    with unchanged(path.parent):
        assert main.run(["check", str(path)]) == 1
    assert "out_of_range: 1" in capsys.readouterr().out


def test_repair_mends_and_can_be_undone(belvedere: Belvedere, made) -> None:
    path = made("demo")
    break_it(
        path,
        "UPDATE memory SET importance = 99 WHERE id = 1",
        "DELETE FROM memory_fts WHERE rowid = 3",
        "UPDATE link SET strength = 7 WHERE id = 1",
    )
    said = belvedere("check", path, "--repair").document
    assert said["problems"] == []
    assert {one["kind"] for one in said["repaired"]} == {"out_of_range", "text_index"}
    assert all(set(one) == {"kind", "count", "uids"} for one in said["repaired"])
    assert belvedere("check", path)["problems"] == []
    assert "repair" in belvedere("history", path)["edits"][0]["label"].lower()
    belvedere("undo", path)
    conn = apsw.Connection(str(path))
    assert conn.execute("SELECT importance FROM memory WHERE id = 1").get == 99
    conn.close()


def test_repair_of_a_sound_palace_makes_no_edit(belvedere: Belvedere, made) -> None:
    path = made("read")
    before = belvedere("history", path)["edits"]
    assert belvedere("check", path, "--repair")["repaired"] == []
    assert belvedere("history", path)["edits"] == before
