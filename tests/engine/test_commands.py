"""Every edit: what it changes, what it says when nothing matched, and that undo gives back what was."""

import pytest

from app.domain.errors import KnownError
from app.domain.when import day_of
from app.engine.commands import (
    ActivateMonths,
    AddMemory,
    ChangeCharacter,
    ChangeMemory,
    CreateCharacter,
    DeleteFragments,
    DeleteMonth,
    Dismiss,
    EditFragment,
    ForgetMemories,
    KeepDay,
    LabelVersion,
    LinkMemories,
    MergeFragments,
    MergeMemories,
    MoveFragments,
    MoveMemories,
    PinMemories,
    RemoveSearch,
    RenameSearch,
    RestoreMemories,
    RestoreVersion,
    SaveSearch,
    SetBudget,
    SetImportance,
    SplitFragment,
    TagMemories,
    UnlinkMemories,
    WriteFragment,
    WriteMonth,
)
from app.engine.months.truth import WaveOff
from app.storage import characters, history, links, memories, searches
from app.storage.searches import SavedSearch


@pytest.fixture
async def wren(engine):
    await engine.execute(CreateCharacter("Wren", "Mara", "Europe/London"))
    return (await engine.ask(characters.every))[0]


@pytest.fixture
async def three(engine, wren):
    made = []
    for text in ("She fixed the radio.", "She fixed the old radio.", "Rain on the awning."):
        outcome = await engine.execute(
            AddMemory(
                wren.id, text, "living_room", 5, "happy", ("radio",), day_of("2026-02-01", "Europe/London")
            )
        )
        made += outcome.effect.ids
    return made


@pytest.fixture
async def days(engine, wren):
    """Three entries, a month with two texts; their ids are small numbers, and Wren is the first character."""
    for day, text in (
        ("2026-02-01", "Rain. She called."),
        ("1 February 2026", "The radio."),
        (None, "A walk."),
    ):
        await engine.execute(WriteFragment(wren.id, day, None, "happy", text))
    await engine.execute(KeepDay(wren.id, "2026-02-03", "Made.", None, "auto", sources=[MESSAGE]))
    for text in ("February was wet.", "February was wet and loud."):
        await engine.execute(WriteMonth(wren.id, "2026-02", text))


async def get(engine, memory):
    return await engine.ask(memories.get, memory)


async def everything(engine, wren):
    ids = await engine.ask(
        memories.ids_in_order, wren.id, statuses=("active", "merged", "forgotten", "evicted")
    )
    held = await engine.ask(memories.many, sorted(ids))
    told = [
        (m.id, m.content, m.room, m.importance, m.mood, m.tags, m.status, m.pinned_until, m.locked_fields)
        for m in held
    ]
    return told, await engine.ask(lambda conn: [_rows(conn, table) for table in OF_MONTHS])


OF_MONTHS = ("fragment", "summary", "summary_version", "setting", "source", "dismissal")
MESSAGE = {"target_kind": "memory", "target_id": 1}


def _rows(conn, table):
    names = [row[1] for row in conn.execute(f"PRAGMA table_info({table})") if row[1] != "updated_at"]
    return list(conn.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY id"))


EDITS = [
    lambda a, b, c: ChangeMemory(a, {"content": "Another text.", "mood": "sad", "importance": 9}),
    lambda a, b, c: ChangeMemory(a, {"room": "attic"}),
    lambda a, b, c: MoveMemories([a, b], "bedroom"),
    lambda a, b, c: SetImportance([a, b, c], 8),
    lambda a, b, c: PinMemories([a]),
    lambda a, b, c: TagMemories([a, b], ["night"], ["radio"]),
    lambda a, b, c: ForgetMemories([a, c]),
    lambda a, b, c: MergeMemories(a, [b], "She fixed the radio, at last."),
    lambda a, b, c: LinkMemories(a, c, "causal"),
    lambda a, b, c: SaveSearch("Radio", "radio"),
    lambda a, b, c: Dismiss("doubles", "memory", [(a, b)]),
    lambda a, b, c: WriteFragment(1, "2026-02-04", None, None, "By hand."),
    lambda a, b, c: EditFragment(1, {"content": "Sun.", "mood": None, "day": "2 Feb 2026"}),
    lambda a, b, c: MoveFragments([1, 3], "2026年2月5日"),
    lambda a, b, c: MoveFragments([1, 2], None),
    lambda a, b, c: MergeFragments([1, 2, 4]),
    lambda a, b, c: SplitFragment(1, [5]),
    lambda a, b, c: DeleteFragments([1, 4]),
    lambda a, b, c: KeepDay(1, "2026-02-03", "Made again.", "sad", "auto", sources=[MESSAGE]),
    lambda a, b, c: WriteMonth(1, "2026-02", "Another.", "model", "keypoints", "m", {"temperature": 0.3}),
    lambda a, b, c: RestoreVersion(1),
    lambda a, b, c: LabelVersion(1, "First go"),
    lambda a, b, c: ActivateMonths(1, ["2026-02", "2026-01"], True),
    lambda a, b, c: DeleteMonth(1, "2026-02"),
    lambda a, b, c: SetBudget(1, 4000),
    lambda a, b, c: WaveOff(1, "2026-02", ["0a1b2c"], "confirmed"),
]


@pytest.mark.parametrize("make", EDITS)
async def test_do_undo_redo(engine, wren, three, days, make):
    before = await everything(engine, wren)
    outcome = await engine.execute(make(*three))
    assert outcome.effect.matched
    assert outcome.edit
    after = await everything(engine, wren)
    await engine.undo()
    assert await everything(engine, wren) == before
    await engine.redo()
    assert await everything(engine, wren) == after
    newest = (await engine.ask(history.edits))[0]
    assert "{" not in str(newest.label)


@pytest.mark.parametrize("make", EDITS)
async def test_dry_run_changes_nothing(engine, wren, three, days, make):
    before = await everything(engine, wren)
    count = len(await engine.ask(history.edits))
    tried = await engine.execute(make(*three), dry_run=True)
    assert tried.dry
    assert tried.effect.matched
    assert await everything(engine, wren) == before
    assert len(await engine.ask(history.edits)) == count


async def test_what_the_author_writes_is_locked(engine, three):
    await engine.execute(ChangeMemory(three[0], {"content": "Mine."}))
    assert (await get(engine, three[0])).locked_fields == ("content",)


async def test_a_new_mood_brings_its_own_place(engine, three):
    await engine.execute(ChangeMemory(three[0], {"mood": "sad"}))
    changed = await get(engine, three[0])
    assert changed.valence < 0


async def test_nothing_matched_is_said(engine, three):
    outcome = await engine.execute(ChangeMemory(three[0], {"importance": 5}))
    assert outcome.edit is None
    assert outcome.effect.notes


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"content": "  "}, "memory.empty"),
        ({"room": "cellar"}, "memory.room"),
        ({"uid": "x"}, "memory.field"),
    ],
)
async def test_bad_values_are_told_and_change_nothing(engine, wren, three, values, code):
    before = await everything(engine, wren)
    with pytest.raises(KnownError) as told:
        await engine.execute(ChangeMemory(three[0], values))
    assert told.value.code == code
    assert await everything(engine, wren) == before


