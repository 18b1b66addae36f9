"""All that CI runs, one step after the other; every step runs even when an earlier one failed."""

import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass

from environment import ROOT, Environment


@dataclass(frozen=True)
class Step:
    """A command of the environment's Python that must exit with 0."""

    name: str
    arguments: Sequence[str]


COVERAGE = ("--cov", "--cov-branch", "--cov-report=term:skip-covered")
# pytest comes last, so that its closing line is the last thing above the summary.
STEPS = (
    Step("ruff check", ["-m", "ruff", "check"]),
    Step("ruff format", ["-m", "ruff", "format", "--check"]),
    Step("layers", ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]),
    Step("mypy", ["-m", "mypy"]),
    Step("reference counts", ["tests/smoke/refcount.py"]),
    Step("licences", ["packaging/licences.py"]),
    Step("wheel", ["packaging/wheel_check.py"]),
    Step("pytest", ["-m", "pytest", "-n", "auto", "--dist", "loadfile", *COVERAGE]),
)


def run_all(environment: Environment, steps: Sequence[Step] = STEPS) -> int:
    variables = environment.variables(
        QT_QPA_PLATFORM="offscreen", PYTHONUNBUFFERED="1", HYPOTHESIS_PROFILE="ci"
    )
    results = [(step.name, *_run(environment, step, variables)) for step in steps]
    print("\nSummary")
    for name, code, seconds in results:
        print(f"  {'ok    ' if code == 0 else 'FAILED'} {seconds:6.1f} s  {name}")
    return next((_told(code) for _, code, _ in results if code), 0)


def _run(environment: Environment, step: Step, variables: dict[str, str]) -> tuple[int, float]:
    print(f"\n── {step.name}", flush=True)
    started = time.monotonic()
    code = subprocess.call(
        [str(environment.python), *step.arguments], cwd=ROOT, env=variables, stdin=subprocess.DEVNULL
    )
    return code, time.monotonic() - started


def _told(code: int) -> int:
    """An exit code a shell understands, also for a step that a signal ended."""
    return code if code > 0 else 1
