"""Months and their daily fragments."""

from dataclasses import dataclass

from app.storage.driver import Connection
from app.storage.statuses import LIVING


@dataclass(frozen=True, slots=True)
class Fragment:
    id: int
    uid: str
    day: str | None
    day_text: str | None
    mood: str | None
    provenance: str
    content: str


@dataclass(frozen=True, slots=True)
class Month:
    """A month that has a summary, or days, or messages."""

    month: str
    summary: str | None
    active: bool
    fragments: int
    messages: int
    memories: int


def every(conn: Connection, character: int) -> list[Month]:
    rows = conn.execute(
        f"""WITH days AS (
             SELECT substr(day, 1, 7) AS month, 1 AS f, 0 AS g, 0 AS m FROM fragment WHERE character = :c AND day NOT NULL
             UNION ALL SELECT substr(occurred_day, 1, 7), 0, 1, 0 FROM message
               WHERE session IN (SELECT session FROM participant WHERE character = :c)
                 AND variant_of IS NULL AND occurred_day NOT NULL
             UNION ALL SELECT substr(occurred_day, 1, 7), 0, 0, 1 FROM memory
               WHERE character = :c AND status IN {LIVING} AND occurred_day NOT NULL
             UNION ALL SELECT key, 0, 0, 0 FROM summary WHERE character = :c AND scope = 'month')
           SELECT days.month, s.content, coalesce(s.active, 0), sum(f), sum(g), sum(m) FROM days
           LEFT JOIN summary s ON s.character = :c AND s.scope = 'month' AND s.key = days.month
           GROUP BY days.month ORDER BY days.month""",
        {"c": character},
    )
    return [Month(row[0], row[1], bool(row[2]), *row[3:]) for row in rows]


def fragments(conn: Connection, character: int, month: str | None = None) -> list[Fragment]:
    """Give the days of a month (`YYYY-MM`) in date order; None: every day, the undated last."""
    rows = conn.execute(
        """SELECT id, uid, day, day_text, mood, provenance, content FROM fragment
           WHERE character = ? AND (? IS NULL OR substr(day, 1, 7) = ?) ORDER BY day IS NULL, day, ordinal, id""",
        (character, month, month),
    )
    return [Fragment(*row) for row in rows]
