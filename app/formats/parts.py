"""Cut a long remainder into parts that are quick to decode: `name`, `name.001`, `name.002`."""

import json
from collections.abc import Iterable, Iterator

from app.domain.records import Json, Remainder
from app.formats.limits import REMAINDER_PART


def in_parts(name: str, values: Iterable[Json], character: str | None = None) -> Iterator[Remainder]:
    """Yield one list as one or more remainders; an empty list is one empty part (absent is not empty)."""
    part: list[Json] = []
    size = number = 0
    for value in values:
        length = len(json.dumps(value))
        if part and size + length > REMAINDER_PART:
            yield Remainder(_named(name, number), part, character)
            part, size, number = [], 0, number + 1
        part.append(value)
        size += length
    if part or number == 0:
        yield Remainder(_named(name, number), part, character)


def _named(name: str, number: int) -> str:
    return f"{name}.{number:03d}" if number else name
