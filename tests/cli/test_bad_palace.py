"""A palace that is none, is hurt, is held, or has no room: told, nothing changed, no traceback."""

import os
import sqlite3
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli.conftest import Belvedere, look, unchanged

from app.storage import driver

NOBODY = 65534
READING = [["info"], ["check"], ["history"], ["recall", "words"], ["prompt", "words"], ["backup", "{out}"]]
WRITING = [
    *(["import", "{bank}"], ["process", "--all"], ["undo"], ["redo"], ["check", "--repair"]),
    ["refine", "2026-02", "--character", "小满"],
]

Spoil = Callable[[Path], None]


def text(path: Path) -> None:
    path.write_bytes(b"dear diary, " * 99)


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def a_few_bytes(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60])


def longer(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0" * 700)


def newer(path: Path) -> None:
    data = bytearray(path.read_bytes())
    struct.pack_into(">I", data, 60, 99)
    path.write_bytes(data)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_strange_database(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as conn:
        conn.execute("CREATE TABLE memory(id, content)")
    conn.close()


def other_tables(path: Path) -> None:
    _statement(path, "DROP TABLE link", "CREATE VIEW link AS SELECT 1 AS id")


def torn(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[2 * 16384 :] = os.urandom(len(data) - 2 * 16384)
    path.write_bytes(data)


def _statement(path: Path, *statements: str) -> None:
    conn = sqlite3.connect(path)
    for statement in statements:
        conn.execute(statement)
    conn.commit()
    conn.close()


REFUSED = [
    (text, "palace.not_a_palace"),
    (nothing, "palace.empty"),
    (half, "palace.cut_off"),
    (a_few_bytes, "palace.not_a_palace"),
    (longer, "palace.cut_off"),
    (newer, "palace.newer"),
    (a_folder, "palace.not_a_palace"),
    (a_strange_database, "palace.not_a_palace"),
    (other_tables, "palace.not_a_palace"),
    (torn, "palace.corrupt"),
]


def call(verb: list[str], path: Path, bank: Path) -> list[str]:
    out = path.parent.parent / "out.palace"
    return [verb[0], str(path), *(word.format(bank=bank, out=out) for word in verb[1:])]


@pytest.mark.parametrize("verb", [*READING, *WRITING], ids=" ".join)
@pytest.mark.parametrize(("spoil", "code"), REFUSED, ids=lambda one: getattr(one, "__name__", ""))
def test_refused(belvedere: Belvedere, made, bank, spoil: Spoil, code, verb) -> None:
    path = made("read")
    spoil(path)
    with unchanged(path.parent.parent):
        error = belvedere(*call(verb, path, bank), code=1)["error"]
    assert error["code"] == code
    assert path.name in error["message"]


HOSTILE = [
    "CREATE TRIGGER t AFTER INSERT ON memory BEGIN DELETE FROM memory; END",
    "CREATE TRIGGER t AFTER UPDATE ON run BEGIN UPDATE memory SET content = 'x'; END",
    "CREATE VIEW spy AS SELECT content FROM memory",
    "CREATE TABLE more(id)",
    "CREATE INDEX odd ON memory(hex(content))",
    "CREATE VIRTUAL TABLE v USING fts5(content)",
]


@pytest.mark.parametrize("statement", HOSTILE)
def test_a_hostile_schema_is_read_and_never_written(belvedere: Belvedere, made, bank, statement) -> None:
    path = made("read")
    _statement(path, statement)
    with unchanged(path.parent):
        assert len(belvedere("info", path)["characters"]) == 2
        for verb in WRITING:
            assert belvedere(*call(verb, path, bank), code=1)["error"]["code"] == "palace.foreign_schema"


def test_one_torn_page_is_found_by_check(belvedere: Belvedere, made, capsys) -> None:
    from app.cli import main

    path = made("demo")
    page = _page_of(path, "message")
    data = bytearray(path.read_bytes())
    data[(page - 1) * 16384 : page * 16384] = os.urandom(16384)
    path.write_bytes(data)
    with unchanged(path.parent):
        assert main.run(["check", str(path), "--json"]) == 1
        out, err = capsys.readouterr()
        assert '"damaged"' in out or '"palace.corrupt"' in out
        assert "Traceback" not in out + err
        assert belvedere("check", path, "--repair", code=1)["error"]["code"] in {
            "palace.damaged",
            "palace.corrupt",
        }
    (path.parent.parent / "copies").mkdir()
    said = belvedere("backup", path, path.parent.parent / "copies" / "b.palace", code=1)
    assert said["error"]["code"] in {"palace.corrupt", "backup.unsound"}
    assert look(path.parent.parent / "copies") == {}


def _page_of(path: Path, table: str) -> int:
    import apsw

    conn = apsw.Connection(str(path))
    query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 2"
    page = conn.execute(query, (table,)).get
    conn.close()
    return int(page)


@pytest.fixture
def outside() -> Iterator[Path]:
    """A folder that every user may walk into."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everything: act as someone who may not."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if me == 0:
            os.seteuid(me)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="no users here")
@pytest.mark.parametrize("protected", ["file", "folder", "both"])
def test_what_may_not_be_written_is_read(belvedere: Belvedere, templates, bank, outside, protected) -> None:
    house = outside / "house"
    house.mkdir()
    path = house / "read.palace"
    path.write_bytes(templates("read").read_bytes())
    copied = outside / "bank.json"
    copied.write_bytes(bank.read_bytes())
    if os.geteuid() == 0:
        os.chown(house, NOBODY, -1)
        os.chown(path, NOBODY, -1)
    if protected != "folder":
        path.chmod(0o444)
    if protected != "file":
        house.chmod(0o555)
    wanted = "palace.read_only_folder" if protected == "folder" else "palace.read_only_file"
    try:
        with unchanged(outside), as_nobody():
            assert len(belvedere("info", path)["characters"]) == 2
            assert belvedere("recall", path, "虾", "--character", "小满")["items"]
            for verb in WRITING:
                error = belvedere(*call(verb, path, copied), code=1)["error"]
                assert error["code"] == wanted
            if protected != "file":
                made = belvedere("new", house / "b.palace", code=1)["error"]
                assert made["code"] == "palace.read_only_folder"
                error = belvedere("backup", path, house / "b.palace", code=1)["error"]
                assert error["code"] in {"backup.cannot_write", "palace.cannot_open"}
    finally:
        house.chmod(0o755)
        path.chmod(0o644)


HOLD = """
import asyncio, sys
from pathlib import Path
from app.storage.database import Database
async def main():
    db = await Database.open(Path(sys.argv[1]))
    print("held", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await db.close()
asyncio.run(main())
"""
WRITE = """
import sqlite3, sys
conn = sqlite3.connect(sys.argv[1], isolation_level=None)
conn.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
conn.execute("ROLLBACK")
conn.close()
"""


@contextmanager
def another(code: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the palace until it hears the end."""
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.stdin.close()
            assert process.wait(20) == 0


def test_held_by_another_of_us(belvedere: Belvedere, made, bank) -> None:
    path = made("read")
    before = look(path.parent)
    with another(HOLD, path) as process:
        assert len(belvedere("info", path)["characters"]) == 2
        assert belvedere("recall", path, "虾", "--character", "小满")["items"]
        for verb in WRITING:
            error = belvedere(*call(verb, path, bank), code=1)["error"]
            assert error["code"] == "palace.held"
            assert f"process {process.pid} " in error["message"]
        assert look(path.parent)["read.palace"] == before["read.palace"]
    assert look(path.parent) == before
    belvedere("undo", path)


def test_written_by_a_stranger(belvedere: Belvedere, made, bank, monkeypatch) -> None:
    monkeypatch.setattr(driver, "BUSY_MS", 50)
    path = made("chat")
    before = belvedere("info", path)["characters"]
    with another(WRITE, path):
        assert belvedere("info", path)["characters"] == before
        for verb in (["process", "--all"], ["undo"]):
            assert belvedere(*call(verb, path, bank), code=1)["error"]["code"] == "palace.locked"
    assert belvedere("info", path)["characters"] == before
    assert belvedere("check", path)["problems"] == []


def big_bank(tmp_path: Path) -> Path:
    from making import memorybank

    lines = [(f"{n} {os.urandom(400).hex()}", "Hm.") for n in range(3000)]
    return memorybank({"Bo": {"2026-02-03": lines}}, tmp_path / "big.json")


def test_no_room_on_the_disk(belvedere: Belvedere, made, tmp_path, monkeypatch) -> None:
    path, bank = made("read"), big_bank(tmp_path)
    before = belvedere("info", path)["characters"]
    pages = path.stat().st_size // driver.PAGE_SIZE
    monkeypatch.setattr(driver, "_PRAGMAS", (*driver._PRAGMAS, f"PRAGMA max_page_count = {pages + 20}"))
    assert belvedere("import", path, bank, code=1)["error"]["code"] == "palace.full"
    monkeypatch.undo()
    _as_before(belvedere, path, before)


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from app.cli import main
sys.exit(main.run(sys.argv[2:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no file size limit here")
def test_the_disk_takes_no_more(belvedere: Belvedere, made, tmp_path) -> None:
    path, bank = made("read"), big_bank(tmp_path)
    before = belvedere("info", path)["characters"]
    limit = path.stat().st_size + 400_000
    call = [sys.executable, "-c", LIMITED, str(limit), "import", str(path), str(bank)]
    ended = subprocess.run(call, capture_output=True, text=True, timeout=60)  # noqa: PLW1510
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert ended.stderr.startswith("belvedere: The disk refused") or "no room left" in ended.stderr
    assert "Traceback" not in ended.stderr
    _as_before(belvedere, path, before)


def _as_before(belvedere: Belvedere, path: Path, before: list) -> None:
    """What was committed is kept; what could not be finished is an interrupted run that can be taken back."""
    after = belvedere("info", path)["characters"]
    assert after[: len(before)] == before
    newest = belvedere("history", path)["edits"][0]
    if len(after) > len(before):
        assert newest["state"] == "interrupted"
        belvedere("undo", path, newest["id"])
    assert belvedere("info", path)["characters"] == before
    assert belvedere("check", path)["problems"] == []
    assert list(look(path.parent)) == [path.name]
