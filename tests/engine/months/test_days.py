"""Entries of days from what was said or remembered: made again they replace, never double; edited ones stay."""

import pytest
from making import runs_of
from speaking import Reply, system_of, user_of

from app.domain.errors import KnownError
from app.domain.when import day_of, instant
from app.engine.commands import (
    AddMemory,
    ChangeCharacter,
    ChangeMemory,
    DecideProposals,
    EditFragment,
)
from app.engine.commands.month_proposals import WAITS
from app.engine.ingest import ingest
from app.engine.months.days import (
    NO_MEMORIES,
    NOTHING_SAID,
    SAID_ALREADY,
    SMALL_TALK,
    estimate,
    make_days,
)
from app.engine.resume import resume
from app.models.builtin import daykeeper
from app.models.replies import reading as why
from app.storage import characters, messages, months, proposals, rows

pytestmark = pytest.mark.usefixtures("files_are_read_here")

DAY = "2026-02-11"
TALK = [
    ("我对虾过敏，上次肿了两天。", "我记下了，以后点菜我替你看着。"),
    ("嗯嗯", "嗯。"),
    ("我养了一只猫，叫橘皮。", "橘皮这个名字真好听。"),
    ("下个月我想去青岛看海，你觉得坐火车好还是开车好？", "坐火车吧，路上可以一起看窗外。"),
]
ENTRY = "- 橘皮是 TA 新养的猫。\n- TA 对虾过敏，我答应以后点菜替 TA 看着。\n- 下个月 TA 想去青岛看海。"


@pytest.fixture
async def ada(engine, memorybank):
    await ingest(
        engine,
        memorybank({"小满": {DAY: TALK, "2026-02-12": [("早安。", "早安。")]}}),
        timezone="Asia/Shanghai",
    )
    return (await engine.ask(characters.find, "小满"))[0]


@pytest.fixture
def held(engine, ada):
    """`await held()`: (provenance, mood, text) of the day's entries."""

    async def give(day=DAY):
        return [
            (one.provenance, one.mood, one.content) for one in await engine.ask(months.of_day, ada.id, day)
        ]

    return give


async def test_the_built_in_day_keeper_quotes_the_day(engine, ada, embedder, held):
    made = await make_days(engine, ada, ["2026年2月11日"], embedder=embedder)
    assert made.days == [DAY]
    ((provenance, mood, text),) = await held()
    assert provenance == "auto"
    assert mood
    assert "- TA说：「我对虾过敏，上次肿了两天。」" in text.splitlines()
    assert "我答：「坐火车吧，路上可以一起看窗外。」" in text
    assert "嗯嗯" not in text
    (entry,) = await engine.ask(months.of_day, ada.id, DAY)
    sources = await engine.ask(rows_of_sources, entry.id)
    assert {kind for kind, _ in sources} == {"message"}
    await engine.undo(made.run)
    assert await held() == []


def rows_of_sources(conn, fragment):
    query = "SELECT target_kind, target_id FROM source WHERE owner_kind = 'fragment' AND owner_id = ?"
    return conn.execute(query, (fragment,)).fetchall()


async def test_a_day_made_again_replaces_and_never_doubles(engine, ada, embedder, speaker, held):
    await make_days(engine, ada, [DAY], embedder=embedder)
    again = await make_days(engine, ada, [DAY], embedder=embedder)
    assert (len(await held()), again.days) == (1, [])
    for text in (ENTRY, f"{ENTRY}\n- 我们约好坐火车。"):
        await make_days(engine, ada, [DAY], embedder=embedder, speaker=speaker(text))
    assert [(provenance, text) for provenance, _, text in await held()][1:] == [
        ("archive", f"{ENTRY}\n- 我们约好坐火车。")
    ]


