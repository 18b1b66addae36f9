"""The inspector on a real engine: shown, edited in place, undone, told of changes made elsewhere."""

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from ui.three_memories import TEXTS, live

from app.engine.commands import ChangeMemory, ForgetMemories, LinkMemories, MergeMemories
from app.storage import links, memories
from app.storage.memories import Memory
from app.ui import i18n
from app.ui.inspector.links import LinksBody
from app.ui.inspector.panel import InspectorPanel
from app.ui.shot import settle
from app.ui.studio import Studio
from app.ui.undoing import InTheWay
from app.ui.widgets import Button

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def panel(studio: Studio, qtbot: Any) -> Iterator[InspectorPanel]:
    made = InspectorPanel(studio)
    qtbot.addWidget(made)
    made.resize(332, 900)
    made.show()
    yield made
    made.hide()  # nothing is painted, and so nothing is asked for, once the loop is over


async def _shown(panel: InspectorPanel, tmp_path: Path) -> list[int]:
    ids = await live(panel.studio, tmp_path)
    panel.studio.select(ids[:1])
    await settle(panel)
    return ids


async def _held(panel: InspectorPanel, memory: int) -> Memory:
    held = await panel.studio.ask(memories.get, memory)
    assert held is not None
    return held


def test_nothing_selected_says_so(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await live(panel.studio, tmp_path)
        await settle(panel)
        assert panel.stack.currentWidget() is panel.empty
        assert panel.empty.sentence.text()

    loop_run(main())


def test_a_memory_is_shown_with_its_facts(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await _shown(panel, tmp_path)
        page = panel.page
        assert page.content.reading.text() == TEXTS[0]
        assert page.room.text() == "Living room"
        assert page.details.mood.value.text() == "anxious"
        assert page.details.tags.tags == ("dinner",)
        assert "1 March" in page.details.date.value.text()
        assert page.details.importance.value.accessibleName().startswith("Importance: 7")
        assert page.written.text().startswith("Written by you")
        i18n.choose("zh")
        panel.retranslate()
        panel.request_refresh()
        await settle(panel)
        assert page.room.text() == "客厅"
        assert "3月1日" in page.details.date.value.text()

    loop_run(main())


def test_text_is_kept_by_ctrl_enter_and_locked(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        field = panel.page.content
        QTest.keyClick(field.reading, Qt.Key.Key_E)
        assert field.editing
        field.editor.setPlainText("Mara is allergic to shrimp.")
        QTest.keyClick(field.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await settle(panel)
        assert not field.editing
        held = await _held(panel, ids[0])
        assert held.content == "Mara is allergic to shrimp."
        assert held.locked_fields == ("content",)
        assert not panel.page.content_lock.isHidden()

    loop_run(main())


def test_escape_leaves_without_change_even_after_an_idle_keep(
    panel: InspectorPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        field = panel.page.content
        field.open()
        for text in ("First thought.", "Second thought."):
            field.editor.setPlainText(text)
            field.keep()  # what two idle seconds do
            await settle(panel)
        assert (await _held(panel, ids[0])).content == "Second thought."
        assert field.editing
        field.editor.setPlainText("Third, never kept.")
        QTest.keyClick(field.editor, Qt.Key.Key_Escape)
        await settle(panel)
        assert (await _held(panel, ids[0])).content == TEXTS[0]
        assert field.reading.text() == TEXTS[0]

    loop_run(main())


def test_an_empty_text_is_told_and_not_kept(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        field = panel.page.content
        field.open()
        field.editor.setPlainText("   ")
        field.keep()
        assert not field.note.isHidden()
        field.close_field()
        await settle(panel)
        assert (await _held(panel, ids[0])).content == TEXTS[0]

    loop_run(main())


@pytest.mark.parametrize("choice", ["mine", "theirs", "both"])
def test_changed_meanwhile_shows_both_and_three_choices(
    panel: InspectorPanel, loop_run: Run, tmp_path: Path, choice: str
) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        field = panel.page.content
        field.open()
        field.editor.setPlainText("Mine.")
        await panel.studio.execute(ChangeMemory(ids[0], {"content": "Theirs."}))
        await settle(panel)
        card = field.meanwhile
        assert card is not None
        field.close_field()
        assert field.editing  # nothing is decided by leaving
        signal = {"mine": card.keep_mine, "theirs": card.take_theirs, "both": card.put_together}[choice]
        signal.emit()
        field.close_field()
        await settle(panel)
        wanted = {"mine": "Mine.", "theirs": "Theirs.", "both": "Theirs.\nMine."}[choice]
        assert (await _held(panel, ids[0])).content == wanted
        assert field.meanwhile is None

    loop_run(main())


def test_facts_are_edited_where_they_stand(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        details = panel.page.details
        details.importance.value.click()
        assert details.importance.editing
        QTest.keyClick(details.scale, Qt.Key.Key_0)
        await settle(panel)
        details.tags.add()
        details.tags.field.setText("shrimp，allergy")
        QTest.keyClick(details.tags.field, Qt.Key.Key_Return)
        await settle(panel)
        QTest.keyClick(details.tags.chips[0], Qt.Key.Key_Delete)
        panel.page.changed.emit("room", "user_room")
        panel.page.changed.emit("mood", "bittersweet")
        await settle(panel)
        held = await _held(panel, ids[0])
        assert (held.importance, held.room, held.mood) == (10, "user_room", "bittersweet")
        assert held.tags == ("shrimp", "allergy")
        assert set(held.locked_fields) == {"importance", "room", "mood", "tags"}

    loop_run(main())


def test_a_date_in_any_spelling_and_one_not_understood(
    panel: InspectorPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        details = panel.page.details
        details.date.value.click()
        details.date_line.setText("some day")
        QTest.keyClick(details.date_line, Qt.Key.Key_Return)
        assert not details.date_note.isHidden()
        assert details.date.editing
        details.date_line.setText("2026年2月14日 19:30")
        QTest.keyClick(details.date_line, Qt.Key.Key_Return)
        await settle(panel)
        held = await _held(panel, ids[0])
        assert (held.occurred.start, held.occurred.precision) == ("2026-02-14T19:30:00", "time")
        assert "19:30" in details.date.value.text()
        details.date.value.click()
        details.date_line.setText("")
        QTest.keyClick(details.date_line, Qt.Key.Key_Return)
        await settle(panel)
        assert (await _held(panel, ids[0])).occurred.precision == "none"
        assert details.date.value.text() == "No date"

    loop_run(main())


def test_pin_forget_and_bring_back(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        toasts: list[Any] = []
        panel.studio.toast_requested.connect(toasts.append)
        panel.page.pin_asked.emit(2**63 - 1)
        await settle(panel)
        assert panel.page.pin.isChecked()
        panel.page.forget.click()
        await settle(panel)
        assert (await _held(panel, ids[0])).status == "forgotten"
        assert toasts[-1].undo
        assert panel.page.state.count() == 1
        panel.page.forget.click()  # now it brings back
        await settle(panel)
        assert (await _held(panel, ids[0])).status == "active"

    loop_run(main())


def test_links_are_shown_added_and_removed(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        await panel.studio.execute(LinkMemories(ids[0], ids[1], "causal", 0.6))
        panel.page.tabs.choose(1)
        await settle(panel)
        body = panel.page.body.itemAt(0).widget()
        assert isinstance(body, LinksBody)
        panel._on_link_chosen(ids[2], "person")
        await settle(panel)
        held = await panel.studio.ask(links.touching, [ids[0]])
        assert {link.kind for link in held} == {"causal", "person"}
        body = panel.page.body.itemAt(0).widget()
        body.remove_asked.emit(held[0].id)
        await settle(panel)
        assert len(await panel.studio.ask(links.touching, [ids[0]])) == 1

    loop_run(main())


def test_an_edit_is_undone_with_what_depends_on_it(
    panel: InspectorPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        uids = [
            (await panel.studio.execute(ChangeMemory(ids[0], {"importance": value}, title="x"))).edit
            for value in (5, 6)
        ]
        panel.page.tabs.choose(2)
        await settle(panel)
        panel._on_undo_asked(uids[0])
        await settle(panel)
        card = panel.page.hints.itemAt(0).widget()
        assert isinstance(card, InTheWay)
        assert "Undo these 2" in {button.text() for button in card.findChildren(Button)}
        assert (await _held(panel, ids[0])).importance == 6
        card.agreed.emit()
        await settle(panel)
        assert (await _held(panel, ids[0])).importance == 7
        panel._on_redo_asked(uids[0])
        await settle(panel)
        assert (await _held(panel, ids[0])).importance == 5

    loop_run(main())


def test_several_are_counted_and_changed_together(
    panel: InspectorPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        ids = await live(panel.studio, tmp_path)
        panel.studio.select(ids)
        await settle(panel)
        assert panel.stack.currentWidget() is panel.many
        assert panel.many.title.text() == "3 memories selected"
        panel.many.tag_asked.emit(("kept",), ("dinner",))
        panel.many.move_asked.emit("bedroom")
        await settle(panel)
        held = await panel.studio.ask(memories.many, ids)
        assert {(memory.room, memory.tags) for memory in held} == {("bedroom", ("kept",))}
        panel.many.merge_asked.emit()
        await settle(panel)
        assert panel.studio.selection == (ids[0],)
        assert panel.stack.currentWidget() is panel.page
        assert (await _held(panel, ids[2])).status == "merged"

    loop_run(main())


def test_a_merged_memory_leads_to_the_other(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        ids = await _shown(panel, tmp_path)
        await panel.studio.execute(MergeMemories(ids[1], [ids[0]]))
        await settle(panel)
        assert panel.page.facts is not None
        assert panel.page.facts.into is not None
        assert panel.page.facts.into.id == ids[1]
        await panel.studio.execute(ForgetMemories([ids[1]]))
        await settle(panel)

    loop_run(main())
