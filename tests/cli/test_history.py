"""`history`, `undo`, `redo`: newest first, any actor, all or nothing."""

import asyncio
from datetime import datetime
from pathlib import Path

import pytest
from cli.conftest import Belvedere, unchanged

from app.engine.commands import AddMemory, ChangeMemory, ForgetMemories
from app.engine.engine import Engine

EDIT = {"id", "run", "label", "actor", "at", "rows", "state"}


def edit(path: Path, *commands) -> list[str]:
    """Do edits as the window would; gives their uids."""

    async def work() -> list[str]:
        engine = await Engine.open(path)
        try:
            return [(await engine.execute(command)).edit for command in commands]
        finally:
            await engine.close()

    return asyncio.run(work())


def people(belvedere: Belvedere, path) -> list:
    return belvedere("info", path)["characters"]


def test_the_keys(belvedere: Belvedere, made) -> None:
    path = made("read")
    with unchanged(path.parent):
        edits = belvedere("history", path)["edits"]
    assert [set(one) for one in edits] == [EDIT] * len(edits)
    assert [one["actor"] for one in edits] == ["rule", "import"]
    assert all(one["state"] == "done" and one["rows"] > 0 for one in edits)
    assert all(one["id"] == one["run"] for one in edits)
    moments = [datetime.fromisoformat(one["at"]) for one in edits]
    assert all(moment.utcoffset() is not None for moment in moments)
    assert moments == sorted(moments, reverse=True)


def test_an_empty_history(belvedere: Belvedere, made) -> None:
    path = made("empty")
    assert belvedere("history", path)["edits"] == []
    assert "Nothing" in belvedere("history", path, text=True).out
    with unchanged(path.parent):
        assert belvedere("undo", path, code=1)["error"]["code"] == "undo.nothing"
        assert belvedere("redo", path, code=1)["error"]["code"] == "redo.nothing"


def test_undo_takes_the_newest_of_any_actor_down_to_nothing(belvedere: Belvedere, made) -> None:
    path = made("read")
    states = [people(belvedere, path)]
    labels = []
    for _ in range(2):
        said = belvedere("undo", path).document
        assert set(said) == {"ok", "verb", "palace", "undone", "label", "rows"}
        labels.append(said["label"])
        states.append(people(belvedere, path))
    assert labels == [one["label"] for one in belvedere("history", path)["edits"]]
    assert states[2] == []
    assert [one["state"] for one in belvedere("history", path)["edits"]] == ["undone", "undone"]
    assert belvedere("undo", path, code=1)["error"]["code"] == "undo.nothing"
    for before in (states[1], states[0]):
        assert set(belvedere("redo", path).document) == {"ok", "verb", "palace", "redone", "label", "rows"}
        assert people(belvedere, path) == before
    assert belvedere("redo", path, code=1)["error"]["code"] == "redo.nothing"
    assert belvedere("check", path)["problems"] == []


def test_by_name(belvedere: Belvedere, made) -> None:
    path = made("read")
    first, second = edit(path, ChangeMemory(1, {"importance": 9}), ChangeMemory(2, {"importance": 2}))
    assert belvedere("undo", path, first)["undone"] == first
    states = {one["id"]: one["state"] for one in belvedere("history", path)["edits"]}
    assert (states[first], states[second]) == ("undone", "done")
    with unchanged(path.parent):
        assert belvedere("undo", path, first, code=1)["error"]["code"] == "undo.nothing"


@pytest.mark.parametrize(
    "name", ["e_01AAAAAAAAAAAAAAAAAAAAAAAA", "", "1", "%", "m_01AAAAAAAAAAAAAAAAAAAAAAAA"]
)
def test_an_id_that_is_not_there(belvedere: Belvedere, made, name) -> None:
    path = made("read")
    with unchanged(path.parent):
        assert belvedere("undo", path, name, code=1)["error"]["code"] == "undo.unknown"


def test_a_conflict_is_listed_and_nothing_changed(belvedere: Belvedere, made) -> None:
    path = made("read")
    first, second, third = edit(
        path,
        ChangeMemory(1, {"importance": 9}),
        ChangeMemory(1, {"importance": 3}),
        ForgetMemories([2]),
    )
    with unchanged(path.parent):
        said = belvedere("undo", path, first, code=1)
        assert said["error"]["code"] == "undo.conflict"
        assert [one["id"] for one in said["error"]["conflicts"]] == [second]
        assert second in said.err
        run = belvedere("history", path)["edits"][-2]["id"]
        whole = belvedere("undo", path, run, code=1)["error"]["conflicts"]
    assert {one["id"] for one in whole} == {first, second, third}
    for name in (third, second, first, run):
        belvedere("undo", path, name)
    assert belvedere("check", path)["problems"] == []


def test_a_redo_that_is_in_the_way_of_later_edits(belvedere: Belvedere, made) -> None:
    path = made("read")
    edit(path, ChangeMemory(1, {"importance": 9}))
    belvedere("undo", path)
    (later,) = edit(path, ChangeMemory(1, {"importance": 4}))
    with unchanged(path.parent):
        said = belvedere("redo", path, code=1)
    assert said["error"]["code"] == "undo.conflict"
    assert [one["id"] for one in said["error"]["conflicts"]] == [later]


def test_undoing_an_import_that_was_written_upon(belvedere: Belvedere, made) -> None:
    path = made("chat")
    (mine,) = edit(path, AddMemory(1, "我写的一句。", "bedroom"))
    run = belvedere("history", path)["edits"][-1]["id"]
    with unchanged(path.parent):
        said = belvedere("undo", path, run, code=1)
    assert [one["id"] for one in said["error"]["conflicts"]] == [mine]


def test_in_words(belvedere: Belvedere, made) -> None:
    path = made("read")
    lines = belvedere("history", path, text=True).out.splitlines()
    assert len(lines) == 2
    assert belvedere("undo", path, text=True).out.startswith("Undone: ")
    assert belvedere("redo", path, text=True).out.startswith("Redone: ")
