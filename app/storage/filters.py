"""Filters of lists: which rows hold every word of what was typed."""

from collections.abc import Sequence

from app.storage.driver import Connection
from app.storage.search import match


def matching_ids(
    conn: Connection, kind: str, character: int, words: Sequence[str], limit: int = -1
) -> list[int]:
    """Give the rows that hold every word, the newest first: a filter, not a ranking."""
    if not words:
        return []
    query = f"SELECT rowid FROM {kind}_fts WHERE {kind}_fts MATCH ? ORDER BY rowid DESC LIMIT ?"
    return [row[0] for row in conn.execute(query, (match(kind, character, words, every=True), limit))]
