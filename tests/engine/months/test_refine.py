"""Refining: candidates that wait, what they are made of, and that nothing unusable ever replaces a month's text."""

import asyncio
import re
from dataclasses import dataclass, field

import pytest
from making import runs_of
from speaking import Reply, ScriptedModel, system_of, user_of

from app.domain.errors import KnownError
from app.domain.months.passages import sentences
from app.engine.commands import (
    ChangeCharacter,
    DecideProposals,
    EditFragment,
    WriteFragment,
    WriteMonth,
)
from app.engine.commands.month_proposals import DAYS_CHANGED
from app.engine.commands.templates import SaveTemplate, UseTemplate
from app.engine.months import candidates
from app.engine.months import refine as module
from app.engine.months.candidates import LOCKED, TEXT_CHANGED
from app.engine.months.refine import NO_DAYS, estimate, refine, refine_months
from app.engine.months.templates import choices
from app.engine.resume import resume
from app.engine.steps.asking import Speaker
from app.engine.steps.spending import Cap
from app.models.builtin import refiner
from app.models.replies import reading as why
from app.models.replies import summary
from app.storage import characters, memories, months, proposals, rows

FEB = "2026-02"
TEXT = (
    "Mara began the month afraid of her exam; on the 20th she passed it with 91 points. The radio that had lain in "
    "forty pieces spoke again on the 17th, with Theo holding the torch.\n\nKeywords: exam, radio, Theo"
)
ZH = "三月她很累，十一日修好了外婆的收音机，十七日第一次听见声音。我们又说起海，她想五月去看，不带电脑。\n\n关键词：收音机、海"


@pytest.fixture
def month(engine, wren):
    """`await month()`: the text of February as it is."""

    async def give(key=FEB):
        held = await engine.ask(months.summary, wren.id, key)
        return held.content if held else None

    return give


async def test_the_built_in_refiner_tells_the_month_in_its_own_sentences(
    engine, wren, february, embedder, month
):
    made = await refine(engine, wren, FEB, embedder=embedder)
    assert (made.state, made.refused, made.built_in, made.model) == ("waiting", None, True, refiner.NAME)
    assert await month() is None
    body, _, words = made.text.rpartition("\n\nKeywords: ")
    own = " ".join(one.content for one in february)
    told = re.sub(r"\d+ February: ", "", body.replace("\n\n", " "))
    assert [one.text for one in sentences(told) if one.text not in own] == []
    assert all(word.lower() in own.lower() for word in words.split(", "))
    days = [int(part.split()[-1]) for part in body.split(" February: ")[:-1]]
    assert days == sorted(days) == [3, 11, 17, 20, 24, 28]
    assert made.parameters["days"] == 6
    assert made.tokens > 20
    assert made.spent == 0


async def test_the_same_again_is_the_candidate_that_waits(engine, wren, february, write, embedder):
    first = await refine(engine, wren, "2026-02", embedder=embedder)
    assert (await refine(engine, wren, "2026-02", embedder=embedder)).id == first.id
    points = await refine(engine, wren, "2026-02", embedder=embedder, template="refine_keypoints")
    assert points.id != first.id
    await write("2026-02-27", "The ferry was late, and nobody minded.")
    assert (await refine(engine, wren, "2026-02", embedder=embedder)).id not in {first.id, points.id}


async def test_a_reply_that_was_cut_is_never_the_candidate_that_waits(
    engine, wren, february, embedder, speaker
):
    whole = await refine(engine, wren, FEB, embedder=embedder, speaker=speaker(TEXT))
    cut = await refine(engine, wren, FEB, embedder=embedder, speaker=speaker(Reply(TEXT, "length")))
    assert whole.refused is None
    assert cut.refused == why.BROKEN_OFF


async def test_an_accepted_candidate_is_one_edit_with_all_that_made_it(
    engine, wren, february, embedder, month
):
    made = await refine(engine, wren, FEB, embedder=embedder)
    await engine.execute(DecideProposals((made.id,), "accept"))
    assert await month() == made.text
    held = await engine.ask(months.summary, wren.id, FEB)
    (version,) = await engine.ask(months.versions, held.id)
    assert (version.origin, version.model, version.template) == ("rule", refiner.NAME, made.template)
    assert (
        version.fragment_hashes
        == made.fragment_hashes
        == months.stamps(await engine.ask(months.fragments, wren.id, FEB))
    )
    assert version.parameters["length"] == [70, 140]
    await engine.undo()
    assert await month() is None
    assert [one.id for one in await engine.ask(candidates.listed, wren.id, FEB)] == [made.id]


