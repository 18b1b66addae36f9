"""From the log to the palace: every event kept, each on its own day, all as proposals, none twice."""

import json

import pytest
from making import runs_of
from speaking import Reply, system_of, user_of

from app.engine.commands import AddMemory, DecideProposals
from app.engine.months import transfer as module
from app.engine.months.days import make_days
from app.engine.months.transfer import ALL_MOVED, LEFT_OUT, NO_ENTRIES, estimate, to_memories
from app.models.replies import reading as why
from app.storage import memories, proposals, sources

FEB = ["2026-02"]


def event(content, entries, date="2026-02-03", **more):
    return {
        "content": content,
        "room": "user_room",
        "importance": 6,
        "mood": "tender",
        "valence": 0.5,
        "arousal": 0.1,
        "tags": ["radio"],
        "date": date,
        "assertion": "stated",
        "entries": list(entries),
        **more,
    }


def events(*parts):
    return json.dumps({"items": list(parts)})


@pytest.fixture
def waiting(engine, wren):
    async def give(op="add"):
        found = await engine.ask(proposals.listed, wren.id, ("waiting",))
        return sorted((one for one in found if one.op == op), key=lambda one: one.id)

    return give


async def test_without_a_model_every_entry_goes_word_for_word(engine, wren, february, embedder, waiting):
    done = await to_memories(engine, wren, FEB, embedder=embedder)
    found = await waiting()
    assert (done.entries, done.proposed) == (6, len(found))
    told = " ".join(one.patch["content"] for one in found)
    assert all(sentence.strip() in told for one in february for sentence in one.content.split(". "))
    days = {one.day: one.id for one in february}
    for one in found:
        assert one.evidence == ({"fragment": days[one.patch["occurred"][0]]},)
    assert await engine.ask(memories.ids_in_order, wren.id) == []
    await engine.execute(DecideProposals([one.id for one in found], "accept"))
    first = min(await engine.ask(memories.ids_in_order, wren.id))
    (memory,) = await engine.ask(memories.many, [first])
    assert (memory.occurred.start, memory.occurred.precision, memory.occurred.tz) == (
        "2026-02-03",
        "day",
        "Europe/London",
    )
    (source,) = await engine.ask(sources.of, "memory", first)
    assert (source.target_kind, source.target_id) == ("fragment", days["2026-02-03"])


async def test_a_second_time_adds_nothing_and_undo_lets_it_begin_again(
    engine, wren, february, write, embedder, waiting
):
    done = await to_memories(engine, wren, FEB, embedder=embedder)
    again = await to_memories(engine, wren, FEB, embedder=embedder)
    assert (again.skipped_reason, again.known, again.run) == (ALL_MOVED, 6, None)
    await write("2026-02-27", "A new entry about bread.")
    more = await to_memories(engine, wren, FEB, embedder=embedder)
    assert (more.entries, more.proposed) == (1, 1)
    await engine.undo(done.run)
    assert len(await waiting()) == 1
    assert (await to_memories(engine, wren, ["2026-01"], embedder=embedder)).skipped_reason == NO_ENTRIES


async def test_lists_become_a_memory_a_line(engine, wren, write, embedder, waiting):
    await write("2026-02-11", "- Mara bought bread.\n- Mara called Ines.\n\n* The lamp broke.", "hurt")
    await to_memories(engine, wren, FEB, embedder=embedder)
    found = await waiting()
    assert [one.patch["content"] for one in found] == [
        "Mara bought bread.",
        "Mara called Ines.",
        "The lamp broke.",
    ]
    assert {one.patch["mood"] for one in found} == {"hurt"}


async def test_a_model_gets_six_entries_at_a_time_in_order(
    engine, wren, february, write, embedder, speaker, waiting
):
    await write("2026-02-27", "Mara baked bread.")
    replies = [
        events(*(event(f"Told {n}.", [n], date=day) for n, day in enumerate(days, 1)))
        for days in (
            ["2026-02-03", "2026-02-11", "2026-02-17", "2026-02-20", "2026-02-24", "2026-02-27"],
            ["2026-02-28"],
        )
    ]
    voice = speaker(*replies)
    assert (await estimate(engine, wren, FEB, voice)).calls == 2
    done = await to_memories(engine, wren, FEB, embedder=embedder, speaker=voice)
    first, second = voice.model.asked
    assert "2026-02-03 to 2026-02-27" in system_of(first)
    assert "[6] 2026-02-27 Fri\nMara baked bread." in user_of(first)
    assert "[1] 2026-02-28 Sat" in user_of(second)
    found = await waiting()
    assert [one.patch["occurred"][0][8:] for one in found] == ["03", "11", "17", "20", "24", "27", "28"]
    assert (done.proposed, done.rejected) == (7, 0)
    assert found[-1].evidence == ({"fragment": february[5].id},)