async def test_merge_takes_sources_links_and_tags(engine, wren, three):
    a, b, c = three
    await engine.execute(LinkMemories(b, c, "person"))
    await engine.execute(TagMemories([b], ["old"]))
    await engine.execute(MergeMemories(a, [b]))
    kept = await get(engine, a)
    assert kept.tags == ("radio", "old")
    assert {(link.source, link.target, link.kind) for link in await engine.ask(links.touching, [a])} == {
        (a, c, "person")
    }
    assert (await get(engine, b)).status == "merged"


async def test_forgotten_comes_back(engine, wren, three):
    await engine.execute(ForgetMemories([three[0]]))
    assert three[0] not in await engine.ask(memories.ids_in_order, wren.id)
    await engine.execute(RestoreMemories([three[0]]))
    assert three[0] in await engine.ask(memories.ids_in_order, wren.id)


async def test_a_link_is_made_once(engine, three):
    await engine.execute(LinkMemories(three[0], three[1], "causal"))
    again = await engine.execute(LinkMemories(three[1], three[0], "causal"))
    assert again.edit is None
    made = await engine.ask(links.touching, [three[0]])
    await engine.execute(UnlinkMemories([made[0].id]))
    assert await engine.ask(links.touching, [three[0]]) == []


async def test_searches_come_and_go(engine):
    made = await engine.execute(SaveSearch("Undated", "undated:yes"))
    search = made.effect.ids[0]
    await engine.execute(RenameSearch(search, "Without a date"))
    assert await engine.ask(searches.every) == [SavedSearch(search, "Without a date", "undated:yes")]
    gone = await engine.execute(RemoveSearch(search, "Without a date"))
    assert str(gone.label) == "Remove the search “Without a date”"
    assert await engine.ask(searches.every) == []
    assert (await engine.execute(RenameSearch(search, "Again"))).edit is None
    await engine.undo()
    assert [one.name for one in await engine.ask(searches.every)] == ["Without a date"]


async def test_a_new_zone_moves_only_instants(engine, wren, three):
    await engine.execute(ChangeCharacter(wren.id, {"timezone": "Asia/Tokyo"}))
    assert (await get(engine, three[0])).occurred_day == "2026-02-01"
    with pytest.raises(KnownError):
        await engine.execute(ChangeCharacter(wren.id, {"timezone": "Nowhere/Land"}))


async def test_names_are_unique(engine, wren):
    await engine.execute(CreateCharacter("Wren"))
    names = [c.name for c in await engine.ask(characters.every)]
    assert len(set(names)) == 2


async def test_an_undo_that_later_edits_depend_on_is_refused(engine, wren):
    made = await engine.execute(AddMemory(wren.id, "One.", "study"))
    other = await engine.execute(AddMemory(wren.id, "Two.", "study"))
    await engine.execute(LinkMemories(made.effect.ids[0], other.effect.ids[0], "causal"))
    with pytest.raises(KnownError) as told:
        await engine.undo(made.edit)
    assert told.value.code == "undo.conflict"
    assert len(await engine.ask(memories.ids_in_order, wren.id)) == 2
