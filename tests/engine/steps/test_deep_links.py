"""Deep links: only between memories that were shown, of the three kinds, within bounds, and never twice."""

import asyncio

import pytest
from making import runs_of
from speaking import Reply, ScriptedModel, items, user_of

from app.domain.errors import KnownError
from app.engine import embedding
from app.engine.commands import AddMemory, DecideProposals, LinkMemories
from app.engine.steps import deep_links as step
from app.engine.steps.asking import Speaker
from app.engine.steps.deep_links import deep_links
from app.engine.steps.spending import Cap
from app.models.replies import reading as manner
from app.storage import links, memories, proposals

OLD = ["TA 的外婆教 TA 修收音机。", "海上起了大雾，灯塔整夜亮着。", "TA 说最怕打雷。"]
NEW = ["TA 修好了外婆的收音机。", "雷雨夜里我替 TA 留了灯。"]


async def add(engine, who, *texts):
    return [(await engine.execute(AddMemory(who.id, text, "study"))).effect.ids[0] for text in texts]


@pytest.fixture
async def old(engine, ada, embedder):
    made = await add(engine, ada, *OLD)
    await embedding.complete(engine, embedder, "memory", ada.id)
    return made


@pytest.fixture
async def new(engine, ada, embedder, old):
    made = await add(engine, ada, *NEW)
    await embedding.complete(engine, embedder, "memory", ada.id)
    return made


def link(source="N0", target="O1", kind="causal", strength=0.6, why="因为"):
    return {"from": source, "to": target, "kind": kind, "strength": strength, "why": why}


def place(asked, text, letter):
    """Which handle a memory has in what was shown."""
    for line in user_of(asked).splitlines():
        if text in line and line.startswith(letter):
            return line.split(" ", 1)[0]
    raise AssertionError(f"{text} was not shown")


async def made_links(engine, who):
    every = await engine.ask(memories.ids_in_order, who.id)
    return [one for one in await engine.ask(links.touching, every) if one.origin == "model"]


async def test_links_are_made_with_reason_model_and_run(engine, ada, embedder, old, new, speaker):
    speaks = speaker(items())
    await deep_links(engine, ada, embedder, speaks, new)
    handle = place(speaks.model.asked[0], OLD[0], "O")
    assert speaks.model.asked[0].temperature == 0.2
    speaks = speaker(items(link("N0", handle), link("N0", "N1", "metaphor", 0.4, "都是光")))
    done = await deep_links(engine, ada, embedder, speaks, new)
    assert (done.looked_at, done.links, done.rejected, done.failures) == (2, 2, 0, [])
    found = {
        (one.source, one.target, one.kind, one.strength, one.reason) for one in await made_links(engine, ada)
    }
    assert found == {(new[0], old[0], "causal", 0.6, "因为"), (new[0], new[1], "metaphor", 0.4, "都是光")}
    run = (await engine.ask(runs_of, "deep_links"))[0]
    assert (run.status, run.facts["model"], run.report["links"]) == ("done", "scripted-1", 2)
    assert run.facts["template"].startswith("deep_links.zh@")
    await engine.undo()
    assert await made_links(engine, ada) == []


@pytest.mark.parametrize(
    ("given", "kept"), [(0.05, 0.3), (1.0, 0.8), ("0.5", 0.5), (None, 0.5), ("strong", 0.5)]
)
async def test_strength_keeps_its_bounds(engine, ada, embedder, new, speaker, given, kept):
    await deep_links(engine, ada, embedder, speaker(items(link("N0", "N1", strength=given))), new)
    assert [one.strength for one in await made_links(engine, ada)] == [kept]


async def test_what_is_no_link_is_turned_down(engine, ada, embedder, new, speaker):
    bad = [
        link("N9"),
        link("N0", "O99"),
        link("N0", "N0"),
        link("N0", "N1", "temporal"),
        link("N0", "N1", "family"),
        {"from": "N0"},
    ]
    done = await deep_links(engine, ada, embedder, speaker(items(*bad)), new)
    assert (done.links, done.rejected) == (0, 6)
    waiting = await engine.ask(proposals.listed, ada.id, ["waiting"])
    assert [one.reason for one in waiting] == [step.NO_PAIR] * 3 + [step.NO_KIND] * 2 + [step.NO_PAIR]


async def test_two_old_memories_are_not_linked(engine, ada, embedder, new, speaker):
    done = await deep_links(engine, ada, embedder, speaker(items(link("O0", "O1"))), new)
    assert (done.links, done.proposed) == (0, 0)


