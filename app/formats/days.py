"""Written days and months of companions' logs: only what says exactly one is read as one."""

from app.domain.dates import parse_day
from app.domain.when import Occurred


def read_day(text: str) -> str | None:
    """`YYYY-MM-DD` of a text that is a whole date; None when it is not."""
    found = parse_day(text)
    return found[0] if found and found[1] == "day" else None


def read_month(text: str) -> str | None:
    """`YYYY-MM` of a text that is a year and a month."""
    found = parse_day(text)
    return found[0] if found and found[1] == "month" else None


def occurred(text: str, zone: str | None) -> Occurred:
    """A written date as precisely as it says, in the zone it is read in; the words stay when they say it otherwise."""
    found = parse_day(text)
    if found is None:
        return Occurred(text=text or None, tz=zone)
    start, precision = found
    return Occurred(start, None, precision, None if start == text else text, zone)
