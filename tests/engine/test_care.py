"""Soundness and backups through the engine; what an open palace sees to by itself."""

import asyncio

import pytest
from making import HashEmbedder

from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.engine import care, embedding, upkeep
from app.engine.commands import AddMemory, ChangeMemory, CreateCharacter
from app.engine.engine import Engine
from app.storage import characters, memories, vectors


@pytest.fixture
async def memory(engine):
    await engine.execute(CreateCharacter("Wren", timezone="UTC"))
    return (await engine.execute(AddMemory(1, "She came home at nine.", "bedroom", 5))).effect.ids[0]


@pytest.fixture(autouse=True)
def _own_backups(monkeypatch, tmp_path):
    monkeypatch.setattr(care, "backup_folder", lambda: tmp_path / "backups")


async def test_repair_mends_tells_and_can_be_undone(engine, memory):
    await engine.database.write(
        lambda conn: conn.execute("UPDATE memory SET importance = 99 WHERE id = ?", (memory,)) and None
    )
    heard: list[Changes] = []
    engine.events.subscribe(heard.append)
    assert [(one.kind, one.count) for one in await care.check(engine)] == [("out_of_range", 1)]
    assert [one.kind for one in await care.repair(engine)] == ["out_of_range"]
    assert await care.check(engine) == []
    assert heard
    assert heard[-1].everything
    assert (await engine.ask(memories.get, memory)).importance == 10
    await engine.undo()
    assert (await engine.ask(memories.get, memory)).importance == 99


async def test_one_backup_a_day_and_only_of_what_changed(engine, memory):
    first = await care.roll_backups(engine)
    assert first is not None
    assert await care.roll_backups(engine) is None
    assert [one.path for one in await care.backups(engine)] == [first.path]
    seen = await care.preview(first.path)
    assert seen.counts["memory"] == 1
    assert seen.characters == (("Wren", 1),)


async def test_a_backup_is_put_back_and_what_it_replaced_is_kept(tmp_path):
    path = tmp_path / "house" / "wren.palace"
    path.parent.mkdir()
    engine = await Engine.create(path)
    await engine.execute(CreateCharacter("Wren", timezone="UTC"))
    assert await care.back_up(engine, tmp_path / "b.palace") > 0
    await engine.execute(AddMemory(1, "Written after the copy.", "bedroom", 5))
    with pytest.raises(KnownError):  # it is open
        await care.restore(tmp_path / "b.palace", path, engine.now())
    await engine.close()
    kept = await care.restore(tmp_path / "b.palace", path, engine.now())
    for file, number in ((path, 0), (kept, 1)):
        again = await Engine.open(file)
        assert await again.ask(memories.count, 1) == number
        assert await care.check(again) == []
        await again.close()


async def settled(engine):
    while engine.tasks.running:
        await asyncio.wait([task._handle for task in engine.tasks.running])
        await asyncio.sleep(0)


async def lacking(engine, embedder):
    set_id = await embedding.set_of(engine, embedder)
    return len(await engine.ask(vectors.missing, set_id, "memory", 1))


async def test_vectors_follow_what_the_author_writes(engine, memory, embedder):
    upkeep.start(engine, embedder)
    await settled(engine)
    assert await lacking(engine, embedder) == 0
    assert len(await care.backups(engine)) == 1
    for text in (
        "She came home at ten.",
        "She came home at eleven.",
    ):  # the second while the first is embedded
        await engine.execute(ChangeMemory(memory, {"content": text}))
    await settled(engine)
    assert await lacking(engine, embedder) == 0


async def test_an_edit_asks_after_the_vectors_of_those_it_touched_alone(
    engine, memory, embedder, monkeypatch
):
    await engine.execute(CreateCharacter("Bo"))
    upkeep.start(engine, embedder)
    await settled(engine)
    asked = []

    async def complete(_engine, _embedder, _kind, character, _task):
        asked.append(character)

    monkeypatch.setattr(embedding, "complete", complete)
    await engine.execute(ChangeMemory(memory, {"content": "She came home late."}))
    await settled(engine)
    assert asked == [1]
    await engine.execute(CreateCharacter("Cass"))
    await settled(engine)
    assert asked == [1]


async def test_two_that_complete_at_once_embed_once(engine, memory):
    class Counting(HashEmbedder):
        asked = 0

        def embed(self, texts):
            Counting.asked += len(texts)
            return super().embed(texts)

    made = await asyncio.gather(*(embedding.complete(engine, Counting(), "memory", 1) for _ in range(3)))
    assert sorted(made) == [0, 0, 1]
    assert Counting.asked == 1


async def test_nothing_is_seen_to_in_a_palace_that_can_only_be_read(tmp_path, embedder):
    path = tmp_path / "wren.palace"
    engine = await Engine.create(path)
    await engine.close()
    reader = await Engine.open(path, read_only=True)
    upkeep.start(reader, embedder)
    assert reader.tasks.running == ()
    assert await reader.ask(characters.every) == []
    await reader.close()
