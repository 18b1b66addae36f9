"""Real palaces in tmp_path for everything that stores."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from app.storage import driver, folders, rows
from app.storage.database import Database
from app.storage.driver import Connection

NOW = 1_772_000_000_000
NOBODY = 65534


@pytest.fixture(autouse=True)
def _local_folder(monkeypatch):
    """The machine's own temporary folder may lie anywhere; tests of folders ask for the real answer."""
    monkeypatch.setattr(folders, "shared", lambda path: None)


@pytest.fixture
def palace(tmp_path: Path, empty_palace: Path) -> Path:
    """An empty, closed palace alone in its folder."""
    folder = tmp_path / "palaces"
    folder.mkdir()
    return Path(shutil.copy(empty_palace, folder / "home.palace"))


@pytest.fixture
async def db(palace: Path) -> AsyncIterator[Database]:
    async with await Database.open(palace) as opened:
        yield opened


@pytest.fixture
def conn(palace: Path) -> Iterator[Connection]:
    """A writing connection to a real file."""
    opened = driver.connect(palace)
    yield opened
    opened.close()


def add_character(conn: Connection, name: str = "Ren", **more) -> int:
    return rows.insert(conn, "character", {"name": name, "recorded_at": NOW, "updated_at": NOW, **more})


def add_memory(conn: Connection, character: int, content: str = "tea", **more) -> int:
    base = {"character": character, "content": content, "room": "living_room", "origin": "author"}
    return rows.insert(conn, "memory", {**base, "recorded_at": NOW, "updated_at": NOW, **more})


def fill(conn: Connection, memories: int = 3) -> int:
    """One character with some memories; gives its id."""
    with driver.transaction(conn):
        character = add_character(conn)
        for number in range(memories):
            add_memory(conn, character, f"memory {number}")
    return character


def snapshot(folder: Path) -> dict[str, str]:
    """Every file of a folder with the hash of its bytes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def unprivileged() -> Iterator[Callable[[Path], Path]]:
    """A folder in which permissions count: root writes everywhere, so root becomes somebody else."""
    folder = Path(tempfile.mkdtemp(prefix="belvedere-unprivileged-"))
    folder.chmod(0o755)
    root = hasattr(os, "geteuid") and os.geteuid() == 0

    def enter(path: Path) -> Path:
        target = folder / path.name
        shutil.copy(path, target)
        if root:
            os.chown(folder, NOBODY, -1)
            os.chown(target, NOBODY, -1)
            os.seteuid(NOBODY)
        return target

    yield enter
    if root:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)
