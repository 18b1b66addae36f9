"""What suggests texts of months and entries of days: a dry run changes nothing, an undo gives back what was."""

import pytest

from app.engine.commands.month_proposals import SuggestDays, SuggestMonth
from app.storage import proposals, runs

TEXT = {"table": "summary", "content": "A month of rain.", "origin": "rule", "fragment_hashes": []}
ENTRY = {"table": "fragment", "day": "2026-02-03", "content": "- Rain.", "mood": None, "provenance": "palace"}
NONE = {"content": None, "version": None}
COMMANDS = [
    lambda who, run: SuggestMonth(who, run, "2026-02", TEXT, NONE, ()),
    lambda who, run: SuggestMonth(who, run, "2026-02", TEXT, NONE, (), refused="No.", raw_reply="no"),
    lambda who, run: SuggestDays(who, run, (ENTRY,)),
]


async def open_ones(engine, wren):
    return [
        (one.id, one.op, one.state)
        for one in await engine.ask(proposals.listed, wren.id, ("waiting", "outdated"))
    ]


@pytest.mark.parametrize("make", COMMANDS)
async def test_do_undo_redo_and_dry_run(engine, wren, make):
    run = await engine.database.write(runs.start_run, "refine", "Refine", 0, character=wren.id)
    tried = await engine.execute(make(wren.id, run.id), dry_run=True)
    assert tried.effect.matched
    assert await open_ones(engine, wren) == []
    done = await engine.execute(make(wren.id, run.id))
    (made,) = await open_ones(engine, wren)
    assert "{" not in str(done.label)
    await engine.undo(done.edit)
    assert await open_ones(engine, wren) == []
    await engine.redo()
    assert await open_ones(engine, wren) == [made]


async def test_the_same_entry_is_not_suggested_twice_and_a_newer_one_puts_it_off(engine, wren):
    for content, left in (("- Rain.", 1), ("- Rain.", 1), ("- Sun.", 1)):
        await engine.execute(SuggestDays(wren.id, 1, ({**ENTRY, "content": content},)))
        states = [state for *_, state in await open_ones(engine, wren)]
        assert states.count("waiting") == left
    assert states.count("outdated") == 1