async def test_what_the_model_leaves_out_is_kept_word_for_word(
    engine, wren, february, embedder, speaker, waiting
):
    voice = speaker(
        events(event("The exam and all of it.", [1, 4]), event("The radio.", [2, 3], date="2026-02-11"))
    )
    done = await to_memories(engine, wren, FEB, embedder=embedder, speaker=voice)
    rest = [one for one in await waiting() if one.reason == LEFT_OUT]
    assert {one.patch["occurred"][0] for one in rest} == {"2026-02-24", "2026-02-28"}
    assert done.proposed == 2 + len(rest)


async def test_a_date_outside_the_entries_is_not_believed(engine, wren, write, embedder, speaker, waiting):
    await write("2026-02-11", "Mara repaired the radio.")
    voice = speaker(events(event("The radio.", [1], date="2020-01-01")))
    await to_memories(engine, wren, FEB, embedder=embedder, speaker=voice)
    (found,) = await waiting()
    assert found.patch["occurred"][0] == "2026-02-11"


async def test_an_answer_that_does_not_fit_is_asked_for_in_halves(
    engine, wren, february, embedder, speaker, waiting
):
    cut = Reply('{"items": [{"content": "Cut', "length")
    three = [events(*(event(f"Told {n}.", [n]) for n in (1, 2, 3))) for _ in range(2)]
    voice = speaker(cut, *three)
    done = await to_memories(engine, wren, FEB, embedder=embedder, speaker=voice)
    assert [user_of(one).count("2026-02-") for one in voice.model.asked] == [6, 3, 3]
    assert (done.entries, done.proposed) == (6, 6)


async def test_a_refusal_is_told_and_the_entries_can_go_later(
    engine, wren, february, embedder, speaker, waiting
):
    done = await to_memories(
        engine,
        wren,
        FEB,
        embedder=embedder,
        speaker=speaker("I'm sorry, but I can't help with that request."),
    )
    assert (done.entries, done.proposed, done.failures) == (0, 0, [why.REFUSED])
    assert [one.reason for one in await waiting("rejected")] == [why.REFUSED]
    assert (await to_memories(engine, wren, FEB, embedder=embedder)).entries == 6


async def test_what_a_memory_says_already_is_proposed_as_its_double(engine, wren, write, embedder, waiting):
    made = await engine.execute(AddMemory(wren.id, "Mara repaired the radio.", "study"))
    await write("2026-02-11", "Mara repaired the radio.")
    done = await to_memories(engine, wren, FEB, embedder=embedder)
    assert (done.proposed, done.duplicates) == (0, 1)
    (double,) = await waiting("duplicate")
    await engine.execute(DecideProposals((double.id,), "accept"))
    (source,) = await engine.ask(sources.of, "memory", made.effect.ids[0])
    assert (source.target_kind, source.role) == ("fragment", "evidence")


async def test_there_and_back_makes_no_echo(engine, wren, write, embedder, waiting):
    await write("2026-02-11", "Mara repaired the radio.")
    await to_memories(engine, wren, FEB, embedder=embedder)
    await engine.execute(DecideProposals([one.id for one in await waiting()], "accept"))
    back = await make_days(engine, wren, ["2026-02-11"], embedder=embedder, source="memories")
    assert (back.proposed, back.run) == (0, None)


async def test_a_cut_run_is_taken_up_with_the_entries_that_are_left(
    engine, wren, february, write, embedder, monkeypatch, waiting
):
    from app.domain.errors import KnownError
    from app.engine.resume import resume

    await write("2026-02-27", "Mara baked bread.")
    real, calls = module.day_events.events, []

    def cut(*given):
        calls.append(given)
        if len(calls) == 2:
            raise KnownError("test", "Cut.")
        return real(*given)

    with monkeypatch.context() as patch:
        patch.setattr(module.day_events, "events", cut)
        with pytest.raises(KnownError, match="Cut"):
            await to_memories(engine, wren, FEB, embedder=embedder)
    (run,) = await engine.ask(runs_of, "day_events")
    assert run.step == {"left": [february[5].id]}
    before = len(await waiting())
    await (await resume(engine, run.uid, embedder)).wait()
    assert [one.patch["occurred"][0] for one in (await waiting())[before:]] == ["2026-02-28"] * (
        len(await waiting()) - before
    )
    assert len(await waiting()) > before
