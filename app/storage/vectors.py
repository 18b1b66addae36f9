"""Vectors by the hash of the exact text they stand for, in sets that are never mixed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.domain.errors import KnownError
from app.storage import derived, settings
from app.storage.driver import Connection
from app.storage.statuses import GONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

MULTIPLE: Final = 8  # bits are kept in bytes
_CHOSEN: Final = "vectors.use"
_EVERY: Final = {  # what a whole set has vectors of, whoever it belongs to
    "memory": f"o.status NOT IN {GONE}",
    "message": "o.session IN (SELECT session FROM participant WHERE character IS NOT NULL)",
}
_WANTED: Final = "o.content_hash IS NOT NULL AND trim(o.content) <> ''"
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


def wanted(conn: Connection) -> str | None:
    """Give the model whose set the author chose to recall by; None for the portable one."""
    name = settings.get(conn, _CHOSEN)
    return name if isinstance(name, str) else None


def want(conn: Connection, model: str | None) -> int:
    """Keep that choice inside a recorded edit; give the row."""
    return settings.put(conn, _CHOSEN, model)


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


def by_model(conn: Connection, model: str) -> VectorSet | None:
    return next((one for one in sets(conn) if one.model == model), None)


def keep_calibration(conn: Connection, set_id: int, told: str) -> None:
    """Replace what is known of a set beside its vectors."""
    conn.execute("UPDATE vector_set SET calibration = ? WHERE id = ?", (told, set_id))


def drop_part(conn: Connection, set_id: int, limit: int) -> int:
    """Delete some of a set's vectors, so that no transaction grows long; tells how many."""
    conn.execute(
        "DELETE FROM embedding WHERE id IN (SELECT id FROM embedding WHERE model = ? LIMIT ?)",
        (set_id, limit),
    )
    return conn.changes()


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


@dataclass(frozen=True, slots=True)
class Lack:
    """What a set has no vectors of yet: how many texts, how many characters they have, and some of them."""

    texts: int
    length: int
    sample: tuple[str, ...] = ()


def whole(conn: Connection, set_id: int) -> Coverage:
    """How complete a set is for all memories and messages of the palace, each text counted once."""
    query = f"""SELECT count(e.text_hash), count(*) FROM ({_every_text("o.content_hash AS hash")}) w
        LEFT JOIN embedding e ON e.text_hash = w.hash AND e.model = ? AND e.piece = 0"""
    row: Any = conn.execute(query, (set_id,)).fetchone()
    return Coverage(row[0], row[1])


def lack(conn: Connection, set_id: int | None, sample: int = 0) -> Lack:
    """What is lacking in the whole palace; None stands for a set that is not there yet."""
    texts = _every_text("o.content_hash AS hash, o.content AS content")
    lacking = f"""({texts}) w WHERE NOT EXISTS (
        SELECT 1 FROM embedding e WHERE e.text_hash = w.hash AND e.model IS :set)"""
    row: Any = conn.execute(
        f"SELECT count(*), coalesce(sum(length(w.content)), 0) FROM {lacking}", {"set": set_id}
    ).fetchone()
    query = f"SELECT w.content FROM {lacking} ORDER BY w.hash LIMIT :most"  # a hash is as good as chance
    found: list[Any] = conn.execute(query, {"set": set_id, "most": sample}).fetchall() if sample else []
    return Lack(row[0], row[1], tuple(text for (text,) in found))


def lacking(conn: Connection, set_id: int, kind: str, after: int, limit: int) -> list[tuple[int, bytes, str]]:
    """The next rows of the palace, beyond the id `after`, whose text has no vector: (id, hash, text)."""
    query = f"""SELECT o.id, o.content_hash, o.content FROM {kind} o WHERE o.id > :after AND {_EVERY[kind]}
        AND {_WANTED} AND NOT EXISTS (
        SELECT 1 FROM embedding e WHERE e.text_hash = o.content_hash AND e.model = :set)
        ORDER BY o.id LIMIT :limit"""
    return list(conn.execute(query, {"after": after, "set": set_id, "limit": limit}))


def embedded(conn: Connection, set_id: int, limit: int) -> list[tuple[str, bytes]]:
    """Some texts of the palace with their vectors in a set: (text, float32 bytes), each text once."""
    texts = _every_text("o.content_hash AS hash, o.content AS content")
    query = f"""SELECT w.content, e.vec FROM ({texts}) w JOIN embedding e
        ON e.text_hash = w.hash AND e.model = ? AND e.piece = 0 ORDER BY w.hash LIMIT ?"""
    return list(conn.execute(query, (set_id, limit)))


def _every_text(columns: str) -> str:
    """All texts that want a vector, each once."""
    return " UNION ".join(
        f"SELECT {columns} FROM {kind} o WHERE {mine} AND {_WANTED}" for kind, mine in _EVERY.items()
    )


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
