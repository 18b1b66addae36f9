"""When something happened: as precisely as it is known, and as it was written.

An instant is UTC (`2026-03-01T11:42:00Z`, precision `instant`). Everything less certain is local text
plus the zone it was read in, and never shifts when a character's zone changes: `time`
(`2026-03-01T19:42:00`), `day`, `month`, `year`, or `none`.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

NOON: Final = 12


@dataclass(frozen=True, slots=True)
class Occurred:
    """Text of the beginning (and end, for a span), its precision, the original words and the zone."""

    start: str | None = None
    end: str | None = None
    precision: str = "none"
    text: str | None = None
    tz: str | None = None

    def at_ms(self, zone: str) -> int | None:
        """Milliseconds UTC to sort and reckon by: a day stands at its local noon, a month and a year at their first noon."""
        if self.start is None or self.precision == "none":
            return None
        if self.precision == "instant":
            moment = datetime.fromisoformat(self.start)
        else:
            moment = _local(self.start, self.precision).replace(tzinfo=ZoneInfo(self.tz or zone))
        return round(moment.timestamp() * 1000)

    def day(self, zone: str) -> str | None:
        """The local day, `YYYY-MM-DD`; None when not even the day is known."""
        if self.start is None or self.precision in {"none", "month", "year"}:
            return None
        if self.precision == "instant":
            return datetime.fromisoformat(self.start).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d")
        return self.start[:10]


def _local(start: str, precision: str) -> datetime:
    if precision == "time":
        return datetime.fromisoformat(start)
    padded = start + {"day": "", "month": "-01", "year": "-01-01"}[precision]
    return datetime.fromisoformat(padded) + timedelta(hours=NOON)


def month_at(moment: int, zone: str) -> str:
    """Give the local month, `YYYY-MM`, in which a moment (milliseconds UTC) lies."""
    return datetime.fromtimestamp(moment / 1000, ZoneInfo(zone)).strftime("%Y-%m")


def beginning(start: str | None, zone: str) -> Occurred:
    """Give what is known from a beginning alone: how it is written tells how precise it is."""
    if start is None:
        return Occurred()
    if start.endswith("Z"):
        return Occurred(start, None, "instant")
    return Occurred(start, None, {4: "year", 7: "month", 10: "day"}.get(len(start), "time"), None, zone)


def instant(ms: int, text: str | None = None) -> Occurred:
    """An instant from milliseconds UTC."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    start = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Occurred(start, None, "instant", text, None)


_FIRST: Final = datetime(1, 1, 3, tzinfo=UTC)
_LAST: Final = datetime(9999, 12, 29, tzinfo=UTC)  # a zone's hours from the end of what can be reckoned


def as_of(text: str, zone: str) -> int:
    """Read a moment in milliseconds, in `zone` where it names no offset; ValueError when it is none."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(zone))
    return round(min(max(moment, _FIRST), _LAST).timestamp() * 1000)


def day_of(day: str, zone: str, text: str | None = None) -> Occurred:
    """A local day (`YYYY-MM-DD`) in the zone it was read in."""
    return Occurred(day, None, "day", text, zone)
