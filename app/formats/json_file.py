"""A JSON document on disk or in a zip, walked once and then read field by field."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from app.domain.records import Json
from app.formats.account import Account
from app.formats.encoding import Encoding, utf8
from app.formats.entries import Entry, array_entries, entry, kept
from app.formats.json_stream import Scanner
from app.formats.meter import Meter
from app.formats.outline import Field, Outline, outline


@dataclass(frozen=True, slots=True)
class JsonFile:
    """An open document with its outline; `meter` counts the bytes that go by."""

    name: str
    file: BinaryIO
    encoding: Encoding
    outline: Outline
    meter: Meter

    @classmethod
    def open(cls, raw: BinaryIO, name: str, meter: Meter) -> "JsonFile":
        file, encoding = utf8(raw, name)
        return cls(name, file, encoding, outline(Scanner(file, name, encoding.mark, meter)), meter)

    def scanner(self, offset: int) -> Scanner:
        self.file.seek(offset)
        return Scanner(self.file, self.name, offset, self.meter)

    def value(self, field: Field, account: Account) -> Entry:
        return entry(self.scanner(field.offset), f"{field.name} (byte {field.offset})", account)

    def entries(self, field: Field, account: Account, place: str = "") -> Iterator[Entry]:
        return array_entries(self.scanner(field.offset), place or field.name, account)

    def plain(self, field: Field | None, account: Account) -> Json:
        """A field's value; None when it is absent."""
        return None if field is None else kept(self.value(field, account), account)
