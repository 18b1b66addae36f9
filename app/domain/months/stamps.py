"""What a month's text rests on, in short: a stamp for each fragment, so that a later change of the days shows."""

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b

_DAY = 10  # signs of YYYY-MM-DD


def stamp(day: str, content_hash: bytes | None, mood: str | None) -> str:
    """Give `YYYY-MM-DD:` and 16 hex digits that change with the text and the mood of a fragment."""
    told = (content_hash or b"") + b"\x00" + (mood or "").encode("utf-8", "replace")
    return f"{day}:{blake2b(told, digest_size=8).hexdigest()}"


def changed_days(then: Iterable[str], now: Iterable[str]) -> tuple[str, ...]:
    """Give the days whose fragments were added, changed or taken away between two sets of stamps."""
    before, after = Counter(then), Counter(now)
    differ = [*(after - before), *(before - after)]
    return tuple(sorted({one[:_DAY] for one in differ}))
