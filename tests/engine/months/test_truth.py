"""The truth check on a palace: days and vectors read, what was waved off remembered until the text changes."""

import threading

import pytest

from app.domain.months import evidence
from app.domain.when import day_of
from app.engine.commands import AddMemory, CreateCharacter, WriteFragment
from app.engine.months import truth
from app.storage import characters

TRUE = "On the 11th the radio lay on the table in forty pieces."
FALSE = "On the 17th the radio lay on the table in forty pieces."


@pytest.fixture
async def wren(engine):
    await engine.execute(CreateCharacter("Wren", "Mara", "Europe/London"))
    who = (await engine.ask(characters.every))[0]
    await engine.execute(
        WriteFragment(who.id, "2026-03-11", None, None, "The radio lay on the table in forty pieces.")
    )
    await engine.execute(WriteFragment(who.id, "2026-03-08", None, "hurt", "The talk went badly."))
    return who


async def check(engine, wren, text, embedder=None):
    return await truth.check(engine, wren, "2026-03", text, embedder)


async def test_waved_off_until_the_text_changes(engine, wren, embedder):
    report = await check(engine, wren, FALSE, embedder)
    (flag,) = report.flags
    assert (flag.kind, flag.text, flag.correction) == ("date", "17th", "11th")
    outcome = await engine.execute(truth.WaveOff(wren.id, "2026-03", [truth.key_of(report, "2026-03", flag)]))
    assert outcome.effect.matched
    again = await check(engine, wren, FALSE, embedder)
    assert not again.flags
    assert again.waved == (flag,)
    changed = await check(engine, wren, FALSE.replace("forty", "the forty"), embedder)
    assert [one.text for one in changed.flags] == ["17th"]
    twice = await engine.execute(
        truth.WaveOff(wren.id, "2026-03", [truth.key_of(report, "2026-03", flag)], "confirmed")
    )
    assert not twice.effect.matched
    await engine.undo()
    assert (await check(engine, wren, FALSE, embedder)).flags == (flag,)


async def test_a_sentence_flagged_as_a_whole_is_one_flag(engine, wren, embedder):
    invented = "Captain Barnaby sold nineteen barrels of whale oil in Boston."
    report = await check(engine, wren, invented, embedder)
    assert [(one.kind, one.text) for one in report.flags] == [("sentence", invented)]
    await engine.execute(
        truth.WaveOff(wren.id, "2026-03", [truth.key_of(report, "2026-03", report.flags[0])])
    )
    assert not (await check(engine, wren, invented, embedder)).flags, "its words do not come up instead"


async def test_a_forgotten_day_can_be_left_out(engine, wren):
    report = await check(engine, wren, TRUE)
    (gone,) = report.forgotten
    assert gone.why == "mood"
    assert report.by == "words"
    await engine.execute(truth.WaveOff(wren.id, "2026-03", [truth.key_of(report, "2026-03", gone)]))
    assert not (await check(engine, wren, TRUE)).forgotten


async def test_importance_comes_from_what_is_remembered_of_the_day(engine, wren):
    await engine.execute(
        AddMemory(wren.id, "A bad talk.", "attic", 9, "hurt", (), day_of("2026-03-08", "Europe/London"))
    )
    report = await check(engine, wren, TRUE)
    assert [one.why for one in report.forgotten] == ["importance"]


async def test_sentences_are_embedded_once_and_leave_nothing_in_the_palace(engine, wren, embedder):
    class Counting(type(embedder)):
        asked = 0

        def embed(self, texts):
            Counting.asked += len(texts)
            return super().embed(texts)

    counting = Counting()
    await check(engine, wren, TRUE, counting)
    first = Counting.asked
    await check(engine, wren, TRUE, counting)
    assert Counting.asked == first
    await check(engine, wren, TRUE + " It hissed.", counting)
    assert Counting.asked == first + 1
    assert not await engine.ask(lambda conn: conn.execute("SELECT count(*) FROM embedding").get)


async def test_a_long_month_is_never_read_where_the_window_waits(engine, wren, embedder, monkeypatch):
    read = evidence.words_of
    where = set()

    def watched(text):
        where.add(threading.current_thread())
        return read(text)

    monkeypatch.setattr(evidence, "words_of", watched)
    assert (await check(engine, wren, TRUE, embedder)).went
    assert where
    assert threading.current_thread() not in where


async def test_an_empty_month(engine, wren, embedder):
    report = await truth.check(engine, wren, "2025-01", "Something.", embedder)
    assert not report.went
    assert not (await check(engine, wren, "", embedder)).sentences
