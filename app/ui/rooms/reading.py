"""What the room list reads of the palace, and the two words of a row that are reckoned: its light and its day."""

from datetime import UTC, date, datetime

from app.domain.decay import age_hours, effective_importance
from app.domain.profile import Profile
from app.domain.text import query_tokens
from app.storage import filters, memories
from app.storage.driver import Connection
from app.storage.memories import Memory
from app.ui.i18n import format_day, tr
from app.ui.rooms.model import PAGE


def order(
    conn: Connection,
    character: int,
    room: str | None,
    undated: bool,
    sort: str,
    descending: bool,
    now: int,
    profile: Profile,
) -> tuple[list[int], int, int]:
    """Give the ids in order, how many memories the room holds, and how many of those lie in its store-box."""
    rooms = [room] if room else None
    ids = memories.ids_in_order(
        conn,
        character,
        rooms=rooms,
        undated=undated,
        sort=sort,
        descending=descending,
        now=now,
        profile=profile,
    )
    stored = 0
    if room == "attic":
        held = memories.rooms(conn, character, now, profile)
        stored = sum(one.evicted for one in held if one.room == room)
    return ids, memories.count(conn, character, rooms), stored


def filtered(
    conn: Connection, character: int, text: str, ordered: list[int]
) -> tuple[list[int], list[Memory]]:
    """Give the ids that hold every word of the text, in their order, and the first rows."""
    if text:
        found = set(filters.matching_ids(conn, "memory", character, query_tokens(text)))
        ordered = [memory for memory in ordered if memory in found]
    return ordered, memories.many(conn, ordered[:PAGE])


def light(memory: Memory, now: int, profile: Profile) -> float:
    """Give how bright a memory is now, on the scale of importance."""
    hours = age_hours(memory.occurred_at, memory.recorded_at, now)
    return effective_importance(memory.importance, memory.room, hours, profile, memory.status)


def day_words(memory: Memory, today: date) -> str:
    """Say on which day it was, as a list says it; a dash without one."""
    if memory.occurred_day is None:
        if memory.occurred_at is None:
            return "–"
        return format_day(datetime.fromtimestamp(memory.occurred_at / 1000, UTC).date(), short=True)
    day = date.fromisoformat(memory.occurred_day)
    if day == today:
        return tr("Today")
    if (today - day).days == 1:
        return tr("Yesterday")
    return format_day(day, year=day.year != today.year, short=True)
