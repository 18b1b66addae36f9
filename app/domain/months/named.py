"""Names that a month's text tells, each with its place, and whether the days tell them too."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final, Literal

from app.domain import names as written
from app.domain.english import stem
from app.domain.stop_words import FUNCTION_CHARACTERS, STOP_WORDS
from app.domain.text import flat, has_cjk

Kind = Literal["title", "name"]

_WORD: Final = re.compile(r"[^\W\d_\u3000-\u9fff][\w\u00b4-\u02af]*(?:['’][^\W\d_]+)*")
_JOINS: Final = re.compile(r" (?:(?:of|de|van|von|la|del)(?: the)? )?|[-&]|\. ")
_OPENS: Final = re.compile(r"(?:^|[.!?…:;\n]|[.!?,]?[\"“”]|^[-*•])\s*[\"“'‘(]?$|\n\s*[-*•]?\s*$")
_TITLE: Final = re.compile(r"[\"“]([^\"“”\n]{2,70})[\"”]|(?<!\w)['‘]([A-Z][^'‘’\"\n]{1,60})['’](?!\w)")
_TITLED: Final = """mr mrs ms miss dr doctor uncle aunt auntie sir lady st saint professor coach father sister brother
grandma grandpa granny captain officer judge king queen prince princess"""
_HONORIFICS: Final = frozenset(_TITLED.split())
# Words that open a sentence without an article and are no names.
_OPENING_WORDS: Final = """
work snow rain winter spring summer autumn dinner lunch breakfast music time life love family friends home school money
sleep food coffee tea art nature health work people things nothing everything something someone everyone nobody
anyone together outside inside earlier meanwhile instead despite though however later soon once twice twice both
dear hello hi thanks thank yes no well oh ah please sorry let even only another such same little small big good
bad new old first second third half part most more less enough plenty part between among through without within
under over above below near behind beside beyond toward towards across along around against upon per via like
unlike apart rather quite almost nearly hardly perhaps today tonight yesterday tomorrow back away off up down out
what whatever who whoever which whichever where wherever when whenever why how neither either nor yet thus hence
painting reading cooking running writing walking talking learning watching dancing singing
"""
_OPENERS: Final = frozenset(_OPENING_WORDS.split())
_NO_NAME_END: Final = re.compile("(?:ed|ing|ly|tion|ness|ment|ity|ism|ship|hood|ful|less|ous|ive|able|ible)$")
# Ends by which a place and its people, or a family and its name, differ.
_STUMPS: Final = frozenset(("", "a", "y", "e", "l", "al", "ia", "o"))
_DEMONYMS: Final = frozenset(
    ("an", "n", "ian", "ese", "uese", "ish", "s", "es", "ns", "ans", "ians", "er", "ers", "ic")
)
_NICKNAME: Final = 3  # letters of a short form: Mel of Melanie
_SHARED: Final = 0.8
_LIKE: Final = 0.6  # share of letters from which a name is the one that was meant

_SHORT_TITLE: Final = 2  # characters: a work's title so short may stand anywhere as a plain word
_ZH_TITLE: Final = re.compile("《([^《》\n]{1,40})》")
_ZH_CALLED: Final = re.compile(
    "(?:叫做?|名为|称为?|名叫|取名叫?|唤作)(?:一?[只个条本家部])?[「『“\"'《]([^」』”\"'》\n，。！？]{1,12})[」』”\"'》]"
)
_ZH_QUOTED: Final = re.compile("[「『“]([\u4e00-\u9fffA-Za-z]{1,6})[」』”]")
_ZH_DOT: Final = re.compile("[\u4e00-\u9fff][·•‧・][\u4e00-\u9fff]")
_SOUNDS: Final = (
    "蒂尔斯克拉罗维塞伦勃诺莱蒙佩兹茨洛亚利达巴卡玛莎莉娜丽艾埃奥伊弗沃瓦菲姆特德顿曼哈墨柏荷盖乔托科加比基朗西里尼阿"
    "马班纳温鲁皮穆凯登琼赫莫丹芬挪威冰波伯萨雅杰森迪贝格兰吉米安布霍奇格恩雷汉森卢图努毕加索"
)
_ZH_FOREIGN: Final = re.compile(f"[{_SOUNDS}]{{3,}}")
_ZH_CALLS: Final = re.compile(
    "(?:(?<=妹妹)|(?<=姐姐)|(?<=哥哥)|(?<=弟弟)|(?<=朋友)|(?<=同事)|(?<=[和跟给被让找约陪对叫，。；、月日号\n]))"
    "([小老阿](?![时心说孩学区狗猫声吃事店姐雨雪伙镇路屋巧众型腿号费菜票师板家人婆公是实旧样友鼠虎去了的街组名姨妈爸哥弟妹爷奶叔舅]).)(?=[\u4e00-\u9fff])"
)
_ZH_KIN: Final = re.compile(
    "(?:闺蜜|室友|舍友|同事|同学|朋友|邻居|表[姐妹哥弟]|堂[姐妹哥弟]|男友|女友|前任|学[长姐弟妹]|队友|搭档|妹妹|姐姐|哥哥|弟弟|儿子|女儿|孙[子女]|侄[子女]|老公|老婆|丈夫|妻子)"
    f"([{written.SURNAMES}][\u4e00-\u9fff]{{1,2}}?|[小老阿大][\u4e00-\u9fff])(?=[去来和在跟的说给把被一也都又还就到从对让帮送打请找约考，。！？；：、\\s]|$)"
)
_PLACE_ENDS: Final = "公园|博物馆|美术馆|大学|中学|小学|书店|书屋|咖啡馆|餐厅|饭店|医院|车站|机场|广场|酒店|古镇|老街|植物园|动物园|图书馆|寺|湖|岛|宫|山|古城|草原|海滩|海湾|大桥"
_ZH_PLACE: Final = re.compile(f"([\u4e00-\u9fff]{{1,3}}?)({_PLACE_ENDS})")
_COMMON_PLACE: Final = re.compile(
    "(?:森林|社区|人民|中心|国家|附近|城市|主题|郊区|儿童|动物|植物|街心|新开|连锁|私立|公立|当地|著名|老|大|小|高|雪|火|冰|登|上|下|爬|看|游|江|深|青|远|群|后|前|靠|出"
    "|进|满|半|名|石|座|家|个|所|间|完|过|着|的|在|去|到|了|和|逛|过|从|这|那|某|片|一|二手|宠物|市|省|校|美|好|旧|新|古|荒|孤|海|环|人工|西|东|南|北|中|医|妇产)$"
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name as the text has it, and its place."""

    start: int
    end: int
    text: str
    kind: Kind = "name"


