"""The two demo stories as written: whole, dated, resting on their own days, and with something left to tidy."""

import json
from datetime import date, timedelta
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from app.domain import buffer, duplicates
from app.domain.mood import BY_KEY as MOODS
from app.domain.profile import SEED
from app.domain.rooms import ROOM_KEYS
from app.engine.demo import FILES
from app.resources import resource

FIRST, LAST = date(2025, 1, 4), date(2026, 3, 3)
WITHOUT_SUMMARY = "2026-02"
# Least and most characters by importance: short and factual, with feeling, cause to reaction.
LENGTHS = {
    "en": {1: (20, 175), 6: (110, 420), 8: (190, 480)},
    "zh": {1: (10, 62), 6: (38, 130), 8: (72, 165)},
}
KEYWORDS = {"en": "Keywords: ", "zh": "关键词: "}
Story = dict[str, Any]


@cache
def told(name: str) -> Story:
    return dict(json.loads(resource(f"demo/{name}").read_text(encoding="utf-8")))


@pytest.fixture(params=FILES)
def story(request: pytest.FixtureRequest) -> Story:
    return told(request.param)


def tongue(story: Story) -> str:
    return "zh" if story["character"]["id"] == "qichi" else "en"


def source_days(memory: Story) -> list[date]:
    return [date.fromisoformat(source.partition("#")[0]) for source in memory["sources"]]


def living(story: Story) -> list[Story]:
    return [one for one in story["memories"] if one.get("status", "active") != "archived"]


def test_days_are_in_order_and_fill_fourteen_months(story: Story) -> None:
    days = [date.fromisoformat(day["date"]) for day in story["days"]]
    assert days == sorted(set(days))
    assert (days[0], days[-1]) == (FIRST, LAST)
    assert 55 <= len(days) <= 70
    assert len({(day.year, day.month) for day in days}) == 15


def test_a_day_is_a_talk(story: Story) -> None:
    for day in story["days"]:
        clocks = [clock for clock, _, _ in day["messages"]]
        assert clocks == sorted(clocks), day["date"]
        assert 6 <= len(clocks) <= 28, day["date"]
        assert {speaker for _, speaker, _ in day["messages"]} == {"partner", "character"}, day["date"]
        assert all(text.strip() for _, _, text in day["messages"])


def test_enough_is_unread_for_a_run_beyond_the_hot_zone(story: Story) -> None:
    read = [not day["unread"] for day in story["days"] for _ in day["messages"]]
    assert read == sorted(read, reverse=True), "only the newest messages are unread"
    assert 650 <= len(read) <= 850
    plan = buffer.plan(list(enumerate(read)), SEED)
    assert plan.reason is None
    assert plan.take


def test_memories_rest_on_messages_that_are_there(story: Story) -> None:
    known = {f"{day['date']}#{i}" for day in story["days"] for i in range(len(day["messages"]))}
    for memory in story["memories"]:
        assert memory["sources"], memory["id"]
        assert set(memory["sources"]) <= known, memory["id"]


def test_memories_are_well_formed(story: Story) -> None:
    ids = [memory["id"] for memory in story["memories"]]
    boxes = {box["id"] for box in story["boxes"]}
    assert len(ids) == len(set(ids))
    assert 100 <= len(ids) <= 130
    for memory in story["memories"]:
        assert memory["room"] in ROOM_KEYS, memory["id"]
        assert memory["mood"] in MOODS, memory["id"]
        assert 2 <= len(memory["tags"]) <= 5, memory["id"]
        assert memory.get("box") is None or memory["box"] in boxes, memory["id"]
        assert 0 < memory.get("recalled", 1) < 20
        assert ("recalled" in memory) == ("recalled_on" in memory)


def test_what_was_recalled_had_happened(story: Story) -> None:
    for memory in story["memories"]:
        if "recalled_on" in memory:
            assert max(source_days(memory)) <= date.fromisoformat(memory["recalled_on"]) <= LAST, memory["id"]


def test_words_grow_with_importance(story: Story) -> None:
    lengths = LENGTHS[tongue(story)]
    assert {memory["importance"] for memory in story["memories"]} == set(range(1, 11))
    for memory in story["memories"]:
        if memory.get("kind") != "summary":
            least, most = lengths[max(step for step in lengths if step <= memory["importance"])]
            assert least <= len(memory["content"]) <= most, memory["id"]


def test_all_rooms_are_furnished(story: Story) -> None:
    least = {"living_room": 38, "bedroom": 18, "study": 11, "user_room": 18, "self_room": 6, "windowsill": 6}
    for room, number in least.items():
        assert sum(memory["room"] == room for memory in story["memories"]) >= number, room
    attic = [memory.get("status", "active") for memory in story["memories"] if memory["room"] == "attic"]
    assert (attic.count("active"), attic.count("evicted"), attic.count("archived")) == (4, 4, 2)
    assert all(memory["room"] == "attic" for memory in story["memories"] if memory.get("status") == "evicted")


