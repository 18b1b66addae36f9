"""Another day in the spelling of the one it stands for: 17th → 11th, 3月14日 → 3月4日, 十九号 → 九号."""

import re
from datetime import date
from typing import Final

from app.domain import numerals

_FIGURES: Final = re.compile(r"(?<!\d)(0?\d{1,2})(st|nd|rd|th)?(?!\d)")
_WRITTEN: Final = re.compile("[一二三四五六七八九十廿]+(?=[日号]|$)")
_EN_WEEKDAYS: Final = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()  # noqa: SIM905
_ZH_WEEKDAYS: Final = "一二三四五六日"
_ZH_WEEKDAY: Final = re.compile("(?<=周|期|拜)[一二三四五六日天]")


def day_like(text: str, was: date, now: date) -> str | None:
    """Write the day `now` as `text` writes `was`; None where the month differs or the spelling is not understood."""
    if (was.year, was.month) != (now.year, now.month):
        return None
    places = [match for match in _FIGURES.finditer(text) if int(match[1]) == was.day]
    if places:
        match = places[-1]
        digits = f"{now.day:02d}" if match[1].startswith("0") or _padded(text, match) else str(now.day)
        ending = _ending(now.day) if match[2] else ""
        return text[: match.start()] + digits + ending + text[match.end() :]
    written = _WRITTEN.search(text)
    if written and numerals.chinese(written[0].replace("廿", "二十")) == was.day:
        return text[: written.start()] + chinese(now.day) + text[written.end() :]
    return None


def weekday_like(text: str, now: date) -> str | None:
    """Write the weekday of a day as `text` writes one."""
    if _ZH_WEEKDAY.search(text):
        return _ZH_WEEKDAY.sub(_ZH_WEEKDAYS[now.weekday()], text)
    return _EN_WEEKDAYS[now.weekday()] if text.lower().endswith("day") else None


def chinese(number: int) -> str:
    """Write a number below 100: 四, 十一, 二十三."""
    tens, ones = divmod(number, 10)
    digits = "零一二三四五六七八九"
    return (
        ("" if tens < 2 else digits[tens])
        + ("十" if tens else "")
        + (digits[ones] if ones or not tens else "")
    )


def _padded(text: str, match: re.Match[str]) -> bool:
    """Tell 2026-03-17 and 03/17, where every figure has two digits."""
    return bool(re.search(r"\d[-/.]$", text[: match.start()])) and "0" in text


def _ending(number: int) -> str:
    if number in {11, 12, 13}:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
