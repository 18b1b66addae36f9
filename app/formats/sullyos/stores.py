"""The fields of a SullyOS backup, whether it is one JSON object or a zip of sharded stores."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final, Protocol

from app.domain.errors import KnownError, mark
from app.domain.records import Json
from app.formats.account import Account
from app.formats.archive import Members
from app.formats.entries import Entry, array_entries, array_values, entry, kept
from app.formats.json_file import JsonFile
from app.formats.json_stream import Scanner
from app.formats.meter import Meter
from app.formats.outline import Field, outline

MANIFEST: Final = "manifest.json"
METADATA: Final = "metadata.json"


class Stores(Protocol):
    """Array fields by record, other fields by value; absent is not empty. What is `raw` may hold credentials still."""

    def names(self) -> tuple[str, ...]: ...
    def is_array(self, name: str) -> bool: ...
    def value(self, name: str) -> Json: ...
    def entries(self, name: str) -> Iterator[Entry]: ...
    def raw(self, name: str) -> Iterator[Json]: ...


class ObjectStores:
    """A backup, or one character of a palace export, as one JSON object."""

    def __init__(self, file: JsonFile, fields: dict[str, Field], account: Account, place: str = "") -> None:
        self._file, self._fields, self._account, self._place = file, fields, account, place

    def names(self) -> tuple[str, ...]:
        return tuple(self._fields)

    def is_array(self, name: str) -> bool:
        return name in self._fields and self._fields[name].kind == "array"

    def value(self, name: str) -> Json:
        return self._file.plain(self._fields.get(name), self._account)

    def entries(self, name: str) -> Iterator[Entry]:
        if self.is_array(name):
            yield from self._file.entries(self._fields[name], self._account, self._place + name)

    def raw(self, name: str) -> Iterator[Json]:
        if self.is_array(name):
            yield from array_values(self._file.scanner(self._fields[name].offset))


class ShardedStores:
    """A version 2 backup: checked whole, as the original does, before anything is read from it."""

    def __init__(self, members: Members, title: str, account: Account, meter: Meter) -> None:
        self._members, self._title, self._account, self._meter = members, title, account, meter
        self.manifest = self._object(MANIFEST)
        if self.manifest.get("formatVersion") != 2:
            raise KnownError(
                "import.version",
                "{name} is a SullyOS backup of version {version}; only version 2 is known.",
                "Look for a newer Belvedere.",
                name=title,
                version=self.manifest.get("formatVersion"),
            )
        self._metadata = self._object(METADATA) if METADATA in members.names() else {}
        self._parts = self._declared_parts()
        for name, parts in self._parts.items():
            self._check(name, parts)

    def names(self) -> tuple[str, ...]:
        return (*self._parts, *(name for name in self._metadata if name not in self._parts))

    def is_array(self, name: str) -> bool:
        return name in self._parts

    def value(self, name: str) -> Json:
        return self._metadata.get(name)

    def entries(self, name: str) -> Iterator[Entry]:
        for part in self._parts.get(name, ()):
            with closing(self._members.open(part)) as file:
                yield from array_entries(Scanner(file, part, 0, self._meter), part, self._account)

    def raw(self, name: str) -> Iterator[Json]:
        for part in self._parts.get(name, ()):
            with closing(self._members.open(part)) as file:
                yield from array_values(Scanner(file, part, 0, self._meter))

    def damaged(self, template: str, /, **facts: object) -> KnownError:
        remedy = mark("Nothing was imported. Export the backup again; this copy is incomplete.")
        return KnownError("import.incomplete", template, remedy, title=self._title, **facts)

    def _object(self, name: str) -> dict[str, Any]:
        if name not in self._members.names():
            raise self.damaged(mark("{title} is damaged: {part} is missing."), part=name)
        with closing(self._members.open(name)) as file:
            scanner = Scanner(file, name, 0, self._meter)
            found = kept(entry(scanner, name, self._account), self._account)
            scanner.finish()
        if not isinstance(found, dict):
            raise self.damaged(mark("{title} is damaged: {part} is no object."), part=name)
        return found

    def _declared_parts(self) -> dict[str, tuple[str, ...]]:
        stores = self.manifest.get("stores", {})
        if not isinstance(stores, dict):
            raise self.damaged(mark("{title} is damaged: its list of stores is no object."))
        found = {}
        for name, store in stores.items():
            parts = store.get("parts") if isinstance(store, dict) else None
            if not isinstance(parts, int) or not 0 <= parts <= len(self._members.names()):
                raise self.damaged(
                    mark("{title} is damaged: store {store} tells no number of parts."), store=name
                )
            found[name] = tuple(f"stores/{name}.{number:03d}.json" for number in range(parts))
        return found

    def _check(self, name: str, parts: tuple[str, ...]) -> None:
        count = 0
        for part in parts:
            if part not in self._members.names():
                raise self.damaged(mark("{title} is damaged: {part} is missing."), part=part)
            count += self._count(part)
        told = self.manifest["stores"][name].get("count")
        if count != told:
            raise self.damaged(
                mark("{title} is damaged: store {store} holds {count} records instead of {told}."),
                store=name,
                count=count,
                told=told,
            )

    def _count(self, part: str) -> int:
        with closing(self._members.open(part)) as file:
            scanner = Scanner(file, part, 0, self._meter)
            if scanner.peek() != "[":
                outline(scanner)
                raise self.damaged(mark("{title} is damaged: {part} is no list."), part=part)
            count = sum(1 for _ in array_values(scanner))
            scanner.finish()
            return count