async def test_what_the_author_edited_stays(engine, ada, embedder, held):
    await make_days(engine, ada, [DAY], embedder=embedder)
    (entry,) = await engine.ask(months.of_day, ada.id, DAY)
    await engine.execute(EditFragment(entry.id, {"content": "橘皮。"}))
    made = await make_days(engine, ada, [DAY], embedder=embedder)
    assert [text for *_, text in await held()] == ["橘皮。"]
    assert "You have edited" in made.left[0].reason
    review = await make_days(engine, ada, [DAY], embedder=embedder, review=True)
    (waiting,) = await engine.ask(proposals.listed, ada.id, ("waiting",))
    told = await engine.execute(DecideProposals((waiting.id,), "accept"))
    assert review.proposed == 1
    assert "You have edited" in told.effect.notes[0]
    assert (await engine.ask(proposals.get, waiting.id)).state == "waiting"
    assert [text for *_, text in await held()] == ["橘皮。"]


async def test_a_model_reads_the_day_alone_with_its_hours(engine, ada, embedder, speaker, held):
    voice = speaker(ENTRY)
    assert (await estimate(engine, ada, [DAY, "2026-02-12"], voice)).calls == 2
    made = await make_days(engine, ada, [DAY], embedder=embedder, template="day_diary", speaker=voice)
    (asked,) = voice.model.asked
    assert "写进日记" in system_of(asked)
    assert "2026年2月11日" in system_of(asked)
    assert "早安" not in user_of(asked)
    assert [line[:16] for line in user_of(asked).splitlines() if line.startswith("[1]")] == [
        "[1] 2026-02-11 周"
    ]
    ((provenance, mood, text),) = await held()
    assert (provenance, text) == ("archive", ENTRY)
    assert mood
    run = (await engine.ask(runs_of, "days"))[0]
    assert (run.uid, run.report["calls"], run.facts["template"][:9]) == (made.run, 1, "day_diary")


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", why.EMPTY),
        (Reply(ENTRY, "length"), why.BROKEN_OFF),
        ("抱歉，我无法协助总结这些内容。", why.REFUSED),
    ],
)
async def test_a_reply_that_is_none_replaces_nothing(engine, ada, embedder, speaker, held, reply, reason):
    await make_days(engine, ada, [DAY], embedder=embedder, speaker=speaker(ENTRY))
    made = await make_days(engine, ada, [DAY], embedder=embedder, speaker=speaker(reply))
    assert (made.rejected, made.days) == (1, [])
    assert [text for *_, text in await held()] == [ENTRY]
    (kept,) = await engine.ask(proposals.listed, ada.id, ("waiting",))
    assert (kept.op, kept.reason, kept.patch["day"]) == ("rejected", reason, DAY)


async def test_days_without_anything_are_told(engine, ada, embedder):
    made = await make_days(engine, ada, ["2026-02-12", "2026-03-01"], embedder=embedder)
    assert {(one.day, one.reason) for one in made.left} == {
        ("2026-02-12", SMALL_TALK),
        ("2026-03-01", NOTHING_SAID),
    }
    with pytest.raises(KnownError, match="is no day"):
        await make_days(engine, ada, ["someday"], embedder=embedder)


async def test_the_day_is_the_local_one_also_after_the_zone_changed(engine, ada, embedder, speaker):
    def late(conn):
        session = conn.execute("SELECT session FROM participant WHERE character = ? LIMIT 1", (ada.id,)).get
        when = instant(1_771_006_500_000)  # 13 February 18:15 UTC
        values = {
            "session": session,
            "role": "user",
            "ordinal": 99,
            "content": "我睡不着。",
            "recorded_at": 0,
        }
        occurred = {
            "occurred_from": when.start,
            "occurred_precision": "instant",
            "occurred_at": 1_771_006_500_000,
        }
        rows.insert(conn, "message", {**values, **occurred, "occurred_day": when.day("Asia/Shanghai")})

    async def last_day(who):
        return (await engine.ask(messages.days, who.id))[-1][0]

    await engine.database.write(late)
    assert await last_day(ada) == "2026-02-14"
    await engine.execute(ChangeCharacter(ada.id, {"timezone": "Europe/London"}))
    (moved,) = await engine.ask(characters.find, "小满")
    assert await last_day(moved) == "2026-02-13"
    voice = speaker("TA 夜里睡不着，来找我说话，我陪 TA 说到困了为止。")
    await make_days(engine, moved, ["2026-02-13"], embedder=embedder, speaker=voice)
    assert "2026-02-13 周五 18:15" in user_of(voice.model.asked[0])


