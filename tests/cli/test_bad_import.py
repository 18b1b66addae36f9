"""A file that is no export, is hurt or means harm: told and nothing changed, or a whole account."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.conftest import Belvedere, look, unchanged
from formats import exports
from formats.exports import backup, bare, message, node, sharded, zipped

Write = Callable[[Path], object]


def raw(data: bytes) -> Write:
    return lambda path: path.write_bytes(data)


def cut_zip(path: Path) -> None:
    zipped(path, sharded(backup(messages=[message(n) for n in range(50)])))
    path.write_bytes(path.read_bytes()[:-200])


def damaged_zip(path: Path) -> None:
    """The last store does not unpack: all before it reads well."""
    import os

    noise = [message(n, content=os.urandom(40).hex()) for n in range(3000)]
    zipped(path, {"data.json": json.dumps(backup(messages=noise)).encode()})
    data = bytearray(path.read_bytes())
    at = len(data) * 3 // 4
    data[at : at + 64] = b"\xff" * 64
    path.write_bytes(data)


def part_missing(path: Path) -> None:
    files = sharded(backup(messages=[message(n) for n in range(4)]))
    del files["stores/messages.001.json"]
    zipped(path, files)


def bomb(path: Path) -> None:
    zipped(path, {"data.json": b" " * (8 << 20)})


def traversal(path: Path) -> None:
    zipped(path, {"../../evil.txt": b"x", "data.json": json.dumps(backup()).encode()})


def deep(path: Path) -> None:
    path.write_text('{"characters": [], "userProfile": ' + "[" * 5000 + "]" * 5000 + "}")


def deep_bank(path: Path) -> None:
    path.write_text('{"Ada": {"history": {"2026-02-03": ' + "[" * 5000 + "]" * 5000 + "}}}")


def cut_json(path: Path) -> None:
    bare(path, backup(messages=[message(n) for n in range(2000)]))
    path.write_bytes(path.read_bytes()[:-400])


REFUSED: dict[str, tuple[Write, set[str]]] = {
    "text": (raw(b"dear diary"), {"import.unknown"}),
    "picture": (raw(b"\x89PNG\r\n\x1a\n" + b"\0" * 99), {"import.unknown"}),
    "no records": (raw(b"{}"), {"import.unknown"}),
    "another program's": (raw(b'{"messages": [{"role": "user"}]}'), {"import.unknown"}),
    "empty": (raw(b""), {"import.empty"}),
    "cut zip": (cut_zip, {"import.zip_broken"}),
    "damaged zip": (damaged_zip, {"import.zip_broken"}),
    "part missing": (part_missing, {"import.incomplete"}),
    "bomb": (bomb, {"import.zip_bomb"}),
    "traversal": (traversal, {"import.zip_path"}),
    "deep": (deep, {"import.too_deep"}),
    "deep bank": (deep_bank, {"import.too_deep"}),
    "cut JSON": (cut_json, {"import.cut", "import.json"}),
    "missing": (lambda path: None, {"import.missing"}),
}


@pytest.mark.parametrize("dry", [[], ["--dry-run"]], ids=["", "dry"])
@pytest.mark.parametrize("name", REFUSED)
def test_refused(belvedere: Belvedere, made, tmp_path, name, dry) -> None:
    write, codes = REFUSED[name]
    path, file = made("chat"), tmp_path / "export"
    write(file)
    with unchanged(tmp_path):
        said = belvedere("import", path, file, *dry, code=1)
    assert said["error"]["code"] in codes
    assert said["error"]["message"] in said.err
    assert not (tmp_path.parent / "evil.txt").exists()


LONG = "她记得很久以前的那一天。" * 1700  # 20,400 characters

TAKEN: dict[str, Write] = {
    "empty export": lambda path: bare(path, {**backup(), "characters": []}),
    "empty bank": lambda path: bare(path, {"Ada": {"name": "Ada", "history": {}}}),
    "NaN": lambda path: bare(
        path,
        backup(
            messages=[message(1), message(2, metadata={"amount": float("nan")}), message(3)],
            memoryNodes=[node("a", importance=float("inf")), node("b")],
        ),
    ),
    "surrogates": lambda path: bare(
        path,
        backup(
            messages=[message(1, content="half \ud83d a face", metadata={"x": "\udc00"}), message(2, oddity="\ud83d")],
            memoryNodes=[node("a", content="\ud83d 梦", tags=["\udfff", "x"], oddity={"\ud800": "\ud800"})],
        ),
    ),
    "long memory": lambda path: bare(path, backup(memoryNodes=[node("a", content=LONG)])),
    "NUL": lambda path: bare(path, backup(messages=[message(1, content="a\0b")], memoryNodes=[node("a\0", content="\0")])),
    "years": lambda path: bare(
        path, backup(messages=[message(n, timestamp=10**n) for n in range(1, 22)], memoryNodes=[node("a", createdAt=-(10**15))])
    ),
    "big numbers": lambda path: bare(path, backup(messages=[message(10**30), message(2**63)], memoryNodes=[node("a", importance=10**40, accessCount=2**70)])),
}  # fmt: skip


@pytest.mark.parametrize("name", TAKEN)
def test_taken_with_a_whole_account(belvedere: Belvedere, made, tmp_path, name) -> None:
    path, file = made("empty"), tmp_path / "export"
    TAKEN[name](file)
    dry = belvedere("import", path, file, "--dry-run", "--timezone", "UTC").document
    said = belvedere("import", path, file, "--timezone", "UTC").document
    assert said["found"] == said["new"] + said["known"] + said["changed"] + said["skipped"]
    assert dry["by_kind"] == said["by_kind"]
    if name == "years":  # dates far ahead are told by `check`, not refused at the door
        assert belvedere("check", path, "--repair")["repaired"][0]["kind"] == "future_date"
        belvedere("undo", path)
    else:
        assert belvedere("check", path)["problems"] == []
    again = belvedere("import", path, file, "--timezone", "UTC").document
    assert (again["new"], again["changed"]) == (0, 0)
    for one in belvedere("info", path)["characters"]:
        belvedere("recall", path, "face 梦 memory", "--character", one["uid"])
        belvedere("recall", path, "face", "--over", "messages", "--character", one["uid"])
        belvedere("prompt", path, "那一天", "--character", one["uid"])
    belvedere("process", path, "--all")
    for one in belvedere("history", path)["edits"]:
        if one["state"] == "done" and one["rows"]:
            belvedere("undo", path, one["id"])
    assert belvedere("info", path)["characters"] == []
    assert belvedere("check", path)["problems"] == []
    assert list(look(path.parent)) == [path.name]


def test_a_long_memory_is_kept_whole(belvedere: Belvedere, made, tmp_path) -> None:
    path, file = made("empty"), tmp_path / "export"
    TAKEN["long memory"](file)
    belvedere("import", path, file)
    (item,) = belvedere("recall", path, "那一天")["items"]
    assert item["content"] == LONG


def test_credentials_are_dropped_and_counted(belvedere: Belvedere, made, tmp_path) -> None:
    path, file = made("empty"), tmp_path / "export"
    secret = exports.KEY
    bare(file, backup(apiConfig={"apiKey": secret, "baseUrl": "https://api.example.com"}))
    said = belvedere("import", path, file)
    assert said["dropped_credentials"] >= 1
    assert secret not in said.out + said.err
    assert secret.encode() not in path.read_bytes()
