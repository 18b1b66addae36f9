"""Bits of vectors in memory: which rows may be near, before the stored floats say which are."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from app.storage import derived
from app.storage.driver import Connection

Ids = NDArray[np.int64]
Floats = NDArray[np.float32]

# A twelfth by Hamming distance, of which the best by the query's own numbers against the signs are scored exactly:
# measured on 100,000 × 512 this loses 0.8 % of the exact 50 best, where 400 by Hamming distance alone lose 12 %.
BY_DISTANCE: Final = 1 / 12
EXACT: Final = 400
EXACT_EACH: Final = 16  # for each result wanted
_BITS: Final[Floats] = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Bits:
    """One character's rows in one set: rowids of vec0 beside their bits, one column a row."""

    rowids: Ids
    words: NDArray[np.uint64]  # [dim / 64, rows]

    @classmethod
    def of(cls, rowids: Ids, packed: NDArray[np.uint8]) -> Self:
        """Rows from packed bits, a row each."""
        spare = -packed.shape[1] % 8
        padded = np.pad(packed, ((0, 0), (0, spare))) if spare else packed
        return cls(rowids, np.ascontiguousarray(np.ascontiguousarray(padded).view("<u8").T))

    def __len__(self) -> int:
        return len(self.rowids)

    def candidates(self, query: Floats, limit: int) -> Ids:
        """Ids of the rows that may be among the `limit` nearest."""
        keep = max(EXACT, EXACT_EACH * limit)
        chosen = np.arange(len(self))
        if len(self) > keep:
            chosen = self._by_distance(query, max(round(len(self) * BY_DISTANCE), 3 * keep))
        if len(chosen) > keep:
            chosen = self._by_signs(query, chosen, keep)
        return np.unique(self.rowids[chosen] // derived.STRIDE)

    def _by_distance(self, query: Floats, keep: int) -> Ids:
        if len(self) <= keep:
            return np.arange(len(self))
        distance = np.zeros(len(self), np.uint16)
        for word, wanted in zip(self.words, _packed(query), strict=True):
            distance += np.bitwise_count(word ^ wanted)
        return np.argpartition(distance, keep)[:keep]

    def _by_signs(self, query: Floats, chosen: Ids, keep: int) -> Ids:
        """Add up the query's numbers where a row's bit is set, eight at a time out of a table."""
        padded = np.pad(query, (0, 64 * len(self.words) - len(query)))
        table = np.ascontiguousarray((_BITS @ padded.reshape(-1, 8).T).T)
        score = np.zeros(len(chosen), np.float32)
        for at, word in enumerate(self.words):
            for byte, column in enumerate(word[chosen].view(np.uint8).reshape(-1, 8).T):
                score += table[8 * at + byte][column]
        kept: Ids = chosen[np.argpartition(-score, keep)[:keep]]
        return kept

    def with_rows(self, conn: Connection, name: str, character: int, ids: Iterable[int]) -> Self:
        """The same with these rows read anew."""
        wanted = np.fromiter(ids, np.int64)
        stay = ~np.isin(self.rowids // derived.STRIDE, wanted)
        fresh = read_rows(conn, name, character, wanted)
        return type(self)(
            np.concatenate([self.rowids[stay], fresh.rowids]),
            np.concatenate([self.words[:, stay], fresh.words], axis=1),
        )


def _packed(query: Floats) -> NDArray[np.uint64]:
    packed = np.packbits(query > 0, bitorder="little")
    return np.pad(packed, (0, -len(packed) % 8)).view("<u8")


def read_rows(conn: Connection, name: str, character: int, ids: Ids) -> Bits:
    """Bits of some rows, from the vec0 table."""
    query = f"""SELECT v.rowid, v.bits FROM carray(?) c CROSS JOIN {name}_rowids r
        ON r.rowid BETWEEN c.value * {derived.STRIDE} AND c.value * {derived.STRIDE} + {derived.STRIDE - 1}
        CROSS JOIN {name} v ON v.rowid = r.rowid WHERE v.character = ?"""
    found: list[Any] = conn.execute(query, (derived.numbers(ids.tolist()), character)).fetchall()
    if not found:
        return Bits(np.empty(0, np.int64), np.empty((_words(conn, name), 0), np.uint64))
    packed = np.frombuffer(b"".join(row[1] for row in found), np.uint8).reshape(len(found), -1)
    return Bits.of(np.array([row[0] for row in found], np.int64), packed)


def read_all(conn: Connection, name: str, character: int) -> Bits:
    """Bits of all rows of a character, a thousand at a time out of vec0's own blocks: row by row it takes 100 times as long."""
    query = f"""SELECT c.validity, c.rowids, v.vectors FROM {name}_chunks c
        JOIN {name}_vector_chunks00 v ON v.rowid = c.chunk_id WHERE c.partition00 = ? ORDER BY c.chunk_id"""
    rowids: list[Ids] = []
    packed: list[NDArray[np.uint8]] = []
    blocks: list[Any] = conn.execute(query, (character,)).fetchall()
    for validity, numbers, vectors in blocks:
        valid = np.unpackbits(np.frombuffer(validity, np.uint8), bitorder="little").astype(bool)
        rowids.append(np.frombuffer(numbers, "<i8")[valid])
        packed.append(np.frombuffer(vectors, np.uint8).reshape(len(valid), -1)[valid])
    if not rowids:
        return Bits(np.empty(0, np.int64), np.empty((_words(conn, name), 0), np.uint64))
    return Bits.of(np.concatenate(rowids), np.concatenate(packed))


def _words(conn: Connection, name: str) -> int:
    """64-bit words a row, for a table without rows."""
    row: Any = conn.execute(
        "SELECT dim FROM vector_set WHERE id = ?", (int(name.rsplit("_", 1)[1]),)
    ).fetchone()
    return int(-(-row[0] // 64))
