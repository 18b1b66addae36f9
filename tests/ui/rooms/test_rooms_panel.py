"""The room list on a real engine: reading, filtering, sorting, and the author's hand on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu
from ui.living import MEMORIES, Scene, add, furnish

from app.domain.text import tokens
from app.engine.commands import CreateCharacter, MoveMemories
from app.storage import memories
from app.ui import i18n
from app.ui.dragging import MEMORIES_MIME
from app.ui.rooms.model import CHECKED_ROLE, COLUMNS

LIVING = [row for row in MEMORIES if row[1] == "living_room"]
Key = Qt.Key


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wren.palace"


@pytest.fixture
def scene(studio) -> Iterator[Scene]:
    made = Scene(studio, "rooms")
    yield made
    made.leave()


def contents(scene: Scene) -> list[str]:
    table = scene.panel.table
    return [str(table.data(table.index(row, COLUMNS.index("memory")))) for row in range(table.rowCount())]


async def stored(scene: Scene, memory: int) -> memories.Memory:
    return (await scene.studio.ask(memories.many, [memory]))[0]


async def press(scene: Scene, qtbot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(scene.panel.view, key)
        await scene.rest()


def test_a_room_opens_with_its_memories_brightest_first(scene, loop_run, path, qtbot):
    async def main():
        ids = await furnish(path)
        QAbstractItemModelTester(
            scene.panel.table, QAbstractItemModelTester.FailureReportingMode.Warning, scene.panel
        )
        await scene.open(path, room="living_room")
        panel = scene.panel
        assert panel.head.title.text() == "Living room"
        assert panel.head.subtitle.text() == f"{len(LIVING)} memories"
        assert contents(scene)[0].startswith("We walked along the harbour")
        assert set(contents(scene)) == {row[0] for row in LIVING}
        assert scene.shown == [ids[0]]  # the first is shown beside it
        lights = [
            float(panel.table.data(panel.table.index(r, COLUMNS.index("now")))) for r in range(len(LIVING))
        ]
        assert lights == sorted(lights, reverse=True)
        panel.show_with(room=None)
        await scene.rest()
        assert panel.head.title.text() == "All memories"
        assert panel.table.rowCount() == len(MEMORIES)
        panel.show_with(room="attic", memory=ids[5])
        await scene.rest()
        assert scene.shown[-1] == ids[5]
        assert panel.view.current_memory() == ids[5]

    loop_run(main())


def test_typing_filters_and_an_empty_answer_says_so(scene, loop_run, path):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room")
        panel = scene.panel
        for text in ("h", "har", "harbour"):
            panel.search(text)
        await scene.rest()
        assert all("harbour" in tokens(text) for text in contents(scene))
        assert len(contents(scene)) == 2
        assert panel.head.subtitle.text() == "2 of 4 memories"
        panel.search("glacier")
        await scene.rest()
        assert panel.body.currentWidget() is panel.empty
        assert panel.empty.sentence.text() == "Nothing matches “glacier”."
        panel.empty.button.click()
        await scene.rest()
        assert ("search cleared",) in scene.wishes
        assert len(contents(scene)) == len(LIVING)

    loop_run(main())


def test_the_header_and_the_choice_sort(scene, loop_run, path):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room")
        header = scene.panel.view.horizontalHeader()
        header.sectionClicked.emit(COLUMNS.index("date"))
        await scene.rest()
        assert scene.panel.order.current() == "date"
        dated = [row[0] for row in sorted(LIVING, key=lambda row: row[5] or "", reverse=True) if row[5]]
        assert [text for text in contents(scene) if text in dated] == dated
        header.sectionClicked.emit(COLUMNS.index("date"))
        await scene.rest()
        assert [text for text in contents(scene) if text in dated] == dated[::-1]
        scene.panel.order.set_current("importance")
        scene.panel.order.activated.emit(scene.panel.order.currentIndex())
        await scene.rest()
        assert contents(scene) == [row[0] for row in sorted(LIVING, key=lambda row: -row[2])]

    loop_run(main())


def test_only_the_undated_are_left(scene, loop_run, path):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room", undated=True)
        assert contents(scene) == [row[0] for row in LIVING if row[5] is None]
        scene.panel.show_with(room="attic", undated=True)
        await scene.rest()
        assert scene.panel.empty.sentence.text() == "Every memory has a date."
        scene.panel.show_with(room="study", undated=True)
        await scene.rest()
        assert scene.panel.empty.sentence.text() == "Nothing here yet"
        scene.panel.empty.button.click()
        assert ("action", "memory.new") in scene.wishes

    loop_run(main())


def test_letters_work_on_the_current_row_and_can_be_undone(scene, loop_run, path, qtbot):
    async def main():
        ids = await furnish(path)
        await scene.open(path, room="living_room")
        first = scene.panel.view.current_memory()
        await press(scene, qtbot, Key.Key_4)
        assert (await stored(scene, first)).importance == 4
        await scene.undo()
        assert (await stored(scene, first)).importance == 7
        await press(scene, qtbot, Key.Key_0)
        assert (await stored(scene, first)).importance == 10
        await press(scene, qtbot, Key.Key_P)
        assert (await stored(scene, first)).pinned_until is not None
        qtbot.keyClick(scene.panel.view, Key.Key_T)
        await scene.answer("lamps， dusk, -harbour")
        assert (await stored(scene, first)).tags == ("lamps", "dusk")
        assert scene.panel.view.current_memory() == first
        qtbot.keyClick(scene.panel.view, Key.Key_Delete)
        await scene.rest()
        assert (await stored(scene, first)).status == "forgotten"
        assert scene.panel.table.row_of(first) is None
        await scene.undo()
        assert scene.panel.table.row_of(first) is not None
        assert first in ids

    loop_run(main())


def test_checked_rows_move_by_the_menu_and_the_next_row_follows(scene, loop_run, path, qtbot):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room")
        panel, view = scene.panel, scene.panel.view
        order = list(panel.table.ids)
        assert panel.bulk.currentIndex() == 0
        await press(scene, qtbot, Key.Key_Space, Key.Key_Down, Key.Key_Space)
        assert panel.table.checked == set(order[:2])
        assert panel.bulk.chosen.text() == "2 selected"
        assert scene.studio.selection == tuple(order[:2])
        qtbot.keyClick(view, Key.Key_M)
        menu = panel.bulk.findChild(QMenu)
        next(action for action in menu.actions() if action.data() == "study").trigger()
        menu.close()
        await scene.rest()
        assert panel.table.ids == order[2:]
        assert scene.toasts[-1].text == "Move 2 to Study"
        assert [(await stored(scene, memory)).room for memory in order[:2]] == ["study", "study"]
        assert view.current_memory() == order[3]  # the row that took its place
        await scene.undo()
        assert panel.table.ids == order

    loop_run(main())


def test_merging_by_the_bar_keeps_the_first(scene, loop_run, path, qtbot):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room")
        panel = scene.panel
        order = list(panel.table.ids)
        panel.table.toggle([order[0]])
        assert not panel.bulk.merge.isEnabled()  # one alone cannot be merged
        panel.table.toggle([order[2]])
        panel.bulk.merge.click()
        await scene.rest()
        assert panel.table.ids == [order[0], order[1], order[3]]
        assert (await stored(scene, order[2])).superseded_by == order[0]
        await scene.undo()
        assert panel.table.ids == order
        panel.table.toggle(order, True)
        await press(scene, qtbot, Key.Key_Escape)
        assert not panel.table.checked

    loop_run(main())


def test_no_letter_acts_while_an_input_method_composes(scene, loop_run, path, qtbot):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room")
        view = scene.panel.view
        QApplication.sendEvent(view, QInputMethodEvent("wo", []))
        await press(scene, qtbot, Key.Key_9)
        assert not scene.toasts
        QApplication.sendEvent(view, QInputMethodEvent("", []))
        await press(scene, qtbot, Key.Key_9)
        assert scene.toasts

    loop_run(main())


def test_a_read_only_palace_greys_the_bar_with_the_reason(scene, loop_run, path, qtbot):
    async def main():
        await furnish(path)
        await scene.open(path, read_only=True, room="living_room")
        panel = scene.panel
        assert contents(scene)
        panel.table.toggle(list(panel.table.ids), True)
        reason = i18n.told(scene.studio.read_only)[0]
        for button in (
            panel.bulk.move_to,
            panel.bulk.tag,
            panel.bulk.importance,
            panel.bulk.merge,
            panel.bulk.more,
        ):
            assert not button.isEnabled()
            assert button.toolTip() == reason
        await press(scene, qtbot, Key.Key_5)
        assert scene.said == [reason]
        assert not scene.toasts

    loop_run(main())


def test_row_and_scroll_stay_after_an_edit(scene, loop_run, path, qtbot):
    async def main():
        await furnish(
            path, [(f"Thing {n} of the day", "study", 5, "neutral", (), "2026-02-01") for n in range(90)]
        )
        await scene.open(path, room="study")
        panel, view = scene.panel, scene.panel.view
        row = 60
        view.go_to(panel.table.ids[row])
        await scene.rest()
        held, top = view.current_memory(), view.verticalScrollBar().value()
        assert top > 0
        others = [panel.table.ids[0], panel.table.ids[80]]
        shown = len(scene.shown)
        await scene.studio.execute(MoveMemories(others, "attic"))
        await scene.rest()
        assert (view.current_memory(), view.verticalScrollBar().value()) == (held, top)
        assert len(scene.shown) == shown  # the inspector is left with what it shows
        following = panel.table.ids[panel.table.row_of(held) + 1]
        view.setFocus()
        await press(scene, qtbot, Key.Key_Delete)
        assert view.current_memory() == following
        assert view.verticalScrollBar().value() == top

    loop_run(main())


def test_the_language_switches_live(scene, loop_run, path):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room")
        panel = scene.panel
        first = panel.view.current_memory()
        panel.order.set_current("importance")
        i18n.choose("zh")
        await scene.rest()
        assert panel.head.title.text() == "客厅"
        assert panel.bulk.move_to.text() == "移动"
        assert panel.order.current() == "importance"
        header = [panel.table.headerData(c, Qt.Orientation.Horizontal) for c in range(1, len(COLUMNS))]
        assert header == ["记忆", "心境", "日期", "召回", "链接", "此刻 ↓"]
        assert panel.table.data(panel.table.index(panel.table.row_of(first), COLUMNS.index("mood"))) == "温柔"
        assert panel.view.current_memory() == first

    loop_run(main())


def test_another_character_is_another_list(scene, loop_run, path):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room")
        studio = scene.studio
        made = await studio.execute(CreateCharacter("Ash", timezone="UTC"))
        await studio.reread_characters()
        await studio.choose_character(made.effect.ids[0])
        await scene.rest()
        assert contents(scene) == []
        assert scene.panel.empty.sentence.text() == "Nothing here yet"
        await add(
            studio.engine, made.effect.ids[0], [("Only Ash knows this.", "living_room", 5, None, (), None)]
        )
        await scene.rest()
        assert contents(scene) == ["Only Ash knows this."]

    loop_run(main())


def test_rows_are_dragged_with_the_checked_ones(scene, loop_run, path, qtbot):
    async def main():
        await furnish(path)
        await scene.open(path, room="living_room")
        table, view = scene.panel.table, scene.panel.view
        box = view.visualRect(table.index(2, COLUMNS.index("check"))).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box))
        assert table.checked == {table.ids[2]}
        assert table.data(table.index(2, 0), CHECKED_ROLE) is True
        alone = table.mimeData([table.index(0, 1)]).data(MEMORIES_MIME).data().decode()
        assert alone == str(table.ids[0])
        both = table.mimeData([table.index(0, 1), table.index(2, 1)]).data(MEMORIES_MIME).data().decode()
        assert both.split(",") == sorted([str(table.ids[0]), str(table.ids[2])], key=int)

    loop_run(main())
