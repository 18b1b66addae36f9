"""What a companion's tag brings back; where that program found nothing because of a spelling, we find it."""

import json
from pathlib import Path

import pytest

from app.engine.commands import ActivateMonths
from app.engine.months.recall_tag import recall_months, recall_tried

GOLDEN = json.loads((Path(__file__).parents[2] / "golden/sullyos/recall.json").read_text(encoding="utf-8"))


@pytest.fixture
async def companion(engine, wren, write):
    """The days behind the golden answers."""
    await write("2025/12/7", "第一次聊到外婆。", None, "import")
    await write("2026年2月14日", "情人节没有过节，一起拼完了一千片的拼图。", "开心", "import")
    await write("2026-03-04", "林夏买到了限定柚子汽水。", None, "archive")
    await engine.execute(ActivateMonths(wren.id, ["2026-03"], True))
    return wren


@pytest.mark.parametrize("tag", ["2026-02", "2026-2", "2026-03", "2026-07"])
async def test_it_answers_as_that_program_does(engine, companion, tag):
    wanted = GOLDEN[tag]
    (told,) = await recall_tried(engine, companion, f"[[RECALL: {tag}]]")
    assert (told.month, told.ok, told.reason) == (wanted["yearMonth"], wanted["ok"], wanted.get("reason"))
    assert told.already_active == wanted.get("alreadyActive", False)
    assert told.text == wanted.get("logsText")


async def test_a_spelling_that_program_did_not_find(engine, companion):
    assert not GOLDEN["2025-12"]["ok"]
    (told,) = await recall_tried(engine, companion, "2025-12")
    assert (told.ok, told.text) == (True, "[2025/12/7] (normal): 第一次聊到外婆。")


@pytest.mark.parametrize(
    "tag", ["2026年2月", "Feb 2026", "上个月", "[[recall: 02/2026]]", "［［RECALL：2026-02］］"]
)
async def test_every_spelling_of_the_month(engine, companion, tag):
    (told,) = await recall_tried(engine, companion, tag)
    assert (told.month, told.ok) == ("2026-02", True)


@pytest.mark.parametrize("tag", ["", "那时候", "2026", "[[RECALL: x]]"])
async def test_what_names_no_month_is_told(engine, companion, tag):
    (told,) = await recall_tried(engine, companion, tag)
    assert (told.month, told.ok, told.reason, told.text) == (None, False, "no_month", None)


async def test_each_month_of_a_reply_once(engine, companion):
    reply = "[[RECALL: 2026-02]] … [[RECALL: 2026-03]] … [[RECALL: 2026/2]]"
    told = await recall_months(engine, companion, reply)
    assert [(one.month, one.already_active) for one in told] == [("2026-02", False), ("2026-03", True)]


async def test_an_active_month_without_days_needs_no_call(engine, companion):
    await engine.execute(ActivateMonths(companion.id, ["2026-01"], True))
    (told,) = await recall_tried(engine, companion, "2026-01")
    assert (told.ok, told.already_active, told.text) == (True, True, None)
