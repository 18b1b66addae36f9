"""From buffer to memories: what is read, what is kept, what is set aside; undo gives back what was."""

import pytest

from app.domain import buffer
from app.domain.drafts import Draft
from app.domain.when import Occurred
from app.engine import resume
from app.engine.ingest import ingest
from app.engine.process import process
from app.storage import characters, history, links, memories, messages, palace, proposals, runs, sources

pytestmark = pytest.mark.usefixtures("files_are_read_here")

TALK = [
    ("我对虾过敏，上次肿了两天。", "我记下了，以后点菜我替你看着。"),
    ("我养了一只猫，叫橘皮。", "橘皮这个名字真好听。"),
    ("下个月我想去青岛看海。", "那我们一起等那一天。"),
    ("昨天跟妹妹吵架了，很难过。", "我在，你慢慢说。"),
    ("我在学吉他，今天学会了第一个和弦。", "你弹给我听好不好？"),
    ("早安。", "早安。"),
]


@pytest.fixture
async def ada(engine, memorybank):
    await ingest(engine, memorybank({"小满": {"2026-02-02": TALK}}), timezone="Asia/Shanghai")
    return (await engine.ask(characters.find, "小满"))[0]


async def test_the_hot_zone_is_left_alone_and_says_so(engine, ada, embedder):
    reading = await process(engine, ada, embedder)
    assert (reading.run, reading.skipped_reason) == (None, buffer.HOT_ZONE)


async def test_all_reads_to_the_last_message(engine, ada, embedder):
    reading = await process(engine, ada, embedder, all_=True)
    assert reading.read == 12
    assert reading.created >= 1
    made = await engine.ask(memories.many, await engine.ask(memories.ids_in_order, ada.id))
    assert len(made) == reading.created
    assert all(m.sources and m.origin == "rule" and m.origin_detail for m in made)
    again = await process(engine, ada, embedder, all_=True)
    assert again.skipped_reason == buffer.NOTHING_NEW


async def test_memories_quote_their_sources(engine, ada, embedder):
    await process(engine, ada, embedder, all_=True)
    made = await engine.ask(memories.ids_in_order, ada.id)
    assert made
    for memory in made:
        found = await engine.ask(sources.of, "memory", memory)
        said = {m.id: m.content for m in await engine.ask(messages.many, [s.target_id for s in found])}
        quoting = [one for one in found if one.quote is not None]
        assert quoting
        for one in quoting:
            assert one.quote == said[one.target_id][one.span_from : one.span_to]


async def test_undo_of_a_run_gives_back_what_was(engine, ada, embedder):
    before = await engine.ask(palace.facts, ada, engine.now())
    reading = await process(engine, ada, embedder, all_=True)
    undone = await engine.undo()
    assert undone.uid == reading.run
    after = await engine.ask(palace.facts, ada, engine.now())
    assert (after.memories, after.links, after.rooms) == (before.memories, before.links, before.rooms)
    assert not any(read for _, read in await engine.ask(messages.buffer, ada.id))
    await engine.redo()
    assert (await engine.ask(palace.facts, ada, engine.now())).memories == reading.created


async def test_review_makes_proposals_instead(engine, ada, embedder):
    reading = await process(engine, ada, embedder, all_=True, review=True)
    assert reading.created == 0
    assert await engine.ask(memories.ids_in_order, ada.id) == []
    waiting = await engine.ask(proposals.listed, ada.id, ["waiting"])
    assert len(waiting) == reading.proposed > 0
    assert all(p.op == "add" and p.evidence for p in waiting)


async def test_a_double_is_set_aside_as_a_proposal(engine, ada, embedder, memorybank):
    first = await process(engine, ada, embedder, all_=True)
    twice = memorybank({"小满": {"2026-02-02": TALK, "2026-02-03": TALK[:1]}}, "more.json")
    await ingest(engine, twice, timezone="Asia/Shanghai")
    second = await process(engine, ada, embedder, all_=True)
    total = await engine.ask(memories.count, ada.id)
    assert second.created + second.duplicates >= 1
    assert total == first.created + second.created
    doubles = [p for p in await engine.ask(proposals.listed, ada.id, ["waiting"]) if p.op == "duplicate"]
    assert len(doubles) == second.duplicates


async def test_links_join_a_run(engine, ada, embedder):
    reading = await process(engine, ada, embedder, all_=True)
    assert reading.links == await engine.ask(links.count, ada.id) > 0


@pytest.fixture
def twice(monkeypatch):
    """An extractor that says the same of the first message and of the last."""

    def extract(read, *_):
        said = "Mara is allergic to shrimp."
        one, other = (
            Draft(said, "user_room", 6, None, (), Occurred(), message_ids=(m.id,))
            for m in (read[0], read[-1])
        )
        return [one, other]

    monkeypatch.setattr("app.engine.extractors.extract", extract)


async def test_what_is_said_twice_in_one_run_is_proposed_and_never_lost(engine, ada, embedder, twice):
    reading = await process(engine, ada, embedder, all_=True)
    (memory,) = await engine.ask(memories.ids_in_order, ada.id)
    (double,) = await engine.ask(proposals.listed, ada.id, ["waiting"])
    assert (reading.created, reading.duplicates) == (1, 1)
    assert (double.op, double.targets) == ("duplicate", (memory,))


async def test_in_review_both_are_for_the_author_to_see(engine, ada, embedder, twice):
    await process(engine, ada, embedder, all_=True, review=True)
    waiting = await engine.ask(proposals.listed, ada.id, ["waiting"])
    assert [one.op for one in waiting] == ["add", "add"]


async def test_a_run_that_was_cut_short_is_taken_up_as_it_was_asked_for(engine, ada, embedder):
    def cut(conn):
        asked = {"all": True, "review": True}
        run = runs.start_run(conn, "process", "Read", 1, facts=asked)
        runs.finish_run(conn, run.id, 2, "interrupted")
        return run.uid

    uid = await engine.database.write(cut)
    await (await resume.resume(engine, uid, embedder)).wait()
    assert await engine.ask(memories.ids_in_order, ada.id) == []
    assert await engine.ask(proposals.waiting, ada.id) > 0
    assert await engine.ask(history.index, "interrupted") == []
