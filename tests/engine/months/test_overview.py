"""The months at a glance: how each stands, which days changed since, what they cost."""

import pytest

from app.domain.text import estimate_tokens
from app.domain.when import day_of
from app.engine.commands import (
    ActivateMonths,
    AddMemory,
    ChangeCharacter,
    DeleteFragments,
    EditFragment,
    MoveFragments,
    RestoreVersion,
    SetBudget,
    WriteMonth,
)
from app.engine.months import context
from app.engine.months.overview import overview
from app.models.endpoint import settings
from app.storage import characters, months, rows


@pytest.fixture
def tile(engine, wren):
    async def give(month="2026-02"):
        seen = await overview(engine, wren)
        return next(one for one in seen.months if one.month == month)

    return give


async def test_nothing_yet(engine, wren):
    seen = await overview(engine, wren)
    assert (seen.months, seen.undated, seen.context_tokens) == ((), 0, 0)
    assert seen.budget == engine.profile.months.budget
    assert (seen.counted, seen.exact) == ("estimate", False)


async def test_tokens_go_by_the_model_that_is_set_up(engine, wren, write):
    await write("2026-02-11", "收音机修好了。" * 20)
    plain = await overview(engine, wren)
    settings.save(
        settings.Endpoints().with_(settings.Purpose.CHAT, settings.Endpoint("localhost", "deepseek-chat"))
    )
    try:
        told = await overview(engine, wren)
    finally:
        settings.save(settings.Endpoints())
    assert (told.counted, told.exact, told.months[0].counted) == (
        "estimate:deepseek",
        False,
        "estimate:deepseek",
    )
    assert told.months[0].detail_tokens < plain.months[0].detail_tokens


async def test_a_month_with_one_day(engine, wren, write, tile):
    await write("2026-02-11", "The radio." * 20)
    await engine.execute(AddMemory(wren.id, "x", "study", occurred=day_of("2026-02-12", wren.timezone)))
    seen = await tile()
    assert (seen.state, seen.running, seen.active, seen.fragments, seen.memories) == (
        "missing",
        False,
        False,
        1,
        1,
    )
    assert len(seen.days) == 28
    full = [(one.day, one.fragments, one.memories) for one in seen.days if one.weight]
    assert full == [("2026-02-11", 1, 0), ("2026-02-12", 0, 1)]
    assert max(one.weight for one in seen.days) == 1.0
    assert seen.summary_tokens == 0
    assert seen.detail_tokens == estimate_tokens("- 2026-02-11: " + "The radio." * 20)


async def test_only_undated_ones(engine, wren, write):
    await write(None, "A walk.")
    seen = await overview(engine, wren)
    assert (seen.months, seen.undated) == ((), 1)


async def test_the_running_month_goes_by_the_characters_clock(engine, wren, write, tile):
    await write("2026-03-01", "Now.")
    assert (await tile("2026-03")).running
    await engine.execute(ChangeCharacter(wren.id, {"clock": "2026-02-20T12:00:00+00:00"}))
    seen = await overview(engine, await engine.ask(characters.get, wren.id))
    assert [one.running for one in seen.months] == [False]


async def test_refined_by_a_model_edited_by_hand(engine, wren, write, tile):
    await write("2026-02-11", "The radio.")
    await engine.execute(WriteMonth(wren.id, "2026-02", "It was the month of the radio.", "model"))
    seen = await tile()
    assert (seen.state, seen.origin, seen.version, seen.changed_days) == ("refined", "model", 1, ())
    await engine.execute(WriteMonth(wren.id, "2026-02", "The month of the radio."))
    seen = await tile()
    assert (seen.state, seen.origin, seen.version) == ("edited", "author", 2)


CHANGES = {
    "added": (lambda e, who: None, {"2026-02-13"}),
    "reworded": (lambda e, who: EditFragment(e[0].id, {"content": "Another radio."}), {"2026-02-11"}),
    "felt otherwise": (lambda e, who: EditFragment(e[0].id, {"mood": "sad"}), {"2026-02-11"}),
    "moved": (lambda e, who: MoveFragments([e[0].id], "2026-02-12"), {"2026-02-11", "2026-02-12"}),
    "moved away": (lambda e, who: MoveFragments([e[0].id], "2026-01-12"), {"2026-02-11"}),
    "undated": (lambda e, who: MoveFragments([e[0].id], None), {"2026-02-11"}),
    "deleted": (lambda e, who: DeleteFragments([e[1].id]), {"2026-02-12"}),
}


