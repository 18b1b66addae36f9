"""The studio between panels and palace: what a caller hears when it is gone by the end of what it asked for."""

import asyncio

import pytest
from ui.living import furnish

from app.engine.commands import AddMemory
from app.engine.engine import Engine
from app.storage import memories


@pytest.mark.parametrize("deed", ["execute", "undo", "redo"])
def test_a_caller_cancelled_after_the_commit_does_not_go_on(loop_run, studio, tmp_path, deed) -> None:
    """Its widget may be deleted: what it would do next would be done to nothing."""
    reached, said = [], []

    async def caller() -> None:
        if deed == "execute":
            await studio.execute(AddMemory(studio.character_id, "New", "study"))
        else:
            await getattr(studio, deed)()
        reached.append(deed)

    async def work() -> None:
        await studio.open(await Engine.open(tmp_path / "wren.palace"))
        studio.status_changed.connect(said.append)
        before = len(await studio.ask(memories.ids_in_order, studio.character_id))
        if deed == "redo":
            await studio.undo()
            said.clear()
        task = asyncio.create_task(caller())
        studio.changed.connect(lambda _changes: task.cancel())
        with pytest.raises(asyncio.CancelledError):
            await task
        after = len(await studio.ask(memories.ids_in_order, studio.character_id))
        assert after - before == {"execute": 1, "undo": -1, "redo": 0}[deed]
        assert said  # what was done is told all the same
        assert reached == []

    asyncio.run(furnish(tmp_path / "wren.palace"))
    loop_run(work())
