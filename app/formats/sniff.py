"""Tell by its content what a file is; its name and ending say nothing."""

import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, Final

from app.domain.errors import KnownError
from app.domain.records import Closing, Found, Record
from app.formats import locomo, memorybank, worldbook
from app.formats.archive import Archive, Below, Folder, Members
from app.formats.encoding import decode, detect
from app.formats.json_file import JsonFile
from app.formats.meter import Meter
from app.formats.sullyos import card, palace_export, text_dump
from app.formats.sullyos.backup import MEDIA, read_object, read_sharded
from app.formats.sullyos.stores import MANIFEST

Records = Iterator[Found | Record | Closing]

_DATA: Final = "data.json"
_FOREIGN: Final = ("vectorMemories", "extraLocalStorageConfig")
_FIELDS: Final = frozenset(
    (
        *("characters", "characterGroups", "userProfile", "lastActiveCharId", "apiPresets", "bm25Mode"),
        *("memoryNodes", "memoryVectors", "memoryLinks", "topicBoxes", "anticipations", "eventBoxes"),
        *("roomPlates", "digestReports", "memoryBatches", "memoryPalaceConfig", "memoryPalaceFlags"),
        *("memoryPalaceHighWaterMarks", "remoteVectorConfig", "chatArchivePrompts", "characterRefinePrompts"),
    )
)
_ARRAYS: Final = frozenset(("characters", "messages", "memoryNodes"))
_HEAD: Final = 400


def records(path: Path, timezone: str | None, meter: Meter) -> Records:
    """The records of whatever `path` is; a told failure when it is nothing we know."""
    if path.is_dir():
        yield from _members(Folder(path), path.name, "folder-v2", timezone, meter)
        return
    if not path.exists():
        raise KnownError("import.missing", "{name} is not there.", "Check the path.", name=path.name)
    if path.stat().st_size == 0:
        raise KnownError(
            "import.empty", "{name} is empty.", "Export it again, or copy it again.", name=path.name
        )
    if _is_zip(path):
        yield from _members(Archive(path), path.name, "zip-v2", timezone, meter)
        return
    meter.expect(path.stat().st_size)
    with path.open("rb") as raw:
        opening = _opening(path)
        if opening[:1] in ("{", "["):
            yield from _document(raw, path.name, "bare", timezone, meter)
            return
    if opening.startswith(text_dump.OPENING):
        yield from text_dump.read(*decode(path))
        return
    raise _unknown(path.name)


def _members(members: Members, title: str, shape: str, timezone: str | None, meter: Meter) -> Records:
    marked = [name for name in members.names() if name.rpartition("/")[2] in (MANIFEST, _DATA)]
    folder, _, found = min(
        marked, key=lambda name: (name.count("/"), not name.endswith(MANIFEST)), default=""
    ).rpartition("/")
    inside = Below(members, f"{folder}/") if folder else members
    if not found or "/" in folder:
        raise _unknown(title)
    if found == MANIFEST:
        meter.expect(sum(inside.size(name) for name in inside.names() if not name.startswith(MEDIA)))
        yield from read_sharded(inside, title, shape, meter)
        return
    meter.expect(inside.size(_DATA))
    with closing(inside.open(_DATA)) as raw:
        yield from _document(raw, _DATA, shape.replace("v2", "v1"), timezone, meter)


def _document(raw: BinaryIO, title: str, shape: str, timezone: str | None, meter: Meter) -> Records:
    try:
        file = JsonFile.open(raw, title, meter)
    except KnownError as fault:
        raise (_unknown(title) if fault.code == "import.not_json" else fault) from None
    fields = file.outline.fields
    kind = fields["type"].value if "type" in fields else None
    if any(name in fields for name in _FOREIGN):
        raise KnownError(
            "import.third_party",
            "{name} was made by another program in SullyOS’s name; SullyOS refuses it too.",
            "Export a backup from SullyOS itself.",
            name=title,
        )
    if kind == palace_export.TYPE:
        yield from palace_export.read(file)
    elif kind == card.TYPE:
        yield from card.read(file)
    elif memorybank.matches(fields):
        yield from memorybank.read(file, timezone)
    elif locomo.matches(file):
        yield from locomo.read(file, timezone)
    elif worldbook.matches(fields):
        yield from worldbook.read(file)
    elif _is_backup(fields):
        yield from read_object(file, shape)
    else:
        raise _unknown(title)


def _is_backup(fields: Mapping[str, Any]) -> bool:
    known = sum(name in _FIELDS for name in fields)
    stamped = "timestamp" in fields and "version" in fields
    return any(fields[name].kind == "array" for name in _ARRAYS & fields.keys()) and (known >= 2 or stamped)


def _is_zip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in (b"PK\x03\x04", b"PK\x05\x06") or zipfile.is_zipfile(file)


def _opening(path: Path) -> str:
    """The first words, in whatever letters they are written."""
    with path.open("rb") as file:
        found = detect(file)
        file.seek(found.mark)
        return file.read(_HEAD).decode(found.name, "ignore").lstrip("\ufeff \t\r\n")


def _unknown(name: str) -> KnownError:
    return KnownError(
        "import.unknown",
        "{name} is no export that is known here. Tried: {tried}.",
        "Export a backup from the companion’s program and import that file as it is.",
        name=name,
        tried="SullyOS (zip, JSON, palace export, card, text), MemoryBank, LoCoMo, worldbook",
    )
