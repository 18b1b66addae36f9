"""The notice after a commit: what it names, who hears it, and that nobody silences the others."""

import pytest

from app.domain.changes import Changes, merge
from app.engine.commands import AddMemory, ChangeMemory, CreateCharacter
from app.engine.events import Events


@pytest.fixture
def heard(engine):
    notices: list[Changes] = []
    engine.events.subscribe(notices.append)
    return notices


async def test_an_edit_names_its_rows_and_itself(engine, heard):
    await engine.execute(CreateCharacter("Wren"))
    made = (await engine.execute(AddMemory(1, "She came home at nine.", "bedroom"))).effect.ids[0]
    assert heard[0].touches("character")
    assert not heard[0].touches("memory")
    assert heard[1].rows["memory"] == {made}
    assert heard[1].edit is not None
    await engine.undo()
    assert heard[2].touches("memory")


async def test_nothing_changed_is_no_notice(engine, heard):
    await engine.execute(CreateCharacter("Wren"))
    made = (await engine.execute(AddMemory(1, "She came home at nine.", "bedroom", 5))).effect.ids[0]
    outcome = await engine.execute(ChangeMemory(made, {"importance": 5}))
    assert outcome.edit is None
    assert outcome.effect.notes
    assert len(heard) == 2


async def test_a_trial_is_no_notice(engine, heard):
    await engine.execute(CreateCharacter("Wren"), dry_run=True)
    assert heard == []


async def test_a_failed_edit_is_no_notice(engine, heard):
    await engine.execute(CreateCharacter("Wren"))
    made = (await engine.execute(AddMemory(1, "She came home at nine.", "bedroom", 5))).effect.ids[0]
    with pytest.raises(Exception, match="cannot be empty"):
        await engine.execute(ChangeMemory(made, {"content": " "}))
    assert len(heard) == 2


def test_one_that_fails_does_not_silence_the_others():
    faults, heard = [], []
    events = Events(faults.append)

    def fail(_changes: Changes) -> None:
        raise RuntimeError("deaf")

    events.subscribe(fail)
    leave = events.subscribe(heard.append)
    notice = Changes({"memory": frozenset({1})})
    events.emit(notice)
    assert heard == [notice]
    assert [type(fault) for fault in faults] == [RuntimeError]
    leave()
    leave()
    events.emit(notice)
    assert heard == [notice]
    events.emit(Changes())
    assert len(faults) == 2


def test_notices_are_put_together():
    both = merge(
        [Changes({"memory": frozenset({1})}), Changes({"memory": frozenset({2}), "link": frozenset({3})})]
    )
    assert both.rows == {"memory": {1, 2}, "link": {3}}
    assert not both.everything
    assert merge([Changes(everything=True), both]).everything
