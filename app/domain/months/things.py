"""Common things that took another's place: a sentence with a plum where the day has an apricot, and no day a plum."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from app.domain import families, same_words
from app.domain.english import stem
from app.domain.families import Family
from app.domain.months import thing_words
from app.domain.stop_words import FUNCTION_CHARACTERS, STOP_WORDS
from app.domain.text import flat, has_cjk

_MEASURES: Final = "只条本张件匹颗朵束杯瓶碗盘份首部辆台套支枝根棵片盒袋箱罐桶盆幅株卷锅壶斤双顶块座"
_ZH_PLACE: Final = re.compile(
    f"(?:[一两三四五六七八九十几半每那这](?P<measure>[{_MEASURES}])|(?P<deed>[学弹养]|[里上]有)[了过着]?)"
    "(?P<thing>[\u4e00-\u9fff]{2,4}?)(?=[,。!?;、:]|$|[和跟])"
)
_EN_PLACE: Final = re.compile(
    r"\b(?P<before>[a-z'-]+) (?P<article>an?|the|his|her|their|my|our|its|some|with|of|for|and|[a-z]+'s)"
    r" (?P<thing>[a-z]{3,}(?:-[a-z]+)*)(?= ?(?P<after>[,.;:!?)]|$| [a-z']+))"
)
# Words for any of a kind, and grammar: they take nothing's place.
_ANY: Final = re.compile(
    f"[{''.join(sorted(FUNCTION_CHARACTERS))}]|东西|水果|蔬菜|宠物|动物|植物|礼物|点心|饮料|零食|甜品|衣服|玩具|家具|电器|乐器|食物|语言|手艺|技能|会儿|下子|起来"
    r"|\b(?:\w+(?:self|selves|ing|ed|ly)|things?|stuff|some\w+|every\w+|any\w+|people|person|m[ae]n|wom[ae]n|guy|kids?|child(?:ren)?|friends?|way|time|days?|nights?|weeks?|months?|years?|moments?|bit|lot"
    r"|place|home|house|book|story|part|one|ones|two|three|others?|help|life|work|end|start|beginning|rest|whole|same|first|last|next|new|old|own|fish|fruit|food|drinks?|animals?|pets?|gifts?|presents?)\b"
)
_ADJECTIVES: Final = frozenset("大小老旧新好坏长短高低破美早晚")


@dataclass(frozen=True, slots=True)
class Thing:
    """A word of a kind, and its place; `member`: what it is called among its kind."""

    start: int
    end: int
    member: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """A thing that no day has, and the words for one of its kind that the day has instead."""

    start: int
    end: int
    old: str


def exchanged(sentence: str, near: str, whole: str) -> Iterable[Exchange]:
    """Give things of a sentence that the `whole` month does not have, while `near` has one of their kind it leaves out.

    `whole` in flat form.
    """
    chinese = has_cjk(sentence)
    said, told = flat(sentence), flat(near)
    for kind in _kinds(chinese=chinese):
        ours = _members(said, kind)
        if not ours:
            continue
        theirs = _members(told, kind)
        named = {one.member for one in ours}
        left = [one for one in theirs if one.member not in named]
        known = {one.member for one in _members(whole, kind)} if left else named
        new = [one for one in ours if one.member not in known]
        if new:
            yield Exchange(new[0].start, new[0].end, near[left[0].start : left[0].end])


def unlike(sentence: str, near: str, whole: str) -> Iterable[Exchange]:
    """Give things of a sentence that no day has, where `near` has another between the same words: 一碗…, with … in her hair.

    Only such places name a thing and nothing else; words for what is done are put in others by whoever tells it again.
    """
    chinese = has_cjk(sentence)
    said, told = flat(sentence), flat(near)
    theirs = list(_places(told, chinese=chinese))
    for frame, start, end in _places(said, chinese=chinese):
        if _heard(said[start:end], whole):
            continue
        for other, at, stop in theirs:
            if frame == other and _excludes(said[start:end], told[at:stop]) and told[at:stop] not in said:
                yield Exchange(start, end, near[at:stop])
                break


def _places(text: str, *, chinese: bool) -> Iterable[tuple[tuple[str, ...], int, int]]:
    """Give where a thing stands, and the words it stands between."""
    for match in (_ZH_PLACE if chinese else _EN_PLACE).finditer(text):
        if chinese:
            frame: tuple[str, ...] = (match["measure"] or match["deed"],)
        else:
            after = match["after"].strip()
            if after.isalpha() and after not in STOP_WORDS:
                continue  # "a huge oven": it may be how a thing is, not which
            frame = (stem(match["before"]), match["article"], after if after.isalpha() else ".")
        if not _ANY.search(match["thing"]) and match["thing"] not in STOP_WORDS:
            yield frame, *match.span("thing")


def _heard(thing: str, whole: str) -> bool:
    if has_cjk(thing):
        return any(thing[at : at + 2] in whole for at in range(len(thing) - 1))
    return re.search(rf"\b{re.escape(stem(thing))}", whole) is not None


def _excludes(thing: str, old: str) -> bool:
    """Tell whether two things are not one: 白茶 and 红茶 are not, 老车 and 旧车, 车票 and 火车票 may be."""
    if not has_cjk(thing):
        return stem(thing)[:4] != stem(old)[:4] and _meaning(thing) != _meaning(old)
    shared = next((at for at in range(min(len(thing), len(old))) if thing[-1 - at] != old[-1 - at]), None)
    if shared is None:
        return False
    one, other = thing[: len(thing) - shared], old[: len(old) - shared]
    plain = not shared or _ADJECTIVES.isdisjoint((*one, *other))
    return plain and set(one).isdisjoint(other) and _meaning(thing) != _meaning(old)


@cache
def _meanings() -> dict[str, str]:
    lines = f"{same_words.ZH_SAME}\n{same_words.EN_SAME}".strip().splitlines()
    return {word: line for line in lines for word in line.replace("_", " ").split()}


def _meaning(word: str) -> str:
    return _meanings().get(word) or _meanings().get(stem(word)) or word


def _members(text: str, kind: Family) -> list[Thing]:
    return [Thing(*match.span(1), kind.members[match[1]]) for match in kind.pattern.finditer(text)]


@cache
def _kinds(*, chinese: bool) -> list[Family]:
    table = thing_words.ZH_KINDS if chinese else thing_words.EN_KINDS
    return families.read(table, chinese=chinese, endings="s|es|'s")
