"""Drives the program's own window from inside its process, as a hand would: run by the tests beside it.

`driver.py JOB PALACE EXPORT` opens the window by its ordinary entry, does the job and, unless it is killed
first, closes the window by its own close. It says what it did on stdout, one line each.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from app.bootstrap import embedder
from app.engine.commands import ChangeMemory
from app.engine.read_new import Wish, read_new
from app.storage import characters, memories
from app.ui import aio, palaces
from app.ui.app import run_window
from app.ui.importing.panel import ImportPanel
from app.ui.inspector.panel import InspectorPanel
from app.ui.shell.main_window import MainWindow
from app.ui.studio import Studio

PATIENCE_S = 40.0
REWRITTEN = "我亲手改过的一句。"


def say(*words: object) -> None:
    print(*words, flush=True)


async def until(what: str, holds: Callable[[], object]) -> None:
    for _ in range(int(PATIENCE_S / 0.02)):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError(what)


async def quiet(studio: Studio) -> None:
    """Wait until neither a widget nor the engine works."""
    still = 0
    for _ in range(int(PATIENCE_S / 0.02)):
        await asyncio.sleep(0.02)
        running = studio.engine is not None and studio.engine.tasks.running
        still = 0 if aio.busy() or running else still + 1
        if still > 5:
            return
    raise TimeoutError("work that never ends")


def drop(window: MainWindow, path: Path) -> None:
    """Let a file fall onto the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    at, copy = QPointF(200, 200), Qt.DropAction.CopyAction
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at.toPoint(), copy, data, left, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(at, copy, data, left, none))


async def report(window: MainWindow, path: Path) -> ImportPanel:
    """Drop a file and wait for what it holds."""
    drop(window, path)
    await until("the import panel", lambda: window.current_panel == "import")
    panel = window.panels["import"]
    assert isinstance(panel, ImportPanel)
    await until("the report", lambda: panel.pages.currentWidget() is panel.report)
    await until("a button to press", panel.primary.isEnabled)
    return panel


async def live(window: MainWindow, palace: Path, export: Path) -> None:
    studio = window.studio
    await palaces.new_palace(studio, palace, None)
    await quiet(studio)
    panel = await report(window, export)
    assert panel.account is not None
    say("found", panel.account.found)
    assert await studio.ask(characters.every) == []
    panel.primary.click()
    await until("the import", lambda: studio.character is not None and panel.account is None)
    await quiet(studio)
    say("characters", [one.name for one in studio.characters])

    engine = studio.engine
    assert engine is not None
    task = engine.tasks.start(
        "Read", lambda task: read_new(engine, studio.characters, embedder(), Wish(all_=True), task=task)
    )
    readings = await task.wait()
    await quiet(studio)
    say("created", sum(reading.created for reading in readings))

    first, second, *_ = await studio.ask(memories.ids_in_order, studio.character_id)
    for key in [spec.key for spec in window.specs.values() if spec.role == "panel"]:
        window.show_panel(key)
        await quiet(studio)
    studio.show_memory(first)
    await quiet(studio)
    inspector = next(one for one in window.panels.values() if isinstance(one, InspectorPanel))
    inspector.page.content.open()
    inspector.page.content.editor.setPlainText(REWRITTEN)
    inspector.page.content.close_field()
    await quiet(studio)
    await studio.execute(ChangeMemory(second, {"importance": 10}))
    await quiet(studio)
    say("undo", window.frame.bar.undo.isEnabled())
    window.deeds.trigger("undo")
    await quiet(studio)
    say("told", len(window.frame.notices.cards()))


async def importing(window: MainWindow, palace: Path, export: Path) -> None:
    """Edit, then import; whoever started this kills it in the midst."""
    studio = window.studio
    await palaces.open_palace(studio, palace)
    (memory, *_) = await studio.ask(memories.ids_in_order, studio.character_id)
    await studio.execute(ChangeMemory(memory, {"content": REWRITTEN}))
    say("edited")
    panel = await report(window, export)

    def work(conn) -> int:
        return int(conn.execute("SELECT count(*) FROM message").get)

    before = await studio.ask(work)
    panel.primary.click()
    while await studio.ask(work) == before:  # noqa: ASYNC110 - looked at from outside, as the killer does
        await asyncio.sleep(0)
    say("importing")
    await until("my end", lambda: not panel.importing)
    say("too late")


async def looking(window: MainWindow, palace: Path, _export: Path) -> None:
    """Open a palace and show every panel of it."""
    await palaces.open_palace(window.studio, palace)
    for key in [spec.key for spec in window.specs.values() if spec.role == "panel"]:
        window.show_panel(key)
        await quiet(window.studio)
    say("told", len(window.frame.notices.cards()))


JOBS = {"live": live, "importing": importing, "looking": looking}


async def drive(window: MainWindow, job: str, palace: str, export: str) -> None:
    try:
        await JOBS[job](window, Path(palace), Path(export))
    finally:
        window.close()


def main(words: list[str]) -> int:
    app = QApplication(["belvedere"])

    def begin() -> None:
        window = next((one for one in app.topLevelWidgets() if isinstance(one, MainWindow)), None)
        if window is not None and window.isVisible():
            timer.stop()
            aio.spawn(drive(window, *words), window)

    timer = QTimer()
    timer.timeout.connect(begin)
    timer.start(20)
    code = run_window([])
    say("closed", code)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
