"""The process of its own: the same records, and every way it can end badly is told."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from formats.exports import backup, bare, message, node, sharded, zipped
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import KnownError
from app.domain.records import (
    Closing,
    Found,
    MemoryRecord,
    MessageRecord,
    ParticipantRecord,
    Remainder,
    SessionRecord,
    VectorRecord,
)
from app.domain.when import Occurred
from app.formats.reader_process import Limits, child_command, read
from app.formats.registry import open_records
from app.formats.wire import decode, encode

TEXT = st.text(st.characters(exclude_categories=()), max_size=9)
OCCURRED = st.builds(Occurred, TEXT | st.none(), TEXT | st.none(), TEXT, TEXT | st.none(), TEXT | st.none())
EXTRA = st.dictionaries(TEXT, st.none() | st.integers() | TEXT | st.lists(TEXT, max_size=2), max_size=2)
RECORDS = st.one_of(
    st.builds(MessageRecord, TEXT, TEXT, TEXT, TEXT, TEXT, OCCURRED, payload=EXTRA, extra=EXTRA),
    st.builds(MemoryRecord, TEXT, TEXT, TEXT, OCCURRED, tags=st.tuples(TEXT), anticipation=st.none() | EXTRA),
    st.builds(SessionRecord, TEXT, st.tuples(st.builds(ParticipantRecord, TEXT, TEXT, TEXT | st.none()))),
    st.builds(VectorRecord, TEXT, TEXT, TEXT, st.binary(max_size=9)),
    st.builds(Remainder, TEXT, EXTRA),
    st.builds(Closing, st.integers(), st.tuples(TEXT)),
)


@given(RECORDS)
def test_a_record_crosses_unchanged(record: Any) -> None:
    line = encode(record)
    assert line.isascii()
    assert line.index(b"\n") == len(line) - 1
    assert decode(json.loads(line)) == record


async def everything(path: Path, **more: Any) -> list[Any]:
    return [record async for batch in read(path, "Europe/Oslo", **more) for record in batch]


async def failure(path: Path, **more: Any) -> KnownError:
    with pytest.raises(KnownError) as told:
        await everything(path, **more)
    return told.value


async def test_the_child_tells_what_the_reader_tells(tmp_path: Path) -> None:
    stores = backup(messages=[message(n) for n in range(1, 1200)], memoryNodes=[node("a")])
    path = zipped(tmp_path / "x", sharded(stores, {"a": [1.0, 2.0]}))
    progress: list[tuple[int, int]] = []
    sizes = []
    records: list[Any] = []
    async for batch in read(
        path, "Europe/Oslo", on_progress=lambda done, total: progress.append((done, total))
    ):
        sizes.append(len(batch))
        records += batch
    assert records == list(open_records(path, "Europe/Oslo"))
    assert max(sizes) <= 500
    assert progress
    assert all(0 <= done <= total for done, total in progress)


async def test_a_told_failure_crosses(tmp_path: Path) -> None:
    path = bare(tmp_path / "x", {"a": 1})
    fault = await failure(path)
    assert (fault.code, fault.facts["name"]) == ("import.unknown", "x")
    assert (await failure(bare(tmp_path / "y", backup()), format_="memorybank")).code == "import.other_format"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit there")
async def test_too_little_memory_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text('{"characters": [], "userProfile": {"bio": "' + "x" * (50 << 20) + '"}}')
    assert (await failure(path, limits=Limits(memory=120 << 20))).code in {"import.memory", "import.failed"}


def script(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "child.py"
    path.write_text(f"import sys, time, os, json\nsys.stdin.read()\n{text}\n")
    return [sys.executable, str(path)]


FOUND = encode(Found("sullyos", "bare", "utf-8", "sullyos", needs_timezone=False)).decode()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("os.abort()", "import.failed"),
        ("sys.exit(0)", "import.failed"),
        (f"print({FOUND!r}, end='', flush=True); os._exit(9)", "import.failed"),
        ("print('[\"Mess', end='', flush=True)", "import.failed"),
        ("print(json.dumps(['+crashed', 'memory', []]))", "import.memory"),
        ("print(json.dumps(['+crashed', 'KeyError', ['a.py:1']]))", "import.failed"),
        ("time.sleep(60)", "import.stalled"),
    ],
)
async def test_a_child_that_dies_or_sleeps_is_told(tmp_path: Path, text: str, code: str) -> None:
    fault = await failure(bare(tmp_path / "x", {}), command=script(tmp_path, text), limits=Limits(stall=1.5))
    assert fault.code == code
    assert "x" in fault.message


async def test_leaving_early_ends_the_child(tmp_path: Path) -> None:
    endless = f"while True: print({FOUND!r}, end='')"
    reading = read(bare(tmp_path / "x", {}), command=script(tmp_path, endless))
    assert await anext(reading)
    await reading.aclose()  # type: ignore[attr-defined]


async def test_cancelling_ends_the_child(tmp_path: Path) -> None:
    task = asyncio.create_task(
        everything(bare(tmp_path / "x", {}), command=script(tmp_path, "time.sleep(60)"))
    )
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_the_child_says_where_it_fell_and_nothing_of_the_text(tmp_path: Path) -> None:
    code = (
        "from app.formats import child, registry\n"
        "def bad(*a, **k): raise KeyError('a secret line')\n"
        "child.open_records = bad\n"
        "child.main()"
    )
    request = json.dumps({"path": "x", "timezone": None, "format": "auto"})
    done = subprocess.run(
        [sys.executable, "-c", code], input=request.encode(), capture_output=True, check=True, timeout=60
    )
    words = json.loads(done.stdout)
    assert words[:2] == ["+crashed", "KeyError"]
    assert "secret" not in done.stdout.decode() + done.stderr.decode()


def test_a_frozen_build_calls_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert child_command()[1:] == ["-P", "-m", "app.formats.child"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_command() == [sys.executable, "--parse-child"]
