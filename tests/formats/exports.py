"""Small foreign files of every shape, written anew: the invented people Mara, Odd and their companion Ember."""

import json
import struct
import zipfile
from pathlib import Path
from typing import Any

from app.domain.records import Closing, Found
from app.formats.registry import open_records

CHARACTER = "char-1"
T0 = 1_772_600_000_000  # 2026-03-04T04:53:20Z
KEY = "sk-proj-0123456789abcdefghij"


def character(**more: Any) -> dict[str, Any]:
    return {
        "id": CHARACTER,
        "name": "Ember",
        "systemPrompt": "You are Ember, a lighthouse keeper.",
        "worldview": "An island.",
        "memories": [],
        **more,
    }


def message(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "charId": CHARACTER,
        "role": "user" if number % 2 else "assistant",
        "type": "text",
        "content": f"words {number}",
        "timestamp": T0 + number * 60_000,
        **more,
    }


def node(name: str, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "charId": CHARACTER,
        "content": f"memory {name}",
        "room": "bedroom",
        "tags": ["tea"],
        "importance": 6,
        "mood": "happy",
        "embedded": True,
        "createdAt": T0,
        "lastAccessedAt": T0 + 1,
        "accessCount": 2,
        "pinnedUntil": None,
        "eventBoxId": None,
        "origin": "extraction",
        **more,
    }


def backup(**stores: Any) -> dict[str, Any]:
    return {
        "timestamp": T0,
        "version": 3,
        "userProfile": {"name": "Mara"},
        "characters": [character()],
        **stores,
    }


def bare(path: Path, document: Any, **options: Any) -> Path:
    path.write_text(json.dumps(document, **options), encoding="utf-8")
    return path


def sharded(stores: dict[str, Any], vectors: dict[str, list[float]] | None = None) -> dict[str, bytes]:
    """The members of a version 2 backup: two parts a store, metadata, and vectors as one binary file."""
    files: dict[str, bytes] = {}
    told: dict[str, Any] = {}
    metadata = {name: value for name, value in stores.items() if not isinstance(value, list)}
    for name, records in stores.items():
        if isinstance(records, list):
            half = (len(records) + 1) // 2
            parts = [part for part in (records[:half], records[half:]) if part]
            for number, part in enumerate(parts):
                files[f"stores/{name}.{number:03d}.json"] = json.dumps(part).encode()
            told[name] = {"parts": len(parts), "count": len(records)}
    manifest: dict[str, Any] = {"formatVersion": 2, "mode": "text_only", "stores": told}
    if vectors is not None:
        index, data = [], b""
        for memory, numbers in vectors.items():
            piece = struct.pack(f"<{len(numbers)}f", *numbers)
            row = {"memoryId": memory, "charId": CHARACTER, "dimensions": len(numbers), "model": "m"}
            index.append({**row, "byteOffset": len(data), "byteLength": len(piece)})
            data += piece
        files["stores/memory_vectors.bin"] = data
        files["stores/memory_vectors.index.json"] = json.dumps(index).encode()
        manifest["vectors"] = {"count": len(index), "byteLength": len(data)}
    files["metadata.json"] = json.dumps(metadata).encode()
    files["manifest.json"] = json.dumps(manifest).encode()
    return files


def zipped(path: Path, files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def told(path: Path, timezone: str | None = "Europe/Oslo") -> list[Any]:
    """Everything the reader tells, and that it begins and ends as it must."""
    records = list(open_records(path, timezone))
    assert isinstance(records[0], Found)
    assert isinstance(records[-1], Closing)
    assert not any(isinstance(record, Found | Closing) for record in records[1:-1])
    return records


def of(records: list[Any], kind: type[Any]) -> list[Any]:
    return [record for record in records if isinstance(record, kind)]
