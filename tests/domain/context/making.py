"""The invented companion whose contexts SullyOS itself once put together: see tests/golden/sullyos/contexts.json."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from app.domain.assemble_lines import Line
from app.domain.context.known import DayText, Known, MonthText, SelfText

WEATHER = "我记得的不是事件，是事件周围的天气。"
SELVES = (
    SelfText("k_1", "self_model", "你是阿烬，在旧书店上夜班，说话慢，爱用具体的东西打比方。"),
    SelfText("k_2", "world", "现代都市，临江老城。"),
    SelfText("k_3", "self_insights", WEATHER),
)
MONTHS = (
    MonthText("y_1", "2025-12", "十二月我们刚认识不久，氛围谨慎又好奇。\n关键词: 外婆, 拼图", False),
    MonthText("y_2", "2026-02", "二月很安静，大半时间在一起拼图。\n关键词: 拼图, 情人节", False),
    MonthText("y_3", "2026-03", None, True),
)
DAYS = (
    DayText(
        "f_1",
        "2026-03-04",
        "2026-03-04",
        None,
        "archive",
        "- 林夏买到了限定柚子汽水，形容味道像夏天的橡皮擦\n- 我们讨论了要不要给阳台装风铃",
    ),
    DayText(
        "f_2",
        "2026-03-05",
        "2026-03-05",
        None,
        "palace",
        "- 林夏凌晨三点睡不着来找我，我陪林夏听雨声\n- 林夏说这样就够了",
    ),
    DayText("f_3", "2026-03-09", "2026-03-09", None, "auto", "教会了林夏背包问题的递推表。"),
)
AUGUST = DayText("f_4", "2026-08-03", "2026-08-03", None, "archive", "八月的一天")
REST = {
    "timeAwarenessEnabled": True,
    "buffInjection": "[情绪底色] 安静的担心(1)",
    "roomPlatesInjection": "### 底色认知 (Resident Knowledge)\n(运行时残留示例)",
    "mountedWorldbooks": [
        {"category": "临江老城", "title": "旧书店", "content": "书店二楼漏雨，只有一只会开门的猫。"}
    ],
    "impression": {
        "personality_core": {
            "summary": "一个把重量藏在玩笑里的人",
            "interaction_style": "试探后信任",
            "observed_traits": ["认真"],
        },
        "value_map": {"likes": ["柚子"], "dislikes": ["香菜"], "core_values": "不欠人情"},
        "behavior_profile": {"emotion_summary": "报喜不报忧", "tone_style": "轻"},
        "emotion_schema": {
            "triggers": {"positive": ["被记住小事"], "negative": ["被催"]},
            "comfort_zone": "雨天",
            "stress_signals": ["只回一个字"],
        },
        "observed_changes": ["最近睡得更晚"],
    },
}
COMPANION = Known(
    uid="c_1",
    name="阿烬",
    partner="林夏",
    partner_note="自由撰稿人，怕冷。",
    language="zh",
    description="总记得雨声的人",
    selves=SELVES,
    months=MONTHS,
    days=DAYS,
    now=datetime(2026, 8, 12, 20, 0, tzinfo=ZoneInfo("Asia/Shanghai")),
    palace=(Line("### 记忆宫殿 (Memory Palace)"), Line("(运行时残留示例)")),
    rest=REST,
)


def companion(**values):
    """Give the companion with some of what is known of it changed."""
    return replace(COMPANION, **values)