def test_hopes_have_ages(story: Story) -> None:
    hopes = {memory["id"]: memory for memory in story["memories"] if "anticipation" in memory}
    week_ago = LAST - timedelta(days=SEED.anticipations.anchor_days or 0)
    for hope in hopes.values():
        if hope["anticipation"] == "fulfilled":
            assert hope["room"] == "bedroom"
        else:
            assert hope["room"] == "windowsill"
            anchored = date.fromisoformat(hope["date"]) <= week_ago
            assert hope["anticipation"] == ("anchor" if anchored else "active"), hope["id"]
    states = [hope["anticipation"] for hope in hopes.values()]
    assert states.count("fulfilled") == 1
    assert "active" in states
    assert "anchor" in states
    assert all("anticipation" in one for one in story["memories"] if one["room"] == "windowsill")


def test_boxes_hold_three_to_six(story: Story) -> None:
    held = [[m for m in story["memories"] if m.get("box") == box["id"]] for box in story["boxes"]]
    assert len(held) == 3
    assert all(3 <= len(one) <= 6 for one in held)
    summed = [one for one in held if any(m.get("kind") == "summary" for m in one)]
    assert len(summed) == 1
    assert sum(m.get("status") == "archived" for m in summed[0]) == 3


def test_links_join_memories_of_this_story(story: Story) -> None:
    ids = {memory["id"] for memory in story["memories"]}
    pairs = [(kind, *sorted((one, other))) for one, other, kind, _ in story["links"]]
    assert len(pairs) >= 12
    assert len(pairs) == len(set(pairs))
    assert {kind for kind, _, _ in pairs} == {"causal", "person", "metaphor"}
    for one, other, _, strength in story["links"]:
        assert {one, other} <= ids
        assert one != other
        assert 0.3 <= strength <= 0.8


def test_two_memories_are_pinned_beyond_the_last_day(story: Story) -> None:
    pins = [memory["pinned_until"] for memory in story["memories"] if "pinned_until" in memory]
    assert len(pins) == 2
    assert all(date.fromisoformat(pin) > LAST for pin in pins)


def test_most_days_have_a_fragment(story: Story) -> None:
    days = [day["date"] for day in story["days"]]
    noted = [fragment["day"] for fragment in story["fragments"]]
    assert noted == sorted(set(noted))
    assert set(noted) < set(days)
    assert len(noted) > 0.85 * len(days)
    for fragment in story["fragments"]:
        assert fragment["mood"] in MOODS
        assert all(line.startswith("- ") for line in fragment["content"].splitlines())


def test_every_month_but_the_last_two_is_told(story: Story) -> None:
    with_talk = sorted({day["date"][:7] for day in story["days"]})
    months = [month["month"] for month in story["months"]]
    assert with_talk[-2] == WITHOUT_SUMMARY
    assert months == with_talk[:-2]
    assert sum(month["active"] for month in story["months"]) == 1
    for month in story["months"]:
        assert 100 <= len(month["content"]) <= 300, month["month"]
        assert month["content"].splitlines()[-1].startswith(KEYWORDS[tongue(story)]), month["month"]


def test_two_memories_have_no_date_but_a_source_that_tells_it(story: Story) -> None:
    undated = [memory for memory in story["memories"] if memory["date"] is None]
    assert len(undated) == 2
    assert all(memory["sources"] for memory in undated)


def test_two_memories_are_misdated_one_into_the_future(story: Story) -> None:
    def off(memory: Story) -> bool:
        day = date.fromisoformat(memory["date"])
        return min(abs((day - source).days) for source in source_days(memory)) > 1

    misdated = [memory for memory in story["memories"] if memory["date"] and off(memory)]
    assert len(misdated) == 2
    assert sum(date.fromisoformat(memory["date"]) > LAST for memory in misdated) == 1


def test_one_memory_names_the_other_companion(story: Story) -> None:
    mine = story["character"]["name"]
    (other,) = {told(name)["character"]["name"] for name in FILES} - {mine}
    naming = [memory for memory in living(story) if other in memory["content"]]
    assert len(naming) == 1


def test_four_pairs_say_the_same_and_one_only_seems_to(story: Story) -> None:
    alike = [
        duplicates.guard(one["content"], other["content"])
        for one, other in combinations(living(story), 2)
        if abs(len(one["content"]) - len(other["content"])) < 30
        and duplicates.likeness(one["content"], other["content"]) > 0.8
    ]
    assert alike.count(None) == 4
    assert [difference.kind for difference in alike if difference] == ["number"]


def test_the_two_worlds_are_two() -> None:
    one, other = (
        {text for day in told(name)["days"] for _, _, text in day["messages"] if len(text) > 5}
        for name in FILES
    )
    assert not one & other
