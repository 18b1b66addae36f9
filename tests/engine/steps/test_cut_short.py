"""A reading that is cancelled, killed or left by its endpoint in any of its stages goes on where it stood, or goes back."""

import asyncio
import shutil
from dataclasses import replace

import pytest
from engine.steps.conftest import PIN
from speaking import ScriptedModel, items, memory

from app.domain.errors import KnownError
from app.domain.profile import SEED
from app.engine import embedding, process, resume
from app.engine.engine import Engine
from app.engine.read_new import Wish, read_new
from app.engine.steps.asking import Speaker
from app.storage import characters, history, memories, messages, rows, vectors

DEAD = KnownError("endpoint.asleep", "Nothing answers at {host}.", "Start it.", host="127.0.0.1")
WISH = Wish(all_=True, links="auto", names="auto")
SMALL = replace(
    SEED,
    buffer=replace(SEED.buffer, chunk=2),
    rooms={**SEED.rooms, "living_room": replace(SEED.room("living_room"), capacity=1)},
)
MODELS = {"extraction": "<<<messages", "deep_links": "<<<new", "box_naming": "<<<boxes"}
PLACES = {
    "vectors": (embedding, "keep"),
    "doubles": (process, "doubles_of"),
    "links": (process, "link"),
    "consolidation": (process, "consolidate"),
    "message vectors": (embedding, "complete"),
}


def says(asked):
    """What the model says: a memory for each pair of messages, one deep link, one name."""
    told = asked[-1].content
    if "<<<boxes" in told:
        return items({"box": "B0", "name": "备考", "tags": ["考试"]})
    if "<<<new" in told:
        return items({"from": "N0", "to": "N1", "kind": "causal", "strength": 0.5, "why": "接着"})
    subject = next(one for one in ("虾", "猫", "海") if one in told.split("<<<messages")[1])
    return items(memory(f"TA 说起了{subject}的事。", [1], room="living_room"))


class Halting(ScriptedModel):
    """Stops at the second reading, or at the first call of another kind, as `halt` does."""

    def __init__(self, stage, halt):
        super().__init__([says])
        self.mark, self.halt, self.seen = MODELS.get(stage), halt, 0

    async def chat(self, request):
        if self.mark and self.mark in request.messages[-1].content:
            self.seen += 1
            if self.seen == (2 if self.mark == "<<<messages" else 1):
                await self.halt()
        return await super().chat(request)


SHRIMP, CAT, SEA = (f"TA 说起了{subject}的事。" for subject in "虾猫海")
WHOLE = {
    "memories": [
        (SEA, "living_room", "active"),
        (CAT, "attic", "evicted"),
        (SHRIMP, "attic", "evicted"),
        (PIN, "user_room", "active"),
    ],
    "links": [
        *((SEA, CAT, kind, "rule") for kind in ("emotional", "temporal")),
        *((SEA, SHRIMP, kind, "rule") for kind in ("emotional", "temporal")),
        (CAT, SHRIMP, "causal", "model"),
        *((CAT, SHRIMP, kind, "rule") for kind in ("emotional", "temporal")),
    ],
    "read": [True] * 6,
    "boxes": ["备考"],
    "proposals": 0,
    "without vectors": [0, 0],
}


async def state(engine):
    """Everything a reading leaves behind, without ids."""
    (who,) = await engine.ask(characters.find, "小满")

    def read(conn):
        told = {
            row[0]: tuple(row[1:]) for row in conn.execute("SELECT id, content, room, status FROM memory")
        }
        linked = conn.execute("SELECT source, target, kind, origin FROM link")
        return {
            "memories": sorted(told.values(), key=str),
            "links": sorted(
                (*sorted((told[a][0], told[b][0])), kind, origin) for a, b, kind, origin in linked
            ),
            "read": [read for _, read in messages.buffer(conn, who.id)],
            "boxes": [row[0] for row in conn.execute("SELECT name FROM box")],
            "proposals": conn.execute("SELECT count(*) FROM proposal").fetchone()[0],
            "without vectors": [
                len(vectors.missing(conn, one.id, kind, who.id))
                for one in vectors.sets(conn)
                for kind in ("memory", "message")
            ],
        }

    return await engine.ask(read)


