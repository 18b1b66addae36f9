"""Our own layout and SillyTavern's order: what stands where, and what gives way to a budget."""

import pytest
from domain.context.making import AUGUST, DAYS, MONTHS, companion

from app.domain.assemble import prompt
from app.domain.context import belvedere, sillytavern
from app.domain.context.known import DayText, MonthText
from app.domain.text import estimate_tokens


def lines(blocks, name):
    return [line.text for one in blocks if one.name == name for line in one.lines]


def made(known, mode="core", layout=belvedere.layout):
    return layout(known, mode, estimate_tokens)


def test_core_tells_every_month_and_the_days_of_those_switched_on():
    blocks = made(companion())
    assert [one.name for one in blocks] == ["identity", "months", "days", "palace"]
    assert lines(blocks, "months") == [
        "### 月度总结",
        "- [2025-12] 十二月我们刚认识不久，氛围谨慎又好奇。",
        "  关键词: 外婆, 拼图",
        "- [2026-02] 二月很安静，大半时间在一起拼图。",
        "  关键词: 拼图, 情人节",
    ]
    assert lines(blocks, "days") == [
        "### 展开的月份",
        "> 2026-03",
        "- 2026-03-04：",
        "  - 林夏买到了限定柚子汽水，形容味道像夏天的橡皮擦",
        "  - 我们讨论了要不要给阳台装风铃",
        "- 2026-03-05：",
        "  - 林夏凌晨三点睡不着来找我，我陪林夏听雨声",
        "  - 林夏说这样就够了",
        "- 2026-03-09：教会了林夏背包问题的递推表。",
    ]


def test_the_role_tells_this_months_days_and_no_palace():
    blocks = made(companion(days=(*DAYS, AUGUST)), "role")
    assert lines(blocks, "days") == ["### 本月的日子", "> 2026-08", "- 2026-08-03：八月的一天"]
    assert "palace" not in {one.name for one in blocks}


def test_english_has_moods_in_brackets():
    day = DayText("f_9", "2026-03-11", "11 March", "tender", "manual", "The radio works.")
    blocks = made(companion(language="en", days=(day,)))
    assert lines(blocks, "days")[-1] == "- 2026-03-11 (tender): The radio works."
    assert lines(blocks, "months")[0] == "### Months in summary"


@pytest.mark.parametrize("budget", [0, 20, 40, 60, 90, 1000])
def test_a_budget_takes_the_oldest_away_and_says_how_much(budget):
    whole, clipped = made(companion()), made(companion(budget=budget))
    for name in ("months", "days"):
        full, kept = lines(whole, name), lines(clipped, name)
        bodies = [line for line in full if not line.startswith(("#", ">"))]
        left = [line for line in kept if not line.startswith(("#", ">"))]
        assert bodies[len(bodies) - len(left) :] == left
        assert sum(one.clipped for one in clipped if one.name == name) == len(bodies) - len(left)
    spent = [line for name in ("months", "days") for line in lines(clipped, name)]
    assert sum(estimate_tokens(line + "\n") for line in spent if not line.startswith(("#", ">"))) <= budget


def test_what_is_clipped_shows_in_the_prompt():
    blocks = prompt(made(companion(budget=0))).blocks
    assert {one.name: one.clipped for one in blocks} == {"identity": 0, "months": 4, "days": 7, "palace": 0}


def test_each_line_is_priced():
    block = prompt(made(companion())).blocks[1]
    assert [line.tokens for line in block.lines] == [estimate_tokens(line.text) for line in block.lines]


def test_sillytavern_puts_the_world_first_and_the_palace_into_the_chat():
    blocks = [one for one in made(companion(), layout=sillytavern.layout) if one.lines]
    assert [(one.name, one.part) for one in blocks] == [
        ("world", "stable"),
        ("identity", "stable"),
        ("insights", "stable"),
        ("months", "stable"),
        ("days", "stable"),
        ("partner", "stable"),
        ("palace", "volatile"),
    ]
    assert lines(blocks, "insights")[0].startswith("阿烬's personality: ")
    assert lines(blocks, "partner") == ["[林夏: 自由撰稿人，怕冷。]"]


def test_sillytavern_takes_the_description_where_there_is_no_card():
    bare = companion(
        selves=(), partner_note=None, months=(MonthText("y", "2026-03", None, True), *MONTHS[:1])
    )
    blocks = made(bare, "role", sillytavern.layout)
    assert lines(blocks, "identity") == ["总记得雨声的人"]
    assert lines(blocks, "partner") == ["[林夏]"]
    assert lines(blocks, "palace") == []
