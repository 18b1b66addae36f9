"""Vectors by the hash of the exact text they stand for, in sets that are never mixed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.domain.errors import KnownError
from app.storage import derived
from app.storage.driver import Connection
from app.storage.statuses import GONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

MULTIPLE: Final = 8  # bits are kept in bytes
_TABLES: Final = {
    "memory": ("memory o", f"o.character = :character AND o.status NOT IN {GONE}"),
    "message": (
        "message o",
        "o.session IN (SELECT session FROM participant WHERE character = :character)",
    ),
}


@dataclass(frozen=True, slots=True)
class VectorSet:
    """One model's vectors; `role` is portable, second or imported."""

    id: int
    model: str
    dim: int
    role: str
    calibration: str | None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many texts have a vector, of how many that should."""

    have: int
    want: int

    @property
    def complete(self) -> bool:
        return self.have == self.want


def pack(values: "Sequence[float] | NDArray[Any]") -> bytes:
    """A vector as it is stored: little-endian float32."""
    import numpy as np

    return np.asarray(values, dtype="<f4").tobytes()


def sets(conn: Connection) -> list[VectorSet]:
    query = "SELECT id, model, dim, role, calibration FROM vector_set ORDER BY id"
    rows: list[Any] = conn.execute(query).fetchall()
    return [VectorSet(*row) for row in rows]


def ensure_set(
    conn: Connection, model: str, dim: int, role: str, now: int, calibration: str | None = None
) -> int:
    """The set of this model, made if there is none; another size under the same name is refused."""
    row: tuple[Any, ...] | None = conn.execute(
        "SELECT id, dim FROM vector_set WHERE model = ?", (model,)
    ).fetchone()
    if row is not None:
        if row[1] != dim:
            raise _wrong_size(model, row[1], dim)
        number: int = row[0]
        return number
    if dim <= 0 or dim % MULTIPLE:
        raise KnownError(
            "vectors.odd_size",
            "The vectors of {model} have {dim} numbers; only multiples of {multiple} can be kept.",
            "Use another embedding model.",
            model=model,
            dim=dim,
            multiple=MULTIPLE,
        )
    conn.execute(
        "INSERT INTO vector_set(model, dim, role, calibration, created_at) VALUES (?, ?, ?, ?, ?)",
        (model, dim, role, calibration, now),
    )
    set_id = conn.last_insert_rowid()
    for kind in derived.VECTOR_KINDS:
        derived.make_bits(conn, set_id, dim, kind)
    return set_id


def drop_set(conn: Connection, set_id: int) -> None:
    """Forget a set with its vectors and bit tables."""
    for kind in derived.VECTOR_KINDS:
        conn.execute(f"DROP TABLE IF EXISTS {derived.bits_table(kind, set_id)}")
    conn.execute("DELETE FROM embedding WHERE model = ?", (set_id,))
    conn.execute("DELETE FROM vector_set WHERE id = ?", (set_id,))


def store_vectors(conn: Connection, set_id: int, items: Iterable[tuple[bytes, int, bytes]]) -> int:
    """Keep (text hash, piece, float32 bytes); those already known stay. Tells how many are new.

    All are refused when one is of the wrong size, all zeros or not finite.
    """
    given = list(items)
    if not given:
        return 0
    model, dim = _model(conn, set_id)
    _check(given, model, dim)
    (last,) = conn.execute("SELECT coalesce(max(id), 0) FROM embedding").fetchone() or (0,)
    conn.executemany(
        "INSERT OR IGNORE INTO embedding(text_hash, model, piece, vec) VALUES (?, ?, ?, ?)",
        ((text_hash, set_id, piece, vec) for text_hash, piece, vec in given),
    )
    (count,) = conn.execute("SELECT count(*) FROM embedding WHERE id > ?", (last,)).fetchone() or (0,)
    if count:
        derived.add_bits_since(conn, set_id, last)
    return int(count)


def missing(
    conn: Connection, set_id: int, kind: str, character: int, limit: int | None = None
) -> list[tuple[bytes, str]]:
    """Texts of the character's memories or messages that have no vector in this set: (hash, text), each once."""
    table, of_character = _TABLES[kind]
    query = f"""SELECT o.content_hash, o.content FROM {table} WHERE {of_character} AND o.content_hash IS NOT NULL
        AND trim(o.content) <> '' AND NOT EXISTS (
        SELECT 1 FROM embedding e WHERE e.text_hash = o.content_hash AND e.model = :set)
        GROUP BY o.content_hash ORDER BY min(o.id) LIMIT :limit"""
    values = {"character": character, "set": set_id, "limit": -1 if limit is None else limit}
    return list(conn.execute(query, values))


def coverage(conn: Connection, set_id: int, kind: str, character: int) -> Coverage:
    """How complete a set is for one character; texts without a word are not wanted."""
    table, of_character = _TABLES[kind]
    query = f"""SELECT count(e.text_hash), count(*) FROM (
        SELECT DISTINCT o.content_hash AS hash FROM {table} WHERE {of_character} AND o.content_hash IS NOT NULL
        AND trim(o.content) <> '') w
        LEFT JOIN embedding e ON e.text_hash = w.hash AND e.model = :set AND e.piece = 0"""
    row: Any = conn.execute(query, {"character": character, "set": set_id}).fetchone()
    return Coverage(row[0], row[1])


def vectors_of(conn: Connection, set_id: int, hashes: Iterable[bytes]) -> dict[bytes, list[bytes]]:
    """Stored vectors by text hash, pieces in order."""
    found: dict[bytes, list[bytes]] = {}
    wanted = list(hashes)
    query = "SELECT vec FROM embedding WHERE text_hash = ? AND model = ? ORDER BY piece"
    for text_hash in wanted:
        if rows := [row[0] for row in conn.execute(query, (text_hash, set_id))]:
            found[text_hash] = rows
    return found


def _model(conn: Connection, set_id: int) -> tuple[str, int]:
    row: tuple[Any, ...] | None = conn.execute(
        "SELECT model, dim FROM vector_set WHERE id = ?", (set_id,)
    ).fetchone()
    if row is None:
        raise KnownError("vectors.no_set", "The set of vectors is gone.", "Embed the texts again.")
    return row[0], row[1]


def _check(given: list[tuple[bytes, int, bytes]], model: str, dim: int) -> None:
    for _, piece, vec in given:
        if len(vec) != dim * 4:
            raise _wrong_size(model, dim, len(vec) / 4)
        if not 0 <= piece < derived.PIECES:
            raise KnownError(
                "vectors.pieces", "A text was cut into more than {most} pieces.", most=derived.PIECES
            )
    import numpy as np

    matrix = np.frombuffer(b"".join(item[2] for item in given), dtype="<f4").reshape(-1, dim)
    if not np.isfinite(matrix).all() or not matrix.any(axis=1).all():
        raise KnownError(
            "vectors.empty",
            "{model} gave vectors that hold nothing (zeros or no numbers). None of them was kept.",
            "Try again; if it stays so, choose another embedding model.",
            model=model,
        )


def _wrong_size(model: str, dim: int, got: float) -> KnownError:
    return KnownError(
        "vectors.wrong_size",
        "Vectors of {model} have {dim} numbers, this one {got}. None of them was kept.",
        "Check the endpoint’s model, or embed everything anew under another name.",
        model=model,
        dim=dim,
        got=f"{got:g}",
    )
