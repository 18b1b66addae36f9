"""Where a line of a prompt comes from: the row behind a uid."""

from dataclasses import dataclass
from typing import Literal

from app.storage.driver import Connection

Kind = Literal["memory", "fragment", "month", "self"]


@dataclass(frozen=True, slots=True)
class Origin:
    """A row that told a line; `day` of a fragment (None: undated), `month` of a month's text."""

    kind: Kind
    id: int
    day: str | None = None
    month: str | None = None


def origin(conn: Connection, uid: str) -> Origin | None:
    """Give the row behind a uid; None where it is gone, or nothing that can be edited."""
    row = conn.execute(
        """SELECT 'memory', id, NULL, NULL FROM memory WHERE uid = :uid
           UNION ALL SELECT 'fragment', id, day, NULL FROM fragment WHERE uid = :uid
           UNION ALL SELECT 'month', id, NULL, key FROM summary WHERE uid = :uid AND scope = 'month'
           UNION ALL SELECT 'self', id, NULL, NULL FROM self_block WHERE uid = :uid
           UNION ALL SELECT 'self', id, NULL, NULL FROM character WHERE uid = :uid""",
        {"uid": uid},
    ).fetchone()
    return Origin(*row) if row else None
