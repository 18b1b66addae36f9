"""Names in a text: people, places, titles of works, as far as their spelling or setting shows them."""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.english import stem
from app.domain.stop_words import STOP_WORDS

_SURNAMES: Final = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖"
    "邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)
_TITLES: Final = (
    "老师|医生|大夫|先生|女士|小姐|教授|哥|姐|总|阿姨|叔叔|经理|师傅|同学|主任|老板|护士|奶奶|爷爷|律师|教练"
)
_PLACES: Final = (
    "北京 上海 广州 深圳 杭州 南京 苏州 成都 重庆 武汉 西安 长沙 天津 青岛 大连 厦门 福州 昆明 大理 丽江 哈尔滨 沈阳 济南 郑州 合肥 宁波"
    " 无锡 三亚 海口 桂林 贵阳 拉萨 兰州 西宁 银川 香港 澳门 台北 高雄 东京 大阪 京都 首尔 曼谷 清迈 新加坡 伦敦 巴黎 柏林 罗马 纽约"
    " 洛杉矶 旧金山 波士顿 多伦多 温哥华 悉尼 墨尔本 日本 韩国 泰国 美国 英国 法国 德国 加拿大 澳大利亚 意大利 西班牙 云南 四川 新疆"
    " 西藏 海南 浙江 江苏 广东 福建 湖南 湖北 山东 东北"
)
_ZH_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"《([^《》]{1,30})》",
        r"(?:叫做|名叫|取名叫?|起名叫?|名字叫?是?|昵称是|叫)[「“\"']?(?![我你他她它人了醒上声不做过来])([\u4e00-\u9fffa-z]{1,4}?)(?=[，。！？、；」”\"',.!?\s]|的|$)",
        rf"([小老][{_SURNAMES}])(?![子说学时])",
        rf"姓([{_SURNAMES}])",
        r"(阿(?![姨婆公爸妈哥弟姐妹斯尔富拉里基根])[\u4e00-\u9fff])",
        rf"([{_SURNAMES}](?:[\u4e00-\u9fff]{{1,2}})?(?:{_TITLES}))",
        f"({_PLACES.replace(' ', '|')})",
    )
)
_ZH_NAME: Final = re.compile(rf"[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}")
_ZH_CALLED: Final = re.compile("[小老阿][\u4e00-\u9fff]")
_ZH_LATIN: Final = re.compile(r"(?<![A-Za-z])(?!TA(?![A-Za-z]))[A-Z][A-Za-z]+")
_ZH_FULL: Final = re.compile(
    rf"(?:^|[，。！？；、]|[和跟给被让对找约陪])([{_SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?=[送说约给来去和跟在把借请教找陪打做写问告])"
)

_EN_WORD: Final = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*")
_SENTENCE: Final = re.compile(r"(?:^|[.!?:;\"“”]\s*|\n)\s*$")
_PLAIN_WORDS: Final = """
mom mum dad mother father mommy daddy grandma grandpa granny i ok okay tv english chinese got went had made took said told felt came
saw bought met lost found ate gave left kept began started ran spent wrote read sang cut put let won broke thought knew slept sent
learned grew drew flew now today yesterday tomorrow last next later maybe perhaps because although while during since until once
every each both all most many much few several one two three four five six seven eight nine ten finally often sometimes always never
still again after before when if as
"""
_NO_NAMES: Final = frozenset(_PLAIN_WORDS.split())
_VERB_ENDING: Final = re.compile("(?:ed|ing|ly)$")


def chinese_names(text: str, flat: str, given: Sequence[str]) -> list[str]:
    """Give the names in a Chinese text: titles, 叫…, 小林, 王老师, places, Latin ones and those given."""
    found = [match[1] for pattern in _ZH_PATTERNS for match in pattern.finditer(flat)]
    found += [match[1] for match in _ZH_FULL.finditer(flat)]
    found += _ZH_LATIN.findall(text)
    found += [name for name in given if name and name in text]
    return list(dict.fromkeys(found))


def swapped_names(left: str, right: str) -> tuple[str, str] | None:
    """Give the only words in which two Chinese texts differ when both look like full names."""
    shorter = min(len(left), len(right))
    head = next((at for at in range(shorter) if left[at] != right[at]), shorter)
    tail = next((at for at in range(shorter - head) if left[-1 - at] != right[-1 - at]), shorter - head)
    one, other = left[head : len(left) - tail], right[head : len(right) - tail]
    if _ZH_CALLED.fullmatch(left[max(0, head - 1) : head] + one) and len(other) == 1:
        return left[head - 1] + one, left[head - 1] + other
    return (one, other) if _ZH_NAME.fullmatch(one) and _ZH_NAME.fullmatch(other) else None


def english_names(text: str, given: Sequence[str]) -> list[str]:
    """Give capitalised words inside sentences, and the given names."""
    found = [
        match[0] for match in _EN_WORD.finditer(text) if _is_name(match, text) and not _opens(match, text)
    ]
    found += [name for name in given if name and name in text]
    return list(dict.fromkeys(_bare(name) for name in found))


def opening_names(left: str, right: str) -> tuple[str, str] | None:
    """Give the first words of two texts when they must be two names: both look like one, and the same verb follows."""
    pair = []
    for text in (left, right):
        words = list(_EN_WORD.finditer(text))[:2]
        if len(words) < 2 or not _is_name(words[0], text) or _VERB_ENDING.search(words[0][0]):
            return None
        pair.append((_bare(words[0][0]), stem(words[1][0].lower())))
    (one, verb), (other, same_verb) = pair
    lower = f" {left} {right} "
    if one == other or verb != same_verb or f" {one.lower()} " in lower or f" {other.lower()} " in lower:
        return None
    return one, other


def _is_name(match: re.Match[str], text: str) -> bool:
    word = _bare(match[0])
    lower = word.lower()
    return (
        word[:1].isupper()
        and len(word) > 1
        and lower not in STOP_WORDS
        and lower not in _NO_NAMES
        and bool(text)
    )


def _opens(match: re.Match[str], text: str) -> bool:
    return bool(_SENTENCE.search(text[: match.start()]))


def _bare(word: str) -> str:
    return re.sub("['’](?:s|S)?$", "", word)