async def test_what_the_author_had_a_hand_in_is_the_authors(engine, wren, february, embedder, month):
    made = await refine(engine, wren, FEB, embedder=embedder)
    await engine.execute(DecideProposals((made.id,), "accept", edited={"content": "Mara passed her exam."}))
    held = await engine.ask(months.summary, wren.id, FEB)
    assert (held.content, held.locked) == ("Mara passed her exam.", ("content",))
    (version,) = await engine.ask(months.versions, held.id)
    assert (version.origin, version.template) == ("author", made.template)


async def test_a_model_is_asked_with_identity_first_and_the_days_alone_in_order(
    engine, wren, february, embedder, speaker, month
):
    def self_block(conn):
        values = {"key": "self_model", "content": "I keep a lamp.", "updated_at": 0}
        rows.insert(conn, "self_block", {"character": wren.id, **values})

    await engine.database.write(self_block)
    voice = speaker(TEXT)
    heard: list[str] = []
    made = await refine(engine, wren, FEB, embedder=embedder, speaker=voice, on_text=heard.append)
    (asked,) = voice.model.asked
    system, user = system_of(asked), user_of(asked)
    assert [one.role for one in asked.messages] == ["system", "user"]
    assert system.startswith("You are Wren, at work on your own memory")
    assert system.index("I keep a lamp.") < system.index("This is summarising, not playing a part")
    assert "February 2026" in system
    assert "2026-02-03 to 2026-02-28" in system
    assert asked.temperature == 0.3
    assert asked.schema is None
    assert "forty pieces" not in system
    days = [line[:10] for line in user.splitlines() if line.startswith("2026-")]
    assert days == sorted(days)
    assert len(days) == 6
    assert "".join(heard) == TEXT
    assert (made.text, made.model, made.refused, made.spent) == (TEXT, "scripted-1", None, 120)
    assert made.parameters["temperature"] == 0.3
    assert await month() is None


REFUSED = [
    ("", why.EMPTY),
    (Reply(TEXT, "length"), why.BROKEN_OFF),
    (Reply("<think>February, then.</think>"), why.ONLY_THOUGHT),
    ("I'm sorry, but I can't help with summarizing this conversation.", why.REFUSED),
    (Reply("I won't.", "content_filter"), why.REFUSED),
    ("A quiet month.", summary.STUB),
    ("Error: 429 Too Many Requests, rate limit reached for this key. Please try again later.", summary.ERROR),
    ('{"error": {"message": "The model is overloaded", "type": "server_error", "code": 503}}', summary.ERROR),
    ("生成失败：服务器繁忙，请稍后再试。如果多次失败，请联系管理员处理这个问题。", summary.ERROR),
    (ZH, summary.OTHER_LANGUAGE),
    ("これは二月のまとめです。マーラは試験に合格しました。ラジオを直して、海に行きたいと言いました。", summary.OTHER_LANGUAGE),
    (f"Summary of {{{{month}}}} in {{{{length}}}} words, as you asked for it, for the log of Wren and Mara. {TEXT}", summary.ECHO),
    ("Mara: *smiles* The radio!\nWren: *laughs* It works!\nMara: I passed!", why.STORY),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "reason"), REFUSED)
async def test_what_is_no_summary_is_kept_as_turned_down_and_replaces_nothing(
    engine, wren, february, embedder, speaker, month, reply, reason
):
    await engine.execute(WriteMonth(wren.id, FEB, "The month as it was.", "model"))
    done = await refine_months(engine, wren, [FEB], embedder=embedder, speaker=speaker(reply), apply=True)
    (made,) = done.candidates
    assert (made.state, made.refused) == ("rejected", reason)
    assert await month() == "The month as it was."
    await engine.execute(DecideProposals((made.id,), "accept"))
    assert await month() == "The month as it was."
    (run,) = await engine.ask(runs_of, "refine")
    assert (run.report["rejected"], run.report["applied"]) == (1, 0)


async def test_thoughts_and_announcements_are_no_part_of_the_month(engine, wren, february, embedder, speaker):
    made = await refine(
        engine,
        wren,
        FEB,
        embedder=embedder,
        speaker=speaker(f"<think>So.</think>Here is the summary:\n\n{TEXT}"),
    )
    assert made.text == TEXT


