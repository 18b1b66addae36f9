"""Measure the program against the numbers it is to live by, section by section, each in a process of its own.

    python tests/bench/run.py [--only start list recall months import jobs] [--lines 100000] [--largest 100000]
                              [--keep FOLDER] [--out docs/benches.md] [--where]

Nothing is asserted: it tells what it measured, with the load of the machine beside it. `--keep` keeps the generated
palaces for the next time; `--where` tells on stderr what ran when the window stood still (it reads the stacks of running
threads, which now and then ends the process: for looking, not for figures).
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import table
from bench.generate import MODEL, Size, generate
from bench.generate import __file__ as GENERATOR
from bench.measure import reference

from app.storage import opening

SCHEMA = Path(opening.__file__).parent / "schema/0001_first.sql"
USE = "use-multilingual-3"  # a palace whose portable set is complete, so that opening it begins no work
SECTIONS = ("start", "list", "recall", "months", "import", "jobs")
WIDTHS = {1_000: 512, 10_000: 512, 50_000: 512, 100_000: 1_024}


def palace(folder: Path, memories: int, messages: int = 0, dim: int = 512, model: str = USE) -> Path:
    """Make it once; a bench that writes takes a copy."""
    made_by = hashlib.blake2b(SCHEMA.read_bytes() + Path(GENERATOR).read_bytes(), digest_size=4).hexdigest()
    path = folder / f"{model}-{memories}-{messages}-{dim}-{made_by}.palace"
    if not path.exists():
        started = time.perf_counter()
        part = path.with_suffix(".part")
        part.unlink(missing_ok=True)
        generate(part, Size(memories, messages, dim, model=model))
        part.rename(path)
        print(f"made {path.name} in {time.perf_counter() - started:.0f} s", file=sys.stderr)
    return path


def section(name: str, folder: Path, given: argparse.Namespace) -> None:
    """Run one section in this process."""
    from bench import jobs, lists, months, recalls, start

    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        own = Path(scratch)
        match name.split(":"):
            case ["start"]:
                start.run(_copied(palace(folder, 10_000), own), 10_000)
            case ["list"]:
                lists.run(_copied(palace(folder, 50_000), own), 50_000)
            case ["recall", number]:
                memories, dim = int(number), WIDTHS.get(int(number), 512)
                recalls.run(palace(folder, memories, 0, dim, MODEL), memories, dim)
            case ["months"]:
                months.run(own, given.lines)
            case ["import", shape]:
                jobs.imports(own, given.lines, shape, given.where)
            case ["jobs"]:
                held = _copied(palace(folder, 10_000, 2_000), own)
                jobs.others(held, "10,000 memories, 2,000 messages", given.where)


def _copied(path: Path, folder: Path) -> Path:
    return Path(shutil.copy(path, folder / "bench.palace"))


def parts(given: argparse.Namespace) -> Iterator[str]:
    for name in given.only:
        if name == "recall":
            yield from (f"recall:{size}" for size in WIDTHS if size <= given.largest)
        elif name == "import":
            yield from ("import:memorybank", "import:sullyos")
        else:
            yield name


def gather(given: argparse.Namespace, folder: Path) -> list[dict[str, Any]]:
    """Run each section in a process of its own, so that memory and caches are its own."""
    figures: list[dict[str, Any]] = []
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "OPENBLAS_NUM_THREADS": "1"}
    environment |= {f"XDG_{kind}_HOME": str(folder / "home" / kind.lower()) for kind in ("CONFIG", "DATA")}
    for name in parts(given):
        command = [
            sys.executable,
            __file__,
            "--section",
            name,
            "--keep",
            str(folder),
            "--lines",
            str(given.lines),
        ]
        if given.where:
            command.append("--where")
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
            assert child.stdout is not None
            for line in child.stdout:
                if line.startswith("{"):
                    figures.append(json.loads(line))
                    print(table.line(figures[-1]), file=sys.stderr)
        if child.returncode:
            print(f"{name} ended with {child.returncode}", file=sys.stderr)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--largest", type=int, default=100_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--where", action="store_true")
    parser.add_argument("--section", help=argparse.SUPPRESS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = (given.keep or Path(scratch)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        if given.section:
            section(given.section, folder, given)
            return
        before = os.getloadavg(), reference()
        figures = gather(given, folder)
    told = table.document(figures, before, (os.getloadavg(), reference()), datetime.now(UTC))
    if given.out:
        table.put(given.out, told)
    print(told)


if __name__ == "__main__":
    main()
