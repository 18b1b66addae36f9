"""Derived indexes: full text, lexicon and bit vectors, brought up to date set-based as the last step of a transaction.

No triggers: at 100,000 rows they made an undo 75 s long instead of 3.
"""

import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import apsw

from app.storage.driver import Connection
from app.storage.statuses import GONE

# A vec0 rowid packs (row id, piece of its text, slot): a group's message stands once for each of its characters.
PIECES = 64
SLOTS = 64
STRIDE = PIECES * SLOTS

# Which characters take part in a session, counted from 0.
_CAST = """
    SELECT session, character, row_number() OVER (PARTITION BY session ORDER BY character) - 1 AS slot
    FROM (SELECT DISTINCT session, character FROM participant WHERE character IS NOT NULL)
"""


@dataclass(frozen=True, slots=True)
class Text:
    """How a kind's rows enter its full text: `staged` selects row, owner, tokens, tags of the rows in `temp.touched`."""

    kind: str
    columns: str
    staged: str


TEXTS: Final = (
    Text(
        "memory",
        "tokens, tags",
        f"""SELECT m.id, 'c' || m.character, tokens(m.content), tokens(m.tags)
        FROM temp.touched t CROSS JOIN memory m ON m.id = t.id WHERE m.status NOT IN {GONE}""",
    ),
    Text(
        "message",
        "tokens",
        f"""SELECT g.id, s.owner, tokens(g.content), NULL
        FROM temp.touched t CROSS JOIN message g ON g.id = t.id
        LEFT JOIN (SELECT session, group_concat('c' || character, ' ') AS owner FROM ({_CAST}) GROUP BY session) s
        ON s.session = g.session""",
    ),
    Text(
        "fragment",
        "tokens",
        """SELECT f.id, 'c' || f.character, tokens(f.content), NULL
        FROM temp.touched t CROSS JOIN fragment f ON f.id = t.id""",
    ),
    Text(
        "summary",
        "tokens",
        """SELECT y.id, 'c' || y.character, tokens(y.content), NULL
        FROM temp.touched t CROSS JOIN summary y ON y.id = t.id WHERE y.content IS NOT NULL""",
    ),
)
KINDS: Final = tuple(text.kind for text in TEXTS)

# Owners of vectors per kind: row, character, slot, hash.
_OWNERS: Final = {
    "memory": f"""SELECT m.id AS row, m.character AS character, 0 AS slot, m.content_hash AS hash
        FROM memory m WHERE m.status NOT IN {GONE}""",
    "message": f"""SELECT g.id AS row, c.character AS character, c.slot AS slot, g.content_hash AS hash
        FROM message g CROSS JOIN ({_CAST}) c ON c.session = g.session WHERE c.slot < {SLOTS}""",
}
VECTOR_KINDS: Final = tuple(_OWNERS)
STEP = 2_000


def sync(conn: Connection, rows: Mapping[str, Iterable[int]]) -> None:
    """Bring the indexes of these rows up to date; rows that are gone leave them.

    `session` names sessions whose cast has changed: it decides whose messages they are.
    """
    wanted = {kind: set(rows.get(kind, ())) for kind in KINDS}
    if people := rows.get("participant"):
        query = (
            "SELECT id FROM message WHERE session IN (SELECT session FROM participant WHERE id IN carray(?))"
        )
        wanted["message"].update(row[0] for row in conn.execute(query, (numbers(people),)))
    if sessions := rows.get("session"):
        query = "SELECT id FROM message WHERE session IN carray(?)"
        wanted["message"].update(row[0] for row in conn.execute(query, (numbers(sessions),)))
    for text in TEXTS:
        ids = wanted[text.kind]
        if len(ids) > STEP and _cheaper_anew(conn, text.kind, ids):
            conn.execute(f"INSERT INTO {text.kind}_fts({text.kind}_fts) VALUES ('delete-all')")
            conn.execute("DELETE FROM lexicon WHERE kind = ?", (text.kind,))
            _sync_kind(conn, text, _all(conn, text.kind), vectors=False)
            _sync_kind(conn, text, ids, texts=False)
        else:
            _sync_kind(conn, text, ids)


def _cheaper_anew(conn: Connection, kind: str, ids: set[int]) -> bool:
    """Taking a row out of full text costs nearly half of what putting one in does: with most rows going, begin anew."""
    docs = f"{kind}_fts_docsize"
    (going,) = conn.execute(
        f"SELECT count(*) FROM {docs} WHERE id IN carray(?)", (numbers(ids),)
    ).fetchone() or (0,)
    (indexed,) = conn.execute(f"SELECT count(*) FROM {docs}").fetchone() or (0,)
    return 2 * (indexed - going) < going


def _sync_kind(
    conn: Connection, text: Text, ids: Iterable[int], *, texts: bool = True, vectors: bool = True
) -> None:
    ordered = sorted(ids)
    for at in range(0, len(ordered), STEP):
        _stage(conn, ordered[at : at + STEP])
        if texts:
            _sync_text(conn, text)
        if vectors and text.kind in _OWNERS:
            _sync_vectors(conn, text.kind)


def _all(conn: Connection, kind: str) -> list[int]:
    found: list[Any] = conn.execute(f"SELECT id FROM {kind}").fetchall()
    return [row[0] for row in found]


