"""The command line called in this process: arguments in; exit code, document and both streams out."""

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from making import HashEmbedder, memorybank

from app import bootstrap
from app.cli import main

TALK = [
    ("我对虾过敏，上次肿了两天。", "我记下了，以后点菜我替你看着。"),
    ("我养了一只猫，叫橘皮。", "橘皮这个名字真好听。"),
    ("下个月我想去青岛看海。", "那我们一起等那一天。"),
    ("昨天跟妹妹吵架了，很难过。", "我在，你慢慢说。"),
    ("我在学吉他，今天学会了第一个和弦。", "你弹给我听好不好？"),
    ("早安。", "早安。"),
]
ENGLISH = [
    ("My sister Mara is allergic to shrimp.", "I will remember that about Mara."),
    ("I finally bought the green lamp yesterday.", "It suits your desk."),
    ("Next month I want to go to the sea with you.", "Then let us wait for that day together."),
]
DAYS = {"小满": {"2026-02-02": TALK}, "Ada": {"2026-02-03": ENGLISH}}


@dataclass(frozen=True, slots=True)
class Said:
    """What a call printed; `document` with --json."""

    out: str
    err: str
    document: Any = None

    def __getitem__(self, key: str) -> Any:
        return self.document[key]


Belvedere = Callable[..., Said]


@contextmanager
def _light() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.models.use.UseEmbedder", HashEmbedder)
        bootstrap.embedder.cache_clear()
        yield
    bootstrap.embedder.cache_clear()


@pytest.fixture(autouse=True)
def _quick_palaces(palaces_are_copies: None) -> None: ...


@pytest.fixture(autouse=True)
def _light_embedder() -> Iterator[None]:
    with _light():
        yield


@pytest.fixture
def belvedere(capsys: pytest.CaptureFixture[str]) -> Belvedere:
    """`belvedere("info", palace)` gives the document of --json; `code` is the exit code it must have."""

    def call(*arguments: object, code: int = 0, text: bool = False) -> Said:
        words = [str(argument) for argument in arguments] + ([] if text else ["--json"])
        capsys.readouterr()
        got = main.run(words)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert got == code, f"exit {got}: {out}{err}"
        if text:
            return Said(out, err)
        document = json.loads(out, parse_constant=_no_constant)
        assert document["ok"] is (code == 0)
        assert (code == 0) <= (document.get("verb") == words[0])
        return Said(out, err, document)

    return call


def _no_constant(name: str) -> Any:
    raise AssertionError(f"{name} is no JSON")


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Palaces that are made once and copied for each test."""
    folder = tmp_path_factory.mktemp("templates")
    bank = memorybank(DAYS, folder / "bank.json")
    steps: dict[str, list[list[str]]] = {
        "empty": [["new", "{}"]],
        "chat": [["new", "{}"], ["import", "{}", str(bank), "--timezone", "Asia/Shanghai"]],
        "read": [
            ["new", "{}"],
            ["import", "{}", str(bank), "--timezone", "Asia/Shanghai"],
            ["process", "{}", "--all"],
        ],
        "demo": [["demo", "{}"]],
    }

    def make(name: str) -> Path:
        path = folder / f"{name}.palace"
        if not path.exists():
            with _light():
                draft = folder / f"{name}-draft.palace"
                for step in steps[name]:
                    assert main.run([word.replace("{}", str(draft)) for word in step]) == 0
                draft.rename(path)
        return path

    return make


@pytest.fixture
def made(templates: Callable[[str], Path], tmp_path: Path) -> Callable[[str], Path]:
    """`made("read")`: a palace of one's own, alone in its folder."""

    def give(name: str) -> Path:
        target = tmp_path / "house" / f"{name}.palace"
        target.parent.mkdir(exist_ok=True)
        shutil.copy(templates(name), target)
        return target

    return give


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return memorybank(DAYS, tmp_path / "bank.json")


def look(folder: Path) -> dict[str, str]:
    """Every file of a folder with the hash of its bytes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@contextmanager
def unchanged(folder: Path) -> Iterator[None]:
    before = look(folder)
    yield
    assert look(folder) == before
