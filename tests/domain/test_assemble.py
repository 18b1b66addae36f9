from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from domain.making import DAY, NOW, memory, pool_of
from hypothesis import given
from hypothesis import strategies as st

from app.domain.assemble import Block, Line, memory_palace, prompt, room_label
from app.domain.pool import ENDLESS_PIN, BoxFacts, Hope, Pool, Query
from app.domain.profile import SEED, SULLYOS
from app.domain.recall import recall
from app.domain.text import estimate_tokens

ZONE = ZoneInfo("Asia/Shanghai")
CLOCK = datetime.fromtimestamp(NOW / 1000, ZONE)


def page(memories, cosine, hopes=(), language="zh", partner=None, profile=SEED, boxes=None):
    found = recall(
        Query("", NOW, "Asia/Shanghai"), Pool(pool_of(*memories), cosine, boxes=boxes or {}), profile
    )
    return memory_palace(found, hopes, "阿烬", partner, language, CLOCK, profile)


def text(lines):
    return "\n".join(line.text for line in lines)


def test_the_seed_s_markdown():
    memories = [
        memory(
            1, room="bedroom", importance=8, content="TA第一次对我说晚安。", occurred_text_day="2026-03-20"
        ),
        memory(2, importance=5, content="今天和TA聊了雨。", occurred_text_day="2026-03-19"),
    ]
    hopes = [Hope("a_1", "希望能一起看海", "active"), Hope("a_2", "长期心愿", "anchor")]
    lines = page(memories, {1: 0.9, 2: 0.2}, hopes)
    assert text(lines) == (
        "### 记忆宫殿\n\n"
        "**[卧室 · 亲密情感]** (2026-03-20, 重要性: 8)\nTA第一次对我说晚安。\n\n"
        "**[客厅 · 日常闲聊]** (2026-03-19, 重要性: 5)\n今天和TA聊了雨。\n\n"
        "> **窗台期盼**:\n> - ✨ 期盼: 希望能一起看海\n> - 🔒 锚点: 长期心愿"
    )
    assert [line.uid for line in lines] == [
        None, None, "m_1", "m_1", None, "m_2", "m_2", None, None, "a_1", "a_2",
    ]  # fmt: skip


def test_the_same_in_english_with_what_is_not_known():
    memories = [
        memory(1, room="user_room", at=None, content="Likes tea."),
        memory(2, room=None, content="A word."),
    ]
    told = text(page(memories, {1: 0.9, 2: 0.1}, language="en", partner="Mei"))
    assert "### Memory palace" in told
    assert "**[Mei's room · who the partner is]** (undated, importance: 5)\nLikes tea." in told
    assert "**[In no room]** (2026-05-28, importance: 5)\nA word." in told


def test_a_box_shows_its_name_and_siblings_each_with_its_origin():
    memories = [memory(key, box=1, content=f"第{key}件") for key in range(1, 7)]
    lines = page(memories, {6: 0.9}, boxes={1: BoxFacts("搬家")})
    told = text(lines)
    assert "📦 **话题盒：搬家**" in told
    assert told.endswith("（同盒另有 2 条）")
    assert [line.uid for line in lines if line.text.startswith("- ")] == ["m_1", "m_2", "m_3"]


def test_pins_and_hopes_are_printed_even_when_nothing_is_recalled():
    memories = [
        memory(1, pinned_until=NOW + 3 * DAY - 5, content="周五复查"),
        memory(2, pinned_until=ENDLESS_PIN, content="怕打雷"),
    ]
    told = text(page(memories, {}, [Hope("a_1", "一起看雪", "active")]))
    assert "- [2026-05-28] 周五复查（剩余 3 天）" in told
    assert "- [2026-05-28] 怕打雷\n" in told
    assert "✨ 期盼: 一起看雪" in told
    assert page(memories, {}, profile=SULLYOS) == []
    assert page([], {}) == []


def test_nothing_is_printed_twice():
    pinned = memory(1, pinned_until=NOW + DAY, content="只此一次")
    hope = memory(2, room="windowsill", kind="anticipation", content="看海")
    told = text(page([pinned, hope], {1: 0.9, 2: 0.8}, [Hope("m_2", "看海", "active")]))
    assert told.count("只此一次") == told.count("看海") == 1


def test_a_text_of_several_lines_keeps_its_origin():
    lines = page([memory(1, content="一\n二\n\n三")], {1: 0.9})
    assert [line.text for line in lines if line.uid == "m_1"][1:] == ["一", "二", "", "三"]


def test_sullyos_boxes_without_a_summary_and_more_than_eight():
    memories = [memory(key, box=1, at=NOW - key * DAY, importance=key % 10 + 1) for key in range(1, 12)]
    told = text(page(memories, {3: 0.9}, profile=SULLYOS, boxes={1: BoxFacts("搬家", tuple("abcdefgh"))}))
    assert "〈a · b · c · d · e · f〉" in told
    assert "整合回忆" not in told
    assert told.count("\n- [") == 8
    assert told.endswith("（另有 3 条同盒活节点未展示）")
    assert "memory 3" in told


def test_sullyos_prints_pins_apart_and_what_lies_in_no_room():
    memories = [
        memory(1, pinned_until=NOW + 2 * DAY, content="周五复查"),
        memory(2, pinned_until=ENDLESS_PIN, content="怕打雷"),
        memory(3, room=None, content="无处"),
    ]
    lines = page(memories, {1: 0.9, 2: 0.8, 3: 0.7}, profile=SULLYOS)
    assert [line.text for line in lines][2:] == [
        "",
        "📌 **便利贴（近期重要事项）**",
        "- [2026年5月28日（距今约1天）] 周五复查（剩余 2 天）",
        "- [2026年5月28日（距今约1天）] 怕打雷",
        "",
        "**[未归房间]** (2026年5月28日（距今约1天）, 重要性: 5)",
        "无处",
    ]


@pytest.mark.parametrize(
    ("room", "language", "partner", "label"),
    [
        ("attic", "zh", None, "阁楼"),
        ("attic", "en", "Mei", "Attic"),
        ("user_room", "zh", "林夏", "林夏的房间"),
        ("user_room", "zh", None, "用户房"),
        ("cellar", "en", None, None),
        (None, "zh", None, None),
    ],
)
def test_room_labels(room, language, partner, label):
    assert room_label(room, language, partner) == label


def test_a_prompt_joins_its_blocks_and_counts_them():
    made = prompt(
        [Block("identity", [Line("I am A.")]), Block("empty", []), Block("palace", [Line("x", "m_1")])]
    )
    assert made.text == "I am A.\n\nx"
    assert [(block.name, block.clipped) for block in made.blocks] == [
        ("identity", 0),
        ("empty", 0),
        ("palace", 0),
    ]
    assert made.blocks[0].tokens == estimate_tokens("I am A.")
    assert made.tokens == estimate_tokens(made.text)


LINES = st.lists(
    st.builds(Line, st.text("ab 雨\t", max_size=30), st.sampled_from([None, "m_1", "m_2", "m_3"])),
    max_size=20,
)


@given(LINES, st.integers(0, 60))
def test_a_block_stays_within_its_budget_and_never_cuts_inside_a_memory(lines, budget):
    block = prompt([Block("palace", lines, budget)]).blocks[0]
    kept = len(block.lines)
    assert block.tokens <= budget
    assert block.clipped == len(lines) - kept
    assert list(block.lines) == lines[:kept]
    if kept < len(lines) and kept:
        assert block.lines[-1].uid is not None
        assert lines[kept].uid != block.lines[-1].uid