@dataclass
class Meddling(ScriptedModel):
    """Lets the author do something while the model writes."""

    meddle: list = field(default_factory=list)

    async def chat(self, request):
        for command in self.meddle:
            await self.engine.execute(command)
        return await super().chat(request)


@pytest.fixture
def meddling(engine, ledger):
    def make(*commands):
        model = Meddling([TEXT], meddle=list(commands))
        model.engine = engine
        return Speaker(model, ledger)

    return make


async def test_days_that_change_while_it_is_written_are_told(
    engine, wren, february, embedder, meddling, month
):
    voice = meddling(EditFragment(february[0].id, {"content": "Theo held the torch, and dropped it."}))
    done = await refine_months(engine, wren, [FEB], embedder=embedder, speaker=voice, apply=True)
    (made,) = done.candidates
    assert (made.notes, made.state, done.applied) == ((DAYS_CHANGED,), "waiting", 0)
    assert (await engine.ask(proposals.get, made.id)).reason == DAYS_CHANGED
    assert await month() is None


async def test_a_text_written_while_it_is_refined_stays(engine, wren, february, embedder, meddling, month):
    voice = meddling(WriteMonth(wren.id, FEB, "My own words."))
    done = await refine_months(engine, wren, [FEB], embedder=embedder, speaker=voice, apply=True)
    assert await month() == "My own words."
    assert set(done.candidates[0].notes) == {TEXT_CHANGED, LOCKED}
    assert (await engine.ask(candidates.get, done.candidates[0].id)).notes == (TEXT_CHANGED,)


async def test_a_month_its_author_wrote_is_never_replaced_unseen(engine, wren, february, embedder, month):
    await engine.execute(WriteMonth(wren.id, FEB, "My own words."))
    done = await refine_months(engine, wren, [FEB], embedder=embedder, apply=True)
    assert (await month(), done.candidates[0].notes, done.applied) == ("My own words.", (LOCKED,), 0)
    await engine.execute(DecideProposals((done.candidates[0].id,), "accept"))
    assert await month() == done.candidates[0].text


async def test_applied_months_are_one_run_that_is_taken_back_whole(
    engine, wren, february, write, embedder, month
):
    await write("2026-01-05", "Mara moved the lamp to the window. It burns there at night.")
    done = await refine_months(engine, wren, [FEB, "2026-01", "2025-12"], embedder=embedder, apply=True)
    assert done.applied == 2
    assert [(one.month, one.reason) for one in done.skipped] == [("2025-12", NO_DAYS)]
    assert "lamp" in await month("2026-01")
    await engine.undo(done.run)
    assert (await month(), await month("2026-01")) == (None, None)
    assert await engine.ask(candidates.listed, wren.id) == []


async def test_one_day_is_a_month(engine, wren, write, embedder):
    await write("2026-02-11", "Mara repaired the radio.")
    made = await refine(engine, wren, FEB, embedder=embedder)
    assert made.text.startswith("11 February: Mara repaired the radio.")


async def test_only_undated_entries_are_no_month(engine, wren, write, embedder):
    await write(None, "Mara repaired the radio.")
    with pytest.raises(KnownError, match="No day of this month has an entry") as told:
        await refine(engine, wren, FEB, embedder=embedder)
    assert "date" in told.value.remedy
    assert await engine.ask(runs_of, "refine") == []


async def test_what_says_nothing_makes_no_candidate(engine, wren, write, embedder):
    await write("2026-02-11", "Ok. :)")
    with pytest.raises(KnownError, match="nothing that could be told"):
        await refine(engine, wren, FEB, embedder=embedder)


@pytest.mark.parametrize("text", ["2026-13", "March", "2026-2", ""])
async def test_a_month_is_spelled_one_way(engine, wren, february, embedder, text):
    with pytest.raises(KnownError, match="is no month"):
        await refine(engine, wren, text, embedder=embedder)


