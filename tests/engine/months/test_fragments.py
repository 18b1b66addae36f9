"""Entries of days: every spelling of a date, merging and splitting, and a day made again."""

import json

import pytest

from app.domain.errors import KnownError
from app.domain.when import day_of
from app.engine.commands import (
    AddMemory,
    ChangeCharacter,
    CreateCharacter,
    DeleteFragments,
    EditFragment,
    KeepDay,
    MergeFragments,
    MoveFragments,
    SplitFragment,
    WriteFragment,
)
from app.storage import characters, months, rows, sources


async def entry(engine, number):
    return (await engine.ask(months.fragments_by_id, [number]))[0]


@pytest.mark.parametrize(
    "written",
    [
        "2026-02-11",
        "2026/2/11",
        "2026年2月11日",
        "二〇二六年二月十一日",
        "11 February 2026",
        "Feb 11, 2026",
        "11.2.2026",
    ],
)
async def test_every_spelling_of_a_day(write, written):
    made = await write(written, "The radio.")
    assert (made.day, made.day_text) == ("2026-02-11", written)


@pytest.mark.parametrize("written", ["someday", "2026-02", "2026-02-30", "2026"])
async def test_what_is_no_day_is_told_and_nothing_kept(write, entries, written):
    with pytest.raises(KnownError) as told:
        await write(written, "The radio.")
    assert told.value.code == "fragment.day"
    assert await entries() == []


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (lambda who, one: WriteFragment(who, None, None, None, " \n"), "fragment.empty"),
        (lambda who, one: WriteFragment(who, None, None, None, "x", "rumour"), "fragment.provenance"),
        (lambda who, one: EditFragment(one, {"content": ""}), "fragment.empty"),
        (lambda who, one: EditFragment(one, {"provenance": "auto"}), "fragment.field"),
        (lambda who, one: MoveFragments([one], "then"), "fragment.day"),
        (lambda who, one: KeepDay(who, "2026-02-01", "", None, "auto"), "fragment.empty"),
    ],
)
async def test_bad_values_are_told(engine, wren, write, entries, command, code):
    made = await write("2026-02-11", "The radio.")
    with pytest.raises(KnownError) as told:
        await engine.execute(command(wren.id, made.id))
    assert told.value.code == code
    assert await entries() == [("2026-02-11", "The radio.")]


async def test_entries_of_a_day_stand_in_the_order_of_writing_the_undated_last(write, entries):
    for day, text in (("2026-02-11", "b"), (None, "z"), ("2026-02-10", "a"), ("2026-02-11", "c")):
        await write(day, text)
    assert await entries() == [("2026-02-10", "a"), ("2026-02-11", "b"), ("2026-02-11", "c"), (None, "z")]
    assert await entries("2026-02") == [("2026-02-10", "a"), ("2026-02-11", "b"), ("2026-02-11", "c")]


async def test_what_the_author_changes_is_locked(engine, wren):
    made = await engine.execute(KeepDay(wren.id, "2026-02-11", "Made.", None, "auto"))
    (number,) = made.effect.ids
    assert (await entry(engine, number)).locked == ()
    await engine.execute(EditFragment(number, {"mood": "tender"}))
    changed = await entry(engine, number)
    assert (changed.mood, changed.locked) == ("tender", ("mood",))
    again = await engine.execute(EditFragment(number, {"mood": "tender", "content": "Made. "}))
    assert again.edit is None


async def test_an_undated_entry_gets_its_day(engine, wren, write, entries):
    one = await write(None, "A walk.")
    two = await write(None, "A storm.")
    assert [e.id for e in await engine.ask(months.undated, wren.id)] == [one.id, two.id]
    await engine.execute(MoveFragments([one.id, two.id], "2026年2月3日"))
    assert await entries("2026-02") == [("2026-02-03", "A walk."), ("2026-02-03", "A storm.")]
    assert (await engine.execute(MoveFragments([one.id], "3 Feb 2026"))).edit is None


async def test_merging_joins_texts_and_sources(engine, wren, write, entries):
    memories = [(await engine.execute(AddMemory(wren.id, text, "study"))).effect.ids[0] for text in "ab"]
    made = []
    for place, memory in enumerate(memories):
        day = f"2026-02-0{place + 1}"
        kept = await engine.execute(
            KeepDay(wren.id, day, f"text {place}", "sad", "palace", sources=[source(memory)])
        )
        made += kept.effect.ids
    outcome = await engine.execute(MergeFragments([made[1], made[0]]))
    assert await entries() == [("2026-02-01", "text 0\ntext 1")]
    held = await engine.ask(sources.of, "fragment", made[0])
    assert [one.target_id for one in held] == memories
    assert set(outcome.effect.ids) == set(made)
    assert (await entry(engine, made[0])).mood == "sad"
    assert (await engine.execute(MergeFragments([made[0]]))).edit is None


def source(memory):
    return {"target_kind": "memory", "target_id": memory}


