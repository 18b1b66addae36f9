"""The whole program, each time in a process of its own with a home of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from e2e import driver

ROOT = Path(__file__).parents[2]
QT_IS_OFF_SCREEN = "This plugin does not support"


def environment(home: Path) -> dict[str, str]:
    return os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "PYTHONWARNINGS": "error",
        "PYTHONPATH": str(ROOT),
        "TZ": "Asia/Shanghai",
    }


@pytest.fixture
def belvedere(tmp_path: Path) -> Callable[..., Any]:
    """`belvedere("info", palace)` in a process of its own: the document, after a look at the streams."""

    def call(*words: object, code: int = 0) -> Any:
        ended = subprocess.run(  # noqa: PLW1510 - the code is looked at here
            [sys.executable, "-m", "app", *map(str, words), "--json"],
            capture_output=True,
            text=True,
            env=environment(tmp_path / "home"),
            cwd=tmp_path,
            timeout=120,
        )
        assert ended.returncode == code, ended.stdout + ended.stderr
        if code == 0:
            assert ended.stderr == ""
        return json.loads(ended.stdout)

    return call


class Window:
    """The driven window: what it says, and its end."""

    def __init__(self, home: Path, job: str, palace: Path, export: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, driver.__file__, job, str(palace), str(export)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(home),
            cwd=home,
        )

    def hear(self, word: str) -> str:
        """Read up to the line that begins with `word`; gives its rest."""
        while line := self.process.stdout.readline():
            if line.startswith(word):
                return line.removeprefix(word).strip()
        _, err = self.process.communicate(timeout=120)
        raise AssertionError(f"never said {word!r}:\n{err}")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.communicate(timeout=20)

    def end(self) -> str:
        """Wait for a clean end; gives the rest of what it said."""
        out, err = self.process.communicate(timeout=120)
        told = [line for line in err.splitlines() if QT_IS_OFF_SCREEN not in line]
        assert told == []
        assert self.process.returncode == 0
        return out


@pytest.fixture
def window(tmp_path: Path) -> Callable[..., Window]:
    (tmp_path / "home").mkdir()
    opened: list[Window] = []

    def open_one(job: str, palace: Path, export: Path) -> Window:
        opened.append(Window(tmp_path / "home", job, palace, export))
        return opened[-1]

    yield open_one
    for one in opened:
        if one.process.poll() is None:
            one.kill()