async def test_four_hundred_entries_are_told_in_parts(engine, wren, embedder, speaker):
    def fill(conn):
        for number in range(400):
            text = f"Entry {number}: Mara carried {number} shells home and told me of each. " * 9
            day = f"2026-02-{1 + number % 28:02d}"
            values = {"character": wren.id, "day": day, "provenance": "import", "content": text}
            rows.insert(conn, "fragment", {**values, "recorded_at": 0, "updated_at": 0})

    await engine.database.write(fill)
    voice = speaker(TEXT)
    expected = await estimate(engine, wren, [FEB], voice)
    made = await refine(engine, wren, FEB, embedder=embedder, speaker=voice)
    calls = voice.model.asked
    assert made.refused is None
    assert len(calls) == made.parameters["parts"] + 1 == expected.calls > 2
    assert expected.prompt <= sum(len(user_of(one)) for one in calls)
    assert user_of(calls[-1]).count(TEXT) == made.parameters["parts"]
    built_in = await refine(engine, wren, FEB, embedder=embedder)
    assert built_in.tokens < 700
    assert built_in.parameters["days"] > 10


async def test_a_part_that_is_refused_leaves_no_month_with_a_hole(engine, wren, embedder, speaker, month):
    for number in range(2):
        text = f"Mara carried {number} shells home and told me of each. " * 1200
        await engine.execute(WriteFragment(wren.id, f"2026-02-{1 + number:02d}", None, None, text))
    made = await refine(engine, wren, FEB, embedder=embedder, speaker=speaker(TEXT, "", TEXT))
    assert (made.state, made.refused) == ("rejected", why.EMPTY)


async def test_days_in_two_languages_may_be_told_in_either(engine, wren, write, february, embedder, speaker):
    await write("2026-02-25", "今天 TA 带我去看海，风很大。")
    for text in (TEXT, ZH):
        made = await refine(engine, wren, FEB, embedder=embedder, speaker=speaker(text))
        assert (made.refused, made.text) == (None, text)
    built_in = await refine(engine, wren, FEB, embedder=embedder)
    assert "25 February: 今天 TA 带我去看海，风很大。" in built_in.text


async def test_days_stay_where_they_are_when_the_zone_changes(engine, wren, february, embedder):
    before = await refine(engine, wren, FEB, embedder=embedder)
    await engine.execute(ChangeCharacter(wren.id, {"timezone": "Pacific/Auckland"}))
    (moved,) = await engine.ask(characters.find, "Wren")
    after = await refine(engine, moved, FEB, embedder=embedder)
    assert after.text == before.text
    assert after.fragment_hashes == before.fragment_hashes
    assert before.notes == (await engine.ask(candidates.get, before.id)).notes == ()


async def test_a_chinese_character_is_asked_and_told_in_chinese(engine, wren, write, embedder, speaker):
    await engine.execute(ChangeCharacter(wren.id, {"language": "zh"}))
    (who,) = await engine.ask(characters.find, "Wren")
    await write("2026-02-11", "TA 修好了外婆的收音机，烫了两次手。")
    await write("2026-02-17", "收音机里放着评弹，我们听到半夜。")
    made = await refine(engine, who, FEB, embedder=embedder)
    assert made.text.startswith("2月11日：TA 修好了外婆的收音机，烫了两次手。2月17日：")
    voice = speaker(ZH)
    assert (await refine(engine, who, FEB, embedder=embedder, speaker=voice)).text == ZH
    assert "2026年2月的日记录" in system_of(voice.model.asked[0])


async def test_key_points_are_a_line_a_day(engine, wren, february, embedder):
    made = await refine(engine, wren, FEB, embedder=embedder, template="refine_keypoints")
    lines = made.text.rpartition("\n\n")[0].splitlines()
    assert [line[:6] for line in lines] == ["- 3 Fe", "- 11 F", "- 17 F", "- 20 F", "- 24 F", "- 28 F"]


async def test_own_templates_by_name_and_for_one_character(engine, wren, february, embedder, speaker):
    body = "A letter to {{partner}} about {{month}}, {{length}}."
    await engine.execute(SaveTemplate("refine_atmosphere", "en", "Letter @ Wren", body))
    await engine.execute(SaveTemplate("refine_keypoints", "en", "For another @ Ada", "List {{days}}."))
    offered = await choices(engine, wren, "refine")
    assert [(one.title, one.built_in, one.in_use) for one in offered] == [
        ("Atmosphere", True, False),
        ("Key points", True, True),
        ("Letter @ Wren", False, True),
    ]
    voice = speaker(TEXT)
    for key in ("refine_atmosphere", "Letter @ Wren", offered[2].key, None):
        made = await refine(engine, wren, FEB, embedder=embedder, template=key, speaker=voice)
        assert made.title == "Letter @ Wren"
        assert "A letter to Mara about February 2026, 70 to 140 words." in system_of(voice.model.asked[-1])
    made = await refine(engine, wren, FEB, embedder=embedder, template=offered[0].key, speaker=voice)
    assert "This is summarising" in system_of(voice.model.asked[-1])
    for key in ("For another @ Ada", "nothing", "day_diary", "extraction"):
        with pytest.raises(KnownError, match="There is no template"):
            await refine(engine, wren, FEB, embedder=embedder, template=key)
    await engine.execute(UseTemplate("refine_atmosphere", "en"))
    assert (await refine(engine, wren, FEB, embedder=embedder)).title == "refine_atmosphere"


