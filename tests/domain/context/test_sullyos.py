"""SullyOS's layout, line by line as that program wrote it; its prose, which is not ours, is left open."""

import re

import pytest
from domain.context.making import AUGUST, DAYS, MONTHS, companion
from domain.making import golden

from app.domain.assemble import prompt
from app.domain.context import sullyos
from app.domain.context.known import SelfText
from app.domain.text import estimate_tokens

# After the hour that program goes on to advise; the golden file keeps the beginning of that advice.
ADVICE = "请据此自然地拥有真实的时间观念（早晚作息、工作日/周末、距离上次互动多久等），不要凭空假设时间。"


def text(known, mode, layout=sullyos.layout):
    return prompt(one for one in layout(known, mode, estimate_tokens) if one.lines).text


def fits(made, expected):
    """Compare whole texts; blank lines aside, and any line may stand for the elided prose."""
    wanted = re.escape(re.sub(r"\n\n+", "\n", expected.replace(ADVICE, "").strip()))
    pattern = re.sub(r"<PROSE[^>]*>", "[^\n]+", wanted.replace("\\ ", " ").replace("\\-", "-"))
    assert re.fullmatch(pattern, re.sub(r"\n\n+", "\n", made.strip())), made


@pytest.mark.parametrize(
    ("name", "mode", "changes"),
    [
        ("roleSettings", "role", {}),
        ("roleSettingsAug", "role", {"days": (*DAYS, AUGUST)}),
        ("core_true", "core", {}),
        ("core_false", "core", {"days": (), "palace": ()}),
    ],
)
def test_it_is_the_text_of_that_program(name, mode, changes):
    fits(text(companion(**changes), mode), golden("contexts")[name])


def test_its_chat_puts_what_changes_behind_the_history():
    blocks = [one for one in sullyos.chat_layout(companion(), "core", estimate_tokens) if one.lines]
    assert [one.name for one in blocks if one.part == "volatile"] == ["now", "palace", "mood"]
    assert [one.part for one in blocks].index("volatile") == len(blocks) - 3
    assert {line.text for one in blocks for line in one.lines} >= {"[情绪底色] 安静的担心(1)"}


def test_lines_tell_what_they_came_from():
    lines = {
        line.text: line.uid
        for one in sullyos.layout(companion(), "core", estimate_tokens)
        for line in one.lines
    }
    assert lines["关键词: 拼图, 情人节"] == "y_2"
    assert lines["- 我们讨论了要不要给阳台装风铃"] == "f_1"
    assert lines["现代都市，临江老城。"] == "k_2"
    assert lines["- TA的喜好: 柚子"] == "c_1"
    assert lines["### 世界观与设定 (World Settings)"] is None


def test_a_bare_companion_has_no_empty_headings():
    bare = companion(
        selves=(SelfText("k_1", "self_model", "你是砚青。"),),
        months=(),
        days=(),
        rest={"timeAwarenessEnabled": False, "impression": "no object", "mountedWorldbooks": 3},
        palace=(),
        description=None,
        partner=None,
        partner_note=None,
    )
    made = text(bare, "core")
    assert "砚青" in made
    for heading in ("当前时间", "内在认知", "世界观", "Worldbooks", "私密档案", "备注"):
        assert heading not in made
    assert "（暂无长期记忆）" in made
    assert "记忆摘要" not in text(bare, "role")


def test_a_mood_goes_before_the_provenance():
    with_mood = companion(days=(AUGUST.__class__("f_4", "2026-08-03", "8月3日", "开心", "archive", "一天"),))
    assert "- 8月3日 (开心): 一天" in text(with_mood, "role")
    plain = companion(days=(AUGUST.__class__("f_4", "2026-08-03", "8月3日", None, "import", "一天"),))
    assert "- 8月3日 (rec): 一天" in text(plain, "role")


def test_months_that_are_only_switched_on_have_no_text():
    assert "[2026-03]:" not in text(companion(months=MONTHS), "role")
