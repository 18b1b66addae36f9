"""Role settings and core context of a real palace: whose lines they are, and what an earlier day hides."""

from datetime import UTC, datetime

import pytest

from app.domain.errors import KnownError
from app.engine.commands import (
    ActivateMonths,
    AddMemory,
    CreateCharacter,
    PinMemories,
    SetBudget,
    WriteMonth,
)
from app.engine.months import context
from app.engine.prompt import prompt
from app.engine.recall import Question
from app.storage import characters, months, rows


@pytest.fixture
async def furnished(engine, wren, write):
    """Wren with a self, two months and days in three; the days of February are switched on."""

    def own(conn):
        block = {
            "character": wren.id,
            "key": "self_model",
            "content": "You are Wren.\nYou mend radios.",
            "updated_at": 1,
        }
        rows.insert(conn, "self_block", block)

    await engine.database.write(own)
    for day, text in (("2026-01-05", "Snow."), ("2026-02-11", "The radio."), ("2026-03-02", "Rain.")):
        await write(day, text, "happy")
    await write(None, "Nobody knows when.")
    await engine.execute(WriteMonth(wren.id, "2026-01", "January was white."))
    await engine.execute(WriteMonth(wren.id, "2026-02", "February was loud."))
    await engine.execute(ActivateMonths(wren.id, ["2026-02"], True))
    return wren


def told(made):
    return {block.name: [line.text for line in block.lines] for block in made.blocks}


async def test_core(engine, furnished):
    made = await context.core(engine, furnished)
    assert told(made) == {
        "identity": ["You are Wren.", "You mend radios."],
        "months": [
            "### Months in summary",
            "- [2026-01] January was white.",
            "- [2026-02] February was loud.",
        ],
        "days": ["### Months recalled in full", "> 2026-02", "- 2026-02-11 (happy): The radio."],
    }
    assert made.text == "\n\n".join("\n".join(lines) for lines in told(made).values())
    assert made.counted == "estimate"


async def test_role(engine, furnished):
    made = await context.role(engine, furnished)
    assert told(made)["days"] == ["### This month, day by day", "> 2026-03", "- 2026-03-02 (happy): Rain."]
    assert len(told(made)["months"]) == 3


async def test_each_line_leads_to_its_source(engine, furnished):
    made = await context.core(engine, furnished)
    uids = {line.text: line.uid for block in made.blocks for line in block.lines}
    held = await engine.ask(months.summary, furnished.id, "2026-01")
    (day,) = await engine.ask(months.of_day, furnished.id, "2026-02-11")
    assert uids["- [2026-01] January was white."] == held.uid
    assert uids["- 2026-02-11 (happy): The radio."] == day.uid
    assert uids["You mend radios."].startswith("k_")
    assert uids["> 2026-02"] is None


async def test_pins_are_there_without_a_question(engine, furnished):
    made = await engine.execute(AddMemory(furnished.id, "She is allergic to shrimp.", "user_room"))
    await engine.execute(PinMemories(made.effect.ids))
    palace = told(await context.core(engine, furnished))["palace"]
    assert any("shrimp" in line for line in palace)


async def test_a_palace_of_ones_own_stands_as_it_is(engine, furnished):
    made = await context.core(engine, furnished, palace="### Palace\nSo it goes.")
    assert told(made)["palace"] == ["### Palace", "So it goes."]


async def test_the_prompt_is_the_core_context_with_what_was_recalled(engine, furnished, embedder):
    await engine.execute(AddMemory(furnished.id, "She fixed the radio.", "living_room"))
    made, found = await prompt(engine, furnished, Question("the radio"), embedder)
    again = await context.core(engine, furnished, recalled=found)
    assert made == again
    assert [block.name for block in made.blocks] == ["identity", "months", "days", "palace"]


async def test_the_profile_of_that_program_brings_its_layout(engine, furnished, embedder):
    made, _ = await prompt(engine, furnished, Question("x", profile="sullyos"), embedder)
    assert made.text.startswith("[System: Roleplay Configuration]")


@pytest.mark.parametrize(
    ("day", "shown", "days"),
    [
        ("2026-02-10", ["2026-01"], 0),
        ("2026-02-12", ["2026-01"], 1),
        ("2026-03-02", ["2026-01", "2026-02"], 1),
    ],
)
async def test_an_earlier_day_hides_what_was_not_over(engine, furnished, embedder, day, shown, days):
    at = round(datetime.fromisoformat(f"{day}T20:00").replace(tzinfo=UTC).timestamp() * 1000)
    made, _ = await prompt(engine, furnished, Question("x", as_of=at), embedder)
    lines = told(made)
    assert [line[3:10] for line in lines["months"][1:]] == shown
    assert len([line for line in lines.get("days", []) if line.startswith("-")]) == days


async def test_a_small_budget_clips_and_says_so(engine, furnished):
    await engine.execute(SetBudget(furnished.id, 10))
    made = await context.core(engine, furnished)
    assert {block.name: block.clipped for block in made.blocks} == {"identity": 0, "months": 1, "days": 1}
    sully = await context.core(engine, furnished, "sullyos")
    assert not any(block.clipped for block in sully.blocks)


@pytest.mark.parametrize("layout", context.LAYOUTS)
async def test_every_layout_is_whole(engine, furnished, layout):
    for made in (
        await context.role(engine, furnished, layout),
        await context.core(engine, furnished, layout),
    ):
        lines = [line for block in made.blocks for line in block.lines]
        assert all(block.lines for block in made.blocks)
        assert "January was white." in made.text
        assert "Nobody knows when." not in made.text
        assert all(line.text in made.text for line in lines)
        assert made.tokens > 0


async def test_an_unknown_layout_is_told(engine, furnished):
    with pytest.raises(KnownError) as known:
        await context.core(engine, furnished, "papyrus")
    assert known.value.code == "context.layout"


async def test_the_language_is_that_of_the_texts(engine, wren, write):
    await write("2026-03-02", "今天下了一整天的雨。")
    made = await context.role(engine, wren)
    assert told(made)["days"][0] == "### 本月的日子"


async def test_another_character_is_never_told(engine, furnished):
    await engine.execute(CreateCharacter("Other"))
    other = (await engine.ask(characters.every))[1]
    for mode in (context.role, context.core):
        assert (await mode(engine, other)).text == ""