@pytest.fixture
async def house(engine, ada, embedder):
    """The talk unread, a memory in a box nobody has named, everything with its vector."""

    def write(conn):
        box = rows.insert(conn, "box", {"character": ada.id, "name": "", "recorded_at": 0, "updated_at": 0})
        rows.update(conn, "memory", memories.ids_in_order(conn, ada.id)[0], {"box": box})

    await engine.database.write(write)
    await embedding.complete(engine, embedder, "memory", ada.id)
    engine.profile = SMALL
    return engine


async def cut(engine, ada, embedder, ledger, stage, way, monkeypatch, path):
    """Start a reading and stop it in a stage; give the engine that stands there afterwards."""
    reached, asleep = asyncio.Event(), asyncio.Event()

    async def halt():
        reached.set()
        if way == "dead":
            raise DEAD
        await asleep.wait()

    with monkeypatch.context() as patched:
        if stage in PLACES:
            module, name = PLACES[stage]
            whole = getattr(module, name)

            async def stopped(*given, **named):
                if name != "complete" or "message" in given:
                    await halt()
                return await whole(*given, **named)

            patched.setattr(module, name, stopped)
        speaker = Speaker(Halting(stage, halt), ledger)
        reading = asyncio.create_task(read_new(engine, [ada], embedder, WISH, speaker))
        await asyncio.wait_for(reached.wait(), 20)
        if way == "killed":
            engine = await left_by_a_kill(engine, path)
        if way != "dead":
            reading.cancel()
        with pytest.raises(KnownError if way == "dead" else asyncio.CancelledError):
            await reading
    return engine


async def left_by_a_kill(engine, path):
    """Open what lies on the disk at this moment, as the next start would after a kill."""
    there = engine.database.path
    for end in ("", "-wal"):
        if (part := there.with_name(there.name + end)).exists():
            shutil.copy(part, path.with_name(path.name + end))
    found = await Engine.open(path, now=engine.now)
    found.profile = engine.profile
    return found


@pytest.mark.parametrize("way", ["cancelled", "killed", "dead"])
@pytest.mark.parametrize("stage", [*MODELS, *PLACES])
async def test_it_goes_on_or_goes_back(house, ada, embedder, ledger, stage, way, monkeypatch, tmp_path):
    before = await state(house)
    engine = await cut(house, ada, embedder, ledger, stage, way, monkeypatch, tmp_path / "copy.palace")
    try:
        ((uid, _),) = await engine.ask(history.index, "interrupted")
        speaker = Speaker(ScriptedModel([says]), ledger)
        await (await resume.resume(engine, uid, embedder, speaker)).wait()
        after = await state(engine)
        assert after["memories"] == WHOLE["memories"]
        assert after == WHOLE
        assert await engine.ask(history.index, "interrupted") == []
        assert len(await engine.ask(history.index, "runs")) == 2  # the import and this one
        await engine.undo(uid)
        assert await state(engine) == {**before, "without vectors": after["without vectors"]}
    finally:
        if engine is not house:
            await engine.close()


@pytest.mark.parametrize("stage", ["extraction", "links", "deep_links", "box_naming"])
async def test_what_a_cut_reading_did_is_taken_back_without_going_on(
    house, ada, embedder, ledger, stage, monkeypatch, tmp_path
):
    before = await state(house)
    await cut(house, ada, embedder, ledger, stage, "cancelled", monkeypatch, tmp_path / "copy.palace")
    ((uid, _),) = await house.ask(history.index, "interrupted")
    assert (await state(house))["memories"] != before["memories"]
    await house.undo(uid)
    assert (await state(house))["memories"] == before["memories"]
    assert await house.ask(history.index, "interrupted") == []


async def test_a_whole_reading_is_what_the_others_are_held_against(house, ada, embedder, ledger):
    await read_new(house, [ada], embedder, WISH, Speaker(ScriptedModel([says]), ledger))
    assert await state(house) == WHOLE
