"""The history page on a real engine: days, filters, undo with what depends on it, runs cut short, ten thousand lines."""

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from ui.three_memories import live

from app.engine.commands import AddMemory, ChangeMemory
from app.storage import memories, runs
from app.storage.driver import Connection
from app.ui import i18n
from app.ui.history.cut import CutShort
from app.ui.history.model import LINES_ROLE, ROW_ROLE, Head, Shown
from app.ui.history.panel import HistoryPanel
from app.ui.shot import settle
from app.ui.studio import Studio
from app.ui.undoing import InTheWay

Run = Callable[[Coroutine[Any, Any, Any]], Any]
MANY = 10_000


@pytest.fixture
def panel(studio: Studio, qtbot: Any) -> Iterator[HistoryPanel]:
    made = HistoryPanel(studio)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    yield made
    made.hide()  # nothing is painted, and so nothing is asked for, once the loop is over


async def _edited(panel: HistoryPanel, tmp_path: Path) -> tuple[int, list[str]]:
    """Three edits of one memory's importance; gives the memory and their uids."""
    memory = (await live(panel.studio, tmp_path))[0]
    uids = []
    for value in (4, 5, 6):
        outcome = await panel.studio.execute(ChangeMemory(memory, {"importance": value}, title="Shrimp"))
        uids.append(outcome.edit or "")
    await settle(panel)
    return memory, uids


def _line(panel: HistoryPanel, uid: str) -> Shown:
    row = panel.model.row_of(uid)
    assert row is not None
    shown = panel.model.index(row).data(ROW_ROLE)
    assert isinstance(shown, Shown)
    return shown


async def _importance(panel: HistoryPanel, memory: int) -> int:
    held = await panel.studio.ask(memories.get, memory)
    assert held is not None
    return held.importance


async def _cut_run(panel: HistoryPanel) -> str:
    engine, who = panel.studio.engine, panel.studio.character_id
    assert engine is not None
    run = await engine.database.write(
        runs.start_run, "process", "Read {count} messages", engine.now(), facts={"count": 3}, character=who
    )
    await engine.execute(AddMemory(who, "She came home.", "study"), actor="rule", run=run.id)
    report = {"read": 3, "created": 1, "links": 0}
    await engine.database.write(runs.finish_run, run.id, engine.now(), "interrupted", report=report)
    panel.request_refresh()
    await settle(panel)
    return run.uid


def test_lines_stand_under_days_and_say_who_and_when(
    panel: HistoryPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        _, uids = await _edited(panel, tmp_path)
        assert isinstance(panel.model.index(0).data(ROW_ROLE), Head)
        assert not panel.model.index(0).flags() & Qt.ItemFlag.ItemIsSelectable
        shown = _line(panel, uids[-1])
        assert shown.label == "Importance of “Shrimp”: 6"
        assert shown.beside.startswith("you · ")
        assert shown.beside.endswith("1 memory")
        assert (shown.action, shown.action_text, shown.newest) == ("undo", "Undo", True)
        assert panel.journal.text().startswith("History holds")
        i18n.choose("zh")
        panel.retranslate()
        panel.request_refresh()
        await settle(panel)
        assert _line(panel, uids[-1]).action_text == "撤销"

    loop_run(main())


def test_undone_stays_struck_and_is_brought_back(panel: HistoryPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        memory, uids = await _edited(panel, tmp_path)
        panel.view.go_to(uids[-1])
        QTest.keyClick(panel.view, Qt.Key.Key_U)
        await settle(panel)
        assert await _importance(panel, memory) == 5
        shown = _line(panel, uids[-1])
        assert shown.line.entry.state == "undone"
        assert shown.action == "redo"
        assert panel.view.current_uid() == uids[-1]  # the list keeps its row
        QTest.keyClick(panel.view, Qt.Key.Key_U)
        await settle(panel)
        assert await _importance(panel, memory) == 6

    loop_run(main())


def test_what_depends_on_it_is_listed_and_undone_together(
    panel: HistoryPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        memory, uids = await _edited(panel, tmp_path)
        panel._on_acted(uids[0])
        await settle(panel)
        assert await _importance(panel, memory) == 6
        card = panel.cards.itemAt(0).widget()
        assert isinstance(card, InTheWay)
        assert _line(panel, uids[0]).action_text == "Undo 3"
        card.refused.emit()
        assert _line(panel, uids[0]).action_text == "Undo"
        panel._on_acted(uids[0])
        await settle(panel)
        panel._on_acted(uids[0])  # "Undo 3"
        await settle(panel)
        assert await _importance(panel, memory) == 7
        assert panel.cards.count() == 0

    loop_run(main())


def test_filters(panel: HistoryPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        _, uids = await _edited(panel, tmp_path)
        run = await _cut_run(panel)
        panel.which.set_current("runs")
        panel.request_refresh()
        await settle(panel)
        assert [row for row in panel.model.rows if isinstance(row, str)] == [run]
        panel.which.set_current("mine")
        panel.request_refresh()
        await settle(panel)
        assert panel.model.row_of(run) is None
        assert panel.model.row_of(uids[0]) is not None

    loop_run(main())


def test_a_run_unfolds_to_its_counts(panel: HistoryPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await _edited(panel, tmp_path)
        run = await _cut_run(panel)
        assert _line(panel, run).counts == (("3", "messages read"), ("1", "memories added"))
        row = panel.model.row_of(run)
        assert row is not None
        panel.view.go_to(run)
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
        assert panel.model.index(row).data(LINES_ROLE) == 1
        QTest.keyClick(panel.view, Qt.Key.Key_Left)
        assert panel.model.index(row).data(LINES_ROLE) == 0

    loop_run(main())


def test_a_cut_run_stands_on_top_until_it_is_dealt_with(
    panel: HistoryPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await _edited(panel, tmp_path)
        await _cut_run(panel)
        card = panel.cards.itemAt(0).widget()
        assert isinstance(card, CutShort)
        assert card.undo.text() == "Undo its 1 memory"
        card.stand_asked.emit()
        await settle(panel)
        assert panel.cards.count() == 0
        run = await _cut_run(panel)
        card = panel.cards.itemAt(0).widget()
        assert isinstance(card, CutShort)
        card.undo_asked.emit()
        await settle(panel)
        assert panel.cards.count() == 0
        assert _line(panel, run).line.entry.state == "undone"

    loop_run(main())


def test_ten_thousand_edits_are_read_by_the_screenful(
    panel: HistoryPanel, loop_run: Run, tmp_path: Path
) -> None:
    def many(conn: Connection) -> None:
        conn.execute(
            """WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :many)
            INSERT INTO edit(uid, label, actor, at, rows, schema)
            SELECT printf('e_%026d', i), 'Move {count} to {room}', 'author', i * 3600000, 1, 1 FROM n""",
            {"many": MANY},
        )

    async def main() -> None:
        await live(panel.studio, tmp_path)
        engine = panel.studio.engine
        assert engine is not None
        await engine.database.write(many)
        asked: list[int] = []
        panel.model.rows_wanted.connect(asked.append)
        panel.request_refresh()
        await settle(panel)
        assert panel.model.rowCount() > MANY
        assert len(set(asked)) < 4

    loop_run(main())


def test_nothing_done_yet_says_so(panel: HistoryPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await live(panel.studio, tmp_path)
        panel.which.set_current("runs")
        panel.request_refresh()
        await settle(panel)
        assert panel.body.currentWidget() is panel.empty
        assert panel.empty.sentence.text().startswith("No run yet")

    loop_run(main())
