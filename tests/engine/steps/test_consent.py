"""Review or auto for each step; text that was imported waits until one proposal has been decided."""

import pytest
from speaking import items, memory

from app.domain.errors import BugError
from app.engine.commands import CreateCharacter, DecideProposals
from app.engine.process import process
from app.engine.steps.consent import STEPS, ChooseWay, chosen, way_now
from app.engine.steps.extraction import ModelExtractor
from app.storage import characters, proposals


async def test_a_step_is_auto_until_the_author_says_otherwise(engine):
    await engine.execute(CreateCharacter("Wren"))
    (wren,) = await engine.ask(characters.every)
    for step in STEPS:
        assert await engine.ask(way_now, wren.id, step) == "auto"
    await engine.execute(ChooseWay("deep_links", "review"))
    assert await engine.ask(way_now, wren.id, "deep_links") == "review"
    assert await engine.ask(chosen, "extraction") == "auto"
    assert (await engine.execute(ChooseWay("deep_links", "review"))).edit is None
    await engine.undo()
    assert await engine.ask(chosen, "deep_links") == "auto"
    await engine.redo()
    await engine.execute(ChooseWay("deep_links", "off"))
    assert await engine.ask(way_now, wren.id, "deep_links") == "off"
    await engine.execute(ChooseWay("deep_links", "auto"))
    assert await engine.ask(way_now, wren.id, "deep_links") == "auto"


async def test_imported_text_waits_once(engine, ada, embedder, speaker):
    await engine.database.write(
        lambda conn: conn.execute("UPDATE character SET origin_system = 'memorybank' WHERE id = ?", (ada.id,))
    )
    assert await engine.ask(way_now, ada.id, "extraction") == "review"
    reader = ModelExtractor(speaker(items(memory("TA 养了一只猫。", [3]))))
    await process(engine, ada, embedder, all_=True, review=True, extractor=reader)
    waiting = await engine.ask(proposals.listed, ada.id, ["waiting"])
    await engine.execute(DecideProposals([waiting[0].id], "accept"))
    assert await engine.ask(way_now, ada.id, "extraction") == "auto"
    await engine.execute(ChooseWay("extraction", "review"))
    assert await engine.ask(way_now, ada.id, "extraction") == "review"


async def test_what_is_no_step_is_a_bug(engine):
    with pytest.raises(BugError):
        await engine.execute(ChooseWay("digestion of stones", "auto"))
    with pytest.raises(BugError):
        await engine.execute(ChooseWay("extraction", "off"))
