"""What a prompt tells of a character besides its memories: its own text, its months and their days."""

import json
import zlib
from collections.abc import Collection
from typing import Any

from app.domain.context.known import DayText, MonthText, SelfText
from app.domain.profile import Profile
from app.storage import characters, months, settings
from app.storage.driver import Connection


def budget(conn: Connection, uid: str, profile: Profile) -> int | None:
    """Give the tokens that months and days may take: as the author set it for the character `uid`, else as the profile has it."""
    own = own_budget(conn, uid)
    return profile.months.budget if own is None else own


def own_budget(conn: Connection, uid: str) -> int | None:
    held = settings.get(conn, _budget(uid))
    return held if isinstance(held, int) else None


def put_budget(conn: Connection, uid: str, tokens: int | None) -> int:
    """Set the budget inside a recorded edit; give the row."""
    return settings.put(conn, _budget(uid), tokens)


def _budget(uid: str) -> str:
    return f"months.budget.{uid}"


def selves(conn: Connection, character: int) -> list[SelfText]:
    return [SelfText(*row) for row in characters.self_blocks(conn, character)]


def month_texts(conn: Connection, character: int) -> list[MonthText]:
    """Give the months in order, also those that are only switched on."""
    return [
        MonthText(one.uid, one.month, one.content, one.active) for one in months.summaries(conn, character)
    ]


def day_texts(conn: Connection, character: int, wanted: Collection[str]) -> list[DayText]:
    """Give the entries of some months in date order."""
    return [
        DayText(one.uid, one.day, one.day_text or one.day, one.mood, one.provenance, one.content)
        for month in sorted(wanted)
        for one in months.fragments(conn, character, month)
        if one.day
    ]


def rest(conn: Connection, character: int) -> dict[str, Any]:
    """Give what another program keeps of the character beside, under its own names."""
    row = conn.execute("SELECT extra FROM character WHERE id = ?", (character,)).fetchone()
    held = json.loads(row[0]) if row and row[0] else {}
    return held if isinstance(held, dict) else {}


def partner_note(conn: Connection) -> str | None:
    """Give what the partner wrote about itself in the program it was imported from."""
    row = conn.execute(
        "SELECT payload FROM remainder WHERE name = 'userProfile' ORDER BY id DESC LIMIT 1"
    ).fetchone()
    held = json.loads(zlib.decompress(row[0])) if row else {}
    note = held.get("bio") if isinstance(held, dict) else None
    return note if isinstance(note, str) and note.strip() else None