async def test_a_day_that_is_reviewed_waits_and_a_newer_suggestion_takes_its_place(
    engine, ada, embedder, speaker, held
):
    for text in (ENTRY, ENTRY, f"{ENTRY}\n- 我们约好坐火车。"):
        await make_days(engine, ada, [DAY], embedder=embedder, speaker=speaker(text), review=True)
    assert await held() == []
    (waiting,) = await engine.ask(proposals.listed, ada.id, ("waiting",))
    assert len(await engine.ask(proposals.listed, ada.id, ("outdated",))) == 1
    await engine.execute(DecideProposals((waiting.id,), "accept"))
    assert [text for *_, text in await held()] == [f"{ENTRY}\n- 我们约好坐火车。"]


@pytest.fixture
async def remembered(engine, ada):
    made = []
    for text, mood, weight in (("TA 养了一只猫。\n叫橘皮。", "happy", 5), ("TA 对虾过敏。", "anxious", 8)):
        when = day_of(DAY, ada.timezone)
        outcome = await engine.execute(AddMemory(ada.id, text, "user_room", weight, mood, (), when))
        made += outcome.effect.ids
    return made


async def test_memories_become_bullets_as_a_proposal_once(engine, ada, remembered, embedder, held):
    made = await make_days(engine, ada, [DAY], embedder=embedder, source="memories")
    assert (made.proposed, await held()) == (1, [])
    again = await make_days(engine, ada, [DAY], embedder=embedder, source="memories")
    assert (again.proposed, [one.reason for one in again.left]) == (0, [WAITS])
    (waiting,) = await engine.ask(proposals.listed, ada.id, ("waiting",))
    await engine.execute(DecideProposals((waiting.id,), "accept"))
    assert await held() == [("palace", "anxious", "- TA 养了一只猫。 叫橘皮。\n- TA 对虾过敏。")]
    again = await make_days(engine, ada, [DAY], embedder=embedder, source="memories")
    assert (again.proposed, [one.reason for one in again.left]) == (0, [SAID_ALREADY])
    await engine.execute(ChangeMemory(remembered[1], {"content": "TA 对虾和蟹过敏。"}))
    await make_days(engine, ada, [DAY], embedder=embedder, source="memories")
    (waiting,) = await engine.ask(proposals.listed, ada.id, ("waiting",))
    assert waiting.patch["content"] == "- TA 养了一只猫。 叫橘皮。\n- TA 对虾和蟹过敏。"
    none = await make_days(engine, ada, ["2026-02-12"], embedder=embedder, source="memories")
    assert none.left[0].reason == NO_MEMORIES


async def test_bullets_that_another_program_brought_stay(engine, ada, remembered, embedder):
    def brought(conn):
        values = {"character": ada.id, "day": DAY, "provenance": "palace", "recorded_at": 0, "updated_at": 0}
        rows.insert(conn, "fragment", {**values, "content": "- TA 对虾过敏。\n- 那天下雪。"})

    await engine.database.write(brought)
    await make_days(engine, ada, [DAY], embedder=embedder, source="memories")
    (waiting,) = await engine.ask(proposals.listed, ada.id, ("waiting",))
    assert waiting.patch["content"] == "- TA 对虾过敏。\n- 那天下雪。\n- TA 养了一只猫。 叫橘皮。"
    assert waiting.base == {"content": "- TA 对虾过敏。\n- 那天下雪。"}


async def test_a_cut_run_goes_on_with_the_days_that_are_left(engine, ada, embedder, speaker, monkeypatch):
    def cut(*_, **__):
        raise KnownError("test", "Cut.")

    with monkeypatch.context() as patch:
        patch.setattr(daykeeper, "keep", cut)
        with pytest.raises(KnownError, match="Cut"):
            await make_days(engine, ada, [DAY], embedder=embedder)
    run = (await engine.ask(runs_of, "days"))[0]
    await (await resume(engine, run.uid, embedder)).wait()
    assert len(await engine.ask(months.of_day, ada.id, DAY)) == 1
