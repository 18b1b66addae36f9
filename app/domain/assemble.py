"""From what was recalled to a prompt: the seed's Markdown line by line, each line with the memory it came from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Final, Literal

from app.domain import assemble_sullyos
from app.domain.assemble_lines import Line, days_left, say
from app.domain.pool import Candidate, Hope, Recall, Scored
from app.domain.profile import Profile
from app.domain.rooms import BY_KEY
from app.domain.text import estimate_tokens

__all__ = ["Block", "Line", "Prompt", "PromptBlock", "memory_palace", "prompt", "room_label"]

Part = Literal["stable", "volatile"]
_WORDS: Final = {
    "zh": {
        "palace": "### 记忆宫殿",
        "item": "**[{label}]** ({date}, 重要性: {importance})",
        "box": "**[{label}]** 📦 **话题盒：{name}** ({date}, 重要性: {importance})",
        "more": "（同盒另有 {n} 条）",
        "undated": "日期不详",
        "unplaced": "未归房间",
        "pins": "📌 **便利贴**",
        "left": "（剩余 {n} 天）",
        "hopes": "> **窗台期盼**:",
        "active": "> - ✨ 期盼: {content}",
        "anchor": "> - 🔒 锚点: {content}",
        "their_room": "{partner}的房间",
    },
    "en": {
        "palace": "### Memory palace",
        "item": "**[{label}]** ({date}, importance: {importance})",
        "box": "**[{label}]** 📦 **Event box: {name}** ({date}, importance: {importance})",
        "more": "({n} more in this box)",
        "undated": "undated",
        "unplaced": "In no room",
        "pins": "📌 **Pinned notes**",
        "left": " ({n} days left)",
        "hopes": "> **On the windowsill**:",
        "active": "> - ✨ Hope: {content}",
        "anchor": "> - 🔒 Anchor: {content}",
        "their_room": "{partner}'s room",
    },
}


def memory_palace(
    recall: Recall,
    anticipations: Sequence[Hope],
    character_name: str,
    partner_name: str | None,
    language: str,
    now: datetime,
    profile: Profile,
) -> list[Line]:
    """Give the palace's part of the prompt; nothing when there is nothing to say."""
    if profile.output.style == "sullyos":
        return assemble_sullyos.memory_palace(
            recall, anticipations, character_name, partner_name, now, profile
        )
    if not recall.items and not (profile.output.always and (recall.pins or anticipations)):
        return []
    page = _Page(_WORDS["zh" if language == "zh" else "en"], language, partner_name, now.tzinfo, now)
    told = {pin.uid for pin in recall.pins} | {hope.uid for hope in anticipations}
    lines = [Line(page.words["palace"]), Line("")]
    lines += _pins(recall.pins, page)
    for item in recall.items:
        if item.candidate.uid not in told:
            lines += [*_item(item, recall, told, page), Line("")]
    lines += _hopes(anticipations, page)
    return lines if lines[-1].text else lines[:-1]


@dataclass(frozen=True, slots=True)
class _Page:
    words: dict[str, str]
    language: str
    partner: str | None
    zone: tzinfo | None
    now: datetime

    def date(self, candidate: Candidate) -> str:
        """Give the day as far as it is known."""
        if candidate.occurred_text_day:
            return candidate.occurred_text_day
        if candidate.occurred_at is None:
            return self.words["undated"]
        return datetime.fromtimestamp(candidate.occurred_at / 1000, self.zone).strftime("%Y-%m-%d")


def room_label(room: str | None, language: str, partner_name: str | None = None) -> str | None:
    """Name a room; the user room carries the partner's name when it is known."""
    facts = BY_KEY.get(room or "")
    if facts is None:
        return None
    if room == "user_room" and partner_name:
        return _WORDS["zh" if language == "zh" else "en"]["their_room"].format(partner=partner_name)
    return facts.zh if language == "zh" else facts.en


def _item(item: Scored, recall: Recall, told: set[str], page: _Page) -> Iterator[Line]:
    candidate = item.candidate
    label = room_label(candidate.room, page.language, page.partner)
    facts = BY_KEY.get(candidate.room or "")
    if label and facts:
        label = f"{label} · {facts.duty_zh if page.language == 'zh' else facts.duty_en}"
    box = recall.boxes.get(candidate.box) if candidate.box is not None else None
    head = page.words["box" if box else "item"].format(
        label=label or page.words["unplaced"],
        date=page.date(candidate),
        importance=f"{candidate.importance:g}",
        name=box.name if box else "",
    )
    yield Line(head, candidate.uid)
    yield from say(candidate.content, candidate.uid)
    for sibling in item.siblings:
        if sibling.uid not in told:
            yield from say(f"- ({page.date(sibling)}) {sibling.content}", sibling.uid)
    if item.unshown:
        yield Line(page.words["more"].format(n=item.unshown))


def _pins(pins: Sequence[Candidate], page: _Page) -> Iterator[Line]:
    if not pins:
        return
    yield Line(page.words["pins"])
    for pin in pins:
        left = days_left(pin, page.now)
        tail = "" if left is None else page.words["left"].format(n=left)
        yield from say(f"- [{page.date(pin)}] {pin.content}{tail}", pin.uid)
    yield Line("")


def _hopes(anticipations: Sequence[Hope], page: _Page) -> Iterator[Line]:
    if not anticipations:
        return
    yield Line(page.words["hopes"])
    for hope in anticipations:
        kind = "anchor" if hope.state == "anchor" else "active"
        yield Line(page.words[kind].format(content=" ".join(hope.content.split("\n"))), hope.uid)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the prompt with the most tokens it may take; None: as many as it needs.

    `clipped`: lines that were left out before. `part`: whether it stands before the history or changes with each turn.
    """

    name: str
    lines: Sequence[Line]
    budget: int | None = None
    clipped: int = 0
    part: Part = "stable"


@dataclass(frozen=True, slots=True)
class PromptBlock:
    """A block as it went into the prompt; `clipped` counts the lines its budget left out."""

    name: str
    lines: tuple[Line, ...]
    tokens: int
    clipped: int
    part: Part = "stable"

    @property
    def text(self) -> str:
        return _text(self.lines)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The whole text and its blocks; `counted` names what counted the tokens."""

    text: str
    blocks: tuple[PromptBlock, ...]
    tokens: int = 0
    counted: str = "estimate"


def prompt(
    blocks: Iterable[Block], count: Callable[[str], int] = estimate_tokens, counted: str = "estimate"
) -> Prompt:
    """Join the blocks, each cut to its budget between two memories, never inside one."""
    done = tuple(_fit(block, count) for block in blocks)
    text = "\n\n".join(block.text for block in done if block.lines)
    return Prompt(text, done, count(text), counted)


def _fit(block: Block, count: Callable[[str], int]) -> PromptBlock:
    kept = list(block.lines)
    if block.budget is not None:
        kept, spent = [], 0
        for _, group in groupby(block.lines, key=lambda line: line.uid or ""):
            part = list(group)
            spent += sum(count(line.text + "\n") for line in part)
            if spent > block.budget:
                break
            kept += part
    clipped = len(block.lines) - len(kept)
    while kept and clipped and not kept[-1].uid:
        kept.pop()  # neither a heading without its lines nor an empty line closes a block
    lines = tuple(replace(line, tokens=count(line.text) if line.text else 0) for line in kept)
    left_out = block.clipped + len(block.lines) - len(kept)
    return PromptBlock(block.name, lines, count(_text(lines)), left_out, block.part)


def _text(lines: Iterable[Line]) -> str:
    return "\n".join(line.text for line in lines)
