"""Common things that took another's place: a sentence with a plum where the day has an apricot, and no day a plum."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from app.domain.months import thing_words
from app.domain.stop_words import FUNCTION_CHARACTERS
from app.domain.text import flat, has_cjk

_MEASURES: Final = "只条本张件匹颗朵束杯瓶碗盘份首部辆台套支枝根棵片盒袋箱罐桶盆幅株卷锅壶斤双顶块座"
_PLACE: Final = re.compile(
    f"(?:[一两三四五六七八九十几半每那这](?P<opens>[{_MEASURES}])|(?P<deed>[学弹养])[了过着]?)"
    "(?P<thing>[\u4e00-\u9fff]{2,4}?)(?=[,。!?;、:]|$|[和跟])"
)
# Words for any of a kind, and grammar: they take nothing's place.
_ANY: Final = re.compile(
    f"[{''.join(sorted(FUNCTION_CHARACTERS))}]|东西|水果|蔬菜|宠物|动物|植物|礼物|点心|饮料|零食|甜品|衣服|玩具|家具|电器|乐器|食物|语言|手艺|技能|会儿|下子|起来"
)


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
    for pattern, kind in _kinds(chinese=chinese):
        ours = _members(said, pattern, kind)
        if not ours:
            continue
        theirs = _members(told, pattern, kind)
        named = {one.member for one in ours}
        left = [one for one in theirs if one.member not in named]
        known = {one.member for one in _members(whole, pattern, kind)} if left else named
        new = [one for one in ours if one.member not in known]
        if new:
            yield Exchange(new[0].start, new[0].end, near[left[0].start : left[0].end])


def unlike(sentence: str, near: str, whole: str) -> Iterable[Exchange]:
    """Give things of a Chinese sentence that no day has, where `near` has another after the same words: 一碗…, 学….

    Only such places name a thing and nothing else; words for what is done are put in others by whoever tells it again.
    """
    said, told = flat(sentence), flat(near)
    theirs = [(match["opens"] or match["deed"], match.span("thing")) for match in _PLACE.finditer(told)]
    for match in _PLACE.finditer(said):
        thing = match["thing"]
        if _ANY.search(thing) or any(thing[at : at + 2] in whole for at in range(max(1, len(thing) - 1))):
            continue
        for opens, (start, end) in theirs:
            old = told[start:end]
            if opens == (match["opens"] or match["deed"]) and old not in said and set(old).isdisjoint(thing):
                yield Exchange(*match.span("thing"), near[start:end])
                break


def _members(text: str, pattern: re.Pattern[str], kind: dict[str, str]) -> list[Thing]:
    return [Thing(*match.span(1), kind[match[1]]) for match in pattern.finditer(text)]


@cache
def _kinds(*, chinese: bool) -> list[tuple[re.Pattern[str], dict[str, str]]]:
    table = thing_words.ZH_KINDS if chinese else thing_words.EN_KINDS
    kinds = []
    for line in table.strip().splitlines():
        kind = {
            spelling.replace("_", " ").lower(): member.split("=")[0]
            for member in line.split()
            for spelling in member.split("=")
        }
        words = "|".join(map(re.escape, sorted(kind, key=len, reverse=True)))
        kinds.append((re.compile(f"({words})" if chinese else rf"\b({words})(?:s|es|'s)?\b"), kind))
    return kinds
