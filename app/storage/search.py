"""Lexical candidates by full text and the figures that BM25 needs, strictly one character's."""

from collections.abc import Sequence
from typing import Any, Final

from app.domain.bm25 import Stats
from app.storage.driver import Connection

# The owner column only filters; a tag counts half.
_RANKS: Final = {"memory": "bm25(0.0, 1.0, 0.5)"}
_RANK: Final = "bm25(0.0, 1.0)"
_TAGGED: Final = frozenset({"memory"})


def lexical_candidates(
    conn: Connection, kind: str, character: int, words: Sequence[str], limit: int
) -> list[tuple[int, str]]:
    """The rows that hold any of the words, best first: (id, content). Tags find a memory too."""
    if not words:
        return []
    query = f"""SELECT o.id, o.content FROM (
            SELECT rowid, rank FROM {kind}_fts WHERE {kind}_fts MATCH :match AND rank MATCH :rank
            ORDER BY rank LIMIT :limit) f
        JOIN {kind} o ON o.id = f.rowid ORDER BY f.rank, o.id"""
    values = {
        "match": match(kind, character, words),
        "rank": _RANKS.get(kind, _RANK),
        "limit": limit,
    }
    found: list[Any] = conn.execute(query, values).fetchall()
    return found


def match(kind: str, character: int, words: Sequence[str], *, every: bool = False) -> str:
    """A full-text query: the character's rows with any (or every) word."""
    columns = "{tokens tags}" if kind in _TAGGED else "tokens"
    joined = (" AND " if every else " OR ").join(_quoted(word) for word in words)
    return f"owner:c{character} AND {columns}:({joined})"


def lexical_stats(conn: Connection, kind: str, character: int, words: Sequence[str]) -> Stats:
    """How many rows the character has, how long they are, and in how many each word stands."""
    query = "SELECT rows, tokens FROM lexicon_total WHERE kind = ? AND character = ?"
    row: Any = conn.execute(query, (kind, character)).fetchone()
    total, length = row or (0, 0)
    counted = f"SELECT count(*) FROM {kind}_fts WHERE {kind}_fts MATCH ?"
    frequency = {
        word: int(conn.execute(counted, (f"owner:c{character} AND tokens:{_quoted(word)}",)).get)
        for word in dict.fromkeys(words)
    }
    return Stats(total, length / total if total else 0.0, frequency)


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def matching_ids(conn: Connection, kind: str, character: int, words: Sequence[str], limit: int) -> list[int]:
    """The rows that hold every word, newest first: a filter, not a ranking."""
    if not words:
        return []
    query = f"SELECT rowid FROM {kind}_fts WHERE {kind}_fts MATCH ? ORDER BY rowid DESC LIMIT ?"
    return [row[0] for row in conn.execute(query, (match(kind, character, words, every=True), limit))]