async def test_never_twice(engine, ada, embedder, new, speaker):
    await engine.execute(LinkMemories(new[1], new[0], "person"))
    told = items(
        link("N0", "N1", "person"),
        link("N0", "N1", "causal"),
        link("N1", "N0", "causal"),
        link("N0", "N1", "causal"),
    )
    first = await deep_links(engine, ada, embedder, speaker(told), new)
    again = await deep_links(engine, ada, embedder, speaker(told), new)
    assert (first.links, again.links) == (1, 0)


async def test_review_proposes_and_what_was_refused_is_not_asked_again(engine, ada, embedder, new, speaker):
    told = items(link("N0", "N1", "causal"), link("N0", "N1", "person"))
    done = await deep_links(engine, ada, embedder, speaker(told), new, review=True)
    assert (done.links, done.proposed) == (0, 2)
    causal, person = await engine.ask(proposals.listed, ada.id, ["waiting"])
    assert (causal.op, causal.targets, causal.reason) == ("link", (new[0], new[1]), "因为")
    assert "收音机" in causal.patch["content"]
    await engine.execute(DecideProposals([causal.id], "accept"))
    await engine.execute(DecideProposals([person.id], "refuse"))
    assert [one.kind for one in await made_links(engine, ada)] == ["causal"]
    again = await deep_links(engine, ada, embedder, speaker(told), new, review=True)
    assert again.proposed == 0


async def test_mended_and_cut_replies_only_propose(engine, ada, embedder, new, speaker):
    whole = items(link("N0", "N1"), link("N1", "N0", "person"))
    done = await deep_links(engine, ada, embedder, speaker(Reply(whole[:-40], "length")), new)
    assert (done.links, done.proposed) == (0, 1)


async def test_a_refusal_is_kept_as_turned_down_and_told(engine, ada, embedder, new, speaker):
    done = await deep_links(engine, ada, embedder, speaker("抱歉，我无法协助完成这个请求。"), new)
    assert (done.links, done.rejected, done.failures) == (0, 1, [manner.REFUSED])


async def test_the_nearest_old_memories_are_shown_and_many_go_in_batches(engine, ada, embedder, speaker):
    await add(engine, ada, *[f"第{n}封信写的是天气与潮水。" for n in range(40)], "TA 的外婆爱听评弹。")
    fresh = await add(engine, ada, *[f"外婆今天听了第{n}回评弹。" for n in range(14)])
    await embedding.complete(engine, embedder, "memory", ada.id)
    speaks = speaker(items())
    expected = await step.estimate(engine, ada, speaks, len(fresh))
    await deep_links(engine, ada, embedder, speaks, fresh)
    assert expected.calls == len(speaks.model.asked) == 2
    first = user_of(speaks.model.asked[0])
    assert first.count("\nN") == step.NEW
    assert first.count("\nO") <= step.OLD
    assert "TA 的外婆爱听评弹。" in first.split("<<<old")[1]
    assert not any(f"第{n}回评弹" in first.split("<<<old")[1] for n in range(14))


async def test_nothing_new_is_no_run(engine, ada, embedder, speaker):
    done = await deep_links(engine, ada, embedder, speaker(items()), [])
    assert (done.run, done.skipped_reason) == (None, step.NOTHING_NEW)


async def test_another_character_cannot_be_reached(engine, ada, embedder, new, speaker):
    from app.engine.commands import CreateCharacter
    from app.storage import characters

    await engine.execute(CreateCharacter("Wren"))
    wren = (await engine.ask(characters.find, "Wren"))[0]
    done = await deep_links(engine, wren, embedder, speaker(items(link("N0", "N1"))), new)
    assert done.run is None


async def test_cap_and_cancel_keep_what_was_done(engine, ada, embedder, speaker, ledger):
    fresh = await add(engine, ada, *[f"今晚第{n}次点灯。" for n in range(14)])
    speaks = speaker(items(link("N0", "N1")), cap=Cap(calls=1))
    with pytest.raises(KnownError) as told:
        await deep_links(engine, ada, embedder, speaks, fresh)
    assert told.value.code == "model.cap"
    assert len(await made_links(engine, ada)) == 1
    assert (await engine.ask(runs_of, "deep_links"))[0].status == "interrupted"

    asked = asyncio.Event()

    class Endless(ScriptedModel):
        async def chat(self, request):
            asked.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(deep_links(engine, ada, embedder, Speaker(Endless([""]), ledger), fresh))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await engine.ask(runs_of, "deep_links"))[0].status == "interrupted"
    assert [one.outcome for one in ledger.bills()] == ["capped", "cancelled"]
