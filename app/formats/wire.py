"""Records as lines of ASCII JSON, so that they cross from one process to another without pickle."""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final, get_origin

from app.domain.records import (
    BoxRecord,
    CharacterRecord,
    Closing,
    Found,
    FragmentRecord,
    Json,
    LinkRecord,
    MemoryRecord,
    MessageRecord,
    ParticipantRecord,
    Record,
    Remainder,
    SessionRecord,
    Skip,
    SummaryRecord,
    VectorRecord,
)
from app.domain.text import clean
from app.domain.when import Occurred

Told = Found | Record | Closing

_CLASSES: Final[tuple[type[Any], ...]] = (
    *(CharacterRecord, SessionRecord, MessageRecord, MemoryRecord, VectorRecord, LinkRecord, BoxRecord),
    *(FragmentRecord, SummaryRecord, Remainder, Skip, Found, Closing),
)
_TAKEN: Final = {
    cls: attrgetter(*(field.name for field in fields(cls)))
    for cls in (*_CLASSES, Occurred, ParticipantRecord)
}
_BY_NAME: Final = {cls.__name__: cls for cls in _CLASSES}
_BACK: Final[Mapping[str, Callable[[Any], Any]]] = {
    "occurred": lambda parts: Occurred(*parts),
    "participants": lambda people: tuple(ParticipantRecord(*person) for person in people),
    "values": b64decode,
}


def _turns(cls: type[Any]) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
    """Which fields of a class must be turned back, and how: those above, and every other tuple."""
    turned = []
    for at, field in enumerate(fields(cls)):
        turn = _BACK.get(field.name, tuple if get_origin(field.type) is tuple else None)
        if turn:
            turned.append((at, turn))
    return tuple(turned)


_TURNED: Final = {cls: _turns(cls) for cls in _CLASSES}


def _plain(value: Any) -> Json:
    if isinstance(value, bytes):
        return b64encode(value).decode()
    return _TAKEN[type(value)](value)


_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), default=_plain)


# Half of a pair without its other half, as it stands in a line. A backslash before it may deceive: no harm is done.
_HALF: Final = re.compile(r"\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]")
_AS_IT_STOOD: Final = {"extra", "payload"}  # kept for the way home as ASCII JSON, which holds halves too


def encode(record: Told) -> bytes:
    """One line; halves of letters (lone surrogates), which no database takes, are left out of what is read."""
    line = _ENCODER.encode([type(record).__name__, *_plain(record)])
    if _HALF.search(line):
        line = _ENCODER.encode([type(record).__name__, *_whole(record)])
    return line.encode() + b"\n"


def _whole(record: Any) -> list[Any]:
    named = zip(fields(record), _plain(record), strict=True)
    return [value if field.name in _AS_IT_STOOD else _mended(value) for field, value in named]


def _mended(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case list() | tuple():
            return [_mended(one) for one in value]
        case dict():
            return {clean(key): _mended(one) for key, one in value.items()}
        case Occurred() | ParticipantRecord():
            return _whole(value)
        case _:
            return value


def decode(line: list[Json]) -> Told:
    """The record of a parsed line."""
    cls = _BY_NAME[line[0]]
    values = line[1:]
    for at, turn in _TURNED[cls]:
        values[at] = turn(values[at])
    record: Told = cls(*values)
    return record
