"""Search on a real engine: headings, marks, where each kind leads, and keeping the place."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from making import memorybank
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from ui.living import NOW, Scene, furnish

from app.engine.commands import CreateCharacter, ForgetMemories
from app.engine.engine import Engine
from app.engine.ingest import ingest
from app.storage import derived, messages, rows
from app.storage.finding import Hit
from app.ui import i18n
from app.ui.search.model import BEFORE, ROW_ROLE, Found, Heading, rows_of
from app.ui.search.model import Hits as Part

Key = Qt.Key


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[int]]:
    """A palace and the ids of its memories."""
    path = tmp_path_factory.mktemp("search") / "wren.palace"
    return path, asyncio.run(make(path))


@pytest.fixture
def path(tmp_path: Path, made: tuple[Path, list[int]]) -> Path:
    return Path(shutil.copy(made[0], tmp_path / "wren.palace"))


@pytest.fixture
def scene(studio) -> Iterator[Scene]:
    made = Scene(studio, "search")
    yield made
    made.leave()


async def make(path: Path) -> list[int]:
    """Six memories, two messages, a month and a day; all but two speak of the harbour."""
    ids = await furnish(path)
    engine = await Engine.open(path, now=lambda: NOW)
    try:
        bank = memorybank(
            {"Wren": {"2026-03-02": [("To the harbour?", "Yes, at dusk.")]}}, path.with_suffix(".json")
        )
        await ingest(engine, bank, character="Wren", timezone="UTC")
        stamps = {"recorded_at": NOW, "updated_at": NOW}

        def write(conn):
            month = {"character": 1, "scope": "month", "key": "2026-02", "content": "A month at the harbour."}
            rows.insert(conn, "summary", month | stamps)
            day = {
                "character": 1,
                "day": "2026-01-09",
                "content": "Fog over the harbour.",
                "provenance": "import",
            }
            rows.insert(conn, "fragment", day | stamps)

        await engine.database.write(write)
        await engine.database.write(derived.rebuild)
    finally:
        await engine.close()
    return ids


def shown(scene: Scene) -> list[Heading | Found]:
    model = scene.panel.model
    return [model.data(model.index(row), ROW_ROLE) for row in range(model.rowCount())]


async def ask(scene: Scene, text: str) -> None:
    scene.panel.search(text)
    await scene.rest()


def choose(scene: Scene, kind: str) -> Hit:
    row = next(i for i, one in enumerate(shown(scene)) if isinstance(one, Found) and one.hit.kind == kind)
    scene.panel.list.setCurrentIndex(scene.panel.model.index(row))
    return shown(scene)[row].hit


def test_every_kind_is_found_under_its_heading(scene, loop_run, path):
    async def main():
        mode = QAbstractItemModelTester.FailureReportingMode.Warning
        QAbstractItemModelTester(scene.panel.model, mode, scene.panel)
        await scene.open(path, text="harbour")
        told = [row.text for row in shown(scene) if isinstance(row, Heading)]
        assert told == ["2 memories", "1 message", "1 month", "1 day"]
        assert scene.panel.head.subtitle.text() == "5 found"
        kinds = [row.hit.kind for row in shown(scene) if isinstance(row, Found)]
        assert kinds == ["memory", "memory", "message", "summary", "fragment"]
        assert scene.panel.save.isVisible()

    loop_run(main())


def test_what_was_looked_for_is_marked(scene, loop_run, path):
    async def main():
        await scene.open(path, text="harbour MOON")
        found = [row for row in shown(scene) if isinstance(row, Found)]
        assert [{one.text[m.start : m.end] for m in one.marks} for one in found] == [{"moon", "harbour"}]

    loop_run(main())


def test_a_long_text_is_cut_before_the_match_and_between_words():
    text = "word " * 60 + "the lamp went out " + "word " * 60
    part = Part("memory", 1, (Hit("memory", 1, "attic", "2026-01-01", None, text),))
    row = rows_of([part], "lamp")[1]
    assert row.text.startswith("…word")
    mark = row.marks[0]
    assert row.text[mark.start : mark.end] == "lamp"
    assert mark.start <= BEFORE + len("word …")
    chinese = Hit("memory", 1, "attic", None, None, "前" * 80 + "灯" + "后" * 80)
    row = rows_of([Part("memory", 1, (chinese,))], "灯")[1]
    assert row.text.startswith("…前")
    assert row.text[row.marks[0].start : row.marks[0].end] == "灯"


def test_each_kind_leads_to_its_panel(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path, text="harbour")
        memory = choose(scene, "memory")
        assert scene.shown[-1] == memory.id
        assert scene.studio.selection == (memory.id,)
        qtbot.keyClick(scene.panel.list, Key.Key_Return)
        choose(scene, "message")
        qtbot.keyClick(scene.panel.list, Key.Key_Return)
        choose(scene, "summary")
        qtbot.keyClick(scene.panel.list, Key.Key_Return)
        fragment = choose(scene, "fragment")
        qtbot.keyClick(scene.panel.list, Key.Key_Return)
        message = (await scene.studio.ask(messages.ids_in_order, scene.studio.character_id))[0]
        assert scene.wishes == [
            ("rooms", {"room": memory.room, "memory": memory.id}),
            ("message", message),
            ("months", {"month": "2026-02", "tab": "summary"}),
            ("months", {"month": "2026-01", "tab": "days", "fragment": fragment.id}),
        ]

    loop_run(main())


def test_a_double_click_opens_once(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path, text="moon")
        choose(scene, "memory")
        view = scene.panel.list
        spot = view.visualRect(view.currentIndex()).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        await scene.rest()
        assert len(scene.wishes) == 1

    loop_run(main())


def test_arrows_pass_over_headings(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path, text="harbour")
        scene.panel.list.setCurrentIndex(scene.panel.model.index(2))  # the second memory
        qtbot.keyClick(scene.panel.list, Key.Key_Down)
        row = shown(scene)[scene.panel.list.currentIndex().row()]
        assert isinstance(row, Found)
        assert row.hit.kind == "message"

    loop_run(main())


def test_empty_says_what_to_do_and_what_was_not_found(scene, loop_run, path):
    async def main():
        await scene.open(path)
        panel = scene.panel
        assert panel.body.currentWidget() is panel.empty
        assert panel.empty.sentence.text().startswith("Type above")
        assert not panel.save.isVisible()
        await ask(scene, "glacier")
        assert panel.empty.sentence.text() == "Nothing matches “glacier”."
        assert panel.head.subtitle.text() == "0 found"
        await ask(scene, "")
        assert panel.head.subtitle.text() == ""

    loop_run(main())


def test_the_row_stays_after_an_edit_and_what_is_gone_goes(scene, loop_run, path, made):
    async def main():
        ids = made[1]
        await scene.open(path, text="harbour")
        message = choose(scene, "message")
        await scene.studio.execute(ForgetMemories([ids[0]]))
        await scene.rest()
        assert next(row.text for row in shown(scene) if isinstance(row, Heading)) == "1 memory"
        row = shown(scene)[scene.panel.list.currentIndex().row()]
        assert (row.hit.kind, row.hit.id) == ("message", message.id)

    loop_run(main())


def test_a_search_is_saved_under_a_name(scene, loop_run, path):
    async def main():
        await scene.open(path, text="harbour")
        scene.panel.save.click()
        await scene.answer("Evenings")
        assert scene.toasts[-1].text == "Save the search “Evenings”"
        assert scene.toasts[-1].undo

    loop_run(main())


def test_a_read_only_palace_saves_no_search(scene, loop_run, path):
    async def main():
        await scene.open(path, read_only=True, text="harbour")
        assert not scene.panel.save.isEnabled()
        assert scene.panel.save.toolTip() == i18n.told(scene.studio.read_only)[0]

    loop_run(main())


def test_characters_are_kept_apart(scene, loop_run, path):
    async def main():
        await scene.open(path, text="harbour")
        made = await scene.studio.execute(CreateCharacter("Ash", timezone="UTC"))
        await scene.studio.reread_characters()
        await scene.studio.choose_character(made.effect.ids[0])
        await scene.rest()
        assert shown(scene) == []

    loop_run(main())


def test_the_language_switches_live(scene, loop_run, path):
    async def main():
        await scene.open(path, text="harbour")
        i18n.choose("zh")
        await scene.rest()
        assert scene.panel.head.title.text() == "搜索"
        assert next(row.text for row in shown(scene) if isinstance(row, Heading)) == "2\u2009条记忆"

    loop_run(main())
