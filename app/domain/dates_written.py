"""Dates written in figures, and the reader of a whole field that holds a day."""

import re
from datetime import date
from functools import cache
from typing import Final

from app.domain import numerals, spans
from app.domain.spans import Rule, Span

# 2026-03-05, 2026/3/5, 2026.3.5, 2026年3月5日, with Chinese numerals too; "24年3月5日" for 2024.
ZH_MONTH: Final = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九元])"
ZH_DAY: Final = r"(?:3[01]|[12]\d|0?[1-9]|三十一?|[二廿]十?[一二三四五六七八九]|二十|十[一二三四五六七八九]?|[一二三四五六七八九])"
ZH_YEAR: Final = r"(?:(?<!\d)(?:\d{4}|\d\d)|(?<![零〇一二三四五六七八九])[零〇一二三四五六七八九]{4})"
_NUMERIC: Final = r"(?<![\d./-])(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?![\d]|(?P=s)\d)"
_CHINESE: Final = rf"(?P<y>{ZH_YEAR}) ?年 ?(?P<m>{ZH_MONTH}) ?月 ?(?P<d>{ZH_DAY})(?: ?[日号]|(?![\d个]))"
_COMPACT: Final = r"(?<!\d)(?P<y>(?:19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d)"
_YEAR_LAST: Final = (
    r"(?<![\d./-])(?P<first>\d{1,2})(?P<s>[-/.])(?P<second>\d{1,2})(?P=s)(?P<y>\d{4})(?![\d]|(?P=s)\d)"
)
_YEAR_MONTH: Final = r"(?<![\d./-])(?P<y>\d{4})[-/](?P<m>0[1-9]|1[0-2])(?![\d/-])"

_EN_NAMES: Final = "january february march april may june july august september october november december"
EN_MONTHS: Final = {
    name[:length]: number for number, name in enumerate(_EN_NAMES.split(), 1) for length in (3, 99)
} | {"sept": 9}
EN_MONTH: Final = "(?:" + "|".join(sorted(EN_MONTHS, key=len, reverse=True)) + r")\b\.?"
EN_DAY: Final = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_EN_DAY_FIRST: Final = rf"(?<![\d.])(?P<d>{EN_DAY})(?: of)?[ -](?P<m>{EN_MONTH}),?[ -](?P<y>\d{{4}})(?!\d)"
_EN_MONTH_FIRST: Final = rf"\b(?P<m>{EN_MONTH}) (?P<d>{EN_DAY}),? (?P<y>\d{{4}})(?!\d)"


def zh_number(text: str) -> int:
    """Read a month, day or year; a year of two figures is one of this century."""
    if text == "元":
        return 1
    number = numerals.chinese(text.replace("廿", "二十").replace("二十十", "二十"))
    if number is None:
        raise ValueError(text)
    return number


def zh_year(text: str) -> int:
    number = zh_number(text)
    return 2000 + number if len(text) == 2 else number


def en_month(text: str) -> int:
    return EN_MONTHS[text.rstrip(".")]


