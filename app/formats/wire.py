"""Records as lines of ASCII JSON, so that they cross from one process to another without pickle."""

import json
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


def encode(record: Told) -> bytes:
    """One line, with lone surrogates as escapes."""
    return _ENCODER.encode([type(record).__name__, *_plain(record)]).encode() + b"\n"


def decode(line: list[Json]) -> Told:
    """The record of a parsed line."""
    cls = _BY_NAME[line[0]]
    values = line[1:]
    for at, turn in _TURNED[cls]:
        values[at] = turn(values[at])
    record: Told = cls(*values)
    return record
