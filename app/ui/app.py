"""The window as a program: application, faults, theme, loop; from the first line to a clean end."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ui.machine import Machine

# A working thread gives way to the window after this; Python's own 5 ms add up while it paints.
_TURN_S = 0.001


def run_window(arguments: Sequence[str] = ()) -> int:
    """Open the window and wait for its end; gives the exit code."""
    parser = argparse.ArgumentParser(prog="belvedere")
    parser.add_argument("palace", nargs="?", help="a .palace file to open")
    options = parser.parse_args(list(arguments))

    os.environ.setdefault("QT_API", "pyside6")
    from PySide6.QtWidgets import QApplication

    from app.bootstrap import guard_logs
    from app.ui import aio, faults

    guard_logs()
    app = QApplication.instance() or QApplication(sys.argv[:1])
    if not isinstance(app, QApplication):
        raise TypeError(type(app))
    remove = faults.install()
    sys.setswitchinterval(_TURN_S)
    try:
        dress(app)
        aio.run(app, lambda: _main(Path(options.palace) if options.palace else None))
    finally:
        remove()
    return 0


def dress(app: object) -> None:
    """Name, icon, language, theme: before the first widget."""
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from app.resources import icon_file
    from app.ui import i18n, theme
    from app.ui.house import accessible
    from app.ui.machine import Machine

    if not isinstance(app, QApplication):
        raise TypeError(type(app))
    app.setApplicationName("Belvedere")
    app.setDesktopFileName("belvedere")
    app.setWindowIcon(QIcon(str(icon_file("app.svg"))))
    machine = Machine.load()
    i18n.choose(machine.language)
    theme.setup(app, machine.theme, machine.font_scale)
    theme.set_reduced_motion(machine.reduced_motion)
    accessible.install()


def _last(machine: "Machine") -> Path | None:
    """Give the palace that was open last, if it is still there."""
    return next((Path(path) for path in machine.recent[:1] if Path(path).is_file()), None)


async def _main(palace: Path | None) -> None:
    from app.ui import faults, palaces
    from app.ui.machine import Machine
    from app.ui.shell.main_window import MainWindow
    from app.ui.studio import Studio

    closed = asyncio.Event()
    studio = Studio()
    window = MainWindow(studio, Machine.load())
    window.on_closed = closed.set
    window.show()
    window.model_badge.look()
    palace = palace or _last(window.machine)
    if palace is not None:
        try:
            await palaces.open_palace(studio, palace)
        except Exception as fault:  # noqa: BLE001 - told in the window that is open
            faults.report(fault, "opening a palace")
    await closed.wait()
    window.hide()
    await studio.close()
    window.deleteLater()
