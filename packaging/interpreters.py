"""Finds a Python that Belvedere supports; written for old Pythons too, so that they can say so."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 13)
_PROBE = (
    "import sys, platform; print(platform.python_implementation(), *sys.version_info[:3]);"
    "import venv, ensurepip; print('venv')"
)


class Interpreter:
    """One Python on this machine: where it is, its version, and whether it can make environments."""

    def __init__(self, path: str, version: tuple[int, ...], makes_venv: bool) -> None:
        self.path = path
        self.version = version
        self.makes_venv = makes_venv

    @property
    def supported(self) -> bool:
        return is_supported(self.version)

    def __str__(self) -> str:
        return f"Python {'.'.join(map(str, self.version))} ({self.path})"


def is_supported(version: tuple[int, ...]) -> bool:
    return OLDEST <= tuple(version[:2]) <= NEWEST


def probe(command: list[str]) -> Interpreter | None:
    """Ask an interpreter what it is; None when it does not answer or is no CPython."""
    try:
        answer = subprocess.run(
            [*command, "-c", _PROBE],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=30,
            check=False,
        ).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.SubprocessError):
        return None
    words = answer.split()
    if len(words) < 4 or words[0] != "CPython":
        return None
    path = command[0] if len(command) == 1 else " ".join(command)
    return Interpreter(path, tuple(int(word) for word in words[1:4]), "venv" in words[4:])


def _commands() -> list[list[str]]:
    """Every place where a supported Python may be, the newest version first."""
    minors = range(NEWEST[1], OLDEST[1] - 1, -1)
    found: list[list[str]] = []
    for minor in minors:
        name = f"python3.{minor}"
        on_path = shutil.which(name)
        candidates = [Path(on_path)] if on_path else []
        candidates += sorted(_pyenv_root().glob(f"versions/3.{minor}.*/bin/python3"), reverse=True)
        candidates += [Path(folder) / name for folder in ("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")]
        found += [[str(path)] for path in candidates if path.exists()]
        if sys.platform == "win32" and shutil.which("py"):
            found.append(["py", f"-3.{minor}"])
    return found


def _pyenv_root() -> Path:
    return Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")


def resolve(interpreter: Interpreter) -> str:
    """The path of the program itself, for one that was found through the `py` launcher."""
    if " -3." not in interpreter.path:
        return interpreter.path
    command = [*interpreter.path.split(" "), "-c", "import sys; print(sys.executable)"]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().strip()


def find() -> Interpreter | None:
    """The best supported Python beside the caller's; one that can make environments before one that cannot."""
    spare = None
    for command in _commands():
        interpreter = probe(command)
        if interpreter is None or not interpreter.supported:
            continue
        if interpreter.makes_venv:
            return interpreter
        spare = spare or interpreter
    return spare
