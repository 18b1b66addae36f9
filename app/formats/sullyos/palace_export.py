"""SullyOS's palace export: several characters with their nodes, boxes, anticipations, plates and vectors."""

from collections.abc import Iterator
from typing import Final

from app.domain.errors import mark
from app.domain.records import CharacterRecord, Closing, Found, Record, Remainder
from app.formats.account import Account
from app.formats.entries import kept
from app.formats.json_file import JsonFile
from app.formats.outline import Field
from app.formats.parts import in_parts
from app.formats.sullyos.characters import NO_ID
from app.formats.sullyos.palace import Palace, predecessors_first
from app.formats.sullyos.people import People, identity
from app.formats.sullyos.stores import ObjectStores
from app.formats.sullyos.vectors import listed, read_vectors

TYPE: Final = "sully_memory_palace_export"
_READ: Final = frozenset(("charId", "charName", "nodes", "eventBoxes", "anticipations", "vectors"))


def read(file: JsonFile) -> Iterator[Found | Record | Closing]:
    """Yield each character with its palace; what the header says is kept."""
    account = Account()
    encoding = file.encoding.name
    yield Found("sullyos", "palace-export", encoding, "sullyos", needs_timezone=False, whole=True)
    header = {
        name: file.plain(field, account)
        for name, field in file.outline.fields.items()
        if name != "characters"
    }
    yield Remainder("palace-export", header)
    palace = Palace(People(), account)
    characters = file.outline.fields.get("characters")
    for index, fields in enumerate(characters.items if characters else ()):
        yield from _character(file, fields, f"characters[{index}]", palace)
    if not palace.people.names:
        account.warn(mark("There is no character in the file."))
    yield from account.leftovers()
    yield account.closing()


def _character(file: JsonFile, fields: dict[str, Field], place: str, palace: Palace) -> Iterator[Record]:
    account, people = palace.account, palace.people
    stores = ObjectStores(file, fields, account, f"{place}.")
    key = identity(stores.value("charId"), account)
    if key is None:
        yield account.skip("characters", place, NO_ID, {name: stores.value(name) for name in fields})
        return
    if key not in people.names:
        name = stores.value("charName")
        people.names[key] = account.clean(name) if isinstance(name, str) and name.strip() else key
        yield CharacterRecord(key, people.names[key])
    yield from (palace.box(found, key) for found in predecessors_first(stores.entries("eventBoxes")))
    yield from (palace.node(found, key) for found in stores.entries("nodes"))
    yield from (palace.anticipation(found, key) for found in stores.entries("anticipations"))
    yield from read_vectors(lambda: listed(stores.entries("vectors")), palace.owners, account)
    for name in stores.names():
        if name in _READ:
            continue
        if stores.is_array(name):
            yield from in_parts(name, (kept(found, account) for found in stores.entries(name)), key)
        else:
            yield Remainder(name, stores.value(name), key)
