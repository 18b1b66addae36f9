"""A first walk over a JSON document: its top-level fields, where each begins and what it is; proves the whole valid."""

from dataclasses import dataclass
from typing import Any, Literal

from app.formats.json_stream import FlawedValueError, Scanner

Kind = Literal["array", "object", "scalar", "nothing"]
_DESCEND = "characters"  # its items can be larger than memory in a palace export
_REMEMBERED = 300  # characters of a scalar that is remembered


@dataclass(frozen=True, slots=True)
class Field:
    """One member of an object: its kind, place, number of items, names within it, or its short value."""

    name: str
    kind: Kind
    offset: int
    count: int = 0
    value: Any = None
    keys: frozenset[str] = frozenset()
    items: tuple[dict[str, "Field"], ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """The document's kind and, for an object, its fields in the file's order."""

    kind: Kind
    fields: dict[str, Field]


def outline(scanner: Scanner) -> Outline:
    """Walk the whole document once."""
    opened = scanner.peek()
    if opened == "{":
        found = Outline("object", _fields(scanner))
    elif opened == "[":
        for _ in scanner.items():
            _passed(scanner)
        found = Outline("array", {})
    else:
        _passed(scanner)
        found = Outline("scalar", {})
    scanner.finish()
    return found


def _fields(scanner: Scanner) -> dict[str, Field]:
    fields = {}
    for name in scanner.members():
        opened, offset = scanner.peek(), scanner.offset()
        if opened == "[":
            fields[name] = _array(scanner, name, offset)
        else:
            value = _passed(scanner)
            if isinstance(value, dict):
                fields[name] = Field(name, "object", offset, len(value), keys=frozenset(value))
            else:
                short = None if isinstance(value, str) and len(value) > _REMEMBERED else value
                fields[name] = Field(name, "nothing" if value is None else "scalar", offset, value=short)
    return fields


def _array(scanner: Scanner, name: str, offset: int) -> Field:
    count, items = 0, []
    for _ in scanner.items():
        count += 1
        if name == _DESCEND and scanner.peek() == "{":
            items.append(_fields(scanner))
        else:
            _passed(scanner)
    return Field(name, "array", offset, count, items=tuple(items))


def _passed(scanner: Scanner) -> Any:
    try:
        return scanner.value()
    except FlawedValueError as flawed:
        return flawed.value
