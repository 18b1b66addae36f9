"""Reading by a model: what is kept, what waits, what stays unread, what it cost; undo gives back what was."""

import asyncio

import pytest
from making import runs_of
from speaking import Reply, ScriptedModel, items, memory, system_of, user_of

from app.domain.errors import KnownError
from app.engine.commands import AddMemory, DecideProposals
from app.engine.ingest import ingest
from app.engine.process import process
from app.engine.steps import extraction as step
from app.engine.steps import items as why
from app.engine.steps.asking import Speaker
from app.engine.steps.extraction import ModelExtractor
from app.engine.steps.spending import Cap
from app.models.provider import Usage
from app.models.replies import reading as manner
from app.models.replies.reading import BROKEN_OFF
from app.storage import memories, messages, proposals, sources

CAT = memory("TA 养了一只叫橘皮的猫。", [3], tags=["橘皮", "猫"])
SEA = memory("TA 下个月想去青岛看海，我说一起等那一天。", [5, 6], room="windowsill", importance=7)


async def read(engine, who, embedder, speaker, **more):
    return await process(engine, who, embedder, all_=True, extractor=ModelExtractor(speaker), **more)


async def unread(engine, who):
    return [one for one, done in await engine.ask(messages.buffer, who.id) if not done]


async def made_by_models(engine, who):
    found = await engine.ask(memories.many, await engine.ask(memories.ids_in_order, who.id))
    return [one for one in found if one.origin == "model"]


async def waiting(engine, who, op):
    return [one for one in await engine.ask(proposals.listed, who.id, ["waiting"]) if one.op == op]


async def test_memories_name_the_model_rest_on_messages_and_the_run_knows_how(engine, ada, embedder, speaker):
    speaks = speaker(items(CAT, SEA))
    reading = await read(engine, ada, embedder, speaks)
    assert (reading.read, reading.created, reading.rejected, reading.failures) == (6, 2, 0, [])
    made = {one.content: one for one in await made_by_models(engine, ada)}
    assert set(made) == {CAT["content"], SEA["content"]}
    cat = made[CAT["content"]]
    assert (cat.origin_detail, cat.occurred_day, cat.tags) == ("scripted-1", "2026-02-02", ("橘皮", "猫"))
    (source,) = await engine.ask(sources.of, "memory", cat.id)
    (line,) = await engine.ask(messages.many, [source.target_id])
    assert "橘皮" in line.content
    run = (await engine.ask(runs_of, "process"))[0]
    assert run.facts["model"] == "scripted-1"
    assert run.facts["template"].startswith("extraction.zh@")
    assert run.report["calls"] == 1
    assert (run.report["prompt_tokens"], run.report["reply_tokens"]) == (100, 20)
    assert run.facts["estimated_calls"] == 1


async def test_the_prompt_shows_times_days_and_what_is_known(engine, ada, embedder, speaker):
    speaks = speaker(items())
    await read(engine, ada, embedder, speaks)
    asked = speaks.model.asked[0]
    assert (asked.temperature, asked.max_tokens) == (0.4, 8000)
    assert asked.schema["properties"]["items"]
    assert "[1] 2026-02-02" in user_of(asked)
    assert "我对虾过敏" in user_of(asked)
    assert "P0 (user_room" in user_of(asked)
    assert "从 2026-02-02 到 2026-02-02" in system_of(asked)


async def test_known_memories_are_shown_and_not_extracted_twice(engine, ada, embedder, speaker):
    await engine.execute(AddMemory(ada.id, "TA 养了一只叫橘皮的猫。", "user_room"))
    speaks = speaker(items(CAT))
    reading = await read(engine, ada, embedder, speaks)
    assert "O0 (user_room" in user_of(speaks.model.asked[0])
    assert "橘皮" in user_of(speaks.model.asked[0]).split("<<<messages")[0]
    assert (reading.created, reading.duplicates) in {(0, 1), (1, 0)}


async def test_nothing_worth_keeping_marks_as_read_too(engine, ada, embedder, speaker):
    reading = await read(engine, ada, embedder, speaker(items()))
    assert (reading.read, reading.created, reading.failures) == (6, 0, [])
    assert await unread(engine, ada) == []


async def test_undo_of_the_run_gives_back_what_was(engine, ada, embedder, speaker):
    before = await unread(engine, ada)
    reading = await read(engine, ada, embedder, speaker(items(CAT, {"kind": "?"})))
    undone = await engine.undo()
    assert undone.uid == reading.run
    assert await unread(engine, ada) == before
    assert await made_by_models(engine, ada) == []
    assert await engine.ask(proposals.listed, ada.id, ["waiting"]) == []