def rebuild(conn: Connection) -> None:
    """Empty every derived index and fill it again from the tables."""
    conn.execute("DELETE FROM lexicon")
    for set_id, dim in vector_sets(conn):
        for kind in VECTOR_KINDS:
            make_bits(conn, set_id, dim, kind)
    for text in TEXTS:
        conn.execute(f"INSERT INTO {text.kind}_fts({text.kind}_fts) VALUES ('delete-all')")
        _sync_kind(conn, text, _all(conn, text.kind))


def vector_sets(conn: Connection) -> list[tuple[int, int]]:
    """Sets that have bit tables: (id, dimensions)."""
    return [(row[0], row[1]) for row in conn.execute("SELECT id, dim FROM vector_set ORDER BY id")]


def make_bits(conn: Connection, set_id: int, dim: int, kind: str) -> None:
    """Make a set's bit table of one kind anew, empty."""
    name = bits_table(kind, set_id)
    conn.execute(f"DROP TABLE IF EXISTS {name}")
    conn.execute(f"CREATE VIRTUAL TABLE {name} USING vec0(character INTEGER PARTITION KEY, bits BIT[{dim}])")


def bits_table(kind: str, set_id: int) -> str:
    return f"vec_{kind}_{set_id}"


def numbers(ids: Iterable[int]) -> "apsw.CArrayBinding":
    """Ids as an array that SQL reads without calling back: `IN carray(?)`."""
    # An empty array has no aligned address, which carray refuses; no row has the id -1.
    return apsw.carray(array.array("q", ids) or array.array("q", [-1]))


def _stage(conn: Connection, ids: list[int]) -> None:
    conn.execute("CREATE TEMP TABLE IF NOT EXISTS touched(id INTEGER PRIMARY KEY)")
    conn.execute(
        "CREATE TEMP TABLE IF NOT EXISTS staged(row INTEGER PRIMARY KEY, owner TEXT, tokens TEXT, tags TEXT)"
    )
    conn.execute("DELETE FROM temp.touched")
    conn.execute("INSERT INTO temp.touched SELECT value FROM carray(?)", (numbers(ids),))


def _sync_text(conn: Connection, text: Text) -> None:
    fts = f"{text.kind}_fts"
    conn.execute("DELETE FROM temp.staged")
    conn.execute(f"INSERT INTO temp.staged {text.staged}")
    conn.execute(f"DELETE FROM {fts} WHERE rowid IN (SELECT id FROM temp.touched)")
    conn.execute(
        f"INSERT INTO {fts}(rowid, owner, {text.columns}) SELECT row, owner, {text.columns} FROM temp.staged"
    )
    _sync_lexicon(conn, text.kind)


def _sync_lexicon(conn: Connection, kind: str) -> None:
    """How long each text is, once for each character it belongs to."""
    conn.execute("DELETE FROM lexicon WHERE kind = ? AND row IN (SELECT id FROM temp.touched)", (kind,))
    conn.execute(
        f"""INSERT INTO lexicon(kind, row, character, tokens)
        SELECT ?, s.row, o.character, iif(s.tokens = '', 0, length(s.tokens) - length(replace(s.tokens, ' ', '')) + 1)
        FROM temp.staged s CROSS JOIN {_LEXICON_OWNERS[kind]}""",
        (kind,),
    )


_LEXICON_OWNERS: Final = {
    "memory": "memory o ON o.id = s.row",
    "message": f"message g ON g.id = s.row JOIN ({_CAST}) o ON o.session = g.session",
    "fragment": "fragment o ON o.id = s.row",
    "summary": "summary o ON o.id = s.row",
}


def _sync_vectors(conn: Connection, kind: str) -> None:
    for set_id, _ in vector_sets(conn):
        name = bits_table(kind, set_id)
        query = f"""SELECT r.rowid FROM temp.touched t CROSS JOIN {name}_rowids r
            ON r.rowid BETWEEN t.id * {STRIDE} AND t.id * {STRIDE} + {STRIDE - 1}"""
        # One by one: vec0 finds a row by its number, but goes through all of them for `IN`.
        conn.executemany(f"DELETE FROM {name} WHERE rowid = ?", conn.execute(query).fetchall())
        source = f"({_OWNERS[kind]}) o CROSS JOIN embedding e"
        touched = "o.row IN (SELECT id FROM temp.touched)"
        _add_bits(conn, kind, set_id, f"{source} WHERE e.text_hash = o.hash AND {touched}")


def add_bits_since(conn: Connection, set_id: int, embedding: int) -> None:
    """Insert bit rows for the owners of every vector newer than `embedding`."""
    for kind in VECTOR_KINDS:
        # The vectors first: the planner would go through all messages for each handful of them.
        source = f"embedding e CROSS JOIN ({_OWNERS[kind]}) o"
        _add_bits(conn, kind, set_id, f"{source} WHERE e.text_hash = o.hash AND e.id > {embedding}")


def _add_bits(conn: Connection, kind: str, set_id: int, source: str) -> None:
    conn.execute(
        f"""INSERT INTO {bits_table(kind, set_id)}(rowid, character, bits)
        SELECT (o.row * {PIECES} + e.piece) * {SLOTS} + o.slot, o.character, vec_quantize_binary(e.vec)
        FROM {source} AND e.model = {set_id}"""
    )
