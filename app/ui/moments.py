"""Days, moments and sizes in words, the way a person says them."""

import re
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from app.domain.when import Occurred
from app.models.builtin.meant import day_name
from app.ui.i18n import format_day, format_month, format_number, format_time, tr

MB = 1_000_000
KB = 1_000
_ENDED_CJK = re.compile("([。！？][”’」』）]?) · ")
_ENDED = re.compile("([.!?…][”’\"')]?) · ")


def plain_lines(text: str) -> str:
    """A text of list points as one line; a dot stands between them where none ends its own sentence."""
    lines = (" ".join(line.split()).lstrip("-*• ") for line in text.splitlines())
    told = " · ".join(line for line in lines if line)
    return _ENDED.sub(r"\1 ", _ENDED_CJK.sub(r"\1", told))


def behind_its_day(line: str, day: str | None) -> str:
    """A line without the day it opens with, as the built-in extractor writes it: for rows that say the day elsewhere."""
    if day is None:
        return line
    on = date.fromisoformat(day)
    return line.removeprefix(f"On {day_name(on, 'en')} ").removeprefix(f"{day_name(on, 'zh')}，") or line


def local(ms: int, zone: tzinfo | None = None) -> datetime:
    """A moment on the clock of `zone`, or of this machine."""
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone(zone)


def day_words(day: date, today: date, *, short: bool = False) -> str:
    """`Today`, `Yesterday`, `1 March`; with the year where it is not this one."""
    distance = (today - day).days
    if distance == 0:
        return tr("Today")
    if distance == 1:
        return tr("Yesterday")
    return format_day(day, year=day.year != today.year, short=short)


def day_head(day: date, today: date) -> str:
    """A day as a heading: `Today, 3 March`, `Yesterday`, `Sunday, 1 March`."""
    distance = (today - day).days
    if distance == 0:
        return tr("Today, {day}", day=format_day(day, year=False))
    if distance == 1:
        return tr("Yesterday")
    return format_day(day, year=day.year != today.year, weekday=True)


def moment_words(ms: int, today: date, zone: tzinfo | None = None) -> str:
    """`Today, 19:42`, `1 March, 19:42`."""
    at = local(ms, zone)
    return tr("{day}, {time}", day=day_words(at.date(), today), time=format_time(at))


def occurred_words(occurred: Occurred, zone: str, today: date) -> str:
    """When something happened, as precisely as it is known and no further."""
    start = occurred.start
    if start is None or occurred.precision == "none":
        return tr("No date")
    if occurred.precision == "year":
        return tr("the year {year}", year=start[:4])
    if occurred.precision == "month":
        return format_month(start[:7])
    if occurred.precision == "day":
        day = date.fromisoformat(start[:10])
        words = format_day(day, year=day.year != today.year)
        if not occurred.end:
            return words
        last = date.fromisoformat(occurred.end[:10])
        return tr("{first} to {last}", first=words, last=format_day(last, year=last.year != today.year))
    at = datetime.fromisoformat(start)
    if occurred.precision == "instant":
        at = at.astimezone(ZoneInfo(zone))
    words = format_day(at.date(), year=at.year != today.year)
    return tr("{day}, {time}", day=words, time=format_time(at))


def size_words(size: int) -> str:
    """`84 MB`, `4.6 MB`, `12 kB`."""
    if size >= 10 * MB:
        return tr("{size} MB", size=format_number(round(size / MB)))
    if size >= MB // 10:
        return tr("{size} MB", size=format_number(size / MB, 1))
    return tr("{size} kB", size=format_number(max(1, round(size / KB))) if size else "0")


def duration(seconds: float) -> str:
    """A stretch of time, rounded as one would say it."""
    if seconds < 90:
        return tr("{n} second", "{n} seconds", n=max(1, round(seconds)))
    return tr("{n} minute", "{n} minutes", n=round(seconds / 60))
