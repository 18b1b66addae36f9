"""Lexical candidates and the figures that BM25 needs, strictly one character's.

FTS5's own ranking looks up every matching row's length one by one: 40,000 matches take 200 ms. Here full text only
tells which rows hold a word; lengths and owners are kept in memory until the next edit.
"""

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from app.domain.bm25 import Stats, weight_of
from app.domain.profile import Fusion
from app.storage import derived
from app.storage.driver import Connection

TAG_WEIGHT: Final = 0.5  # a tag finds a memory, at half the weight of its text
_TAGGED: Final = frozenset({"memory"})
_FUSION: Final = Fusion()

Rows = NDArray[np.int64]


@dataclass(slots=True)
class _Lexicon:
    """One character's rows of a kind: the length of each row by its id, -1 where it is not the character's."""

    edit: int
    lengths: NDArray[np.int32]
    total: int
    mean: float
    counts: dict[str, int] = field(default_factory=dict)

    def own(self, rows: Rows) -> Rows:
        inside = rows[rows < len(self.lengths)]
        return inside[self.lengths[inside] >= 0]


_held: WeakKeyDictionary[Connection, dict[tuple[str, int], _Lexicon]] = WeakKeyDictionary()
_guard = threading.Lock()


def lexical_candidates(
    conn: Connection, kind: str, character: int, words: Sequence[str], limit: int
) -> list[tuple[int, str]]:
    """The rows that hold any of the words, best first: (id, content). Tags find a memory too."""
    lexicon = _lexicon(conn, kind, character)
    if not words or not lexicon.total:
        return []
    scores = np.zeros(len(lexicon.lengths), np.float32)
    for word in dict.fromkeys(words):
        rows = lexicon.own(_holding(conn, kind, "tokens", word))
        lexicon.counts[word] = len(rows)
        weight = weight_of(word, Stats(lexicon.total, lexicon.mean, lexicon.counts))
        scores[rows] += weight
        if kind in _TAGGED:
            scores[lexicon.own(_holding(conn, kind, "tags", word))] += weight * TAG_WEIGHT
    found = np.flatnonzero(scores)
    # One occurrence of each word is assumed; the domain scores what is handed out to the letter.
    damp = 1 - _FUSION.b + _FUSION.b * lexicon.lengths[found] / (lexicon.mean or 1.0)
    ranks = scores[found] / (1 + _FUSION.k1 * damp)
    best = found[np.lexsort((found, -ranks))[:limit]].tolist()
    texts = _contents(conn, kind, best)
    return [(row, texts[row]) for row in best]


def lexical_stats(conn: Connection, kind: str, character: int, words: Sequence[str]) -> Stats:
    """How many rows the character has, how long they are, and in how many each word stands."""
    lexicon = _lexicon(conn, kind, character)
    for word in words:
        if word not in lexicon.counts:
            lexicon.counts[word] = len(lexicon.own(_holding(conn, kind, "tokens", word)))
    return Stats(lexicon.total, lexicon.mean, {word: lexicon.counts[word] for word in words})


def match(kind: str, character: int, words: Sequence[str], *, every: bool = False) -> str:
    """A full-text query for `{kind}_fts`: the character's rows with any (or every) word."""
    columns = "{tokens tags}" if kind in _TAGGED else "tokens"
    joined = (" AND " if every else " OR ").join(_quoted(word) for word in words)
    return f"owner:c{character} AND {columns}:({joined})"


def _holding(conn: Connection, kind: str, column: str, word: str) -> Rows:
    """Rows that hold a word, whoever they belong to; one text of numbers is far quicker than a row each."""
    query = f"SELECT json_group_array(rowid) FROM {kind}_fts WHERE {kind}_fts MATCH ?"
    found: Any = conn.execute(query, (f"{column}:{_quoted(word)}",)).get
    return np.array(json.loads(found), np.int64)


def _contents(conn: Connection, kind: str, ids: Sequence[int]) -> Mapping[int, str]:
    query = f"SELECT o.id, o.content FROM carray(?) c CROSS JOIN {kind} o ON o.id = c.value"
    found: list[Any] = conn.execute(query, (derived.numbers(ids),)).fetchall() if ids else []
    return dict(found)


def _lexicon(conn: Connection, kind: str, character: int) -> _Lexicon:
    newest: Any = conn.execute("SELECT coalesce(max(id), 0) FROM edit").get
    with _guard:
        mine = _held.setdefault(conn, {})
    held = mine.get((kind, character))
    if held is None or held.edit != newest:
        held = mine[kind, character] = _read(conn, kind, character, newest)
    return held


def _read(conn: Connection, kind: str, character: int, newest: int) -> _Lexicon:
    query = """SELECT json_group_array(row), json_group_array(tokens) FROM lexicon
        WHERE kind = ? AND character = ?"""
    found: Any = conn.execute(query, (kind, character)).fetchone()
    rows, tokens = (np.array(json.loads(text), np.int64) for text in found)
    lengths = np.full(int(rows.max()) + 1 if len(rows) else 0, -1, np.int32)
    lengths[rows] = tokens
    return _Lexicon(newest, lengths, len(rows), float(tokens.mean()) if len(rows) else 0.0)


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'
