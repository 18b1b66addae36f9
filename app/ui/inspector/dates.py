"""Reading the date that the author wrote: any spelling, a day's time, or words like yesterday."""

import re
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from app.domain import dates
from app.domain.when import Occurred

_CLOCK: Final = re.compile(r"(?<!\d)([01]?\d|2[0-3])[:：]([0-5]\d)(?!\d)")


def read(text: str, zone: str, now_ms: int) -> Occurred | None:
    """Read a written date; an empty line is no date, None is not understood."""
    written = text.strip()
    if not written:
        return Occurred()
    clock = _CLOCK.search(written)
    plain = _CLOCK.sub(" ", written).strip(" ,，") if clock else written
    day = dates.parse_day(plain)
    start, end, precision = (day[0], None, day[1]) if day else _in_words(plain, zone, now_ms)
    if start is None:
        return None
    if clock and precision == "day" and end is None:
        return Occurred(f"{start}T{int(clock[1]):02}:{clock[2]}:00", None, "time", written, zone)
    return Occurred(start, end, precision, written, zone)


def _in_words(text: str, zone: str, now_ms: int) -> tuple[str | None, str | None, str]:
    """`yesterday`, `三月`, `last week`: one stretch of days, a month or a year, as (from, to, precision)."""
    now = datetime.fromtimestamp(now_ms / 1000, ZoneInfo(zone))
    found = dates.resolve(text, now)
    if len(found) != 1:
        return None, None, "none"
    first, last = found[0].start.date(), (found[0].end - timedelta(microseconds=1)).date()
    if first == last:
        return first.isoformat(), None, "day"
    if first == date(first.year, 1, 1) and last == date(first.year, 12, 31):
        return first.isoformat()[:4], None, "year"
    if first.day == 1 and (last + timedelta(days=1)).day == 1 and first.month == last.month:
        return first.isoformat()[:7], None, "month"
    return first.isoformat(), last.isoformat(), "day"


def to_write(occurred: Occurred, zone: str) -> str:
    """The text to begin with in the line: what would be read as the same again."""
    if occurred.start is None or occurred.precision == "none":
        return ""
    if occurred.precision == "instant":
        at = datetime.fromisoformat(occurred.start).astimezone(ZoneInfo(zone))
        return at.strftime("%Y-%m-%d %H:%M")
    return occurred.start.replace("T", " ")[:16]
