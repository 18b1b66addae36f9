"""A SullyOS backup as records: characters first, then chats, palace, logs, and all that we do not read."""

from collections.abc import Iterator
from typing import Final

from app.domain.errors import mark
from app.domain.records import CharacterRecord, Closing, Found, Record, Remainder
from app.formats.account import Account
from app.formats.archive import Members
from app.formats.entries import kept
from app.formats.json_file import JsonFile
from app.formats.meter import Meter
from app.formats.parts import in_parts
from app.formats.sullyos.characters import of_character, read_character
from app.formats.sullyos.messages import read_messages
from app.formats.sullyos.palace import Palace, predecessors_first
from app.formats.sullyos.people import People, gather
from app.formats.sullyos.stores import ObjectStores, ShardedStores, Stores
from app.formats.sullyos.vectors import BinaryVectors, Rows, listed, read_vectors

SYSTEM: Final = "sullyos"
READ: Final = frozenset(
    ("characters", "messages", "memoryNodes", "memoryVectors", "memoryLinks", "eventBoxes", "anticipations")
)
MEDIA: Final = "assets/"


def read_sharded(
    members: Members, title: str, shape: str, meter: Meter
) -> Iterator[Found | Record | Closing]:
    """A version 2 backup, zipped or unpacked; refused as a whole when a part of it is damaged."""
    account = Account()
    stores = ShardedStores(members, title, account, meter)
    vectors = BinaryVectors(stores, members, account, meter)
    yield Found(SYSTEM, shape, "utf-8", SYSTEM, needs_timezone=False, whole=True)
    yield Remainder("manifest", stores.manifest)
    media = sum(name.startswith(MEDIA) for name in members.names())
    if media:
        account.warn(mark("Pictures and sounds stay in the backup; the texts that name them are kept."))
    yield from _records(stores, vectors.rows, account)


def read_object(file: JsonFile, shape: str) -> Iterator[Found | Record | Closing]:
    """A version 1 backup: one JSON object."""
    account = Account()
    stores = ObjectStores(file, file.outline.fields, account)
    yield Found(SYSTEM, shape, file.encoding.name, SYSTEM, needs_timezone=False, whole=True)
    counts = {
        name: field.count if field.kind == "array" else None for name, field in file.outline.fields.items()
    }
    yield Remainder("manifest", {"formatVersion": 1, "fields": counts})
    yield from _records(stores, lambda: listed(stores.entries("memoryVectors")), account)


def _records(stores: Stores, vectors: Rows, account: Account) -> Iterator[Record | Closing]:
    people = gather(stores, account)
    yield from _characters(stores, people, account)
    yield from read_messages(stores, people, account)
    yield from _palace(stores, vectors, people, account)
    for found in stores.entries("characters"):
        if isinstance(found.value, dict) and not found.flaw:
            yield from of_character(found, account)
    yield from _unread(stores, account)
    yield from account.leftovers()
    if not people.names:
        account.warn(mark("There is no character in the file."))
    yield account.closing()


def _characters(stores: Stores, people: People, account: Account) -> Iterator[Record]:
    seen: set[str] = set()
    for found in stores.entries("characters"):
        yield read_character(found, people, account, seen)
    if not stores.is_array("characters"):
        for key in _strangers(stores, account):
            people.names[key] = key
            yield CharacterRecord(key, key, people.partner_name)


def _strangers(stores: Stores, account: Account) -> list[str]:
    """Whose messages and memories a backup without a store of characters holds."""
    found: dict[str, None] = {}
    for name in ("messages", "memoryNodes", "anticipations"):
        for entry in stores.entries(name):
            key = entry.value.get("charId") if isinstance(entry.value, dict) else None
            if isinstance(key, str) and key:
                found[account.clean(key)] = None
    return list(found)


def _palace(stores: Stores, vectors: Rows, people: People, account: Account) -> Iterator[Record]:
    palace = Palace(people, account)
    yield from map(palace.box, predecessors_first(stores.entries("eventBoxes")))
    yield from map(palace.node, stores.entries("memoryNodes"))
    yield from map(palace.anticipation, stores.entries("anticipations"))
    yield from read_vectors(vectors, palace.owners, account)
    yield from map(palace.link, stores.entries("memoryLinks"))


def _unread(stores: Stores, account: Account) -> Iterator[Remainder]:
    """Stores and settings that are not read, as they stand."""
    for name in stores.names():
        if name in READ:
            continue
        if stores.is_array(name):
            yield from in_parts(name, (kept(found, account) for found in stores.entries(name)))
        else:
            yield Remainder(name, stores.value(name))
