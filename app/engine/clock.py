"""What time it is for a character."""

import time
from datetime import datetime

from app.domain.profile import Profile

WEEK_MS = 7 * 24 * 3600 * 1000


def real_now() -> int:
    """Milliseconds UTC by the machine's clock."""
    return time.time_ns() // 1_000_000


def character_now(setting: str, last_message_at: int | None, profile: Profile, real: int) -> int:
    """Give the character's now: real time, the fixed instant the author set, or the last message.

    Under `auto` the clock of a character whose last message is older than a week stands at that
    message: else every imported, year-old room would be dark. Profile `sullyos` uses real time.
    """
    if setting not in {"auto", "real"}:
        return round(datetime.fromisoformat(setting).timestamp() * 1000)
    if setting == "real" or profile.clock == "real" or last_message_at is None:
        return real
    return last_message_at if real - last_message_at > WEEK_MS else real
