"""The context as SullyOS puts it together (S3.3): its headings and order; its standing remarks in our own words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from app.domain.assemble import Block, Part
from app.domain.assemble_lines import Line, say
from app.domain.context.known import Count, DayText, Known, Mode

_NICKNAME: Final = "（这是用户给你起的称呼，不一定是你的真名。）"
_INSIGHTS: Final = "下面是你对自己的体会："
_NOW: Final = (
    "现在是 {day} {weekday} {part} {clock}。请以此为准把握作息、工作日与周末，以及距上次聊天过了多久。"
)
_PRIVATE: Final = "（只有你自己知道的印象，不要直接说给对方听。）"
_MOODS: Final = "（想起这些往事时，心情可以随之起伏。）"
_NOTHING: Final = "（暂无长期记忆）"
_FILLER: Final = "说具体的话；不用套话凑数，不复述对方刚说过的内容。"
_WEEKDAYS: Final = "一二三四五六日"
# The hour from which a part of the day is called so.
_PARTS: Final = ((0, "凌晨"), (5, "早上"), (9, "上午"), (12, "中午"), (14, "下午"), (18, "晚上"))
# Path in the impression, and what the line is called.
_IMPRESSION: Final = (
    ("personality_core.summary", "核心评价"),
    ("personality_core.interaction_style", "互动模式"),
    ("personality_core.observed_traits", "我观察到的特质"),
    ("value_map.likes", "TA的喜好"),
    ("behavior_profile.emotion_summary", "TA的情绪模式"),
    ("emotion_schema.triggers.positive", "正向触发点（什么会让ta开心）"),
    ("emotion_schema.triggers.negative", "情绪雷区（负向触发）"),
    ("emotion_schema.stress_signals", "压力信号（ta状态不对的征兆）"),
    ("emotion_schema.comfort_zone", "舒适区"),
    ("observed_changes", "最近观察到的变化"),
)
_PROVENANCES: Final = ("archive", "auto", "palace")  # there they stand in the place of a mood


def layout(known: Known, mode: Mode, count: Count) -> list[Block]:
    """Give the undivided context, as all but its chat use it."""
    del count
    return _role(known) if mode == "role" else _core(known)


def chat_layout(known: Known, mode: Mode, count: Count) -> list[Block]:
    """Give the context as its chat sends it: a stable part before the history, what changes (time, palace, mood) behind it."""
    blocks = layout(known, mode, count)
    if mode == "role":
        return blocks
    moving = {"now", "palace"}
    stable = [one for one in blocks if one.name not in moving]
    changing = [one for one in blocks if one.name in moving]
    return [*stable, *(_volatile(one) for one in (*changing, Block("mood", list(_mood(known)))))]


def _volatile(block: Block) -> Block:
    part: Part = "volatile"
    return Block(block.name, block.lines, block.budget, part=part)


def _role(known: Known) -> list[Block]:
    return [
        Block("head", [Line("[System: Character Role Settings]")]),
        Block("name", [Line("### 角色名"), Line(known.name, known.uid)]),
        Block("identity", list(_titled(known, "self_model", "### 核心指令"))),
        Block("insights", list(_insights(known, "### 内在认知"))),
        Block("world", list(_titled(known, "world", "### 世界观与设定"))),
        Block("months", list(_memories(known))),
    ]


def _core(known: Known) -> list[Block]:
    return [
        Block("head", [Line("[System: Roleplay Configuration]")]),
        Block("identity", list(_character(known))),
        Block("now", list(_time(known))),
        Block("insights", list(_insights(known, "### 内在认知 (Self Insights)", _INSIGHTS))),
        Block("world", list(_titled(known, "world", "### 世界观与设定 (World Settings)"))),
        Block("worldbooks", list(_worldbooks(known))),
        Block("partner", list(_partner(known))),
        Block("impression", list(_impression(known))),
        Block("plates", list(_said(known, "roomPlatesInjection"))),
        Block("months", list(_bank(known))),
        Block("palace", known.palace),
        Block("manner", [Line("### 表达底线 (Anti-Filler)"), Line(_FILLER)]),
    ]


def _titled(known: Known, key: str, heading: str) -> Iterator[Line]:
    told = known.self_text(key)
    if told is not None:
        yield Line(heading)
        yield from say(told.content, told.uid)


def _insights(known: Known, heading: str, opening: str = "") -> Iterator[Line]:
    told = known.self_text("self_insights")
    if told is None:
        return
    yield Line(heading)
    if opening:
        yield Line(opening)
    for one in told.content.splitlines():
        yield Line(f"- {one}", told.uid)


def _memories(known: Known) -> Iterator[Line]:
    """Give every month's text and the running month's days."""
    days = known.days_of("role")
    if not days and not any(one.content for one in known.months):
        return
    yield Line("### 记忆摘要 (Memory Reference)")
    yield from _month_texts(known, "**月度总结 (Monthly Summaries)**:")
    if days:
        yield Line(f"**本月详细记录 [{known.running}]**:")
        for one in days:
            yield from say(f"- {_entry(one)}", one.uid)
        yield Line("")
    yield Line(_MOODS)


def _bank(known: Known) -> Iterator[Line]:
    yield Line("### 记忆系统 (Memory Bank)")
    told = list(_month_texts(known, "**长期核心记忆 (Key Memories)**:"))
    days = known.days_of("core")
    yield from told
    if days:
        yield Line("**当前激活的详细回忆 (Active Recall)**:")
    for month, entries in groupby(days, key=lambda one: one.month):
        yield Line(f"> 详细回忆 [{month}]:")
        for one in entries:
            yield from say(f"  - {_entry(one)}", one.uid)
    if not told and not days:
        yield Line(_NOTHING)


def _month_texts(known: Known, heading: str) -> Iterator[Line]:
    told = [one for one in known.months if one.content]
    if not told:
        return
    yield Line(heading)
    for one in told:
        yield from say(f"- [{one.month}]: {one.content}", one.uid)
    yield Line("")


def _entry(one: DayText) -> str:
    return f"{one.written} ({sully_mood(one) or 'rec'}): {one.content}"


def sully_mood(one: DayText) -> str | None:
    """Give what stands there as the mood: for some entries it tells where they came from."""
    return one.mood or (one.provenance if one.provenance in _PROVENANCES else None)


def _character(known: Known) -> Iterator[Line]:
    yield Line("### 你的身份 (Character)")
    yield Line(f"- 名字: {known.name}", known.uid)
    if known.description:
        yield from say(f"- 用户备注/爱称 (User Note/Nickname): {known.description}", known.uid)
        yield Line(f"  {_NICKNAME}")
    yield Line("- 核心性格/指令:")
    told = known.self_text("self_model")
    if told is not None:
        yield from say(told.content, told.uid)


def _time(known: Known) -> Iterator[Line]:
    if known.rest.get("timeAwarenessEnabled") is False:
        return
    now = known.now
    part = next(name for hour, name in reversed(_PARTS) if now.hour >= hour)
    yield Line("### 当前时间 (Now)")
    yield Line(
        _NOW.format(
            day=f"{now.year}年{now.month}月{now.day}日",
            weekday=f"周{_WEEKDAYS[now.weekday()]}",
            part=part,
            clock=f"{now:%H:%M}",
        )
    )


def _worldbooks(known: Known) -> Iterator[Line]:
    books = [one for one in _list(known.rest.get("mountedWorldbooks")) if isinstance(one, Mapping)]
    if not books:
        return
    yield Line("### 扩展设定集 (Worldbooks)")
    for category, group in _by_category(books):
        yield Line(f"#### [{category}]")
        for one in group:
            yield Line(f"**Title: {one.get('title') or ''}**", known.uid)
            yield from say(str(one.get("content") or ""), known.uid)
            yield Line("---")


def _by_category(books: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for one in books:
        found.setdefault(str(one.get("category") or "未分类"), []).append(one)
    return list(found.items())


def _partner(known: Known) -> Iterator[Line]:
    yield Line("### 互动对象 (User)")
    yield Line(f"- 名字: {known.partner or '用户'}", known.uid)
    if known.partner_note:
        yield from say(f"- 设定/备注: {known.partner_note}", known.uid)


def _impression(known: Known) -> Iterator[Line]:
    held = known.rest.get("impression")
    if not isinstance(held, Mapping):
        return
    yield Line(f"### [私密档案: 我眼中的{known.partner or '用户'}] (Private Impression)")
    yield Line(_PRIVATE)
    for path, name in _IMPRESSION:
        told = _at(held, path)
        if told:
            yield Line(f"- {name}: {told}", known.uid)


def _at(held: object, path: str) -> str:
    """Give what stands at a path, a list as one line."""
    for name in path.split("."):
        held = held.get(name) if isinstance(held, Mapping) else None
    if isinstance(held, list):
        return ", ".join(str(one) for one in held if one)
    return str(held) if isinstance(held, str) else ""


def _mood(known: Known) -> Iterable[Line]:
    return _said(known, "buffInjection")


def _said(known: Known, name: str) -> Iterator[Line]:
    told = known.rest.get(name)
    if isinstance(told, str) and told.strip():
        yield from say(told.strip(), known.uid)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
