"""What is left to tend: each kind found where it is, nowhere else, and waved off for good."""

import numpy as np
import pytest
from making import HashEmbedder

from app.domain.when import day_of, month_at
from app.engine import embedding
from app.engine.commands import (
    AddMemory,
    ChangeMemory,
    CreateCharacter,
    Dismiss,
    ForgetMemories,
    WriteFragment,
)
from app.engine.findings import findings, near_doubles
from app.engine.ingest import ingest
from app.engine.process import process
from app.storage import characters, memories

ZONE = "Asia/Shanghai"
TALK = [("我对虾过敏，上次肿了两天。", "我记下了，以后点菜我替你看着。")]


@pytest.fixture
async def ada(engine):
    await engine.execute(CreateCharacter("Ada", "Bo", ZONE))
    return (await engine.ask(characters.find, "Ada"))[0]


async def add(engine, who, content, day="2026-02-01", room="bedroom"):
    when = {"occurred": day_of(day, ZONE, day)} if day else {}
    return (await engine.execute(AddMemory(who.id, content, room, 5, **when))).effect.ids[0]


async def found(engine, who, embedder=None):
    report = await findings(engine, who, embedder)
    assert report.total == sum(one.count for one in report.findings)
    assert len(report.findings) + len(report.clean) == 7
    return {one.kind: one for one in report.findings}


async def test_an_empty_character_is_clean(engine, ada, embedder):
    assert await found(engine, ada, embedder) == {}


async def test_undated_and_what_the_source_tells(engine, memorybank, embedder):
    await ingest(engine, memorybank({"小满": {"2026-02-02": TALK}}), timezone=ZONE)
    who = (await engine.ask(characters.every))[0]
    await process(engine, who, embedder, all_=True)
    made = await engine.ask(memories.ids_in_order, who.id)
    from app.domain.when import Occurred

    await engine.execute(ChangeMemory(made[0], {"occurred": Occurred()}))
    lone = await add(engine, who, "没有日子的一句。", day=None)
    one = (await found(engine, who))["undated"]
    assert one.memories == (made[0], lone)  # first the one that its source can date
    assert one.facts == {"datable": 1}
    await engine.execute(Dismiss("undated", "memory", [(lone, None)]))
    assert (await found(engine, who))["undated"].memories == (made[0],)
    await engine.undo()
    assert (await found(engine, who))["undated"].count == 2


async def test_misdated_is_more_than_a_day_from_every_source(engine, memorybank, embedder):
    await ingest(engine, memorybank({"小满": {"2026-02-02": TALK}}), timezone=ZONE)
    who = (await engine.ask(characters.every))[0]
    await process(engine, who, embedder, all_=True)
    memory = (await engine.ask(memories.ids_in_order, who.id))[0]
    for day, wrong in (("2026-02-03", False), ("2026-02-01", False), ("2026-02-04", True)):
        await engine.execute(ChangeMemory(memory, {"occurred": day_of(day, ZONE, day)}))
        assert ("misdated" in await found(engine, who)) is wrong


async def test_dates_in_the_future(engine, ada):
    await add(engine, ada, "Yesterday we walked.", "2026-03-02")
    ahead = await add(engine, ada, "We walked far.", "2027-01-01")
    one = (await found(engine, ada))["future"]
    assert one.memories == (ahead,)


async def test_another_companion_named(engine, ada):
    await engine.execute(CreateCharacter("Wren", "Bo", ZONE))
    await add(engine, ada, "Bo came home at nine.")
    named = await add(engine, ada, "Wren said good night to Bo.")
    one = (await found(engine, ada))["other_name"]
    assert one.memories == (named,)
    assert one.facts["names"] == ["Wren"]
    await engine.execute(ForgetMemories([named]))
    assert "other_name" not in await found(engine, ada)


async def test_months_with_entries_and_no_summary(engine, ada):
    await engine.execute(WriteFragment(ada.id, "2026-01-05", None, None, "She slept well."))
    running = month_at(await engine.clock(ada), ZONE)
    await engine.execute(WriteFragment(ada.id, f"{running}-01", None, None, "The running month is not done."))
    one = await found(engine, ada)
    assert one["month"].months == ("2026-01",)


async def test_months_with_messages_and_no_summary(engine, memorybank):
    await ingest(engine, memorybank({"小满": {"2026-02-02": TALK, "2026-01-05": TALK}}), timezone=ZONE)
    who = (await engine.ask(characters.every))[0]
    assert (await found(engine, who))["month"].months == ("2026-01",)  # February is still running


async def test_doubles_need_vectors_and_heed_the_guard(engine, ada, embedder):
    first = await add(engine, ada, "Mara is allergic to shrimp and to crab.")
    second = await add(engine, ada, "Mara is allergic to shrimp and to crab!")
    await add(engine, ada, "Mara is not allergic to shrimp and to crab.")
    await add(engine, ada, "The green lamp stands by the window.")
    assert await near_doubles(engine, ada, embedder) == ()
    await embedding.complete(engine, embedder, "memory", ada.id)
    (pair,) = await near_doubles(engine, ada, embedder)
    assert (pair.first, pair.second) == (first, second)
    assert 0.9 < pair.likeness <= 1
    one = (await found(engine, ada, embedder))["doubles"]
    assert one.memories == (first, second)
    await engine.execute(Dismiss("doubles", "memory", [(first, second)]))
    assert "doubles" not in await found(engine, ada, embedder)


async def test_no_pair_is_lost_below_the_raw_limit(engine, ada):
    """The raw cosine from which pairs are looked at lies below every language's calibrated limit."""

    class Stretched(HashEmbedder):
        def calibrate(self, cosines, language):
            knots = [0, 0.2, 0.5, 1] if language == "zh" else [0, 0.2, 0.8, 1]
            return np.asarray(np.interp(cosines, knots, [0, 0.1, 0.95, 1]), np.float32)

    stretched = Stretched()
    first = await add(engine, ada, "今天在院子里种下了一棵小小的梅树")
    second = await add(engine, ada, "今天院子里种下一棵很小的梅树")
    await embedding.complete(engine, stretched, "memory", ada.id)
    (pair,) = await near_doubles(engine, ada, stretched)
    assert (pair.first, pair.second) == (first, second)