async def test_review_makes_proposals(engine, ada, embedder, speaker):
    reading = await read(engine, ada, embedder, speaker(items(CAT, SEA)), review=True)
    assert (reading.created, reading.proposed) == (0, 2)
    adds = await waiting(engine, ada, "add")
    assert {one.patch["content"] for one in adds} == {CAT["content"], SEA["content"]}
    assert all(one.patch["origin"] == "model" and one.evidence for one in adds)
    await engine.execute(DecideProposals([one.id for one in adds], "accept"))
    assert {one.origin_detail for one in await made_by_models(engine, ada)} == {"scripted-1"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (Reply("", "stop"), manner.EMPTY),
        (Reply("抱歉，我无法协助完成这个请求。", "stop"), manner.REFUSED),
        (Reply("今天聊得很开心，没什么可说的了。", "stop"), manner.NO_DATA),
        (Reply(items(CAT), "length"), manner.CUT),
        (Reply(items(CAT), None), manner.CUT),
        (Reply(items(CAT)[:-30], "length"), BROKEN_OFF),
        (Reply("", "stop", reasoning="想了很久"), manner.ONLY_THOUGHT),
        (Reply("*望向窗外*\n“灯还亮着。”\n*把手放在你肩上*", "stop"), manner.STORY),
    ],
)
async def test_a_reply_that_is_no_answer_leaves_the_messages_unread(
    engine, ada, embedder, speaker, line, reason
):
    before = await unread(engine, ada)
    reading = await read(engine, ada, embedder, speaker(line))
    assert await made_by_models(engine, ada) == []
    assert await unread(engine, ada) == before
    assert (reading.read, reading.created, reading.failures) == (0, 0, [reason])
    assert reading.skipped_reason == reason
    turned_down = await waiting(engine, ada, "rejected")
    assert len(turned_down) == bool(line.text)
    run = (await engine.ask(runs_of, "process"))[0]
    assert (run.status, run.error["message"]) == ("failed", reason)
    again = await read(engine, ada, embedder, speaker(items(CAT)))
    assert (again.read, again.created) == (6, 1)


async def test_mended_replies_wait_for_the_author_even_in_auto(engine, ada, embedder, speaker):
    damaged = items(CAT).replace('"messages": [3]', '"messages": [3,]')
    reading = await read(engine, ada, embedder, speaker(damaged))
    assert (reading.read, reading.created, reading.proposed) == (6, 0, 1)
    (one,) = await waiting(engine, ada, "add")
    assert step.NOT_WHOLE in one.reason


async def test_bad_items_are_kept_beside_good_ones(engine, ada, embedder, speaker):
    bad = memory("厨房里的事。", room="kitchen")
    reading = await read(engine, ada, embedder, speaker(items(CAT, bad)))
    assert (reading.created, reading.rejected, reading.read) == (1, 1, 6)
    (one,) = await waiting(engine, ada, "rejected")
    assert (one.patch["content"], one.reason) == ("厨房里的事。", why.NO_ROOM)
    raw = await engine.ask(
        lambda conn: conn.execute("SELECT raw_reply FROM proposal WHERE id = ?", (one.id,)).get
    )
    assert "kitchen" in raw
    accepted = await engine.execute(DecideProposals([one.id], "accept"))
    assert accepted.edit is None


async def test_corrections_and_unpins_wait_and_leave_the_base_of_an_import_alone(
    engine, ada, embedder, speaker
):
    old = await engine.execute(AddMemory(ada.id, "TA 的猫叫橘子。", "user_room"))
    memory_id = old.effect.ids[0]
    base = '{"content": "TA 的猫叫橘子。"}'
    await engine.database.write(
        lambda conn: conn.execute("UPDATE memory SET base = ? WHERE id = ?", (base, memory_id))
    )
    correct = {"kind": "correct", "of": "O0", "content": "TA 的猫叫橘皮。", "why": "记错了", "messages": [3]}
    reading = await read(
        engine, ada, embedder, speaker(items(correct, {"kind": "unpin", "of": "P0", "why": "考完了"}))
    )
    assert (reading.created, reading.proposed) == (0, 2)
    changes = await waiting(engine, ada, "change")
    assert (await engine.ask(memories.get, memory_id)).content == "TA 的猫叫橘子。"
    await engine.execute(DecideProposals([one.id for one in changes], "accept"))
    assert (await engine.ask(memories.get, memory_id)).content == "TA 的猫叫橘皮。"
    held = await engine.ask(
        lambda conn: conn.execute("SELECT base FROM memory WHERE id = ?", (memory_id,)).get
    )
    assert held == base
    pinned = [m for m in await engine.ask(memories.many, [p.targets[0] for p in changes]) if m.pinned_until]
    assert pinned == []


@pytest.fixture
async def long_talk(engine, memorybank):
    said = [(f"第{n}天的事，说来话长。", f"嗯，第{n}件我记着。") for n in range(60)]
    await ingest(engine, memorybank({"小满": {"2026-02-02": said}}), timezone="Asia/Shanghai")
    from app.storage import characters

    return (await engine.ask(characters.find, "小满"))[0]