async def test_a_template_with_an_unknown_field_is_told_before_anything_is_sent(
    engine, wren, february, embedder, speaker
):
    def old(conn):  # as an earlier version, or another hand, may have left it
        values = {"purpose": "refine_atmosphere", "language": "en", "name": "Old", "ordinal": 1, "active": 1}
        rows.insert(conn, "template", {**values, "body": "Use {{rawLog}} well.", "recorded_at": 0})

    await engine.database.write(old)
    voice = speaker(TEXT)
    with pytest.raises(KnownError, match="no field “rawLog”") as told:
        await refine(engine, wren, FEB, embedder=embedder, speaker=voice)
    assert "month" in told.value.remedy
    assert voice.model.asked == []
    assert await engine.ask(runs_of, "refine") == []


async def test_a_cap_ends_the_run_and_what_was_made_waits(engine, wren, february, write, embedder, ledger):
    await write("2026-01-05", "Mara moved the lamp to the window. It burns there at night.")
    voice = Speaker(ScriptedModel([TEXT]), ledger, Cap(calls=1))
    with pytest.raises(KnownError, match="cap of 1 calls"):
        await refine_months(engine, wren, [FEB, "2026-01"], embedder=embedder, speaker=voice)
    (made,) = await engine.ask(candidates.listed, wren.id)
    assert made.month == FEB
    (run,) = await engine.ask(runs_of, "refine")
    assert run.step == {"left": ["2026-01"]}


async def test_a_cut_run_goes_on_with_the_months_that_are_left(
    engine, wren, february, write, embedder, speaker, month
):
    await write("2026-01-05", "Mara moved the lamp to the window. It burns there at night.")
    with pytest.raises(asyncio.CancelledError):
        await refine_months(
            engine,
            wren,
            [FEB, "2026-01"],
            embedder=embedder,
            speaker=speaker(TEXT, asyncio.CancelledError()),
            apply=True,
        )
    run = (await engine.ask(runs_of, "refine"))[0]
    assert run.status in {"cancelled", "interrupted"}
    assert await month() == TEXT
    voice = speaker(TEXT)
    task = await resume(engine, run.uid, embedder, voice)
    await task.wait()
    assert len(voice.model.asked) == 1
    assert await month("2026-01") == TEXT
    await engine.undo(run.uid)
    assert (await month(), await month("2026-01")) == (None, None)


async def test_a_cut_run_of_the_built_in_refiner_needs_no_model(
    engine, wren, february, embedder, monkeypatch
):
    def cut(*_, **__):
        raise KnownError("test", "Cut.")

    with monkeypatch.context() as patch:
        patch.setattr(module.refiner, "refine", cut)
        with pytest.raises(KnownError, match="Cut"):
            await refine_months(engine, wren, [FEB], embedder=embedder)
    run = (await engine.ask(runs_of, "refine"))[0]
    await (await resume(engine, run.uid, embedder)).wait()
    assert [one.month for one in await engine.ask(candidates.listed, wren.id)] == [FEB]


async def test_two_characters_months_are_strictly_apart(engine, wren, february, embedder):
    from app.engine.commands import CreateCharacter

    await engine.execute(CreateCharacter("Ada", "Mara", "Europe/London"))
    (ada,) = await engine.ask(characters.find, "Ada")
    with pytest.raises(KnownError, match="No day"):
        await refine(engine, ada, FEB, embedder=embedder)
    await refine(engine, wren, FEB, embedder=embedder)
    assert await engine.ask(candidates.listed, ada.id) == []
    assert await engine.ask(memories.ids_in_order, ada.id) == []
