"""The palace's part of the prompt as SullyOS prints it: by room, boxes whole, dates with their distance (S2.14)."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Final

from app.domain.assemble_lines import Line, days_left, say
from app.domain.pool import SUMMARY_KIND, BoxFacts, Candidate, Hope, Recall, Scored
from app.domain.profile import Profile

_INTRO: Final = "以下是{name}此刻想起的往事，按房间排列；日期后注明距今多久。"
_ROOMS: Final = {  # in its order of printing
    "bedroom": ("卧室", "亲密情感、深层羁绊"),
    "living_room": ("客厅", "日常闲聊、近期互动"),
    "study": ("书房", "工作学习、技能成长"),
    "user_room": ("用户房间", "用户个人信息、习惯"),
    "self_room": ("自我房间", "角色自我认同、演变"),
    "attic": ("阁楼", "未消化的困惑、潜意识"),
    "windowsill": ("窗台", "期盼、目标、憧憬"),
}
_ORDER: Final = {room: place for place, room in enumerate(_ROOMS)}
_TAGS_SHOWN: Final = 6


def memory_palace(
    recall: Recall,
    anticipations: Sequence[Hope],
    character_name: str,
    partner_name: str | None,
    now: datetime,
    profile: Profile,
) -> list[Line]:
    """Give the lines; none when recall is empty, whatever is pinned or hoped for."""
    if not recall.items and not profile.output.always:
        return []
    lines = [Line("### 记忆宫殿 (Memory Palace)"), Line(_INTRO.format(name=character_name)), Line("")]
    lines += _pins(recall.pins, now)
    for item in sorted(recall.items, key=lambda item: _ORDER.get(_face(item).room or "", len(_ORDER))):
        box = recall.boxes.get(item.candidate.box) if item.candidate.box is not None else None
        lines += _box(item, box, partner_name, now) if box else _loose(item.candidate, partner_name, now)
        lines.append(Line(""))
    lines += _hopes(anticipations)
    return lines if lines[-1].text else lines[:-1]


def memory_date(day: date, today: date) -> str:
    """Write a day with its distance from today, so that nobody takes an old event for a new one."""
    apart = (today - day).days
    distance = "今天" if apart == 0 else f"距今约{apart}天" if apart > 0 else f"约{-apart}天后"
    return f"{day.year}年{day.month}月{day.day}日（{distance}）"


def _date(candidate: Candidate, now: datetime) -> str:
    at = candidate.recorded_at if candidate.occurred_at is None else candidate.occurred_at
    return memory_date(datetime.fromtimestamp(at / 1000, now.tzinfo).date(), now.date())


def _face(item: Scored) -> Candidate:
    """A box lies in the room of its summary, else of its weightiest member."""
    members = [item.candidate, *item.siblings]
    summary = next((one for one in members if one.kind == SUMMARY_KIND), None)
    return summary or max(members, key=lambda one: one.importance)


def _head(room: str | None, partner_name: str | None) -> str:
    if room not in _ROOMS:
        return "**[未归房间]**"
    label, description = _ROOMS[room]
    if room == "user_room" and partner_name:
        label = f"{partner_name}的房间"
    return f"**[{label} · {description}]**"


def _loose(candidate: Candidate, partner_name: str | None, now: datetime) -> Iterator[Line]:
    head = _head(candidate.room, partner_name)
    yield Line(f"{head} ({_date(candidate, now)}, 重要性: {candidate.importance:g})", candidate.uid)
    yield from say(candidate.content, candidate.uid)


def _box(item: Scored, box: BoxFacts, partner_name: str | None, now: datetime) -> Iterator[Line]:
    members = [item.candidate, *item.siblings]
    summary = next((one for one in members if one.kind == SUMMARY_KIND), None)
    live = sorted(
        (one for one in members if one.kind != SUMMARY_KIND),
        key=lambda one: one.recorded_at if one.occurred_at is None else one.occurred_at,
    )
    face = _face(item)
    tags = f"  〈{' · '.join(box.tags[:_TAGS_SHOWN])}〉" if box.tags else ""
    yield Line(f"{_head(face.room, partner_name)} 📦 **事件盒：{box.name}**{tags}", face.uid)
    if summary is not None:
        told = f"{_date(summary, now)}, 重要性 {summary.importance:g}, 已压缩 {box.compression_count} 次"
        yield Line(f"_整合回忆_ ({told})", summary.uid)
        yield from say(summary.content, summary.uid)
        if live:
            yield Line("_新增片段_：")
    for one in live:
        yield from say(f"- [{_date(one, now)}] {one.content}", one.uid)
    if item.unshown:
        yield Line(f"（另有 {item.unshown} 条同盒活节点未展示）")


def _pins(pins: Sequence[Candidate], now: datetime) -> Iterator[Line]:
    if not pins:
        return
    yield Line("📌 **便利贴（近期重要事项）**")
    for pin in pins:
        left = days_left(pin, now)
        tail = "" if left is None else f"（剩余 {left} 天）"
        yield from say(f"- [{_date(pin, now)}] {pin.content}{tail}", pin.uid)
    yield Line("")


def _hopes(anticipations: Sequence[Hope]) -> Iterator[Line]:
    if anticipations:
        yield Line("> **窗台期盼**:")
    for hope in anticipations:
        mark = "🔒 锚点" if hope.state == "anchor" else "✨ 期盼"
        yield Line(f"> - {mark}: {hope.content}", hope.uid)
