"""Whatever is fed in: a told failure or a whole account, never a traceback."""

import contextlib
import json
import os
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest
from formats.exports import CHARACTER, backup, bare, message, node, of, sharded, told, zipped
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.errors import KnownError
from app.domain.records import Closing, MessageRecord, Remainder, Skip
from app.formats.registry import open_records
from app.formats.wire import encode


def failure(path: Path, **more: Any) -> KnownError:
    with pytest.raises(KnownError) as told_failure:
        list(open_records(path, "UTC", **more))
    assert told_failure.value.message
    return told_failure.value


@pytest.mark.parametrize(
    "data",
    [b"hello", b"\x89PNG\r\n\x1a\n" + b"\0" * 99, b"{}", b"[]", b"[1, 2]", b'"text"', b'{"a": 1}\n{"a": 2}', b"[LINE] chat", b"{oops}",
     b'{"messages": [{"role": "user"}], "name": "chat"}', b"\0\0\0\0", b"\xff\xfe"],
)  # fmt: skip
def test_what_is_no_export(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "backup.zip"
    path.write_bytes(data)
    fault = failure(path)
    assert fault.code == "import.unknown"
    assert "SullyOS" in str(fault.facts["tried"])


def test_empty_missing_and_a_folder_of_other_things(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert failure(tmp_path / "empty").code == "import.empty"
    assert failure(tmp_path / "missing").code == "import.missing"
    assert failure(tmp_path).code == "import.unknown"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = bare(tmp_path / "x", backup())
    path.chmod(0)
    assert failure(path).code == "import.unreadable"


def test_third_party_files_are_refused_as_the_original_does(tmp_path: Path) -> None:
    for name in ("vectorMemories", "extraLocalStorageConfig"):
        assert failure(bare(tmp_path / "x", backup(**{name: []}))).code == "import.third_party"


def test_insisting_on_another_format(tmp_path: Path) -> None:
    path = bare(tmp_path / "x", backup())
    assert failure(path, format_="memorybank").code == "import.other_format"
    assert failure(path, format_="telepathy").code == "import.no_format"
    for name in ("auto", "sullyos", "sullyos-zip"):
        assert len(list(open_records(path, "UTC", format_=name))) > 1


def test_nan_is_skipped_with_its_record(tmp_path: Path) -> None:
    stores = backup(messages=[message(1), message(2, metadata={"amount": float("nan")}), message(3)])
    records = told(bare(tmp_path / "x", stores))
    assert [m.external_id for m in of(records, MessageRecord)] == ["1", "3"]
    (skip,) = of(records, Skip)
    assert skip.place == "messages[1]"
    assert b"NaN" not in b"".join(encode(r) for r in records).replace(b"(NaN or infinite)", b"")


@pytest.mark.parametrize("zip_it", [True, False])
def test_nan_in_what_is_only_kept_becomes_null(tmp_path: Path, zip_it: bool) -> None:
    stores = backup(theme={"blur": float("nan"), "name": "dark"}, roomPlates=[{"x": float("inf")}])
    records = told(zipped(tmp_path / "x", sharded(stores)) if zip_it else bare(tmp_path / "x", stores))
    remainders = {r.name: r.payload for r in of(records, Remainder)}
    assert remainders["theme"] == {"blur": None, "name": "dark"}
    assert remainders["roomPlates"] == [{"x": None}]
    assert len(of(records, Closing)[0].warnings) == 1


def test_depth_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text('{"characters": [], "userProfile": ' + "[" * 5000 + "]" * 5000 + "}")
    assert failure(path).code == "import.too_deep"


def test_every_cut_of_a_backup_is_told(tmp_path: Path) -> None:
    whole = json.dumps(backup(messages=[message(1)], memoryNodes=[node("a")])).encode()
    path = tmp_path / "x"
    for size in range(1, len(whole), 11):
        path.write_bytes(whole[:size])
        assert failure(path).code in {"import.cut", "import.json", "import.not_json", "import.unknown"}


def test_broken_zips(tmp_path: Path) -> None:
    whole = zipped(tmp_path / "x", sharded(backup(messages=[message(1)]))).read_bytes()
    path = tmp_path / "x"
    path.write_bytes(whole[: len(whole) // 2])
    assert failure(path).code == "import.zip_broken"
    damaged = bytearray(whole)
    damaged[40:60] = b"\xff" * 20
    path.write_bytes(damaged)
    assert failure(path).code == "import.zip_broken"


def test_bombs(tmp_path: Path) -> None:
    zipped(tmp_path / "x", {"data.json": b" " * (8 << 20)})
    assert failure(tmp_path / "x").code == "import.zip_bomb"
    zipped(tmp_path / "y", {f"{n}": b"0" * (900 << 10) for n in range(4)})
    assert failure(tmp_path / "y").code == "import.zip_bomb"


def test_too_many_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.formats.archive.MAX_ENTRIES", 3)
    assert failure(zipped(tmp_path / "x", {str(n): b"" for n in range(4)})).code == "import.zip_entries"


@pytest.mark.parametrize("name", ["../../evil", "/etc/evil", "a/../../evil", "C:/evil", "..\\evil"])
def test_names_that_point_outside(tmp_path: Path, name: str) -> None:
    assert failure(zipped(tmp_path / "x", {name: b"x", "data.json": b"{}"})).code == "import.zip_path"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["x"]


def test_links_and_passwords(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as archive:
        info = zipfile.ZipInfo("data.json")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    assert failure(tmp_path / "x").code == "import.zip_link"
    data = bytearray(zipped(tmp_path / "y", {"data.json": b"{}"}, zipfile.ZIP_STORED).read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "y").write_bytes(data)
    assert failure(tmp_path / "y").code == "import.encrypted"


def test_entries_that_lie_over_one_another(tmp_path: Path) -> None:
    data = zipped(tmp_path / "x", {"a": b"1" * 100, "b": b"2" * 100}, zipfile.ZIP_STORED).read_bytes()
    second = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    lying = bytearray(data)
    lying[second + 42 : second + 46] = struct.pack("<I", 5)
    (tmp_path / "x").write_bytes(lying)
    assert failure(tmp_path / "x").code in {"import.zip_overlap", "import.zip_broken"}


def test_a_lying_size_is_told(tmp_path: Path) -> None:
    data = bytearray(zipped(tmp_path / "x", {"data.json": json.dumps(backup()).encode()}).read_bytes())
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = struct.pack("<I", 40)
    (tmp_path / "x").write_bytes(data)
    assert failure(tmp_path / "x").code in {"import.zip_broken", "import.cut", "import.json"}


def manifest_with(files: dict[str, bytes], **changes: Any) -> dict[str, bytes]:
    manifest = json.loads(files["manifest.json"])
    return {**files, "manifest.json": json.dumps({**manifest, **changes}).encode()}


def damaged() -> dict[str, dict[str, bytes]]:
    good = sharded(backup(memoryNodes=[node("a"), node("b")]), {"a": [1.0, 2.0], "b": [3.0, 4.0]})
    index = json.loads(good["stores/memory_vectors.index.json"])

    def rows(at: int, **more: Any) -> dict[str, bytes]:
        changed = [{**row, **more} if number == at else row for number, row in enumerate(index)]
        return {**good, "stores/memory_vectors.index.json": json.dumps(changed).encode()}

    return {
        "part missing": {k: v for k, v in good.items() if k != "stores/memoryNodes.001.json"},
        "part no list": {**good, "stores/memoryNodes.000.json": b"{}"},
        "part cut": {**good, "stores/memoryNodes.000.json": b'[{"id": '},
        "count": manifest_with(good, stores={"characters": {"parts": 1, "count": 2}}),
        "no parts": manifest_with(good, stores={"characters": {"count": 1}}),
        "negative parts": manifest_with(good, stores={"characters": {"parts": -1, "count": 1}}),
        "stores": manifest_with(good, stores=[]),
        "manifest": {**good, "manifest.json": b"[]"},
        "no bin": {k: v for k, v in good.items() if not k.endswith(".bin")},
        "no index": {k: v for k, v in good.items() if not k.endswith("index.json")},
        "bin short": {**good, "stores/memory_vectors.bin": good["stores/memory_vectors.bin"][:-4]},
        "vector count": manifest_with(good, vectors={"count": 3, "byteLength": 16}),
        "outside": rows(1, byteOffset=12),
        "negative": rows(0, byteOffset=-4),
        "wrong size": rows(0, byteLength=4),
        "no number": rows(0, byteLength="8"),
        "fraction": rows(0, dimensions=2.5),
    }


@pytest.mark.parametrize("fault", damaged())
def test_a_damaged_version_2_backup_is_refused_before_anything_is_told(tmp_path: Path, fault: str) -> None:
    path = zipped(tmp_path / "x", damaged()[fault])
    seen = []
    with pytest.raises(KnownError) as told_failure:
        seen.extend(open_records(path, "UTC"))
    assert not seen
    assert told_failure.value.code in {"import.incomplete", "import.cut", "import.not_json"}


def test_a_later_version_is_told(tmp_path: Path) -> None:
    assert (
        failure(zipped(tmp_path / "x", manifest_with(sharded(backup()), formatVersion=3))).code
        == "import.version"
    )


def test_pictures_are_left_and_told(tmp_path: Path) -> None:
    records = told(zipped(tmp_path / "x", {**sharded(backup()), "assets/a.png": b"\x89PNG"}))
    assert len(of(records, Closing)[0].warnings) == 1


def test_a_zipped_folder_is_looked_into(tmp_path: Path) -> None:
    files = {f"my backup/{name}": data for name, data in sharded(backup(messages=[message(1)])).items()}
    assert len(of(told(zipped(tmp_path / "x", {**files, "__MACOSX/x": b""})), MessageRecord)) == 1


def holds(path: Path) -> None:
    """The promise: a told failure, or a whole account that can be carried over."""
    with contextlib.suppress(KnownError):
        assert all(encode(record) for record in told(path))


@given(st.binary(max_size=300))
def test_random_bytes(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    holds(tmp_path / "x")


WORDS = st.sampled_from(
    [
        "id",
        "charId",
        "content",
        "type",
        "metadata",
        "timestamp",
        "createdAt",
        "room",
        "tags",
        "history",
        "date",
        "groupId",
        CHARACTER,
    ]
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(CHARACTER),
    lambda v: st.lists(v, max_size=3) | st.dictionaries(WORDS, v, max_size=4),
    max_leaves=5,
)
RECORDS = st.lists(JUNK | st.fixed_dictionaries({"id": JUNK, "charId": st.just(CHARACTER)}, optional=dict.fromkeys(("content", "type", "role", "timestamp", "metadata", "room", "importance", "valence", "tags", "createdAt", "memoryId", "vector", "sourceId", "targetId", "strength", "memories", "refinedMemories", "members", "activeMemoryMonths", "predecessorBoxId", "liveMemoryIds", "name", "groupId"), JUNK)), max_size=4)  # fmt: skip
STORES = st.dictionaries(
    st.sampled_from(["characters", "messages", "memoryNodes", "memoryVectors", "memoryLinks", "eventBoxes", "anticipations",
        "groups", "assets", "roomPlates", "userProfile", "memoryPalaceHighWaterMarks", "entries", "type"]),
    RECORDS | JUNK,
)  # fmt: skip


@settings(max_examples=40)
@given(STORES, st.booleans(), st.booleans())
def test_random_stores(tmp_path: Path, stores: Any, with_character: bool, zip_it: bool) -> None:
    if with_character:
        stores = {**backup(), **stores, "characters": [{"id": CHARACTER, "name": "E"}]}
    try:
        zipped(tmp_path / "x", sharded(stores)) if zip_it else bare(tmp_path / "x", stores)
    except RecursionError:
        return
    holds(tmp_path / "x")


@settings(max_examples=40)
@given(
    st.dictionaries(
        st.text(max_size=5),
        JUNK | st.fixed_dictionaries({"history": JUNK | st.dictionaries(st.text(max_size=6), JUNK)}),
    )
)
def test_random_banks(tmp_path: Path, bank: Any) -> None:
    holds(bare(tmp_path / "x", {"a": {"history": {}}, **bank}))
