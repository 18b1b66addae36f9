"""Writing a new memory by hand: the page, what it keeps, what it does not lose."""

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from ui.three_memories import live

from app.engine.commands import CreateCharacter
from app.storage import memories
from app.storage.memories import Memory
from app.ui.inspector.panel import InspectorPanel
from app.ui.inspector.writing import WritingPage
from app.ui.shot import settle
from app.ui.studio import Studio

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def panel(studio: Studio, qtbot: Any) -> Iterator[InspectorPanel]:
    made = InspectorPanel(studio)
    studio.memory_requested.connect(lambda memory: made.show_with(memory=memory))
    qtbot.addWidget(made)
    made.resize(332, 900)
    made.show()
    yield made
    made.hide()


async def _begin(panel: InspectorPanel, tmp_path: Path, room: str | None = "study") -> WritingPage:
    await live(panel.studio, tmp_path)
    panel.show_with(write=True, room=room)
    await settle(panel)
    assert panel.stack.currentWidget() is panel.writing
    return panel.writing


async def _all(studio: Studio) -> list[Memory]:
    ids = await studio.ask(memories.ids_in_order, studio.character_id)
    return await studio.ask(memories.many, sorted(ids))


def test_what_is_written_becomes_a_memory_of_the_author(
    panel: InspectorPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        page = await _begin(panel, tmp_path)
        assert page.room.text() == "Study"
        QTest.keyClicks(page.editor, "Sam learned to solder a valve.")
        page.details.changed.emit("importance", 8)
        page.details.changed.emit("mood", "excited")
        page.details.changed.emit("tags", ("radio", "valves"))
        page.details.date_line.begin("")
        page.details.date_line.setText("2026-02-14")
        page.details.date_line.taken.emit("2026-02-14")
        await settle(panel)
        before = len(await _all(panel.studio))
        QTest.keyClick(page.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await settle(panel)
        made = (await _all(panel.studio))[-1]
        assert len(await _all(panel.studio)) == before + 1
        assert (made.content, made.room, made.importance) == ("Sam learned to solder a valve.", "study", 8)
        assert (made.mood, made.tags, made.occurred_day) == ("excited", ("radio", "valves"), "2026-02-14")
        assert (made.origin, panel.memory) == ("author", made.id)
        assert panel.stack.currentWidget() is panel.page
        await panel.studio.undo()
        assert len(await _all(panel.studio)) == before

    loop_run(main())


def test_nothing_is_no_memory(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        page = await _begin(panel, tmp_path)
        before = len(await _all(panel.studio))
        page.editor.load("   ")
        page.keep.click()
        await settle(panel)
        assert page.note.isVisible()
        assert len(await _all(panel.studio)) == before
        QTest.keyClick(page.editor, Qt.Key.Key_Escape)
        await settle(panel)
        assert panel.stack.currentWidget() is panel.empty

    loop_run(main())


def test_what_is_begun_is_not_lost_on_the_way(panel: InspectorPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        page = await _begin(panel, tmp_path)
        assert not panel.unkept()
        QTest.keyClicks(page.editor, "Half a thought")
        QTest.keyClick(page.editor, Qt.Key.Key_Escape)
        assert page.note.isVisible()
        panel.show_with(memory=1)
        await settle(panel)
        assert panel.stack.currentWidget() is panel.page
        panel.show_with(write=True, room="attic")
        await settle(panel)
        assert (page.text(), page.draft.room) == ("Half a thought", "study")

        engine = panel.studio.engine
        assert engine is not None
        other = await engine.execute(CreateCharacter("Juniper"))
        await panel.studio.reread_characters()
        first = panel.studio.character_id
        await panel.studio.choose_character(other.effect.ids[0])
        panel.show_with(write=True, room="attic")
        await settle(panel)
        assert (page.text(), page.draft.room) == ("", "attic")
        assert panel.unkept() == "The new memory that you are writing is not kept yet."
        await panel.studio.choose_character(first)
        panel.show_with(write=True)
        await settle(panel)
        assert page.text() == "Half a thought"
        page.discard.click()
        assert not panel.unkept()
        panel.show_with(write=True)
        assert page.text() == ""

    loop_run(main())


def test_where_nothing_may_be_written_keep_says_why(
    panel: InspectorPanel, loop_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        from app.domain.errors import KnownError

        page = await _begin(panel, tmp_path)
        reason = KnownError("palace.read_only", "{file} can only be read.", file="x.palace")
        monkeypatch.setattr(Studio, "read_only", property(lambda _self: reason))
        panel.request_refresh()
        await settle(panel)
        assert not page.keep.isEnabled()
        assert page.keep.toolTip() == "x.palace can only be read."

    loop_run(main())
