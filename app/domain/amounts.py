"""Numbers in a text with what they count: 三只猫, 5公里, 两百块, 6:30, twenty dollars, the third time."""

import re
from dataclasses import dataclass
from typing import Final

from app.domain import numerals
from app.domain.english import stem
from app.domain.stop_words import STOP_WORDS

# unit → what it measures and how many of the smallest go into it
_UNITS: Final[dict[str, tuple[str, float]]] = {
    unit: (dimension, factor)
    for dimension, factor, units in (
        ("hours", 1, "分钟 minute min"),
        ("hours", 60, "小时 钟头 hour hr"),
        ("days", 1, "天 day 日"),
        ("days", 7, "周 星期 礼拜 week"),
        ("days", 14, "fortnight"),
        ("months", 1, "月 month"),
        ("months", 12, "年 year yr"),
        ("age", 1, "岁 周岁"),
        ("yuan", 1, "元 块 块钱 人民币 rmb yuan"),
        ("dollars", 1, "美元 美金 刀 dollar buck usd $"),
        ("euros", 1, "欧元 euro €"),
        ("pounds", 1, "英镑 £"),
        ("percent", 1, "% 个百分点 percent"),
        ("metres", 1, "米 metre meter m"),
        ("metres", 1000, "公里 千米 km kilometre kilometer"),
        ("metres", 500, "里 里路"),
        ("metres", 1609, "英里 mile"),
        ("metres", 0.01, "厘米 公分 cm"),
        ("kilos", 1, "公斤 千克 kg kilo kilogram"),
        ("kilos", 0.001, "克 g gram gramme"),
        ("kilos", 0.000001, "毫克 mg milligram"),
        ("litres", 1, "升 litre liter"),
        ("litres", 0.001, "毫升 ml millilitre milliliter"),
        ("kilos", 0.5, "斤"),
        ("kilos", 0.4536, "磅 pound lb"),
        ("degrees", 1, "度 degree °"),
        ("points", 1, "分 point"),
        ("discount", 1, "折"),
        ("grade", 1, "年级 grade"),
        ("floor", 1, "楼 层 floor"),
        ("clock", 1, "点钟 o'clock"),
    )
    for unit in units.split()
}
_GRAMMAR: Final = frozenset("的了是在着过和也就都")
_CLASSIFIERS: Final = "只个条本次张件位名口匹头颗朵束杯瓶碗盘份篇首部辆台套间号遍趟回场顿句页集封双对把支枝根棵片家座门人盒袋包箱罐桶串堆群排盆幅架艘株棵节期届轮站稿卷款锅壶夜晚针拳步声课样码圈局票枚粒滴团瓣捆列行段章幕季册任"
_EN_UNITS: Final = "|".join(
    sorted(
        (unit for unit in _UNITS if unit.isascii() and unit.isalpha() and len(unit) > 2),
        key=len,
        reverse=True,
    )
)
_ZH_UNITS: Final = sorted((unit for unit in _UNITS if unit > "~"), key=len, reverse=True)
_SCALE: Final = {"万": 10_000, "千": 1000, "百": 100, "k": 1000}
_DIGITS: Final = r"\d+(?:,\d{3})*(?:\.\d+)?"

_CLOCK: Final = re.compile(rf"(?<!\d)(?P<h>\d{{1,2}}):(?P<m>\d\d)(?!\d)|(?P<zh>\d{{1,2}}|{numerals.ZH_NUMBER}{{1,3}})点"
                           rf"(?:(?P<half>半)|(?P<quarter>一刻)|(?P<minutes>\d{{1,2}}|{numerals.ZH_NUMBER}{{1,3}})分?|(?P<sharp>钟|整)?)")  # fmt: skip