async def test_a_chunk_whose_answer_was_cut_is_halved_until_it_ends(engine, long_talk, embedder, ledger):
    def by_length(asked):
        if asked[-1].content.count("\n[") > 70:
            return Reply('{"items": [{"kind": "mem', "length")
        return items(memory(f"这一段有 {asked[-1].content.count(chr(10) + '[')} 条。", [1]))

    model = ScriptedModel([by_length])
    reading = await read(engine, long_talk, embedder, Speaker(model, ledger))
    assert len(model.asked) == 3
    assert (reading.read, reading.failures) == (120, [])
    assert await unread(engine, long_talk) == []


async def test_what_cannot_be_halved_any_further_stays_unread_beside_what_was_read(
    engine, long_talk, embedder, ledger
):
    def second_half_refuses(asked):
        if "第0天" in asked[-1].content and "第59天" in asked[-1].content:
            return Reply("[", "length")
        return (
            items(CAT) if "第0天" in asked[-1].content else "I'm sorry, but I can't help with that request."
        )

    reading = await read(engine, long_talk, embedder, Speaker(ScriptedModel([second_half_refuses]), ledger))
    assert (reading.read, reading.created, reading.failures) == (60, 1, [manner.REFUSED])
    assert len(await unread(engine, long_talk)) == 60
    assert (await engine.ask(runs_of, "process"))[0].status == "done"


async def test_an_endpoint_that_fails_ends_the_run_and_keeps_what_was_read(
    engine, long_talk, embedder, ledger
):
    fault = KnownError("endpoint.asleep", "Nothing answers at {host}.", "Start it.", host="127.0.0.1")
    lines = [Reply("[", "length"), items(CAT), fault]
    with pytest.raises(KnownError, match="Nothing answers"):
        await read(engine, long_talk, embedder, Speaker(ScriptedModel(lines), ledger))
    assert len(await unread(engine, long_talk)) == 60
    assert len(await made_by_models(engine, long_talk)) == 1
    run = (await engine.ask(runs_of, "process"))[0]
    assert (run.status, run.error["code"], run.report["read"]) == ("interrupted", "endpoint.asleep", 60)
    assert [one.outcome for one in ledger.calls()] == ["cut", "done", "failed"]
    assert ledger.bills()[0].outcome == "failed"


async def test_the_cap_stops_before_the_call_and_what_was_read_stays(engine, long_talk, embedder, ledger):
    lines = [Reply("[", "length", Usage(3000, 50)), Reply(items(CAT), "stop", Usage(1500, 50)), items()]
    speaks = Speaker(ScriptedModel(lines), ledger, Cap(calls=2))
    with pytest.raises(KnownError) as told:
        await read(engine, long_talk, embedder, speaks)
    assert told.value.code == "model.cap"
    assert len(speaks.model.asked) == 2
    assert len(await unread(engine, long_talk)) == 60
    (bill,) = ledger.bills()
    assert (bill.outcome, bill.calls, bill.prompt, bill.cap_calls) == ("capped", 2, 4500, 2)
    assert bill.estimated_calls == 1
    assert bill.estimated_tokens > 1000


async def test_a_cancel_leaves_a_run_to_be_taken_up_again(engine, ada, embedder, ledger):
    started = asyncio.Event()

    class Endless(ScriptedModel):
        async def chat(self, request):
            started.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(read(engine, ada, embedder, Speaker(Endless([""]), ledger)))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    run = (await engine.ask(runs_of, "process"))[0]
    assert run.status == "interrupted"
    assert len(await unread(engine, ada)) == 6
    assert [one.outcome for one in ledger.calls()] == ["cancelled"]
    again = await read(engine, ada, embedder, Speaker(ScriptedModel([items(CAT)]), ledger))
    assert again.created == 1


async def test_the_estimate_comes_before_and_learns_from_the_ledger(engine, ada, speaker, embedder):
    speaks = speaker(Reply(items(), "stop", Usage(100, 20)))
    before = await step.estimate(engine, ada, speaks, all_=True)
    assert before.calls == 1
    assert before.completion == 1800
    assert (await step.estimate(engine, ada, speaks)).calls == 0
    await read(engine, ada, embedder, speaks)
    await engine.undo()
    after = await step.estimate(engine, ada, speaks, all_=True)
    assert (after.completion, after.prompt) == (20, before.prompt)
    assert len(speaks.model.asked) == 1


async def test_replies_are_data(engine, ada, embedder, speaker):
    """What a reply asks for beyond its items is not done: no other character, no setting, no deletion."""
    kept = await engine.ask(memories.ids_in_order, ada.id)
    evil = [
        {"kind": "delete", "of": "O0"},
        {"kind": "memory", "content": "x", "room": "study", "character": 99, "id": 1, "status": "forgotten"},
        {"kind": "setting", "name": "model", "value": "http://example.org"},
        {"kind": "correct", "of": "O999", "content": "x"},
    ]
    reading = await read(engine, ada, embedder, speaker(items(*evil)))
    assert (reading.created, reading.rejected) == (1, 3)
    (made,) = await made_by_models(engine, ada)
    assert (made.character, made.status) == (ada.id, "active")
    assert set(kept) <= set(await engine.ask(memories.ids_in_order, ada.id))
