"""By hand in the window: a new memory from wherever one is, saved searches renamed and removed."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from ui.living import NOW, answer, furnish

from app.engine.commands import SaveSearch
from app.engine.engine import Engine
from app.storage import searches
from app.ui.inspector.panel import InspectorPanel
from app.ui.machine import Machine
from app.ui.rooms.panel import RoomsPanel
from app.ui.shell.main_window import MainWindow
from app.ui.shot import settle
from app.ui.studio import Studio

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def window(dressed: QApplication, studio: Studio, qtbot: Any) -> MainWindow:
    made = MainWindow(studio, Machine(width=1300, height=800))
    qtbot.addWidget(made)
    made.show()
    return made


async def _live(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "wren.palace"
    await furnish(path)
    await window.studio.open(await Engine.open(path, now=lambda: NOW))
    await settle(window)


def _page(window: MainWindow) -> InspectorPanel:
    page = window.frame.inspector.page()
    assert isinstance(page, InspectorPanel)
    return page


def test_a_new_memory_begins_in_the_room_in_view(window: MainWindow, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        assert not window.actions_table["memory.new"].isEnabled()
        await _live(window, tmp_path)
        window.show_panel("rooms", room="study")
        await settle(window)
        rooms = window.panels["rooms"]
        assert isinstance(rooms, RoomsPanel)
        assert rooms.empty.button.text() == "New memory"
        rooms.empty.button.click()
        await settle(window)
        page = _page(window).writing
        assert page.isVisible()
        assert page.draft.room == "study"
        QTest.keyClicks(page.editor, "She reads circuit diagrams for pleasure.")
        QTest.keyClick(page.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await settle(window)
        assert len(rooms.table.ids) == 1
        assert _page(window).memory == rooms.table.ids[0]

    loop_run(main())


def test_saved_searches_are_renamed_and_removed(window: MainWindow, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        await window.studio.execute(SaveSearch("Moon", "moon"))
        await window.studio.execute(SaveSearch("Cat", "cat"))
        await settle(window)
        first = window.frame.sidebar.searches[0]
        QTest.keyClick(first, Qt.Key.Key_F2)
        await answer(window, "Night")
        await settle(window)
        assert [row.text() for row in window.frame.sidebar.searches] == ["Night", "Cat"]
        QTest.keyClick(window.frame.sidebar.searches[0], Qt.Key.Key_Delete)
        await settle(window)
        assert [one.name for one in await window.studio.ask(searches.every)] == ["Cat"]
        assert [row.text() for row in window.frame.sidebar.searches] == ["Cat"]
        await window.studio.undo()
        await settle(window)
        assert [row.text() for row in window.frame.sidebar.searches] == ["Night", "Cat"]

    loop_run(main())


def test_other_edits_leave_the_rows_of_searches_alone(
    window: MainWindow, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        await window.studio.execute(SaveSearch("Moon", "moon"))
        await settle(window)
        row = window.frame.sidebar.searches[0]
        await window.studio.execute(SaveSearch("Cat", "cat"))
        await window.studio.undo()
        await settle(window)
        assert window.frame.sidebar.searches[0].search == row.search
        window.studio.set_curtain(True)
        window.studio.set_curtain(False)
        await window.studio.close()
        assert window.frame.sidebar.searches == []

    loop_run(main())
