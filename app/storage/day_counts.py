"""How much lies on each day of a character: messages, memories."""

from dataclasses import dataclass

from app.storage.characters import SESSIONS
from app.storage.driver import Connection
from app.storage.statuses import LIVING


@dataclass(frozen=True, slots=True)
class DayCounts:
    """Counts by local day (`YYYY-MM-DD`), and the instant of the last message (ms UTC)."""

    messages: dict[str, int]
    memories: dict[str, int]
    last_at: int | None


def by_day(conn: Connection, character: int) -> DayCounts:
    said: list[tuple[str | None, int, int | None]] = list(
        conn.execute(
            f"""SELECT occurred_day, count(*), max(occurred_at) FROM message
                WHERE session IN ({SESSIONS}) AND variant_of IS NULL GROUP BY occurred_day""",
            (character,),
        )
    )
    kept: list[tuple[str, int]] = list(
        conn.execute(
            f"""SELECT occurred_day, count(*) FROM memory
                WHERE character = ? AND status IN {LIVING} AND occurred_day NOT NULL GROUP BY occurred_day""",
            (character,),
        )
    )
    return DayCounts(
        {day: count for day, count, _ in said if day},
        dict(kept),
        max((at for _, _, at in said if at is not None), default=None),
    )
