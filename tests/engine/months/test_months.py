"""The text of a month and its versions: nothing written is lost, nothing empty replaces anything."""

import pytest

from app.domain.errors import KnownError
from app.engine.commands import (
    ActivateMonths,
    DeleteMonth,
    EditFragment,
    LabelVersion,
    RestoreVersion,
    SetBudget,
    WriteMonth,
)
from app.storage import contexts, months, search

FEBRUARY = "2026-02"


@pytest.fixture
def february(engine, wren):
    async def give():
        return await engine.ask(months.summary, wren.id, FEBRUARY)

    return give


@pytest.fixture
def texts(engine, february):
    async def give():
        held = await february()
        return [(one.ordinal, one.content, one.origin) for one in await engine.ask(months.versions, held.id)]

    return give


async def test_a_month_and_its_versions(engine, wren, write, february, texts):
    day = await write("2026-02-11", "The radio.")
    facts = {"template": "keypoints", "model": "m-1", "parameters": {"temperature": 0.3}}
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "First.", "model", **facts))
    await engine.execute(WriteMonth(wren.id, FEBRUARY, " Second. \n"))
    held = await february()
    assert (held.content, held.locked, held.active) == ("Second.", ("content",), False)
    assert await texts() == [(2, "Second.", "author"), (1, "First.", "model")]
    second, first = await engine.ask(months.versions, held.id)
    assert held.version == second.id
    assert (first.template, first.model, first.parameters) == ("keypoints", "m-1", {"temperature": 0.3})
    assert first.fragment_hashes == second.fragment_hashes == (day.stamp,)
    assert await engine.ask(months.shown, held) == second


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (lambda who: WriteMonth(who, FEBRUARY, " \n "), "month.empty"),
        (lambda who: WriteMonth(who, "2026-2", "x"), "month.name"),
        (lambda who: WriteMonth(who, "2026-13", "x"), "month.name"),
        (lambda who: WriteMonth(who, FEBRUARY, "x", "rumour"), "month.origin"),
        (lambda who: ActivateMonths(who, ["February"], True), "month.name"),
        (lambda who: SetBudget(who, 0), "month.budget"),
    ],
)
async def test_bad_values_are_told_and_the_text_stays(engine, wren, february, command, code):
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "First."))
    with pytest.raises(KnownError) as told:
        await engine.execute(command(wren.id))
    assert told.value.code == code
    assert (await february()).content == "First."


async def test_the_same_again_is_no_edit_unless_the_days_changed(engine, wren, write, texts):
    day = await write("2026-02-11", "The radio.")
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "First."))
    assert (await engine.execute(WriteMonth(wren.id, FEBRUARY, "First."))).edit is None
    await engine.execute(EditFragment(day.id, {"content": "The old radio."}))
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "First."))
    assert await texts() == [(2, "First.", "author"), (1, "First.", "author")]


async def test_an_earlier_text_comes_back_without_a_copy(engine, wren, february, texts):
    for text in ("First.", "Second.", "Third."):
        await engine.execute(WriteMonth(wren.id, FEBRUARY, text))
    oldest = (await engine.ask(months.versions, (await february()).id))[-1]
    await engine.execute(RestoreVersion(oldest.id))
    assert (await february()).content == "First."
    assert len(await texts()) == 3
    assert (await engine.execute(RestoreVersion(oldest.id))).edit is None
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "Fourth."))
    assert [one[:2] for one in await texts()] == [
        (4, "Fourth."),
        (3, "Third."),
        (2, "Second."),
        (1, "First."),
    ]
    await engine.undo()
    assert (await february()).content == "First."


async def test_a_version_gets_a_name(engine, wren, february):
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "First."))
    (only,) = await engine.ask(months.versions, (await february()).id)
    await engine.execute(LabelVersion(only.id, " Before the trip "))
    assert (await engine.ask(months.version, only.id)).label == "Before the trip"
    assert (await engine.execute(LabelVersion(only.id, "Before the trip"))).edit is None
    await engine.execute(LabelVersion(only.id, ""))
    assert (await engine.ask(months.version, only.id)).label is None
    assert (await engine.execute(LabelVersion(999, "x"))).effect.notes
    assert (await engine.execute(RestoreVersion(999))).effect.notes


async def test_switches_and_a_deleted_text(engine, wren, february, texts):
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "First."))
    done = await engine.execute(ActivateMonths(wren.id, [FEBRUARY, "2026-01", FEBRUARY], True))
    assert done.effect.counts == {"months": 2}
    assert (await engine.execute(ActivateMonths(wren.id, [FEBRUARY], True))).edit is None
    await engine.execute(DeleteMonth(wren.id, FEBRUARY))
    held = await february()
    assert (held.content, held.version, held.active) == (None, None, True)
    assert await texts() == [(1, "First.", "author")]
    assert (await engine.execute(DeleteMonth(wren.id, FEBRUARY))).effect.notes
    (kept,) = await engine.ask(months.versions, held.id)
    await engine.execute(RestoreVersion(kept.id))
    assert (await february()).content == "First."


async def test_search_finds_the_text_shown_alone(engine, wren, february):
    async def found(word):
        return await engine.ask(search.lexical_candidates, "summary", wren.id, [word], 5)

    await engine.execute(WriteMonth(wren.id, FEBRUARY, "A lighthouse."))
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "A harbour."))
    assert [len(await found(word)) for word in ("lighthouse", "harbour")] == [0, 1]
    await engine.undo()
    assert [len(await found(word)) for word in ("lighthouse", "harbour")] == [1, 0]


async def test_a_text_that_no_version_holds_becomes_one(engine, wren, february, texts):
    """Whatever wrote it, the text that goes is kept."""
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "First."))
    held = await february()
    await engine.database.write(
        lambda c: c.execute("UPDATE summary SET content = 'Odd.' WHERE id = ?", (held.id,))
    )
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "Second."))
    assert [one[1] for one in await texts()] == ["Second.", "Odd.", "First."]


async def test_a_model_writes_into_an_unlocked_month_without_locking_it(engine, wren, february):
    await engine.execute(WriteMonth(wren.id, FEBRUARY, "First.", "rule", model="built-in refiner"))
    assert (await february()).locked == ()


async def test_a_budget_of_ones_own(engine, wren):
    async def budget():
        return await engine.ask(contexts.budget, wren.uid, engine.profile)

    assert await budget() == engine.profile.months.budget
    await engine.execute(SetBudget(wren.id, 4000))
    assert await budget() == 4000
    assert (await engine.execute(SetBudget(wren.id, 4000))).edit is None
    await engine.execute(SetBudget(wren.id, None))
    assert await budget() == engine.profile.months.budget
    assert (await engine.execute(SetBudget(999, 100))).effect.notes
