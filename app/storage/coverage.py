"""Whether a set has a vector of every text of a character; asked by each recall, counted once an edit."""

import threading
from typing import Any

from app.storage import vectors
from app.storage.driver import Connection
from app.storage.vectors import Coverage

_Seen = tuple[int, int]  # the newest edit and the newest vector


class Coverages:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[tuple[int, str, int], tuple[_Seen, Coverage]] = {}

    def of(self, conn: Connection, set_id: int, kind: str, character: int) -> Coverage:
        """Count anew when an edit or a vector has come since."""
        key, now = (set_id, kind, character), _now(conn)
        with self._lock:
            held = self._held.get(key)
        if held is None or held[0] != now:
            held = now, vectors.coverage(conn, set_id, kind, character)
            with self._lock:
                self._held[key] = held
        return held[1]


def _now(conn: Connection) -> _Seen:
    row: Any = conn.execute(
        "SELECT coalesce((SELECT max(id) FROM edit), 0), coalesce((SELECT max(id) FROM embedding), 0)"
    ).fetchone()
    return row[0], row[1]
