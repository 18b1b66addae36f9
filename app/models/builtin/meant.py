"""Say which day a quote means by “yesterday” or “last May”: words that nobody understands a year later."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from app.domain import dates
from app.domain.spans import Span
from app.domain.text import Language

MONTHS: Final = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def meant(text: str, today: date, language: Language) -> str:
    """Give “ (yesterday: 4 March 2026)” for the date words of a quote, nothing where they speak for themselves.

    Of words that mean the same day or month only the first are told.
    """
    told: dict[str, str] = {}
    for label, stretch in _told(text, today, language):
        told.setdefault(stretch, f"{label}：{stretch}" if language == "zh" else f"{label}: {stretch}")
    if not told:
        return ""
    return f"（{'；'.join(told.values())}）" if language == "zh" else f" ({'; '.join(told.values())})"


def _told(text: str, today: date, language: Language) -> Iterator[tuple[str, str]]:
    for words in dates.find(text, today):
        label = text[words.start : words.end]
        stretch = _stretch(words.span, today, language)
        if stretch and str(words.span.start.year) not in label:
            yield label, stretch


def _stretch(span: Span, today: date, language: Language) -> str:
    """Name a day, a whole month or a whole year; nothing for today and for what has no such borders."""
    first, after = span.start.date(), (span.end - timedelta(microseconds=1)).date() + timedelta(1)
    if span.exact:
        return "" if first == today else day_name(first, language)
    if (first.day, after.day) != (1, 1):
        return ""
    months = (after.year - first.year) * 12 + after.month - first.month
    if months == 1:
        return month_name(first, language)
    if months == 12 and first.month == 1:
        return f"{first.year}年" if language == "zh" else str(first.year)
    return ""


def day_name(day: date, language: Language) -> str:
    """Write a day out: 2026年3月5日, 5 March 2026."""
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {month_name(day, language)}"


def month_name(day: date, language: Language) -> str:
    """Write a month out: 2026年3月, March 2026."""
    return f"{day.year}年{day.month}月" if language == "zh" else f"{MONTHS[day.month - 1]} {day.year}"
