"""What the truth check reads beside the days: how much each day matters, who is known by name, what was waved off."""

from app.storage.driver import Connection
from app.storage.statuses import LIVING

#: how the kinds of dismissals begin that belong to the truth check; the rest is the hash of what was waved off
WAVED = "truth:"


def importance_by_day(conn: Connection, character: int, month: str) -> dict[str, int]:
    """Give the greatest importance (1 to 10) of what is remembered of each day of a month (`YYYY-MM`)."""
    rows = conn.execute(
        f"""SELECT occurred_day, max(importance) FROM memory
            WHERE character = ? AND status IN {LIVING} AND occurred_day BETWEEN ? AND ? || '-99'
            GROUP BY occurred_day""",
        (character, month, month),
    )
    return dict(rows)


def people(conn: Connection, character: int) -> list[str]:
    """Give the names of all who speak in the character's sessions, and of the character and its partner."""
    rows = conn.execute(
        """SELECT name FROM character WHERE id = :c UNION SELECT partner_name FROM character WHERE id = :c
           UNION SELECT name FROM participant
             WHERE session IN (SELECT session FROM participant WHERE character = :c) ORDER BY 1""",
        {"c": character},
    )
    return [name for (name,) in rows if name and len(name) > 1]


def waved(conn: Connection, character: int) -> frozenset[str]:
    """Give the hashes of what the author has waved off or confirmed."""
    rows = conn.execute(
        "SELECT substr(kind, ?) FROM dismissal WHERE target_kind = 'character' AND target_id = ? AND kind LIKE ?",
        (len(WAVED) + 1, character, f"{WAVED}%"),
    )
    return frozenset(digest for (digest,) in rows)
