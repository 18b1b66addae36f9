"""A run of a model that was cut short is taken up where it stood, by a model, or it is said that one is needed."""

import asyncio

import pytest
from making import runs_of
from speaking import items, memory

from app.domain.errors import KnownError
from app.engine import resume
from app.engine.commands import AddMemory
from app.engine.read_new import Wish, read_new
from app.engine.steps.box_naming import name_boxes
from app.engine.steps.deep_links import NEW, deep_links
from app.storage import links, memories, messages, rows, runs

CANCEL = asyncio.CancelledError()


async def interrupted(engine, kind):
    return next(one for one in await engine.ask(runs_of, kind) if one.status == "interrupted")


async def taken_up(engine, run, embedder, speaker):
    with pytest.raises(KnownError) as told:
        await resume.resume(engine, run.uid, embedder)
    assert told.value.code == "run.model"
    await (await resume.resume(engine, run.uid, embedder, speaker)).wait()
    assert (await engine.ask(runs.get, run.id)).status == "done"


async def test_reading(engine, ada, embedder, speaker):
    with pytest.raises(asyncio.CancelledError):
        await read_new(engine, [ada], embedder, Wish(all_=True), speaker(CANCEL))
    run = await interrupted(engine, "process")
    speaks = speaker(items(memory("TA 养了一只猫。", [3])))
    parent = await engine.ask(runs.get, run.parent) if run.parent else run
    await taken_up(engine, parent, embedder, speaks)
    assert len(speaks.model.asked) == 1
    assert all(read for _, read in await engine.ask(messages.buffer, ada.id))


async def test_a_reading_in_which_nothing_could_be_read_has_failed_and_says_why(
    engine, ada, embedder, speaker
):
    refusal = "I'm sorry, but I can't help with that."
    (reading,) = await read_new(engine, [ada], embedder, Wish(all_=True), speaker(*[refusal] * 4))
    run = (await engine.ask(runs_of, "process"))[-1]
    assert (run.parent, run.status) == (None, "failed")
    assert run.error["message"] == reading.failures[0]


async def test_a_reading_gone_on_with_has_not_failed_when_only_its_links_cannot_be_had(
    engine, ada, embedder, speaker
):
    wish = Wish(all_=True, links="auto")
    with pytest.raises(asyncio.CancelledError):
        await read_new(engine, [ada], embedder, wish, speaker(items(memory("TA 养了一只猫。", [3])), CANCEL))
    over = (await engine.ask(runs_of, "process"))[-1]
    assert all(read for _, read in await engine.ask(messages.buffer, ada.id))
    refuses = speaker(*["I'm sorry, but I can't help with that."] * 4)
    await (await resume.resume(engine, over.uid, embedder, refuses)).wait()
    assert refuses.model.asked
    assert (await engine.ask(runs.get, over.id)).status == "done"


async def test_links(engine, ada, embedder, speaker):
    fresh = [
        (await engine.execute(AddMemory(ada.id, f"今晚第{n}次点灯。", "study"))).effect.ids[0]
        for n in range(NEW + 2)
    ]
    with pytest.raises(asyncio.CancelledError):
        await deep_links(engine, ada, embedder, speaker(items(), CANCEL), fresh)
    run = await interrupted(engine, "deep_links")
    assert run.step == {"left": fresh[NEW:]}
    told = {"from": "N0", "to": "N1", "kind": "causal", "strength": 0.5, "why": "接着"}
    await taken_up(engine, run, embedder, speaker(items(told)))
    made = [one for one in await engine.ask(links.touching, fresh) if one.origin == "model"]
    assert [(one.source, one.target) for one in made] == [tuple(fresh[NEW:])]


async def test_names(engine, ada, embedder, speaker):
    def write(conn):
        box = rows.insert(conn, "box", {"character": ada.id, "name": "", "recorded_at": 0, "updated_at": 0})
        rows.update(conn, "memory", memories.ids_in_order(conn, ada.id)[0], {"box": box})
        return box

    box = await engine.database.write(write)
    with pytest.raises(asyncio.CancelledError):
        await name_boxes(engine, ada, speaker(CANCEL))
    run = await interrupted(engine, "box_naming")
    await taken_up(engine, run, embedder, speaker(items({"box": "B0", "name": "备考", "tags": ["考试"]})))
    assert (await engine.ask(links.boxes, [box]))[box].name == "备考"
