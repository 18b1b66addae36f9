#!/usr/bin/env python3
"""The two commands of the README: `run` opens Belvedere, `test` runs everything that CI runs.

Standard library only. This file and interpreters.py are read by whatever Python the caller has;
everything else runs under one that is supported.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import interpreters

HERE = Path(__file__).resolve()
VENV = HERE.parent.parent / ".venv"
_REMEDIES = {
    "darwin": "Install one, for example with: brew install python@3.13",
    "win32": "Install one from python.org or the store, for example: winget install Python.Python.3.13",
}


def main(arguments: list[str]) -> int:
    version = tuple(sys.version_info[:3])
    if not interpreters.is_supported(version):
        return _hand_over(arguments, version)
    if Path(sys.prefix).resolve() == VENV:
        # An environment cannot be rebuilt by its own Python.
        return _continue_in(getattr(sys, "_base_executable", sys.executable), arguments)
    options, rest = _parse(arguments)
    return _dispatch(options, rest)


def _parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="bootstrap.py", description="Set Belvedere up, then run it, test it, or just leave it ready."
    )
    parser.add_argument(
        "job",
        choices=["run", "test", "setup"],
        help="run: open the window (without a display: demo pictures); test: all that CI runs; setup: only install",
    )
    parser.add_argument("--fresh", action="store_true", help="make .venv anew")
    options, rest = parser.parse_known_args(arguments)
    if rest and options.job != "run":
        parser.error("not understood: " + " ".join(rest))
    return options, rest


def _dispatch(options: argparse.Namespace, rest: list[str]) -> int:
    from environment import SetupError, prepare

    try:
        environment = prepare(fresh=options.fresh)
    except SetupError as problem:
        print("\n" + str(problem), file=sys.stderr)
        return 1
    if options.job == "setup":
        return 0
    if options.job == "test":
        from checks import run_all

        return run_all(environment)
    from launch import launch

    return launch(environment, rest)


def _hand_over(arguments: list[str], version: tuple[int, ...]) -> int:
    """Go on under a supported Python, or say how to get one."""
    mine = ".".join(str(part) for part in version)
    other = interpreters.find()
    if other is None:
        remedy = _REMEDIES.get(
            sys.platform, "Install one, for example python3.12 with your package manager or pyenv."
        )
        print("This is Python " + mine + "; Belvedere needs 3.11, 3.12 or 3.13 and found none. " + remedy)
        return 1
    print("This is Python " + mine + "; Belvedere needs 3.11 to 3.13 and goes on with " + str(other) + ".")
    return _continue_in(interpreters.resolve(other), arguments)


def _continue_in(python: str, arguments: list[str]) -> int:
    sys.stdout.flush()
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")
    }
    return subprocess.call([python, str(HERE), *arguments], env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
