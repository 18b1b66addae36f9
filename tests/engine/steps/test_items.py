"""What a model gives is judged item by item; nothing that cannot be a memory becomes one, and nothing is lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from speaking import memory

from app.domain.drafts import ReadMessage
from app.domain.profile import SEED
from app.domain.rooms import ROOM_KEYS
from app.domain.when import Occurred, day_of, instant
from app.engine.steps import items as why
from app.engine.steps.items import Shown, understand
from app.engine.steps.material import Note

ZONE = "Asia/Shanghai"


def message(number, occurred, text="话"):
    return ReadMessage(number + 100, "user", "阿禾", text, occurred.at_ms(ZONE), occurred, 1)


MESSAGES = [
    message(1, instant(1_770_046_200_000)),  # 2 February 2026, 23:30 in Shanghai, 15:30 UTC
    message(2, instant(1_770_053_400_000)),  # 3 February, 01:30 there; still the 2nd in UTC
    message(3, day_of("2026-02-03", ZONE)),
]
KNOWN = [Note(7, "TA 的外婆每天滴眼药水。"), Note(8, "TA 住在三楼。")]
PINS = [Note(9, "TA 这周发烧。")]
SHOWN = Shown(MESSAGES, KNOWN, PINS, ZONE)


def judged(*parts, shown=SHOWN):
    return understand(parts, shown, SEED.extraction)


def draft(**more):
    found = judged(memory("TA 怕打雷。", **more))
    assert not found.rejected
    return found.drafts[0]


def test_a_whole_item_becomes_a_draft():
    one = draft(messages=[2, 1], date="2026-02-03")
    assert (one.content, one.room, one.importance, one.mood) == ("TA 怕打雷。", "user_room", 6, "tender")
    assert (one.valence, one.arousal, one.assertion, one.tags) == (0.6, -0.2, "stated", ("测试", "记忆"))
    assert one.message_ids == (102, 101)
    assert one.occurred == day_of("2026-02-03", ZONE, "2026-02-03")
    assert one.reason == (why.BY_MODEL,)


@pytest.mark.parametrize("told", ["2026年2月3日", "2026/2/3", "3 February 2026", "2026-02-03 周二"])
def test_a_date_is_read_in_any_spelling(told):
    assert draft(date=told).occurred.start == "2026-02-03"


@pytest.mark.parametrize("told", ["2026-02-01", "2026-02-04"])
def test_a_day_beside_the_messages_is_believed(told):
    assert draft(date=told).occurred.start == told


@pytest.mark.parametrize("told", ["2016-08-10", "2026-01-31", "2026-02-05", "2026-02-30", "昨天", "2026-02"])
def test_a_day_that_the_messages_cannot_bear_gives_way_to_theirs(told):
    """The second message was written on the 3rd in Shanghai, though it was the 2nd in UTC."""
    one = draft(date=told, messages=[2])
    assert one.occurred == day_of("2026-02-03", ZONE, told)
    assert why.DATE_DOUBTED in one.reason


def test_without_a_date_the_first_cited_day_holds():
    one = draft(date=None, messages=[3, 1])
    assert one.occurred.start == "2026-02-02"
    assert why.DATE_FROM_SOURCES in one.reason


def test_what_can_be_dated_by_nothing_stays_undated():
    undated = Shown([message(1, Occurred())], (), (), ZONE)
    one = judged(memory("TA 怕打雷。", date="2026-02-03"), shown=undated).drafts[0]
    assert one.occurred == Occurred(text="2026-02-03")
    assert why.DATE_UNKNOWN in one.reason


def test_numbers_of_messages_that_are_none_are_left_out():
    one = draft(messages=[0, 1, "2", 1, 4, -1, 2.5, True, None, "x"])
    assert one.message_ids == (101, 102)
    none = draft(messages="all of them")
    assert none.message_ids == ()
    assert why.NO_SOURCES in none.reason


def test_a_memory_rests_on_few_messages():
    many = Shown([message(n, day_of("2026-02-03", ZONE)) for n in range(40)], (), (), ZONE)
    one = judged(memory("长谈。", messages=list(range(1, 41)), date="2026-02-03"), shown=many).drafts[0]
    assert len(one.message_ids) == why.SOURCES


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"content": ""}, why.NO_CONTENT),
        ({"content": ["a"]}, why.NO_CONTENT),
        ({"content": "长" * 2001}, why.NO_CONTENT),
        ({"room": "kitchen"}, why.NO_ROOM),
        ({"room": None}, why.NO_ROOM),
        ({"importance": 99}, why.NO_IMPORTANCE),
        ({"importance": "很高"}, why.NO_IMPORTANCE),
        ({"importance": True}, why.NO_IMPORTANCE),
        ({"kind": "delete"}, why.NO_KIND),
    ],
)
def test_what_cannot_be_a_memory_is_turned_down_with_its_reason_and_kept(wrong, reason):
    item = {**memory("房间写错了。"), **wrong}
    found = judged(item)
    assert (found.drafts, found.changes) == ([], [])
    assert found.rejected[0].reason == reason
    assert json.loads(found.rejected[0].raw) == item


def test_small_slips_are_forgiven():
    one = draft(
        room="用户房", importance="7", mood="开心", tags="x", valence=1.4, arousal="-0.5", assertion="sure"
    )
    assert (one.room, one.importance, one.mood, one.tags) == ("user_room", 7, "happy", ())
    assert (one.valence, one.arousal, one.assertion) == (1.0, -0.5, "unknown")
    bare = judged({"content": "TA 爱吃橘子。", "room": "user_room"}).drafts[0]
    assert (bare.importance, bare.mood, bare.valence) == (SEED.extraction.importance_default, None, None)


def test_a_mood_alone_brings_its_place():
    one = judged({"content": "TA 笑了。", "room": "bedroom", "mood": "happy"}).drafts[0]
    assert (one.valence, one.arousal) == (0.7, 0.5)


def test_a_correction_becomes_a_change_of_the_note_it_names():
    found = judged(
        {
            "kind": "correct",
            "of": "O0",
            "content": "外婆已经停了眼药水。",
            "why": "TA 说停了",
            "messages": [2],
        }
    )
    change = found.changes[0]
    assert (change.memory, change.patch, change.base) == (
        7,
        {"content": "外婆已经停了眼药水。"},
        {"content": KNOWN[0].content},
    )
    assert change.reason == f"{why.CORRECTS}\nTA 说停了"
    assert change.messages == (102,)


def test_a_correction_as_a_remark_stands_below_the_text():
    found = judged({"correct": "O1", "note": "搬到五楼了"})
    assert found.changes[0].patch == {"content": "TA 住在三楼。\n（2026-02-03 更正：搬到五楼了）"}


def test_a_pinned_note_that_has_passed_is_proposed_for_unpinning():
    for item in ({"unpin": "P0"}, {"kind": "unpin", "of": "P0", "why": "退烧了"}):
        change = judged(item).changes[0]
        assert (change.memory, change.patch) == (9, {"pinned_until": None})


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"kind": "correct", "of": "O2", "content": "别的"}, why.NO_TARGET),
        ({"kind": "correct", "of": "P0", "content": "别的"}, why.NO_TARGET),
        ({"kind": "correct", "of": 0, "content": "别的"}, why.NO_TARGET),
        ({"kind": "correct", "of": "O1"}, why.NO_CONTENT),
        ({"kind": "correct", "of": "O1", "content": "TA 住在三楼。 "}, why.SAME),
        ({"kind": "unpin", "of": "P1"}, why.NO_TARGET),
        ({"kind": "unpin", "of": "O0"}, why.NO_TARGET),
    ],
)
def test_a_change_of_what_was_not_shown_is_turned_down(item, reason):
    assert [one.reason for one in judged(item).rejected] == [reason]


def test_the_first_change_of_a_note_counts():
    found = judged(
        {"kind": "correct", "of": "O0", "content": "一"}, {"kind": "correct", "of": "O0", "content": "二"}
    )
    assert [one.patch["content"] for one in found.changes] == ["一"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NAMES = st.sampled_from(
    [
        "kind",
        "content",
        "room",
        "importance",
        "mood",
        "valence",
        "tags",
        "date",
        "messages",
        "of",
        "correct",
        "unpin",
    ]
)


@given(st.dictionaries(NAMES, JSON | st.sampled_from(["memory", "O0", "P0", "study", "2026-02-03"])))
def test_whatever_comes_is_judged_and_never_lost(item):
    found = judged(item)
    assert len(found.drafts) + len(found.changes) + len(found.rejected) == 1
    for one in found.drafts:
        assert one.content
        assert one.room in ROOM_KEYS
        assert 1 <= one.importance <= 10
        assert set(one.message_ids) <= {101, 102, 103}
        assert one.valence is None or -1 <= one.valence <= 1
