"""All that CI runs. Every step runs, also when an earlier one failed: the quick ones first, the long ones side by side."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from environment import ROOT, Environment


@dataclass(frozen=True)
class Step:
    """A command of the environment's Python that must exit with 0."""

    name: str
    arguments: Sequence[str]


@dataclass(frozen=True)
class Result:
    """A step's exit code, and its seconds from start to end."""

    name: str
    code: int
    seconds: float


# One more than there are processors: a window that is tested waits a good part of its time. Whoever has ended
# takes tests from the others; file by file, the last file would hold everybody up.
WORKERS = str((os.cpu_count() or 1) + 1)
COVERAGE = ("--cov", "--cov-branch", "--cov-report=term:skip-covered")
QUICK = (
    Step("ruff check", ["-m", "ruff", "check"]),
    Step("ruff format", ["-m", "ruff", "format", "--check"]),
    Step("layers", ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]),
    Step("reference counts", ["tests/smoke/refcount.py"]),
    Step("licences", ["packaging/licences.py"]),
)
# pytest comes last, so that its closing line is the last thing above the summary.
LONG = (
    Step("mypy", ["-m", "mypy"]),
    Step("wheel", ["packaging/wheel_check.py"]),
    Step("pytest", ["-m", "pytest", "-n", WORKERS, "--dist", "worksteal", *COVERAGE]),
)
_MEMORY = Path("/dev/shm")  # noqa: S108 - what is made there is made by tempfile
_ROOM = 1 << 30  # bytes, several times what the tests hold at once
_LOOK = 0.1  # seconds between two looks at what a step has said


def run_all(environment: Environment, quick: Sequence[Step] = QUICK, long: Sequence[Step] = LONG) -> int:
    """Give the exit code of the first step that failed, or 0."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="belvedere-checks-", dir=_roomy_memory()) as scratch:
        Path(scratch).chmod(0o755)  # tests of permissions become somebody else in there
        results = [result for step in quick for result in _side_by_side(environment, [step], Path(scratch))]
        if failed := [result.name for result in results if result.code]:
            print(f"\nFAILED so far: {', '.join(failed)}; the rest runs all the same.", flush=True)
        results += _side_by_side(environment, long, Path(scratch))
    print(f"\nSummary, after {time.monotonic() - started:.0f} s")
    for result in results:
        print(f"  {'FAILED' if result.code else 'ok    '} {result.seconds:6.1f} s  {result.name}")
    return next((_told(result.code) for result in results if result.code), 0)


def _roomy_memory() -> Path | None:
    """A folder in memory, where the many small files of the tests wait for no disk; None where there is none."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(_MEMORY).free > _ROOM and os.access(_MEMORY, os.W_OK):
            return _MEMORY
    return None


def _side_by_side(environment: Environment, steps: Sequence[Step], scratch: Path) -> list[Result]:
    """Run the steps together; what each says is printed whole and in their order, and at once where it can be."""
    said = [scratch / f"{step.name}.txt" for step in steps]
    for file in said:
        file.touch()
    with ThreadPoolExecutor(len(steps)) as lanes:
        running = [
            lanes.submit(_run, environment, step, file, scratch)
            for step, file in zip(steps, said, strict=True)
        ]
        for step, file, result in zip(steps, said, running, strict=True):
            print(f"\n── {step.name}", flush=True)
            _print_as_it_grows(file, result)
    return [result.result() for result in running]


def _run(environment: Environment, step: Step, said: Path, scratch: Path) -> Result:
    variables = environment.variables(
        QT_QPA_PLATFORM="offscreen",
        PYTHONUNBUFFERED="1",
        PYTHONDONTWRITEBYTECODE="",  # tests start this program by the hundred: it is compiled once
        HYPOTHESIS_PROFILE="ci",
        TMPDIR=str(scratch),
    )
    command = [str(environment.python), *step.arguments]
    started = time.monotonic()
    with said.open("wb") as out:
        code = subprocess.call(
            command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
    return Result(step.name, code, time.monotonic() - started)


def _print_as_it_grows(file: Path, result: Future[Result]) -> None:
    with file.open("rb") as words:
        ended = False
        while not ended:
            ended = bool(wait([result], timeout=_LOOK).done)  # asked before reading: then what is read is all
            sys.stdout.buffer.write(words.read())
            sys.stdout.buffer.flush()


def _told(code: int) -> int:
    """An exit code a shell understands, also for a step that a signal ended."""
    return code if code > 0 else 1
