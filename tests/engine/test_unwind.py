"""Undo with what stands on it; redo by name; runs that were cut short; the lines of the history."""

import pytest

from app.domain.errors import KnownError
from app.engine import resume, unwind
from app.engine.commands import AddMemory, ChangeMemory, CreateCharacter
from app.engine.engine import Engine
from app.storage import characters, history, memories, runs


async def _furnished(engine: Engine) -> tuple[int, list[str]]:
    """A memory whose importance was changed three times; gives its id and the edits' uids."""
    character = (await engine.execute(CreateCharacter("Wren"))).effect.ids[0]
    made = await engine.execute(AddMemory(character, "Mara is allergic to shrimp.", "user_room"))
    memory = made.effect.ids[0]
    uids = [made.edit or ""]
    for value in (6, 7, 8):
        outcome = await engine.execute(ChangeMemory(memory, {"importance": value}, title="Mara"))
        uids.append(outcome.edit or "")
    return memory, uids


async def test_an_edit_is_taken_back_with_what_stands_on_it(engine: Engine) -> None:
    memory, uids = await _furnished(engine)
    with pytest.raises(KnownError, match="Later edits depend"):
        await engine.undo(uids[1])
    steps = await unwind.in_the_way(engine, uids[1])
    assert [step.uid for step in steps] == [uids[3], uids[2]]
    held = await engine.ask(memories.get, memory)
    assert held is not None
    assert held.importance == 8  # only tried
    await unwind.undo_together(engine, uids[1], [step.uid for step in steps])
    back = await engine.ask(memories.get, memory)
    assert back is not None
    assert back.importance == 5


async def test_the_newest_edit_has_nothing_in_its_way(engine: Engine) -> None:
    _, uids = await _furnished(engine)
    assert await unwind.in_the_way(engine, uids[3]) == []


async def test_redo_by_name(engine: Engine) -> None:
    memory, uids = await _furnished(engine)
    await engine.undo(uids[3])
    await engine.redo(uids[3])
    held = await engine.ask(memories.get, memory)
    assert held is not None
    assert held.importance == 8


async def test_lines_tell_counts_and_undoing(engine: Engine) -> None:
    memory, uids = await _furnished(engine)
    await engine.undo(uids[3])
    every = await engine.ask(history.index)
    assert every[0][0] == uids[3]
    assert len(every) == len(uids) + 1  # the character too
    lines = await engine.ask(history.lines, uids)
    assert [line.entry.id for line in lines] == uids
    assert [line.memories for line in lines] == [1, 1, 1, 1]
    assert [line.undone_at is not None for line in lines] == [False, False, False, True]
    assert await engine.ask(history.index, "runs") == []
    assert len(await engine.ask(history.index, "mine")) == len(every)
    assert await engine.ask(history.count_of_row, "memory", memory) == len(uids)
    assert await engine.ask(history.journal_bytes) > 0


async def _interrupted(engine: Engine, kind: str = "process") -> str:
    character = (await engine.execute(CreateCharacter("Wren"))).effect.ids[0]
    run = await engine.database.write(
        runs.start_run, kind, "Read {count} messages", engine.now(), facts={"count": 3}, character=character
    )
    command = AddMemory(character, "She came home at nine.", "living_room")
    await engine.execute(command, actor="rule", run=run.id)
    await engine.database.write(runs.mark_interrupted)
    return run.uid


async def test_an_interrupted_run_is_resumed_and_closed(engine: Engine, embedder) -> None:
    uid = await _interrupted(engine)
    assert [one for one, _ in await engine.ask(history.index, "interrupted")] == [uid]
    task = await resume.resume(engine, uid, embedder)
    await task.wait()
    assert await engine.ask(history.index, "interrupted") == []
    (line,) = await engine.ask(history.lines, [uid])
    assert (line.entry.state, line.edits, line.memories) == ("done", 1, 1)


async def test_an_interrupted_run_may_stand_and_be_undone(engine: Engine, embedder) -> None:
    uid = await _interrupted(engine, "import")
    with pytest.raises(KnownError):
        await resume.resume(engine, uid, embedder)
    await resume.let_stand(engine, uid)
    assert await engine.ask(history.index, "interrupted") == []
    await unwind.undo_together(engine, uid)
    (who,) = await engine.ask(characters.every)
    assert await engine.ask(memories.count, who.id) == 0
