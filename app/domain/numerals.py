"""Numbers written in words: 十一, 二〇二六, 三百五, twenty-one, a hundred and five."""

import re
from typing import Final

ZH_DIGITS: Final = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_ZH_UNITS: Final = {"十": 10, "百": 100, "千": 1000}
_ZH_BIG: Final = {"万": 10_000, "亿": 100_000_000}
ZH_NUMBER: Final = "[零〇一二两三四五六七八九十百千万亿]"

_EN_SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_EN_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
EN_WORDS: Final = {word: value for value, word in enumerate(_EN_SMALL.split())} | {
    word: 10 * value for value, word in enumerate(_EN_TENS.split(), 2)
}
_EN_SCALES: Final = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1_000_000}
_SMALL_ENGLISH: Final = "|".join(sorted(EN_WORDS, key=len, reverse=True))
EN_NUMBER: Final = (
    rf"\b(?:a (?=dozen|hundred|thousand|million))?(?:{_SMALL_ENGLISH}|dozen|hundred|thousand|million)"
    rf"(?:(?: and |[ -])(?:{_SMALL_ENGLISH}|hundred|thousand|million)){{0,8}}\b"
)
_EN_SPLIT: Final = re.compile(r"[ -]+")


def chinese(text: str) -> int | None:
    """Read a Chinese or plain number; None when it is none."""
    if text.isdecimal():
        return int(text) if len(text) <= 18 else None
    if not text or len(text) > 18:
        return None
    if all(sign in ZH_DIGITS for sign in text):
        return int("".join(str(ZH_DIGITS[sign]) for sign in text))
    return _chinese_units(text)


def _chinese_units(text: str) -> int | None:
    total = section = 0
    digit: int | None = None
    last = 1
    for sign in text:
        if sign in ZH_DIGITS:
            digit, last = ZH_DIGITS[sign], 1 if ZH_DIGITS[sign] == 0 else last
        elif sign in _ZH_UNITS:
            last = _ZH_UNITS[sign]
            section, digit = section + (1 if digit is None else digit) * last, None
        elif sign in _ZH_BIG:
            if not total + section + (digit or 0):
                return None  # 万一 is "in case"
            last = _ZH_BIG[sign]
            total, section, digit = (total + section + (digit or 0)) * last, 0, None
        else:
            return None
    # 三百五 is 350, 三百零五 is 305.
    tail = (digit or 0) * (last // 10 if last >= 100 else 1)
    return total + section + tail


def english(text: str) -> int | None:
    """Read English number words, lower case; None when one of them is no number."""
    total = section = 0
    for word in _EN_SPLIT.split(text.strip()):
        if word in {"and", "a"}:
            continue
        if word in EN_WORDS:
            section += EN_WORDS[word]
        elif word in {"dozen", "hundred"}:
            section = (section or 1) * _EN_SCALES[word]
        elif word in _EN_SCALES:
            total, section = total + (section or 1) * _EN_SCALES[word], 0
        else:
            return None
    return total + section
