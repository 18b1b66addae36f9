"""Recall end to end: with and without vectors, as of a moment, repeatable, changing nothing."""

import hashlib

import pytest

from app.domain.profile import SEED, SULLYOS
from app.domain.when import day_of
from app.engine import embedding
from app.engine.clock import WEEK_MS, character_now
from app.engine.commands import AddMemory, CreateCharacter, ForgetMemories, PinMemories
from app.engine.prompt import prompt
from app.engine.recall import Question, recall
from app.storage import characters

TEXTS = {
    "2026-01-05": ("TA对虾过敏，上次肿了两天。", "user_room"),
    "2026-01-20": ("我们说好五月去看海。", "windowsill"),
    "2026-02-11": ("那天下雪，TA在车站等了我很久。", "bedroom"),
    "2026-02-27": ("TA今天学会了第一个和弦。", "study"),
}


@pytest.fixture
async def wren(engine):
    await engine.execute(CreateCharacter("栖", "满", "Asia/Shanghai"))
    one = (await engine.ask(characters.every))[0]
    for day, (text, room) in TEXTS.items():
        await engine.execute(AddMemory(one.id, text, room, 6, occurred=day_of(day, "Asia/Shanghai")))
    return one


def contents(found):
    return [item.candidate.content for item in found.items]


async def test_without_vectors_it_works_by_words_and_says_so(engine, wren, embedder):
    found = await recall(engine, wren, Question("虾过敏"), embedder)
    assert not found.vectors_used
    assert contents(found)[0].startswith("TA对虾过敏")


async def test_with_vectors(engine, wren, embedder):
    assert await embedding.complete(engine, embedder, "memory", wren.id) == 4
    found = await recall(engine, wren, Question("去看海"), embedder)
    assert found.vectors_used
    assert contents(found)[0].startswith("我们说好")
    assert 0 < found.items[0].factors["cosine"] <= 1


async def test_as_of_hides_what_came_later(engine, wren, embedder):
    await embedding.complete(engine, embedder, "memory", wren.id)
    then = 1_769_000_000_000  # 21 January 2026
    found = await recall(engine, wren, Question("雪 和弦 虾 海", as_of=then), embedder)
    assert {c[:4] for c in contents(found)} == {"TA对虾", "我们说好"}


async def test_date_words_bring_their_day(engine, wren, embedder):
    found = await recall(engine, wren, Question("2月11日那天怎么了", as_of=1_772_400_000_000), embedder)
    assert any(c.startswith("那天下雪") for c in contents(found))


async def test_forgotten_is_not_recalled_and_pins_are(engine, wren, embedder):
    found = await recall(engine, wren, Question("虾过敏"), embedder)
    await engine.execute(ForgetMemories([found.items[0].candidate.id]))
    assert not any("虾" in c for c in contents(await recall(engine, wren, Question("虾过敏"), embedder)))
    held = (await recall(engine, wren, Question("和弦"), embedder)).items[0].candidate.id
    await engine.execute(PinMemories([held]))
    assert [p.id for p in (await recall(engine, wren, Question("没有的东西"), embedder)).pins] == [held]


async def test_recall_repeats_and_writes_nothing(engine, wren, embedder):
    await embedding.complete(engine, embedder, "memory", wren.id)

    def digest(conn):
        rows = conn.execute("SELECT memory, access_count FROM memory_use").fetchall()
        return hashlib.sha256(repr(rows).encode()).hexdigest()

    before = await engine.ask(digest)
    first = await recall(engine, wren, Question("海", seed=7), embedder)
    second = await recall(engine, wren, Question("海", seed=7), embedder)
    assert [(i.candidate.uid, i.score) for i in first.items] == [
        (i.candidate.uid, i.score) for i in second.items
    ]
    assert await engine.ask(digest) == before


async def test_prompt_has_a_line_for_each_memory(engine, wren, embedder):
    made, found = await prompt(engine, wren, Question("海和虾"), embedder)
    told = {line.uid for block in made.blocks for line in block.lines if line.uid}
    assert {item.candidate.uid for item in found.items} <= told
    assert made.text.startswith("### 记忆宫殿")
    assert made.tokens > 0


@pytest.mark.parametrize(
    ("setting", "last", "profile", "now"),
    [
        ("auto", None, SEED, 10 * WEEK_MS),
        ("auto", 10 * WEEK_MS - 1000, SEED, 10 * WEEK_MS),
        ("auto", 2 * WEEK_MS, SEED, 2 * WEEK_MS),
        ("auto", 2 * WEEK_MS, SULLYOS, 10 * WEEK_MS),
        ("real", 2 * WEEK_MS, SEED, 10 * WEEK_MS),
        ("1970-01-02T00:00:00+00:00", 2 * WEEK_MS, SEED, 86_400_000),
    ],
)
def test_the_clock(setting, last, profile, now):
    assert character_now(setting, last, profile, 10 * WEEK_MS) == now
