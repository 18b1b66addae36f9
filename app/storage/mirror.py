"""Nearest rows by vector: bits in memory find candidates, stored floats score them exactly.

The mirror keeps itself up to date: whenever it is asked, it reads what edits and new vectors have touched since. It is
safe to use from several threads; while one of them reads a cold mirror in, the others ask vec0.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from app.domain.changes import Changes
from app.storage import bits, derived
from app.storage.bits import EXACT, EXACT_EACH, Bits, Floats, Ids
from app.storage.driver import Connection

Key = tuple[int, str, int]  # set, kind, character
MOST_TOUCHED: Final = 5_000  # rows; beyond, reading everything anew is quicker


@dataclass(frozen=True, slots=True)
class _Mark:
    """How far the mirror has seen: the newest edit and the newest vector."""

    edit: int
    embedding: int


class Mirror:
    """The bits of every character that has been asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[Key, tuple[Bits, _Mark]] = {}

    def clear(self) -> None:
        """Forget everything, after a restore or a rebuild."""
        with self._lock:
            self._held.clear()

    def forget(self, changes: Changes) -> None:
        """Heed a notice: only one that does not say which rows (another process's commit) matters."""
        if changes.everything and not changes.rows:
            self.clear()

    def has_any(self, conn: Connection, set_id: int, kind: str, character: int) -> bool:
        """Tell whether a character has any vector of this set."""
        return len(self._bits(conn, (set_id, kind, character), wait=True) or ()) > 0

    def nearest(
        self, conn: Connection, set_id: int, kind: str, character: int, query: ArrayLike, limit: int
    ) -> dict[int, float]:
        """Cosine of the `limit` nearest rows, the nearest first; a text in pieces counts with its best."""
        vector = _unit(query)
        held = self._bits(conn, (set_id, kind, character), wait=False)
        if held is None:
            ids = _by_index(conn, (set_id, kind, character), vector, limit)
        else:
            ids = held.candidates(vector, limit)
        scored = self.score(conn, set_id, kind, ids.tolist(), vector)
        best = sorted(scored.items(), key=lambda item: (-item[1], item[0]))[:limit]
        return dict(best)

    def score(
        self, conn: Connection, set_id: int, kind: str, ids: Iterable[int], query: ArrayLike
    ) -> dict[int, float]:
        """Cosine of these rows from the stored floats; rows without a vector are left out."""
        sql = f"""SELECT o.id, e.vec FROM carray(?) c CROSS JOIN {kind} o ON o.id = c.value
            JOIN embedding e ON e.text_hash = o.content_hash AND e.model = ?"""
        found: list[Any] = conn.execute(sql, (derived.numbers(ids), set_id)).fetchall()
        if not found:
            return {}
        stored: Floats = np.frombuffer(b"".join(row[1] for row in found), "<f4").reshape(len(found), -1)
        cosines = (stored @ _unit(query)) / np.linalg.norm(stored, axis=1)
        scored: dict[int, float] = {}
        for (row, _), cosine in zip(found, cosines.tolist(), strict=True):
            scored[row] = max(cosine, scored.get(row, -1.0))
        return scored

    def _bits(self, conn: Connection, key: Key, *, wait: bool) -> Bits | None:
        """Up-to-date bits; None when another thread is reading and the caller will not wait."""
        if not self._lock.acquire(blocking=wait):
            return None
        try:
            found = _refreshed(conn, key, self._held.get(key))
            if found is not None:
                self._held[key] = found
            return found[0] if found else Bits(np.empty(0, np.int64), np.empty((0, 0), np.uint64))
        finally:
            self._lock.release()


def _refreshed(conn: Connection, key: Key, held: tuple[Bits, _Mark] | None) -> tuple[Bits, _Mark] | None:
    set_id, kind, character = key
    name = derived.bits_table(kind, set_id)
    if not conn.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)).fetchone():
        return None
    now = _mark(conn)
    if held is not None:
        known, mark = held
        if now == mark or (now.edit <= mark.edit and now.embedding <= mark.embedding):
            return held  # nothing new, or a reader over an older state: newer bits do no harm
        touched = _touched(conn, kind, set_id, mark)
        if len(touched) <= MOST_TOUCHED:
            return known.with_rows(conn, name, character, touched) if touched else known, now
    return bits.read_all(conn, name, character), now


def _mark(conn: Connection) -> _Mark:
    row: Any = conn.execute(
        "SELECT coalesce((SELECT max(id) FROM edit), 0), coalesce((SELECT max(id) FROM embedding), 0)"
    ).fetchone()
    return _Mark(*row)


def _touched(conn: Connection, kind: str, set_id: int, mark: _Mark) -> set[int]:
    """Rows of a kind that edits or new vectors since `mark` have to do with; more than enough rows end the search."""
    queries: Sequence[tuple[str, tuple[Any, ...]]] = (
        ("SELECT row, row FROM edit_row WHERE edit > ? AND tbl = ?", (mark.edit, kind)),
        ("SELECT first, last FROM edit_range WHERE edit > ? AND tbl = ?", (mark.edit, kind)),
        (
            f"""SELECT o.id, o.id FROM embedding e JOIN {kind} o ON o.content_hash = e.text_hash
            WHERE e.id > ? AND e.model = ?""",
            (mark.embedding, set_id),
        ),
    )
    found: set[int] = set()
    for query, values in queries:
        rows: list[Any] = conn.execute(query, values).fetchall()
        for first, last in rows:
            found.update(range(first, last + 1))
            if len(found) > MOST_TOUCHED:
                return found
    if kind == "message":
        found |= _of_changed_casts(conn, mark)
    return found


def _of_changed_casts(conn: Connection, mark: _Mark) -> set[int]:
    """Messages of sessions whose participants an edit has touched: all of them where one is gone."""
    query = """SELECT p.session FROM edit_row r LEFT JOIN participant p ON p.id = r.row
        WHERE r.edit > :edit AND r.tbl = 'participant'
        UNION SELECT p.session FROM edit_range r LEFT JOIN participant p ON p.id BETWEEN r.first AND r.last
        WHERE r.edit > :edit AND r.tbl = 'participant'"""
    sessions: set[int | None] = {row[0] for row in conn.execute(query, {"edit": mark.edit})}
    if None in sessions:
        return set(range(MOST_TOUCHED + 1))
    query = "SELECT id FROM message WHERE session IN carray(?)"
    return {row[0] for row in conn.execute(query, (derived.numbers(sessions),))} if sessions else set()  # type: ignore[arg-type]


def _by_index(conn: Connection, key: Key, vector: Floats, limit: int) -> Ids:
    """Candidates out of vec0, while another thread reads the mirror in."""
    set_id, kind, character = key
    query = f"""SELECT rowid FROM {derived.bits_table(kind, set_id)}
        WHERE bits MATCH vec_quantize_binary(?) AND character = ? AND k = ?"""
    keep = min(4096, max(EXACT, EXACT_EACH * limit))
    found: list[Any] = conn.execute(query, (vector.tobytes(), character, keep)).fetchall()
    return np.unique(np.array([row[0] for row in found], np.int64) // derived.STRIDE)


def _unit(query: ArrayLike) -> Floats:
    vector = np.asarray(query, np.float32).ravel()
    return vector / (np.linalg.norm(vector) or 1.0)
