"""The mood of the moment: by hand, by a model, by the built-in estimate; who found it is always said."""

import json

import pytest
from engine.steps.conftest import TALK
from making import runs_of
from speaking import system_of, user_of

from app.domain.errors import KnownError
from app.engine.commands import ChangeCharacter
from app.engine.steps import mood_now as step
from app.engine.steps.mood_now import mood_now
from app.models.replies import reading as manner
from app.storage import characters, rows


@pytest.fixture(autouse=True)
def built_in(monkeypatch):
    monkeypatch.setattr(step, "built_in_mood", lambda said, embedder: "peaceful" if said else None)


def said(mood, **more):
    return json.dumps({"mood": mood, "why": "TA 说想看海", **more}, ensure_ascii=False)


async def test_a_model_tells_the_mood_over_the_role_settings(engine, ada, embedder, speaker):
    def write(conn):
        now = {"recorded_at": 0, "updated_at": 0, "character": ada.id}
        rows.insert(conn, "summary", {**now, "scope": "month", "key": "2026-01", "content": "一月是安静的。"})
        rows.insert(
            conn, "summary", {**now, "scope": "month", "key": "2026-09", "content": "还没有到的月份。"}
        )
        rows.insert(
            conn, "fragment", {**now, "day": "2026-02-01", "provenance": "manual", "content": "下了雪。"}
        )

    await engine.database.write(write)
    speaks = speaker(said("excited"))
    found = await mood_now(engine, ada, embedder, speaks)
    assert (found.mood, found.by, found.why, found.model) == ("excited", "model", "TA 说想看海", "scripted-1")
    assert found.template.startswith("mood_now.zh@")
    (asked,) = speaks.model.asked
    assert TALK[-1][0] in user_of(asked)
    assert "一月是安静的。" in user_of(asked)
    assert "下了雪。" in user_of(asked)
    assert "还没有到的月份" not in user_of(asked)
    assert "happy（开心）" in system_of(asked)
    assert await engine.ask(runs_of, "mood_now") == []


async def test_what_was_set_by_hand_is_asked_of_nobody(engine, ada, embedder, speaker):
    await engine.execute(ChangeCharacter(ada.id, {"mood_now": "hurt"}))
    who = (await engine.ask(characters.find, ada.name))[0]
    speaks = speaker(said("happy"))
    found = await mood_now(engine, who, embedder, speaks)
    assert (found.mood, found.by, speaks.model.asked) == ("hurt", "hand", [])


async def test_a_mood_in_chinese_is_understood(engine, ada, embedder, speaker):
    assert (await mood_now(engine, ada, embedder, speaker(said("怀念")))).mood == "nostalgic"


@pytest.mark.parametrize(
    ("line", "doubt"),
    [
        (said("stormy"), None),
        (said(None), None),
        ("开心", manner.NO_DATA),
        ("", manner.EMPTY),
        ("抱歉，我无法协助完成这个请求。", manner.REFUSED),
    ],
)
async def test_a_reply_that_names_no_mood_falls_back_and_says_so(engine, ada, embedder, speaker, line, doubt):
    found = await mood_now(engine, ada, embedder, speaker(line))
    assert (found.mood, found.by, found.fault, found.doubt) == ("peaceful", "built-in", None, doubt)


async def test_an_endpoint_that_fails_falls_back_and_says_why(engine, ada, embedder, speaker):
    fault = KnownError("endpoint.asleep", "Nothing answers.")
    found = await mood_now(engine, ada, embedder, speaker(fault))
    assert (found.mood, found.by, found.fault) == ("peaceful", "built-in", fault)


async def test_without_a_model_or_a_word_there_is_the_stand_in_or_nothing(engine, ada, embedder):
    assert (await mood_now(engine, ada, embedder)).by == "built-in"
    assert (await mood_now(engine, ada, None)).by == "nobody"
    long_ago = await mood_now(engine, ada, embedder, now=0)
    assert (long_ago.mood, long_ago.by) == (None, "nobody")
