"""Time zones to choose from: this machine's and the palace's first, then one for each stretch of the earth."""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import tzlocal

_COMMON = (
    "Asia/Shanghai",
    "Asia/Taipei",
    "Asia/Hong_Kong",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Asia/Bangkok",
    "Asia/Jakarta",
    "Asia/Manila",
    "Asia/Kolkata",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Tehran",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Madrid",
    "Europe/Athens",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Cairo",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Anchorage",
    "America/Toronto",
    "America/Mexico_City",
    "America/Bogota",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "Australia/Perth",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Honolulu",
    "UTC",
)


def here() -> str:
    """This machine's zone."""
    name = str(tzlocal.get_localzone_name() or "UTC")
    return "UTC" if name == "Etc/UTC" else name


def label(zone: str) -> str:
    """`Asia/Shanghai   UTC+8`."""
    offset = datetime.now(UTC).astimezone(ZoneInfo(zone)).utcoffset()
    minutes = int(offset.total_seconds() // 60) if offset else 0
    hours, rest = divmod(abs(minutes), 60)
    sign = "−" if minutes < 0 else "+"
    return f"{zone}   UTC{sign}{hours}" + (f":{rest:02d}" if rest else "")


def options(first: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Zones as (key, label), each once."""
    return [(zone, label(zone)) for zone in dict.fromkeys((*first, here(), *_COMMON))]