@dataclass(frozen=True)
class Told:
    """What the days of a month tell by name; `given` are names the palace knows anyway."""

    days: Sequence[str]
    given: Sequence[str] = ()
    whole: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", _plain("\n".join(self.days)))

    @cached_property
    def _flat(self) -> str:
        return flat("\n".join(self.days))

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_bare(one) for one in _WORD.findall("\n".join((*self.days, *self.given))))

    @cached_property
    def capitals(self) -> dict[str, str]:
        """Words with a capital by their lower-case form, as written."""
        return {
            _bare(one): one for one in _WORD.findall("\n".join((*self.days, *self.given))) if one[0].isupper()
        }

    @cached_property
    def full_names(self) -> tuple[str, ...]:
        """Chinese names of people with their surname."""
        return tuple(one for one in self.names if written.is_full_name(one))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names in the days, longest first; also of people the palace knows."""
        found: dict[str, None] = dict.fromkeys(self.given)
        for text in self.days:
            found |= dict.fromkeys(one.text for one in tell(text, self.given, opening=False))
        return tuple(sorted((one for one in found if one), key=len, reverse=True))

    def tells(self, name: Name) -> bool:
        """Tell whether the days have this name, in any spelling that is still the same."""
        plain = _plain(name.text)
        if name.kind == "title" and has_cjk(plain) and len(plain) <= _SHORT_TITLE:
            return bool(
                re.search(
                    f"《{plain}》|(?:看|读|追|听|唱|写|演|播|叫|玩|弹)(?:了|过|完|着|的是|做)?{plain}",
                    self._flat,
                )
            )
        if plain in self.whole or any(plain in _plain(one) for one in self.given):
            return True
        if has_cjk(name.text):
            return False
        parts = [_bare(word) for word in _WORD.findall(name.text)]
        if name.kind == "title":
            return _run(parts) in _run([_bare(word) for word in _WORD.findall("\n".join(self.days))])
        return all(self._word(part, alone=len(parts) == 1) for part in parts if part not in STOP_WORDS)

    def nearest(self, name: Name) -> str | None:
        """Give the name of the days that was probably meant: of like spelling or with a word in common."""
        best, chosen = 0.0, None
        capitals = (one for one in self.capitals.values() if not _no_name(one))
        for one in (*self.names, *capitals):
            share = _likeness(_plain(name.text), _plain(one))
            if share > best:
                best, chosen = share, one
        return chosen if best >= _LIKE else None

    def _word(self, word: str, *, alone: bool) -> bool:
        if word in self.capitals or (alone and word in self.words) or (word in _HONORIFICS and not alone):
            return True
        if any(
            word.startswith(_bare(one)) or _bare(one).startswith(word)
            for one in self.given
            if len(word) >= _NICKNAME
        ):
            return True
        return any(_kin(word, one) for one in self.capitals)


def tell(text: str, given: Sequence[str] = (), *, opening: bool = True) -> tuple[Name, ...]:
    """Give the names in a text by their places; `opening`: also those that open a sentence, as far as they show."""
    found = [*_chinese(text, given)] if has_cjk(text) else []
    found += _titles(text)
    found += _capitals(text, given, opening=opening)
    taken: set[int] = set()
    kept = []
    for one in sorted(found, key=lambda name: (name.start - name.end, name.start)):
        if not taken.intersection(range(one.start, one.end)):
            taken.update(range(one.start, one.end))
            kept.append(one)
    return tuple(sorted(kept, key=lambda name: name.start))


def _titles(text: str) -> Iterable[Name]:
    for match in _TITLE.finditer(text):
        group = 1 if match[1] else 2
        said = match[group].rstrip(".,!?")
        words = [word for word in _WORD.findall(said) if word.lower() not in STOP_WORDS]
        if words and sum(word[0].isupper() for word in words) >= 0.6 * len(words) and len(words) <= 8:
            yield Name(match.start(group), match.start(group) + len(said), said, "title")


def _capitals(text: str, given: Sequence[str], *, opening: bool) -> Iterable[Name]:
    run: list[re.Match[str]] = []
    for match in [*_WORD.finditer(text), None]:
        if (
            match
            and run
            and _JOINS.fullmatch(text[run[-1].end() : match.start()])
            and match[0][0].isupper()
            and not _possessive(run[-1][0])
        ):
            run.append(match)
            continue
        yield from _named(text, run, given, opening=opening)
        run = [match] if match and match[0][0].isupper() else []


def _named(text: str, run: list[re.Match[str]], given: Sequence[str], *, opening: bool) -> Iterable[Name]:
    run = list(run)
    first_opens = bool(run) and bool(_OPENS.search(text[: run[0].start()]))
    while run and _no_name(run[0][0]):
        run, first_opens = run[1:], False
    while run and _no_name(run[-1][0]):
        run = run[:-1]
    if not run:
        return
    known = bool(run) and any(_bare(run[0][0]) == one.lower() for one in given)
    if first_opens and not known and not (opening and _may_be_name(text, run)):
        run = run[1:]
    if run:
        end = run[-1].end() - (2 if _possessive(run[-1][0]) else 0)
        yield Name(run[0].start(), end, text[run[0].start() : end])


def _may_be_name(text: str, run: list[re.Match[str]]) -> bool:
    word = _bare(run[0][0])
    if len(run) > 1 or _possessive(run[0][0]):
        return word not in _OPENERS and not _NO_NAME_END.search(word)
    following = _WORD.match(text[run[0].end() + 1 :])
    if word in _OPENERS or _NO_NAME_END.search(word) or len(word) < 3 or following is None:
        return False
    verb = following[0]
    return (
        verb[0].islower()
        and (stem(verb) != verb.removesuffix("e") or verb in {"is", "was", "has", "had", "and"})
        and not (word.endswith("s") and not word.endswith("ss") and verb in {"were", "are", "have"})
    )


def _no_name(word: str) -> bool:
    bare = _bare(word)
    return bare.replace("'", "") in STOP_WORDS or written.is_plain(bare) or len(bare) < 2


def _possessive(word: str) -> bool:
    return word.endswith(("'s", "’s"))


def _bare(word: str) -> str:
    plain = flat(word).replace("’", "'")
    return plain.removesuffix("'s").removesuffix("'")


def _plain(text: str) -> str:
    return re.sub(r"[《》「」『』“”\"]", "", re.sub("[·•‧・]", "·", flat(text))).replace("’", "'")


def _run(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _likeness(one: str, other: str) -> float:
    """Give how alike two names are, 0 to 1; a word in common or one inside the other counts as much as a slip of the pen."""
    parts, others = (set(name.split()) - _HONORIFICS for name in (one, other))
    if parts & others or (min(len(one), len(other)) > 1 and (one in other or other in one)):
        return max(_SHARED, SequenceMatcher(None, one, other).ratio())
    pairs = [(a, b) for a in parts or {one} for b in others or {other}]
    return max(SequenceMatcher(None, a, b).ratio() for a, b in pairs)


def _kin(word: str, other: str) -> bool:
    """Tell Portugal from Portuguese as one, and the Okafors from Okafor."""
    shorter, longer = sorted((word, other), key=len)
    head = next((at for at in range(len(shorter)) if shorter[at] != longer[at]), len(shorter))
    return head > 3 and shorter[head:] in _STUMPS and (longer[head:] in _DEMONYMS or not longer[head:])


def _chinese(text: str, given: Sequence[str]) -> Iterable[Name]:
    plain = flat(text)
    for match in _ZH_TITLE.finditer(text):
        yield Name(*match.span(1), match[1], "title")
    for pattern in (_ZH_CALLED, _ZH_QUOTED):
        for match in pattern.finditer(text):
            yield Name(*match.span(1), match[1])
    for match in _ZH_DOT.finditer(text):
        yield _dotted(text, match.start() + 1)
    for start, end in written.chinese_places(plain, given):
        if FUNCTION_CHARACTERS.isdisjoint(text[start:end]) or text[start:end] in given:
            yield Name(start, end, text[start:end])
    for match in _ZH_FOREIGN.finditer(text):
        yield Name(*match.span(), match[0])
    for pattern in (_ZH_CALLS, _ZH_KIN):
        for match in pattern.finditer(text):
            yield Name(*match.span(1), match[1])
    for match in _ZH_PLACE.finditer(text):
        if not _COMMON_PLACE.search(match[1]):
            yield Name(
                match.start() + max(0, len(match[1]) - 2),
                match.end(),
                text[match.start() + max(0, len(match[1]) - 2) : match.end()],
            )


def _dotted(text: str, at: int) -> Name:
    """A foreign name with a dot: the characters beside it, and those that write foreign sounds next to them."""
    start = at - 1
    while start > 0 and text[start - 1] in _SOUNDS:
        start -= 1
    end = at + 2
    while end < len(text) and text[end] in _SOUNDS:
        end += 1
    return Name(start, end, text[start:end])