def en_day(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def ordered(first: int, second: int, *, day_first: bool) -> tuple[int, int]:
    """Give month and day of two figures before a year; one above 12 can only be the day."""
    if first > 12 or (day_first and second <= 12):
        return second, first
    return first, second


def _read_zh(match: re.Match[str], _today: date, _label: str) -> Span:
    return spans.day(date(zh_year(match["y"]), zh_number(match["m"]), zh_number(match["d"])))


def _read_en(match: re.Match[str], _today: date, _label: str) -> Span:
    return spans.day(date(int(match["y"]), en_month(match["m"]), en_day(match["d"])))


def _read_year_last(match: re.Match[str], _today: date, _label: str) -> Span:
    """3/5/2026 is read as March, as English software writes it, and marked as uncertain."""
    first, second = int(match["first"]), int(match["second"])
    month, day = ordered(first, second, day_first=match["s"] == ".")
    of = date(int(match["y"]), month, day)
    certain = first > 12 or second > 12 or first == second
    return Span.days(of, of, exact=certain)


def _read_year_month(match: re.Match[str], _today: date, _label: str) -> Span:
    return spans.month(int(match["y"]), int(match["m"]))


RULES: Final[tuple[Rule, ...]] = (
    Rule(_NUMERIC, _read_zh),
    Rule(_CHINESE, _read_zh),
    Rule(_EN_DAY_FIRST, _read_en),
    Rule(_EN_MONTH_FIRST, _read_en),
    Rule(_YEAR_LAST, _read_year_last),
    Rule(_COMPACT, _read_zh),
    Rule(_YEAR_MONTH, _read_year_month),
)

_WEEKDAY: Final = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?|(?:星期|周)[一二三四五六日天])"
_CLOCK: Final = r"(?:at |上午|下午|晚上|凌晨|中午|早上|清晨|傍晚)? ?\d{1,2}(?:[:点时h]| ?[ap]m).{0,40}|凌晨|上午|中午|下午|晚上"
_BEFORE: Final = rf"(?:{_WEEKDAY}[,，]? ?)?"
_BEHIND: Final = rf"[t ,]{{0,2}}\(?(?:{_WEEKDAY}\)?)?[ ,]{{0,2}}(?:{_CLOCK})?\Z"
_FIELDS: Final = (
    (_NUMERIC, "zh"),
    (_CHINESE, "zh"),
    (_COMPACT, "zh"),
    (_EN_DAY_FIRST, "en"),
    (_EN_MONTH_FIRST, "en"),
    (_YEAR_LAST, "last"),
)
_FIELD_MONTH: Final = rf"(?P<y>{ZH_YEAR}) ?(?:年|[-/.]) ?(?P<m>{ZH_MONTH})(?: ?月(?:份)?)?\Z|(?P<em>{EN_MONTH}),? (?P<ey>\d{{4}})\Z"
_FIELD_YEAR: Final = rf"(?P<y>{ZH_YEAR}) ?年?\Z"
# JavaScript's toString: Thu Mar 05 2026 10:00:00 GMT+0800.
_JAVASCRIPT: Final = rf"{_BEFORE}(?P<m>{EN_MONTH}) (?P<d>\d\d) (?P<y>\d{{4}})\b.{{0,60}}\Z"


@cache
def _field_patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(_BEFORE + pattern + _BEHIND, re.DOTALL), kind) for pattern, kind in _FIELDS)


def read_field(plain: str, *, day_first: bool = False) -> tuple[str, str] | None:
    """Read a field in plain form (see `dates.parse_day`)."""
    try:
        return _read_day_field(plain, day_first=day_first) or _read_vague_field(plain)
    except ValueError:
        return None


def _read_day_field(plain: str, *, day_first: bool) -> tuple[str, str] | None:
    for pattern, kind in _field_patterns():
        match = pattern.match(plain)
        if match is None:
            continue
        if kind == "zh":
            of = date(zh_year(match["y"]), zh_number(match["m"]), zh_number(match["d"]))
        elif kind == "en":
            of = date(int(match["y"]), en_month(match["m"]), en_day(match["d"]))
        else:
            european = day_first or match["s"] == "."
            month, day = ordered(int(match["first"]), int(match["second"]), day_first=european)
            of = date(int(match["y"]), month, day)
        return of.isoformat(), "day"
    match = re.match(_JAVASCRIPT, plain)
    if match is None:
        return None
    return date(int(match["y"]), en_month(match["m"]), int(match["d"])).isoformat(), "day"


def _read_vague_field(plain: str) -> tuple[str, str] | None:
    match = re.match(_FIELD_MONTH, plain)
    if match and match["em"]:
        return f"{int(match['ey']):04}-{en_month(match['em']):02}", "month"
    if match and match["m"]:
        return f"{zh_year(match['y']):04}-{zh_number(match['m']):02}", "month"
    match = re.match(_FIELD_YEAR, plain)
    if match and (len(match["y"]) == 4 or plain.endswith("年")):
        return f"{zh_year(match['y']):04}", "year"
    return None
