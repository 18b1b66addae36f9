"""An import that is cut short goes on under its own run, from the same file or not at all."""

import asyncio
import importlib
import os
from pathlib import Path
from typing import Any

import pytest
from making import memorybank

from app.domain.errors import KnownError
from app.engine import resume
from app.engine.engine import Engine
from app.engine.ingest import Account, ingest
from app.storage import characters, history, messages, undo
from app.storage import runs as stored

DAYS = {
    "Ada": {
        f"2026-{month:02}-{day:02}": [(f"Said {month} {day} {n}.", f"Heard {n}.") for n in range(20)]
        for month in (1, 2, 3, 4)
        for day in range(1, 28)
    }
}
ALL = 4 * 27 * 20 * 2


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return memorybank(DAYS, tmp_path / "bank.json")


async def cut(engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch, after: int = 2) -> str:
    """Import until `after` batches are taken in, then be cancelled; gives the run's uid."""
    module = importlib.import_module("app.engine.ingest.ingest")
    whole, taken = module._take, 0

    async def stopping(*args: Any) -> Any:
        nonlocal taken
        taken += 1
        if taken > after:
            raise asyncio.CancelledError
        return await whole(*args)

    monkeypatch.setattr(module, "_take", stopping)
    with pytest.raises(asyncio.CancelledError):
        await ingest(engine, file, timezone="Asia/Shanghai")
    monkeypatch.setattr(module, "_take", whole)
    return (await engine.ask(history.edits))[0].id


def blank(file: Path) -> None:
    """Same size, same time, another content."""
    state = file.stat()
    file.write_bytes(b"{" + b" " * (state.st_size - 1))
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))


def spoil(file: Path) -> None:
    file.write_text("{}", encoding="utf-8")


def remove(file: Path) -> None:
    file.unlink()


async def held(engine: Engine) -> int:
    who = await engine.ask(characters.every)
    return sum([len(await engine.ask(messages.ids_in_order, one.id)) for one in who])


async def test_it_goes_on_under_the_same_run(
    engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = await cut(engine, file, monkeypatch)
    assert 0 < await held(engine) < ALL
    assert (await engine.ask(history.edits))[0].state == "interrupted"
    account = await (await resume.resume_import(engine, run, file)).wait()
    assert isinstance(account, Account)
    assert account.timezone == "Asia/Shanghai"
    assert account.run == run
    assert await held(engine) == ALL
    line = (await engine.ask(history.edits))[0]
    assert (line.id, line.state) == (run, "done")
    step = await engine.ask(undo.find, run)
    assert (await engine.ask(stored.get, step.id)).attempt == 2
    await engine.undo(run)
    assert await held(engine) == 0
    assert await engine.ask(characters.every) == []


async def test_cut_again_it_stays_interrupted(
    engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = await cut(engine, file, monkeypatch, after=1)
    blank(file)
    with pytest.raises(KnownError):
        await (await resume.resume_import(engine, run, file)).wait()
    assert (await engine.ask(history.edits))[0].state == "interrupted"


async def test_another_file_is_refused(engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = await cut(engine, file, monkeypatch)
    before = await held(engine)
    spoil(file)
    with pytest.raises(KnownError) as told:
        await resume.resume_import(engine, run, file)
    assert told.value.code == "run.file"
    remove(file)
    with pytest.raises(KnownError):
        await resume.resume_import(engine, run, file)
    assert await held(engine) == before


async def test_the_palace_does_not_say_where_the_file_lies(
    engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = await cut(engine, file, monkeypatch)
    step = await engine.ask(undo.find, run)
    facts = (await engine.ask(stored.get, step.id)).facts
    assert facts["file"] == "bank.json"
    assert str(file.parent) not in str(facts)