async def test_entries_of_two_characters_are_never_merged(engine, write):
    await engine.execute(CreateCharacter("Other"))
    other = (await engine.ask(characters.every))[1]
    one = await write("2026-02-01", "a")
    two = await engine.execute(WriteFragment(other.id, "2026-02-01", None, None, "b"))
    with pytest.raises(KnownError) as told:
        await engine.execute(MergeFragments([one.id, *two.effect.ids]))
    assert told.value.code == "fragment.owners"


async def test_splitting_keeps_the_order_of_the_day(engine, wren, write, entries):
    await write("2026-02-01", "before")
    one = await write("2026-02-01", "Rain. Radio. Tea.", "happy")
    await write("2026-02-01", "after")
    made = await engine.execute(SplitFragment(one.id, [5, 12, 12, 400, -3]))
    assert [text for _, text in await entries()] == ["before", "Rain.", "Radio.", "Tea.", "after"]
    assert {e.mood for e in await engine.ask(months.fragments_by_id, made.effect.ids)} == {"happy"}
    assert (await engine.execute(SplitFragment(one.id, [0, 5]))).edit is None
    await engine.undo()
    assert [text for _, text in await entries()] == ["before", "Rain. Radio. Tea.", "after"]


async def test_imported_entries_without_places_split_in_order(engine, wren, entries):
    def keep(conn):
        shared = {
            "character": wren.id,
            "day": "2026-02-01",
            "provenance": "import",
            "recorded_at": 1,
            "updated_at": 1,
        }
        return rows.insert_many(conn, "fragment", [{**shared, "content": text} for text in ("a b", "c", "d")])

    first = (await engine.database.write(keep))[0]
    await engine.execute(SplitFragment(first, [1]))
    assert [text for _, text in await entries()] == ["a", "b", "c", "d"]


async def test_a_day_made_again_replaces_and_never_doubles(engine, wren, write, entries):
    await write("2026-02-11", "By hand.")
    first = await engine.execute(KeepDay(wren.id, "2026-02-11", "Made.", None, "auto", extra={"model": "m"}))
    again = await engine.execute(KeepDay(wren.id, "2026-02-11", "Made better.", "sad", "auto"))
    assert await entries() == [("2026-02-11", "By hand."), ("2026-02-11", "Made better.")]
    assert again.effect.ids == first.effect.ids
    assert (await engine.execute(KeepDay(wren.id, "2026-02-11", "Made better.", "sad", "auto"))).edit is None
    await engine.execute(KeepDay(wren.id, "2026-02-11", "From memories.", None, "palace"))
    assert len(await entries()) == 3


async def test_several_of_one_maker_become_one(engine, wren, entries):
    """An import may have doubled a day; making it again clears that up."""
    day = "2026-02-11"
    for text in ("a", "b"):
        await engine.execute(KeepDay(wren.id, f"{day[:-1]}{1 if text == 'a' else 2}", text, None, "archive"))
    held = await engine.ask(months.fragments, wren.id)

    def double(conn):
        rows.update(conn, "fragment", held[1].id, {"day": day})

    await engine.database.write(double)
    await engine.execute(KeepDay(wren.id, day, "c", None, "archive"))
    assert await entries() == [(day, "c")]


async def test_an_edited_day_stays_when_it_is_made_again(engine, wren, entries):
    made = await engine.execute(KeepDay(wren.id, "2026-02-11", "Made.", None, "auto"))
    await engine.execute(EditFragment(made.effect.ids[0], {"content": "Mine."}))
    again = await engine.execute(KeepDay(wren.id, "2026-02-11", "Made again.", None, "auto"))
    assert again.edit is None
    assert again.effect.notes
    assert await entries() == [("2026-02-11", "Mine.")]


async def test_who_made_it_stands_beside_what_was_imported(engine, wren):
    made = await engine.execute(KeepDay(wren.id, "2026-02-11", "Made.", None, "auto", extra={"model": "m"}))
    (extra,) = await engine.ask(lambda conn: conn.execute("SELECT extra FROM fragment").fetchone())
    assert json.loads(extra) == {"made": {"model": "m"}}
    assert made.effect.counts == {"fragments": 1}


async def test_deleting_leaves_no_dangling_source(engine, wren, write, entries):
    one = await write("2026-02-01", "a")
    memory = (await engine.execute(AddMemory(wren.id, "x", "study"))).effect.ids[0]

    def derive(conn):
        owner = {"owner_kind": "memory", "owner_id": memory}
        rows.insert(conn, "source", {**owner, "target_kind": "fragment", "target_id": one.id})

    await engine.database.write(derive)
    await engine.execute(DeleteFragments([one.id]))
    assert await engine.ask(sources.of, "memory", memory) == []
    assert (await engine.execute(DeleteFragments([one.id]))).effect.notes
    await engine.undo()
    assert [s.target_id for s in await engine.ask(sources.of, "memory", memory)] == [one.id]
    assert await entries() == [("2026-02-01", "a")]


async def test_another_zone_moves_no_day(engine, wren, write, entries):
    await write("2026-02-01", "a")
    await engine.execute(AddMemory(wren.id, "x", "study", occurred=day_of("2026-02-01", "Europe/London")))
    await engine.execute(ChangeCharacter(wren.id, {"timezone": "Pacific/Auckland"}))
    assert await entries() == [("2026-02-01", "a")]
