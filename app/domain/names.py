"""Names in a text: people, places, titles of works, as far as their spelling or setting shows them."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from app.domain.english import stem
from app.domain.stop_words import STOP_WORDS

SURNAMES: Final = (
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
    " 嘉兴 绍兴 温州 湖州 金华 台州 舟山 常州 南通 扬州 徐州 镇江 泰州 珠海 佛山 东莞 惠州 汕头 湛江 泉州 漳州 南昌 景德镇 九江 赣州 太原 大同 石家庄"
    " 秦皇岛 唐山 保定 烟台 威海 潍坊 洛阳 开封 宜昌 襄阳 岳阳 张家界 凤凰古城 南宁 北海 遵义 乐山 绵阳 西双版纳 香格里拉 敦煌 乌鲁木齐 喀什 呼和浩特 长春"
    " 吉林 黑龙江 辽宁 河北 河南 山西 陕西 甘肃 青海 宁夏 内蒙古 安徽 江西 广西 贵州 重庆 台湾 台中 台南 花莲 九龙 泰山 华山 衡山 恒山 嵩山 黄山 庐山 峨眉山"
    " 武当山 莫干山 天目山 雁荡山 长白山 普陀山 九华山 五台山 云台山 阿里山 富士山 西湖 太湖 洞庭湖 洱海 泸沽湖 青海湖 千岛湖 故宫 长城 颐和园 外滩 鼓浪屿"
    " 冰岛 挪威 瑞典 芬兰 丹麦 荷兰 比利时 瑞士 奥地利 波兰 捷克 匈牙利 希腊 土耳其 俄罗斯 乌克兰 葡萄牙 爱尔兰 苏格兰 新西兰 墨西哥 巴西 阿根廷 智利 秘鲁"
    " 古巴 埃及 摩洛哥 肯尼亚 南非 印度 尼泊尔 不丹 斯里兰卡 马尔代夫 越南 老挝 柬埔寨 缅甸 马来西亚 印尼 巴厘岛 菲律宾 蒙古 朝鲜 伊朗 以色列 迪拜 欧洲 非洲"
    " 北海道 冲绳 名古屋 奈良 福冈 札幌 神户 横滨 釜山 济州岛 普吉岛 河内 胡志明市 吉隆坡 雅加达 孟买 开罗 莫斯科 圣彼得堡 伊斯坦布尔 雅典 维也纳 布拉格"
    " 布达佩斯 华沙 阿姆斯特丹 布鲁塞尔 日内瓦 苏黎世 慕尼黑 汉堡 法兰克福 米兰 威尼斯 佛罗伦萨 马德里 巴塞罗那 里斯本 都柏林 爱丁堡 曼彻斯特 剑桥 牛津 里昂"
    " 马赛 哥本哈根 斯德哥尔摩 奥斯陆 赫尔辛基 芝加哥 西雅图 夏威夷 拉斯维加斯 华盛顿 费城 迈阿密 蒙特利尔 奥克兰 卢浮宫 埃菲尔铁塔"
)
_ZH_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"《([^《》]{1,30})》",
        r"(?:叫做|名叫|取名叫?|起名叫?|名字叫?是?|昵称是|叫)[「“\"']?(?![我你他她它人了醒上声不做过来])([\u4e00-\u9fffa-z]{1,4}?)(?=[，。！？、；」”\"',.!?\s]|的|$)",
        rf"([小老][{SURNAMES}])(?![子说学时])",
        rf"姓([{SURNAMES}])",
        r"(阿(?![姨婆公爸妈哥弟姐妹斯尔富拉里基根])[\u4e00-\u9fff])",
        rf"([{SURNAMES}](?:[\u4e00-\u9fff]{{1,2}})?(?:{_TITLES}))",
        f"({_PLACES.replace(' ', '|')})",
    )
)
_ZH_NAME: Final = re.compile(rf"[{SURNAMES}][\u4e00-\u9fff]{{1,2}}")
_ZH_CALLED: Final = re.compile("[小老阿][\u4e00-\u9fff]")
_ZH_LATIN: Final = re.compile(r"(?<![A-Za-z])(?![A-Z]+(?![A-Za-z]))[A-Z][A-Za-z]+")
_ZH_FULL: Final = re.compile(
    rf"(?:^|[，。！？；、,!?;]|[和跟给被让对找约陪])([{SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?=[送说约给来去和跟在把借请教找陪打做写问告一])"
)
_ZH_AFTER_ROLE: Final = re.compile(
    rf"(?:同学|同桌|朋友|同事|室友|闺蜜|邻居|老板|上司|导师|[男女前]友|前任|[表堂][哥姐弟妹])([{SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?=[，。！？；、,!?;的]|$)"
)
_ZH_ROLE_IS: Final = re.compile(
    "(?:朋友|闺蜜|同桌|室友|同事|老师|导师|上司|老板|初恋|前任|偶像|歌手|演员|作家|乐队|明星)(?:一直|就|还)?是([\u4e00-\u9fff]{2,4}?)(?=[，。！？；、,!?;]|$)"
)
_ZH_SPOT: Final = re.compile(
    "(?:在|去|到|是|从|回|往)(?![爬登下上逛过进出])([\u4e00-\u9fff]{1,3}?(?:州|市|县|镇|村|巷|路|街|区|山|湖|河|江|寺|桥|岛|港|大学|中学|广场|公园|胡同))"
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
    found += [
        match[1]
        for pattern in (_ZH_FULL, _ZH_AFTER_ROLE, _ZH_ROLE_IS, _ZH_SPOT)
        for match in pattern.finditer(flat)
    ]
    found += _ZH_LATIN.findall(text)
    found += [name for name in given if name and name in text]
    return list(dict.fromkeys(found))


def chinese_places(flat: str, given: Sequence[str]) -> list[tuple[int, int]]:
    """Give where names stand in a Chinese text: as `chinese_names`, but each place once and without works' titles."""
    found = [match.span(1) for pattern in (*_ZH_PATTERNS[1:], _ZH_FULL) for match in pattern.finditer(flat)]
    found += [match.span() for name in given if name for match in re.finditer(re.escape(name.lower()), flat)]
    return list(dict.fromkeys(found))


