"""SullyOS vectors: float32 in one binary file, or lists of numbers; checked whole before the first is told."""

import math
import struct
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from operator import mul
from typing import Final

from app.domain.errors import mark
from app.domain.records import Json, Skip, VectorRecord
from app.formats.account import Account
from app.formats.archive import Members
from app.formats.entries import Entry, array_entries
from app.formats.json_stream import Scanner
from app.formats.meter import Meter
from app.formats.sullyos.characters import NO_OBJECT
from app.formats.sullyos.people import identity
from app.formats.sullyos.stores import ShardedStores

INDEX: Final = "stores/memory_vectors.index.json"
BINARY: Final = "stores/memory_vectors.bin"
_FLOAT: Final = 4
_UNNAMED: Final = "unknown"

_LOST: Final = mark("Its numbers were lost in the export.")
_NO_MEMORY: Final = mark("Its memory is not in the file.")
_NOT_FINITE: Final = mark("It has a number that is not finite, or only zeros.")
_OTHER_SIZE: Final = mark("It is of another size than its model’s other vectors.")
_TWICE: Final = mark("Its memory has a vector already.")


class BinaryVectors:
    """The pair of index and binary file in a version 2 backup; a fault in either refuses the backup."""

    def __init__(
        self,
        stores: ShardedStores,
        members: Members,
        account: Account,
        meter: Meter,
    ) -> None:
        self._members, self._account, self._meter, self._stores = members, account, meter, stores
        told = stores.manifest.get("vectors")
        self._told = told if isinstance(told, Mapping) else None
        if self._told is not None and self._told.get("count"):
            self._check()

    def rows(self) -> Iterator[tuple[str, Json, bytes | None]]:
        """Place, index row and bytes of each vector, read in the file's order."""
        if self._told is None or not self._told.get("count"):
            return
        with closing(self._members.open(BINARY)) as file:
            at = 0
            for found in sorted(self._index(), key=lambda entry: int(entry.value["byteOffset"])):
                start, length = found.value["byteOffset"], found.value["byteLength"]
                if start < at:  # rows that share bytes: rare, and the file may be compressed
                    file.seek(start)
                else:
                    _pass_over(file.read, start - at)
                data = file.read(length)
                self._meter.add(length)
                at = start + length
                yield found.place, found.value, data

    def _index(self) -> Iterator[Entry]:
        with closing(self._members.open(INDEX)) as file:
            yield from array_entries(Scanner(file, INDEX, 0, self._meter), INDEX, self._account)

    def _check(self) -> None:
        told = self._told or {}
        for part in (INDEX, BINARY):
            if part not in self._members.names():
                raise self._stores.damaged(mark("{title} is damaged: {part} is missing."), part=part)
        size = self._members.size(BINARY)
        if size != told.get("byteLength"):
            raise self._stores.damaged(
                mark("{title} is damaged: its vectors take {size} bytes instead of {told}."),
                size=size,
                told=told.get("byteLength"),
            )
        count = 0
        for found in self._index():
            count += 1
            if found.flaw or not _fits(found.value, size):
                raise self._stores.damaged(
                    mark("{title} is damaged: {place} points outside of the vectors or tells a wrong size."),
                    place=found.place,
                )
        if count != told.get("count"):
            raise self._stores.damaged(
                mark("{title} is damaged: it lists {count} vectors instead of {told}."),
                count=count,
                told=told.get("count"),
            )


def listed(entries: Iterable[Entry]) -> Iterator[tuple[str, Json, bytes | None]]:
    """Rows of a store `memoryVectors`, whose vectors are lists of numbers; None where the numbers are lost."""
    for found in entries:
        vector = found.value.get("vector") if isinstance(found.value, dict) else None
        yield found.place, found.value, None if found.flaw else _packed(vector)


Rows = Callable[[], Iterator[tuple[str, Json, bytes | None]]]


def read_vectors(rows: Rows, owners: Mapping[str, str], account: Account) -> Iterator[VectorRecord | Skip]:
    """Take the vectors that belong to memories of the file; each model has one size, the commonest."""
    sizes = _sizes(rows())
    seen: set[str] = set()
    for place, row, data in rows():
        if not isinstance(row, dict):
            yield account.skip("vectors", place, NO_OBJECT)
            continue
        memory = identity(row.get("memoryId"), account) or ""
        model = (
            account.clean(row["model"]) if isinstance(row.get("model"), str) and row["model"] else _UNNAMED
        )
        refusal = _refusal(memory, data, sizes.get(model, 0), owners, seen)
        if refusal or data is None:
            yield account.skip("vectors", place, refusal or _LOST)
            continue
        seen.add(memory)
        yield VectorRecord(memory, owners[memory], model, data)


def _refusal(
    memory: str, data: bytes | None, size: int, owners: Mapping[str, str], seen: set[str]
) -> str | None:
    if not data:
        return _LOST
    if memory not in owners:
        return _NO_MEMORY
    if memory in seen:
        return _TWICE
    if len(data) != size:
        return _OTHER_SIZE
    return None if _sound(data) else _NOT_FINITE


def _sizes(rows: Iterable[tuple[str, Json, bytes | None]]) -> dict[str, int]:
    """The commonest length in bytes of each model's vectors: the `dimensions` told are the configured ones."""
    counted: dict[str, Counter[int]] = {}
    for _, row, data in rows:
        if isinstance(row, dict) and data:
            model = row.get("model")
            counted.setdefault(model if isinstance(model, str) and model else _UNNAMED, Counter())[
                len(data)
            ] += 1
    return {model: sizes.most_common(1)[0][0] for model, sizes in counted.items()}


def _packed(vector: Json) -> bytes | None:
    """Little-endian float32; a typed array that JSON made an object of is put together again."""
    if isinstance(vector, dict):
        if not vector or any(str(index) not in vector for index in range(len(vector))):
            return None
        vector = [vector[str(index)] for index in range(len(vector))]
        if len(vector) % _FLOAT == 0 and all(type(byte) is int and 0 <= byte < 256 for byte in vector):
            return bytes(vector)
    if not isinstance(vector, list) or not vector:
        return None
    if not set(map(type, vector)) <= {int, float}:
        return None
    try:
        return struct.pack(f"<{len(vector)}f", *vector)
    except (OverflowError, struct.error):
        return struct.pack("<f", math.inf) * len(vector)


def _sound(data: bytes) -> bool:
    numbers = array("f", data)
    total = sum(map(mul, numbers, numbers))
    return math.isfinite(total) and total > 0


def _fits(row: Json, size: int) -> bool:
    if not isinstance(row, dict):
        return False
    numbers = [row.get(name) for name in ("byteOffset", "byteLength", "dimensions")]
    if any(type(number) is not int or number < 0 for number in numbers):
        return False
    start, length, dimensions = row["byteOffset"], row["byteLength"], row["dimensions"]
    return bool(length == dimensions * _FLOAT and start + length <= size)


def _pass_over(read: Callable[[int], bytes], count: int) -> None:
    while count > 0 and (data := read(min(count, 1 << 20))):
        count -= len(data)