_EN_CLOCK: Final = re.compile(
    rf"\b(?P<m>half|(?:a )?quarter|{numerals.EN_NUMBER})(?: minutes)? (?P<side>past|to) "
    rf"(?P<h>{numerals.EN_NUMBER}|\d{{1,2}}(?![\d:.]))(?! ?[ap]\.?m\b)"
)
_AT: Final = frozenset("at until till by before after nearly almost around about was".split())  # noqa: SIM905
_PART_OF_DAY: Final = re.compile("(?:早|早晨|早上|上午|中午|下午|晚上|夜里|凌晨|半夜|到|在)$")
_GRADE: Final = re.compile(
    "(?<![最多太不])(大学|高中|初中|大|高|初)([一二三四])(?:年级|(?![个些家会块片只等点级]))"
)
_SCHOOLS: Final = {"大": 0, "高": 100, "初": 200}
_SHARE: Final = re.compile(
    rf"(?P<of>{numerals.ZH_NUMBER}+)分之(?P<parts>{numerals.ZH_NUMBER}+)|(?P<half>(?<!另)一半)|(?P<tenths>[一二三四五六七八九])成(?![了为功立长员])"
    rf"|\b(?:(?P<n>a|an|{numerals.EN_NUMBER}) (?P<part>third|quarter|fifth|tenth)s?|(?P<hf>half)) (?=of\b|the\b|my\b|his\b|her\b|their\b)"
)
_APART: Final = re.compile("[大小差长老]了?$")
_PARTS: Final = {"third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_HALF_DOZEN: Final = re.compile(r"\bhalf a dozen\b")
_PERCENT: Final = re.compile(rf"百分之(?P<n>{_DIGITS}|{numerals.ZH_NUMBER}+)|(?P<figures>{_DIGITS}) ?%")
_TIMES: Final = re.compile(r"\b(?P<n>twice|thrice|once(?= (?:an?|every|each|per)\b))\b")
_BETWEEN: Final = re.compile("零|又| (?:and )?|")
_TIMES_WORDS: Final = {"once": 1, "twice": 2, "thrice": 3}
_OFTEN: Final = re.compile("(?:每|一个?)(?:周|天|月|年|星期|礼拜|季度)[\u4e00-\u9fffA-Za-z]{0,8}$")
_QUARTERS: Final = re.compile("([一三])刻钟")
_HALF: Final = re.compile(
    rf"(?<!个)半个?(?P<unit>{'|'.join(_ZH_UNITS)}|[{_CLASSIFIERS}])|\bhalf an? (?P<word>{_EN_UNITS})\b"
)
_WHOLE: Final = re.compile(
    rf"一?整整?一?个?(?P<unit>小时|钟头|天|月|年|{'|'.join(_ZH_UNITS)})|\b(?:whole|entire|full) (?P<word>{_EN_UNITS})\b"
)
_AND_A_HALF: Final = re.compile(
    rf"\b(?P<n>an?|{numerals.EN_NUMBER}|\d+)(?: and a half (?P<word>{_EN_UNITS})s?| (?P<first>{_EN_UNITS})s? and a half)\b"
)
_A_UNIT: Final = re.compile(rf"\ban? (?P<word>{_EN_UNITS})\b(?! of\b)")
# What a unit after "a" is only the measure of: 850 pounds a month, three times a week, twenty miles an hour.
_RATE: Final = re.compile(rf"(?:\d|\b(?:once|twice|thrice|times|{numerals.EN_NUMBER}))\S*(?: [a-z]+)? $")
_ZH: Final = re.compile(
    rf"(?P<nth>第|头(?=一))?(?P<n>{_DIGITS}|{numerals.ZH_NUMBER}+)(?P<scale>[万千百k])?(?P<half>半)?[多来]?"
    rf"(?:个(?P<more>半)?(?=小时|钟头|星期|礼拜|月|百分点))?(?P<unit>{'|'.join(_ZH_UNITS)}|[{_CLASSIFIERS}])?(?P<tail>(?<=[年岁斤里天])半)?(?=(?P<noun>[\u4e00-\u9fff]{{0,4}}))"
)
_EN: Final = re.compile(
    rf"(?P<cur>[$€£¥])?(?<![\w.])(?P<n>{_DIGITS}|{numerals.EN_NUMBER})(?P<scale>k)?(?P<nth>st|nd|rd|th)?(?:(?!\w)|(?=(?:[ap]m|km|kg|cm|m|lbs?|min|hrs?)\b))"
    r"(?=[ -]?(?P<unit>%|°|[a-z']+)?(?P<rest>(?:[ -][a-z]+){0,2}))"
)
_WEIGHT: Final = re.compile(r"\b(?:lost|lose|losing|gain\w*|weigh\w*|heav\w+|lighter|lifts?|lifted)\b")
_EN_ONE: Final = re.compile(r"\b(?:a|an) (?P<noun>[a-z]+(?: [a-z]+){0,2})")
_ORDINAL_WORDS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth"
_ORDINALS: Final = {word: number for number, word in enumerate(_ORDINAL_WORDS.split(), 1)}
_EN_ORDINAL: Final = re.compile(
    rf"\b(?:the|my|his|her|our|their|a|in|came|come|comes|finish|finished|finishing|placed|ranked|every) (?P<n>{'|'.join(_ORDINALS)})\b(?!-| thoughts?\b)(?P<rest>(?: [a-z]+){{0,2}})"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A value, what it measures (`count` of some `nouns`, `bare` for a number alone), and where it stands."""

    value: float
    dimension: str
    nouns: frozenset[str]
    start: int
    end: int
    figure: float = 0.0  # the number as written, before its unit is reckoned in

    def says(self, other: "Amount") -> bool:
        """Tell whether the other may be the same amount in other words."""
        return abs(self.value - other.value) < 1e-6 * max(1.0, self.value) and (
            self.value != 1
            or "count" not in {self.dimension, other.dimension}
            or bool(self.nouns & other.nouns)
            or not (self.nouns or other.nouns)
        )

    def rivals(self, other: "Amount") -> bool:
        """Tell whether both measure one thing, so that different values mean different facts."""
        if self.dimension != other.dimension:
            return {self.dimension, other.dimension} <= {"clock", "bare"}
        if self.dimension != "count":
            return True
        return bool(self.nouns & other.nouns) or not (self.nouns and other.nouns)


def amounts(flat: str, *, chinese: bool) -> list[Amount]:
    """Give the amounts of a text in flat form, in order."""
    taken = bytearray(len(flat))
    readers = (_clock, _english_clock, _percents, _halves, _english_units, _chinese if chinese else _english)
    found = [amount for reader in readers for amount in reader(flat, taken)]
    return _joined(sorted(found, key=lambda amount: amount.start), flat)


def _joined(found: list[Amount], flat: str) -> list[Amount]:
    """Make one length of two hours and five minutes, 两小时零五分."""
    joined: list[Amount] = []
    for amount in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.dimension == "hours"
            and amount.dimension in {"hours", "points"}
            and _BETWEEN.fullmatch(flat, last.end, amount.start)
        ):
            joined[-1] = Amount(last.value + amount.value, "hours", frozenset(), last.start, amount.end)
        else:
            joined.append(amount)
    return joined


def _take(match: re.Match[str], taken: bytearray, end: int | None = None) -> bool:
    start, end = match.start(), match.end() if end is None else end
    if any(taken[start:end]):
        return False
    taken[start:end] = b"\1" * (end - start)
    return True


def _clock(flat: str, taken: bytearray) -> list[Amount]:
    found = []
    for match in _CLOCK.finditer(flat):
        hour = numerals.chinese(match["h"] or match["zh"])
        minutes = _minutes(match)
        if hour is None or minutes is None or hour > 24 or minutes > 59:
            continue
        vague = match["zh"] == "一" and not (match["half"] or match["minutes"] or match["sharp"])
        if vague and not _PART_OF_DAY.search(flat[: match.start()]):
            continue  # 一点 is "a little"
        if _take(match, taken):
            found.append(Amount(hour % 12 + minutes / 60, "clock", frozenset(), *match.span()))
    return found


def _minutes(match: re.Match[str]) -> int | None:
    if match["half"] or match["quarter"]:
        return 30 if match["half"] else 15
    return numerals.chinese(match["m"] or match["minutes"] or "0")


def _english_clock(flat: str, taken: bytearray) -> list[Amount]:
    """Read half past ten, a quarter past six, at twenty to nine."""
    found = []
    for match in _EN_CLOCK.finditer(flat):
        hour = numerals.chinese(match["h"]) or numerals.english(match["h"])
        minutes = _minutes_beside(match)
        if not hour or hour > 12 or minutes is None or minutes > 30:
            continue
        if match["side"] == "to" and not _tells_time(match):
            continue
        if _take(match, taken):
            value = (hour + (minutes if match["side"] == "past" else -minutes) / 60) % 12
            found.append(Amount(value, "clock", frozenset(), *match.span()))
    return found


def _minutes_beside(match: re.Match[str]) -> int | None:
    words = match["m"]
    if words == "half":
        return 30 if match["side"] == "past" else None
    return 15 if words.endswith("quarter") else numerals.english(words)


def _tells_time(match: re.Match[str]) -> bool:
    """Tell at twenty to nine from two to three of something."""
    before = match.string[: match.start()].split()
    return "quarter" in match["m"] or (bool(before) and before[-1] in _AT)


def _percents(flat: str, taken: bytearray) -> list[Amount]:
    found = []
    for match in _PERCENT.finditer(flat):
        value = _value(match["n"] or match["figures"], None)
        if value is not None and _take(match, taken):
            found.append(Amount(value, "percent", frozenset(), *match.span(), value))
    return found


def _halves(flat: str, taken: bytearray) -> list[Amount]:
    found = [
        Amount(15 * (numerals.chinese(match[1]) or 0), "hours", frozenset(), *match.span())
        for match in _QUARTERS.finditer(flat)
        if _take(match, taken)
    ]
    found += [
        Amount(_share(match), "share", frozenset(), *match.span())
        for match in _SHARE.finditer(flat)
        if _take(match, taken)
    ]
    found += [
        Amount(6, "count", frozenset(), *match.span())
        for match in _HALF_DOZEN.finditer(flat)
        if _take(match, taken)
    ]
    for pattern, share in ((_HALF, 0.5), (_WHOLE, 1.0)):
        for match in pattern.finditer(flat):
            dimension, factor = _UNITS.get(match["unit"] or match["word"], ("count", 1))
            if _take(match, taken):
                found.append(Amount(factor * share, dimension, frozenset(), *match.span()))
    return found


def _share(match: re.Match[str]) -> float:
    """Give three quarters, 三分之一, 三成, half of, as a part of one."""
    if match["half"] or match["hf"]:
        return 0.5
    if match["tenths"]:
        return (numerals.chinese(match["tenths"]) or 0) / 10
    if match["of"]:
        return (numerals.chinese(match["parts"]) or 0) / (numerals.chinese(match["of"]) or 1)
    parts = 1 if match["n"] in {"a", "an"} else numerals.english(match["n"]) or 0
    return parts / _PARTS[match["part"]]


def _english_units(flat: str, taken: bytearray) -> list[Amount]:
    """Read an hour and a half, two and a half hours, a mile."""
    found = []
    for match in _AND_A_HALF.finditer(flat):
        dimension, factor = _UNITS[match["word"] or match["first"]]
        value = 1 if match["n"] in {"a", "an"} else _value(match["n"], None)
        if value is not None and _take(match, taken):
            found.append(Amount((value + 0.5) * factor, dimension, frozenset(), *match.span()))
    for match in _A_UNIT.finditer(flat):
        dimension, factor = _UNITS[match["word"]]
        if not _RATE.search(flat[: match.start()]) and _take(match, taken):
            found.append(Amount(factor, dimension, frozenset(), *match.span(), 1))
    return found


def _chinese(flat: str, taken: bytearray) -> list[Amount]:
    found = [
        Amount(_SCHOOLS[match[1][0]] + (numerals.chinese(match[2]) or 0), "grade", frozenset(), *match.span())
        for match in _GRADE.finditer(flat)
        if _take(match, taken)
    ]
    for match in _ZH.finditer(flat):
        words, unit = match["n"], match["unit"]
        value = _value(words, match["scale"])
        if value is None or not _counts(match, words, unit):
            continue
        end = match.start("noun")
        if not _take(match, taken, end):
            continue
        dimension, factor = _UNITS.get(unit or "", ("count" if unit else "bare", 1))
        if match["nth"]:
            dimension, factor = "ordinal", 1
        elif dimension == "age" and _APART.search(flat[: match.start()]):
            dimension = "years apart"
        nouns = frozenset(match["noun"]) - _GRAMMAR
        figure = value + (0.5 if match["half"] or match["more"] or match["tail"] else 0)
        found.append(Amount(figure * factor, dimension, nouns, match.start(), end, figure))
    return found


def _counts(match: re.Match[str], words: str, unit: str | None) -> bool:
    """Tell a number from a numeral inside a word: 一起, 十分, 万一."""
    if match["nth"]:
        return True
    if words[0].isdecimal():
        return True
    if words == "十" and unit == "分" and match["noun"]:
        return False
    if words in {"一", "万", "千", "百", "亿", "千万"}:
        often = unit == "次" and _OFTEN.search(match.string[: match.start()])
        return unit is not None and words == "一" and (unit not in "天次时" or bool(often))
    return unit is not None or len(words) > 1


def _value(words: str, scale: str | None) -> float | None:
    number: float | None
    if words[0].isdecimal():
        number = float(words.replace(",", ""))
    else:
        number = numerals.chinese(words) if words[0] > "~" else numerals.english(words)
    return None if number is None else number * _SCALE.get(scale or "", 1)


def _english(flat: str, taken: bytearray) -> list[Amount]:
    found = []
    for match in _EN.finditer(flat):
        value = _value(match["n"], match["scale"])
        end = match.end("nth") if match["nth"] else match.end("n")
        if value is None or not _take(match, taken, end):
            continue
        found.append(_english_amount(match, value))
    found += [
        Amount(_ORDINALS[match["n"]], "ordinal", frozenset(), match.start("n"), match.end("n"))
        for match in _EN_ORDINAL.finditer(flat)
        if _take(match, taken, match.end("n"))
    ]
    found += [
        Amount(_TIMES_WORDS[match["n"]], "count", _nouns("times"), *match.span())
        for match in _TIMES.finditer(flat)
        if _take(match, taken)
    ]
    found += [
        Amount(1, "count", _nouns(match["noun"]), match.start(), match.start("noun"))
        for match in _EN_ONE.finditer(flat)
        if not taken[match.start()]
    ]
    return found


def _english_amount(match: re.Match[str], value: float) -> Amount:
    unit = match["cur"] or match["unit"] or ""
    known = _UNITS.get(unit) or _UNITS.get(unit.removesuffix("s"))
    if match["nth"]:
        return Amount(value, "ordinal", frozenset(), match.start(), match.end("nth"))
    if unit in {"am", "pm"}:
        return Amount(value % 12, "clock", frozenset(), match.start(), match.end("unit"))
    if known:
        dimension, factor = known
        if unit.startswith("pound") and not _weighs(match):
            dimension, factor = _UNITS["£"]
        if dimension == "months" and re.match(r"[ -]olds?\b", match["rest"]):
            dimension, factor = "age", 1
        end = match.end("unit" if match["unit"] else "n")
        return Amount(value * factor, dimension, _nouns(match["rest"]), match.start(), end, value)
    nouns = _nouns(unit + match["rest"])
    return Amount(value, "count" if nouns else "bare", nouns, match.start(), match.end("n"), value)


def _weighs(match: re.Match[str]) -> bool:
    """Tell pounds of weight from pounds of money."""
    return match["rest"].startswith(" of") or bool(_WEIGHT.search(match.string))


def _nouns(words: str) -> frozenset[str]:
    """Give the words a number may count, up to the first that carries only grammar."""
    nouns = []
    for word in re.split("[ -]", words.strip(" -")):
        if word == "of" or not word:
            continue
        if word in STOP_WORDS:
            break
        nouns.append(stem(word))
    return frozenset(nouns)