def is_full_name(text: str) -> bool:
    """Tell a Chinese surname with one or two characters of a given name."""
    return _ZH_NAME.fullmatch(text) is not None


def is_plain(word: str) -> bool:
    """Tell a lower-case word that is written with a capital without being a name: mom, ok, then."""
    return word in _NO_NAMES


def swapped_names(left: str, right: str) -> tuple[str, str] | None:
    """Give the only words in which two Chinese texts differ when both look like full names."""
    shorter = min(len(left), len(right))
    head = next((at for at in range(shorter) if left[at] != right[at]), shorter)
    tail = next((at for at in range(shorter - head) if left[-1 - at] != right[-1 - at]), shorter - head)
    one, other = left[head : len(left) - tail], right[head : len(right) - tail]
    if head and len(one) == len(other) == 1 and _ZH_CALLED.fullmatch(left[head - 1] + one):
        return left[head - 1] + one, left[head - 1] + other
    return (one, other) if _ZH_NAME.fullmatch(one) and _ZH_NAME.fullmatch(other) else None


def english_names(text: str, given: Sequence[str]) -> list[str]:
    """Give capitalised words inside sentences, and the given names."""
    found = [
        match[0] for match in _EN_WORD.finditer(text) if _is_name(match, text) and not _opens(match, text)
    ]
    found += [name for name in given if name and name in text]
    return list(dict.fromkeys(_bare(name) for name in found))


def english_opener(text: str) -> str | None:
    """Give the first word of a text where it looks like a name that does something: Marta is, Emma loved."""
    words = _opening(text)
    if words is None:
        return None
    first, second = words
    name = _bare(first[0])
    acts = re.fullmatch("is|was|has|had|can|will|[a-z]+(?:s|ed)", second[0])
    told_more = text[first.end() :].startswith((",", "'s", "’s")) or first[0] != name
    return name if acts or told_more else None


def opening_names(left: str, right: str) -> tuple[str, str] | None:
    """Give the first words of two texts when they must be two names: both look like one, and the same verb follows."""
    here, there = _opening(left), _opening(right)
    if here is None or there is None:
        return None
    one, other = _bare(here[0][0]), _bare(there[0][0])
    verb, same_verb = (stem(words[1][0].lower()) for words in (here, there))
    lower = f" {left} {right} "
    if one == other or verb != same_verb or f" {one.lower()} " in lower or f" {other.lower()} " in lower:
        return None
    return one, other


def _opening(text: str) -> tuple[re.Match[str], re.Match[str]] | None:
    """Give the first two words of a text of which the first looks like a name, or None."""
    words = list(islice(_EN_WORD.finditer(text), 2))
    if len(words) < 2 or not _is_name(words[0], text) or _VERB_ENDING.search(words[0][0]):
        return None
    return words[0], words[1]


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
