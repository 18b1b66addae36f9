"""Names in a text, each with its place: by capitals, titles and, in Chinese, by what stands round them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from app.domain import names as written
from app.domain.english import stem
from app.domain.stop_words import FUNCTION_CHARACTERS, STOP_WORDS
from app.domain.text import flat, has_cjk

Kind = Literal["title", "name"]

WORD: Final = re.compile(r"[^\W\d_\u3000-\u9fff](?:(?![\u3000-\u9fff])[\w\u00b4-\u02af])*(?:['’][^\W\d_]+)*")
_JOINS: Final = re.compile(r" (?:(?:of|de|van|von|la|del)(?: the)? )?|[-&]|\. ")
_OPENS: Final = re.compile(r"(?:^|[.!?…:;\n]|[.!?,]?[\"“”]|^[-*•])\s*[\"“'‘(]?$|\n\s*[-*•]?\s*$")
_TITLE: Final = re.compile(r"[\"“]([^\"“”\n]{2,70})[\"”]|(?<!\w)['‘]([A-Z][^'‘’\"\n]{1,60})['’](?!\w)")
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
_APPOSED: Final = re.compile(
    ", (?:the|an?|his|her|their|my|our|[A-Z]\\w+['’]s) [^,.!?;:]{2,50},"
)  # Fintan, the boy next door, found
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
_ZH_DOER: Final = re.compile(f"(?<=的)[小老][{written.SURNAMES}](?=[说问答笑来把])")  # 修空调的小丁说
_ZH_KIN: Final = re.compile(
    "(?:闺蜜|室友|舍友|同事|同学|朋友|邻居|表[姐妹哥弟]|堂[姐妹哥弟]|男友|女友|前任|学[长姐弟妹]|队友|搭档|妹妹|姐姐|哥哥|弟弟|儿子|女儿|孙[子女]|侄[子女]|老公|老婆|丈夫|妻子)"
    f"([{written.SURNAMES}][\u4e00-\u9fff]{{1,2}}?|[小老阿大][\u4e00-\u9fff])(?=[去来和在跟的说给把被一也都又还就到从对让帮送打请找约考，。！？；：、\\s]|$)"
)
_PLACE_ENDS: Final = "附小|附中|小区|公园|博物馆|美术馆|大学|中学|小学|书店|书屋|咖啡馆|餐厅|饭店|医院|车站|机场|广场|酒店|古镇|老街|植物园|动物园|图书馆|寺|湖|岛|宫|山|古城|草原|海滩|海湾|大桥"
_ZH_PLACE: Final = re.compile(f"([\u4e00-\u9fff]{{1,3}}?)({_PLACE_ENDS})")
_COMMON_PLACE: Final = re.compile(
    "(?:[一两三几半每这那][一-鿿]|[次趟回几]|森林|社区|人民|中心|国家|附近|城市|主题|郊区|儿童|动物|植物|街心|新开|连锁|私立|公立|当地|著名|老|大|小|高|雪|火|冰|登|上|下|爬|看|游|江|深|青|远|群|后|前|靠|出"
    "|进|满|半|名|石|座|家|个|所|间|完|过|着|的|在|去|到|了|和|逛|过|从|这|那|某|片|一|二手|宠物|市|省|校|美|好|旧|新|古|荒|孤|海|环|人工|西|东|南|北|中|医|妇产)$"
)

# Who stands with somebody, by what they are to them or what is done with them: 室友安然搬走, 约春生去.
_ROLES: Final = (
    "室友|舍友|同事|同学|同桌|朋友|好友|老友|闺蜜|发小|邻居|房东|徒弟|师傅|学徒|师兄|师姐|师弟|师妹|学长|学姐|学弟|学妹|老板|上司|领导|经理|导师|老师|教练|医生|护士|律师|客户"
    "|搭档|队友|网友|笔友|店员|店主|店长|保安|编辑|面试官|男友|女友|前任|前妻|前夫|丈夫|妻子|老公|老婆|儿子|女儿|孙子|孙女|侄子|侄女|外甥|外甥女|哥哥|姐姐|弟弟|妹妹"
    "|表[哥姐弟妹]|堂[哥姐弟妹]|叔叔|舅舅|小姨|猫|猫咪|小猫|橘猫|狗|小狗|狗狗|兔子|仓鼠|鹦鹉"
)
_DONE: Final = "去来在说讲问教约搬打送给把被和跟也都又还就才想要帮陪做吃喝买唱弹写读考开走回住生病迟带找请发寄借还结离升哭笑摔赢输得拿接看听学练当爱喜站坐睡醒从一用替向对将已正总是会能叫劝放挂推掉跑跳爬骑搭修煮炒剪画种订赶留陪发病忘记答猜决准拒终刚先再曾没不很特竟居果"
_PLACED: Final = re.compile(
    rf"(?:{_ROLES}|(?:[和跟与约陪劝]|(?<![一名不])同))[「『“]?([\u4e00-\u9fff]{{2}})(?=[」』”{_DONE}])"
)
_NOT_WHO: Final = re.compile(
    "^(?:妈妈|爸爸|母亲|父亲|爸妈|父母|家人|家里|老家|孩子|女儿|儿子|朋友|好友|同事|同学|室友|老师|医生|护士|邻居|老板|领导|客户|对方|大家|别人|自己|彼此|双方|所有|其他|那位|这位|外婆|外公|奶奶"
    "|爷爷|姥姥|姥爷|哥哥|姐姐|弟弟|妹妹|丈夫|妻子|老公|老婆|闺蜜|男友|女友|前任|前夫|前妻|徒弟|师傅|房东|导师|教练|宠物|小猫|小狗|猫咪|狗狗|司机|店员|店主|警察|律师|亲戚|长辈|婆婆|公公)|^[谈说讲去打吃喝买唱写读走回住想要送聊吵闹商争]|[里上下中前后边旁间外内天年月日周期]"
)
_SUBJECT: Final = re.compile(rf"(?:^|[,。!?;:、\s-])([\u4e00-\u9fff]{{2}})(?=[{_DONE}飞])")
_ELDER: Final = re.compile("([\u4e00-\u9fff]{2}(?<![叔婶伯嫂爷大])[叔婶伯嫂])(?![叔婶伯嫂])")
_SURNAMED: Final = re.compile("姓([\u4e00-\u9fff])(?![名氏])")


@dataclass(frozen=True, slots=True)
class Name:
    """A name as the text has it, and its place."""

    start: int
    end: int
    text: str
    kind: Kind = "name"


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


def by_place(text: str) -> tuple[Name, ...]:
    """Give what stands in a Chinese text where somebody's name stands: beside a role, or beside what is done with them.

    Words that are no names stand there too; only where a day has another one there does it tell anything.
    """
    plain = flat(text)
    return tuple(
        Name(*match.span(1), text[match.start(1) : match.end(1)])
        for pattern in (_PLACED, _ELDER)
        for match in pattern.finditer(plain)
        if FUNCTION_CHARACTERS.isdisjoint(match[1]) and not _NOT_WHO.search(match[1])
    )


def by_subject(text: str) -> tuple[Name, ...]:
    """Give the pairs of characters that open a clause of a Chinese text where somebody would stand who does it."""
    return tuple(
        Name(*match.span(1), text[match.start(1) : match.end(1)])
        for match in _SUBJECT.finditer(flat(text))
        if FUNCTION_CHARACTERS.isdisjoint(match[1]) and not _NOT_WHO.search(match[1])
    )


def by_surname(text: str) -> tuple[Name, ...]:
    """Give the surnames that a Chinese text tells by calling them so: 姓陶."""
    return tuple(Name(*match.span(1), match[1]) for match in _SURNAMED.finditer(flat(text)))


def _titles(text: str) -> Iterable[Name]:
    for match in _TITLE.finditer(text):
        group = 1 if match[1] else 2
        said = match[group].rstrip(".,!?")
        words = [word for word in WORD.findall(said) if word.lower() not in STOP_WORDS]
        if words and sum(word[0].isupper() for word in words) >= 0.6 * len(words) and len(words) <= 8:
            yield Name(match.start(group), match.start(group) + len(said), said, "title")


def _capitals(text: str, given: Sequence[str], *, opening: bool) -> Iterable[Name]:
    run: list[re.Match[str]] = []
    for match in [*WORD.finditer(text), None]:
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
    while run and is_no_name(run[0][0]):
        run, first_opens = run[1:], False
    while run and is_no_name(run[-1][0]):
        run = run[:-1]
    if not run:
        return
    known = any(bare(run[0][0]) == one.lower() for one in given)
    if first_opens and not known and not (opening and _may_be_name(text, run)):
        run = run[1:]
    if run:
        end = run[-1].end() - (2 if _possessive(run[-1][0]) else 0)
        yield Name(run[0].start(), end, text[run[0].start() : end])


def _may_be_name(text: str, run: list[re.Match[str]]) -> bool:
    word = bare(run[0][0])
    if word in _OPENERS or _NO_NAME_END.search(word):
        return False
    if len(run) > 1 or _possessive(run[0][0]) or _APPOSED.match(text, run[0].end()):
        return True
    following = WORD.match(text[run[0].end() + 1 :])
    if len(word) < 3 or following is None:
        return False
    verb = following[0]
    return (
        verb[0].islower()
        and (stem(verb) != verb.removesuffix("e") or verb in {"is", "was", "has", "had", "and"})
        and not (word.endswith("s") and not word.endswith("ss") and verb in {"were", "are", "have"})
    )


def is_no_name(word: str) -> bool:
    """Tell a word that is none whatever its capital: grammar, or common."""
    short = bare(word)
    return short.replace("'", "") in STOP_WORDS or written.is_plain(short) or len(short) < 2


def _possessive(word: str) -> bool:
    return word.endswith(("'s", "’s"))


def bare(word: str) -> str:
    """Give a word in flat form without its possessive ending."""
    plain = flat(word).replace("’", "'")
    return plain.removesuffix("'s").removesuffix("'")


def plain_name(text: str) -> str:
    """Give a text as names are compared in: flat, without quotation marks, one kind of dot and apostrophe."""
    return re.sub(r"[《》「」『』“”\"]", "", re.sub("[·•‧・]", "·", flat(text))).replace("’", "'")


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
    for pattern in (_ZH_FOREIGN, _ZH_DOER):
        for match in pattern.finditer(text):
            yield Name(*match.span(), match[0])
    for pattern in (_ZH_CALLS, _ZH_KIN):
        for match in pattern.finditer(text):
            yield Name(*match.span(1), match[1])
    yield from _places(text)


def _places(text: str) -> Iterable[Name]:
    for match in _ZH_PLACE.finditer(text):
        if _COMMON_PLACE.search(match[1]):
            continue
        # 黄山和泰山: what joins is no part of the second
        joined = max((at for at, sign in enumerate(match[1], 1) if sign in FUNCTION_CHARACTERS), default=0)
        start = match.start() + max(joined, len(match[1]) - 2)
        if start < match.end(1):
            yield Name(start, match.end(), text[start : match.end()])


def _dotted(text: str, at: int) -> Name:
    """A foreign name with a dot: the characters beside it, and those that write foreign sounds next to them."""
    start = at - 1
    while start > 0 and text[start - 1] in _SOUNDS:
        start -= 1
    end = at + 2
    while end < len(text) and text[end] in _SOUNDS:
        end += 1
    return Name(start, end, text[start:end])