@pytest.mark.parametrize("origin", ["author", "import"])
@pytest.mark.parametrize("name", CHANGES)
async def test_a_month_is_stale_when_its_days_changed(engine, wren, write, tile, name, origin):
    """Also an imported one, which does not say what it rests on."""
    made = [await write(f"2026-02-1{place}", f"Day {place}.") for place in (1, 2)]
    await engine.execute(WriteMonth(wren.id, "2026-02", "A text.", origin))
    if origin == "import":
        await engine.database.write(lambda c: c.execute("UPDATE summary_version SET fragment_hashes = NULL"))
    assert (await tile()).state == ("edited" if origin == "author" else "refined")
    make, days = CHANGES[name]
    command = make(made, wren.id)
    if command is None:
        await write("2026-02-13", "Day 3.")
    else:
        await engine.execute(command)
    seen = await tile()
    assert (seen.state, set(seen.changed_days)) == ("stale", days)
    await engine.undo()
    assert (await tile()).changed_days == ()


async def test_going_back_to_an_older_text_goes_back_to_its_days(engine, wren, write, tile):
    day = await write("2026-02-11", "The radio.")
    await engine.execute(WriteMonth(wren.id, "2026-02", "Old.", "model"))
    await engine.execute(EditFragment(day.id, {"content": "The old radio."}))
    await engine.execute(WriteMonth(wren.id, "2026-02", "New.", "model"))
    assert (await tile()).state == "refined"
    held = await engine.ask(months.summary, wren.id, "2026-02")
    await engine.execute(RestoreVersion((await engine.ask(months.versions, held.id))[-1].id))
    assert (await tile()).changed_days == ("2026-02-11",)


async def test_what_came_in_one_import_is_not_stale(engine, wren, tile):
    """Their hours may differ when an import was cut and gone on with; entries of another import are news."""

    def keep(conn):
        shared = {"character": wren.id, "provenance": "import", "content": "x"}
        early = {**shared, "day": "2026-02-01", "run": 7, "recorded_at": 5, "updated_at": 5}
        late = {**shared, "day": "2026-02-02", "run": 7, "recorded_at": 90, "updated_at": 90}
        other = {**shared, "day": "2026-02-03", "run": 8, "recorded_at": 90, "updated_at": 90}
        rows.insert_many(conn, "fragment", [early, late, other])
        month = {"character": wren.id, "scope": "month", "key": "2026-02", "content": "x", "run": 7}
        number = rows.insert(conn, "summary", {**month, "recorded_at": 5, "updated_at": 5})
        version = {"summary": number, "ordinal": 1, "content": "x", "origin": "import", "run": 7}
        rows.insert(conn, "summary_version", {**version, "recorded_at": 5})

    await engine.database.write(keep)
    assert (await tile()).changed_days == ("2026-02-03",)


async def test_the_meter_goes_by_the_switches(engine, wren, write):
    await write("2026-01-11", "The radio.", "happy")
    await write("2026-02-11", "The sea.")
    await engine.execute(WriteMonth(wren.id, "2026-01", "One text\nof two lines."))
    off = await overview(engine, wren)
    await engine.execute(ActivateMonths(wren.id, ["2026-01", "2026-02"], True))
    await engine.execute(SetBudget(wren.id, 500))
    on = await overview(engine, wren)
    assert on.budget == 500
    assert off.context_tokens == off.months[0].summary_tokens
    assert on.context_tokens == off.context_tokens + sum(one.detail_tokens for one in on.months)
    made = await context.core(engine, wren)
    told = [line for b in made.blocks if b.name in {"months", "days"} for line in b.lines if line.uid]
    assert sum(line.tokens for line in told) == on.context_tokens


async def test_a_month_of_400_entries(engine, wren, write, tile):
    def keep(conn):
        shared = {"character": wren.id, "provenance": "import", "recorded_at": 1, "updated_at": 1}
        days = [{**shared, "day": f"2026-02-{n % 28 + 1:02}", "content": f"第{n}件事。"} for n in range(400)]
        rows.insert_many(conn, "fragment", days)

    await engine.database.write(keep)
    seen = await tile()
    assert seen.fragments == 400
    assert sum(one.fragments for one in seen.days) == 400
    assert all(0 < one.weight <= 1 for one in seen.days)
