"""The window: panels by registry, regions, drawer, palette, curtain, notices, files, undo by name."""

import asyncio
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit

from app.domain.errors import KnownError
from app.ui import actions, faults, i18n, palaces, theme
from app.ui.machine import Machine
from app.ui.panel import Panel, PanelSpec
from app.ui.settings import PANEL as SETTINGS
from app.ui.shell import panels, ranking
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PANELS
from app.ui.shell.ranking import Entry
from app.ui.shot import settle
from app.ui.studio import Studio
from app.ui.widgets import Button

MEMORIES = 3


class Probe(Panel):
    """A panel that keeps what happens to it."""

    takes_search = True

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.heard: list[object] = []
        self.field = QLineEdit(self)
        self.retranslate()

    def retranslate(self) -> None:
        self.field.setPlaceholderText(i18n.language())

    async def refresh(self, changes) -> None:
        await asyncio.sleep(0)
        self.heard.append(("refresh", changes and sorted(changes.rows)))

    def show_with(self, **arguments: object) -> None:
        self.heard.append(("with", arguments))

    def search(self, text: str) -> None:
        self.heard.append(("search", text))


PROBE = PanelSpec("probe", "inbox", "Inbox", 60, f"{__name__}:Probe", badge="inbox")
ROOMS = PanelSpec("rooms", "palace", "Rooms", 20, f"{__name__}:Probe", sidebar=False)


@pytest.fixture
def window(dressed: QApplication, studio: Studio, qtbot) -> MainWindow:
    made = MainWindow(studio, Machine(width=1300, height=800), (*PANELS, SETTINGS, PROBE, ROOMS))
    qtbot.addWidget(made)
    made.show()
    return made


async def _live(window: MainWindow, tmp_path: Path, name: str = "Wren") -> None:
    from app.engine.commands import AddMemory

    await palaces.new_palace(window.studio, tmp_path / f"{name}.palace", name)
    for number in range(MEMORIES):
        await window.studio.execute(
            AddMemory(window.studio.character_id, f"Memory {number} of the moon", "attic")
        )
    await settle(window)


def test_without_a_palace_there_is_the_first_page(window: MainWindow) -> None:
    frame = window.frame
    assert frame.stack.currentWidget() is window.first_run
    assert not frame.inspector.isVisible()
    assert not frame.sidebar.panels["palace"].isEnabled()
    assert not window.actions_table["undo"].isEnabled()
    assert window.actions_table["palace.open"].isEnabled()
    assert window.windowTitle() == "Belvedere"


def test_only_registered_panels_are_in_the_sidebar(window: MainWindow) -> None:
    assert list(window.frame.sidebar.panels) == ["palace", "probe"]


def test_the_registry_has_unique_keys_and_orders() -> None:
    specs = panels.load()
    assert len({spec.key for spec in specs}) == len(specs)
    assert [spec.order for spec in specs] == sorted(spec.order for spec in specs)


def test_a_palace_lives_in_the_window(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        frame = window.frame
        assert window.current_panel == "palace"
        assert frame.sidebar.rooms["attic"].accessibleName() == f"Attic, {MEMORIES}"
        assert frame.foot.sentence().startswith(f"Saved · {MEMORIES} memories")
        assert window.windowTitle() == "Wren.palace – Belvedere"
        assert frame.bar.undo.isEnabled()
        assert "Undo “" in frame.bar.undo.accessibleName()
        house = window.panels["palace"].house
        assert house.facts().of("attic").count == MEMORIES
        window.deeds.on_undo()
        await settle(window)
        assert house.facts().of("attic").count == MEMORIES - 1
        assert frame.bar.redo.isEnabled()
        window.deeds.on_redo()
        await settle(window)
        assert house.facts().of("attic").count == MEMORIES
        await window.studio.close()
        assert frame.stack.currentWidget() is window.first_run

    loop_run(main())


def test_the_window_asks_before_words_are_lost_with_it(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def answer(words: str) -> None:
        (asked,) = [one for one in window.findChildren(QDialog) if one.isVisible()]
        next(one for one in asked.findChildren(Button) if one.text() == words).click()
        await settle(window)

    async def main() -> None:
        left: list[bool] = []
        window.on_closed = lambda: left.append(True)
        await _live(window, tmp_path)
        window.show_panel("probe")
        window.panels["probe"].unkept = lambda: "Your words for March are not kept yet."
        window.close()
        await asyncio.sleep(0)
        await answer("Go on writing")
        assert not left
        window.deeds.on_close_palace()
        await asyncio.sleep(0)
        await answer("Go on writing")
        assert window.studio.engine is not None
        window.close()
        await asyncio.sleep(0)
        await answer("Throw it away")
        assert left == [True]
        await window.studio.close()

    loop_run(main())


def test_a_panel_reads_when_shown_and_after_edits(window: MainWindow, loop_run, tmp_path: Path) -> None:
    from app.engine.commands import AddMemory

    async def main() -> None:
        await _live(window, tmp_path)
        window.show_panel("probe")
        await settle(window)
        probe = window.panels["probe"]
        assert probe.heard == [("refresh", None)]
        await window.studio.execute(AddMemory(window.studio.character_id, "New", "study"), toast=True)
        await settle(window)
        assert probe.heard[1][0] == "refresh"
        assert "memory" in probe.heard[1][1]
        assert window.frame.toast.isVisible()
        window.frame.toast.action.click()
        await settle(window)
        assert len(probe.heard) == 3
        window.show_panel("palace")
        await window.studio.execute(AddMemory(window.studio.character_id, "Unseen", "study"))
        await settle(window)
        assert len(probe.heard) == 3  # hidden: it waits
        window.show_panel("probe")
        await settle(window)
        assert len(probe.heard) == 4
        i18n.choose("zh")
        await settle(window)
        assert probe.field.placeholderText() == "zh"
        assert probe.heard[-1] == ("refresh", None)

    loop_run(main())


def test_rooms_open_from_sidebar_house_and_palette(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        window.frame.sidebar.rooms["attic"].click()
        assert window.current_panel == "rooms"
        assert window.frame.sidebar.rooms["attic"].isChecked()
        assert not window.frame.sidebar.panels["palace"].isChecked()
        window.show_panel("palace")
        window.panels["palace"].house.room_opened.emit("study")
        assert window.panels["rooms"].heard[-1] == ("with", {"room": "study"})
        window.frame.bar.search.setText("moon")
        window.frame.bar.search.entered.emit("moon")
        assert ("search", "moon") in window.panels["rooms"].heard
        window.studio.search_cleared.emit()
        assert window.frame.bar.search.text() == ""

    loop_run(main())


def test_what_panels_ask_for_stands_in_the_table() -> None:
    asked = {
        name
        for file in (Path(actions.__file__).parent).rglob("*.py")
        for call in re.findall(r"action_requested\.emit\(([^)]*)\)", file.read_text(encoding="utf-8"))
        for name in re.findall(r'"([^"]+)"', call)
    }
    assert {"import", "memory.new"} <= asked <= {spec.id for spec in actions.ACTIONS}


def test_the_palette_finds_actions_memories_and_panels(
    window: MainWindow, loop_run, tmp_path: Path, qtbot
) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        window.deeds.on_palette()
        box = window.palette_box
        box.field.setText("sett")
        assert box.entries_shown()[0].key == "settings"
        qtbot.keyClick(box.field, Qt.Key.Key_Return)
        assert window.current_panel == "settings"
        assert not box.isVisible()
        window.deeds.on_palette()
        box.field.setText("moon")
        await asyncio.sleep(0.2)
        await settle(window)
        assert [entry.group for entry in box.entries_shown()] == ["memories"] * MEMORIES
        qtbot.keyClick(box.field, Qt.Key.Key_Tab)
        assert box.entries_shown() == []
        qtbot.keyClick(box.field, Qt.Key.Key_Escape)
        assert not box.isVisible()

    loop_run(main())


def test_the_palette_moves_what_is_selected(window: MainWindow, loop_run, tmp_path: Path, qtbot) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        box, studio = window.palette_box, window.studio
        window.deeds.on_palette()
        box.field.setText("move to")
        assert not [entry for entry in box.entries_shown() if entry.key.startswith("move:")]
        qtbot.keyClick(box.field, Qt.Key.Key_Escape)
        ids = [
            row[0] for row in await studio.ask(lambda conn: conn.execute("SELECT id FROM memory").fetchall())
        ]
        studio.select(ids[:2])
        window.show_panel("rooms", room="attic")
        window.deeds.on_palette()
        box.field.setText("move to")
        offered = [entry for entry in box.entries_shown() if entry.key.startswith("move:")]
        assert [entry.hint for entry in offered] == ["2 memories"] * 6, "not into the room they are in"
        box.field.setText("move to study")
        qtbot.keyClick(box.field, Qt.Key.Key_Return)
        await settle(window)
        assert window.telling.facts.rooms["study"] == 2

    loop_run(main())


def test_the_status_line_does_not_keep_what_another_panel_said(
    window: MainWindow, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        window.show_panel("probe")
        window.studio.say("1 of 57 · nothing changed yet")
        window.show_panel("probe")
        assert window.frame.foot.sentence().startswith("1 of 57")
        window.show_panel("settings")
        assert window.frame.foot.sentence().startswith("Saved · ")

    loop_run(main())


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("ydzj", "月度总结"),
        ("hbjy", "合并记忆"),
        ("chongfu", "近似重复"),
        ("总结", "月度总结"),
        ("ws", "卧室"),
    ],
)
def test_pinyin_finds_what_is_meant(query: str, first: str) -> None:
    names = ("宫殿", "月度总结", "合并记忆", "近似重复", "卧室", "窗台", "无事", "撤销")
    found = ranking.rank(query, [Entry("actions", name, name) for name in names])
    assert found[0].entry.text == first


def test_a_beginning_ranks_before_a_part() -> None:
    entries = [
        Entry("actions", "a", "Remove"),
        Entry("actions", "b", "Move to Attic"),
        Entry("actions", "c", "To move"),
    ]
    assert [match.entry.key for match in ranking.rank("move", entries)] == ["b", "c", "a"]
    assert ranking.rank("mvoe to atic", entries)[0].entry.key == "b"
    near = [Entry("actions", "d", "Models and endpoints"), *entries]
    assert "d" not in [match.entry.key for match in ranking.rank("move", near)]
    assert [match.entry.key for match in ranking.rank("move", near[:1])] == ["d"]
    assert [match.entry.key for match in ranking.rank("  ", entries)] == ["a", "b", "c"]


def test_the_inspector_is_a_drawer_in_a_narrow_window(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        frame = window.frame
        assert frame.inspector.isVisible()
        window.resize(1000, 700)
        assert not frame.inspector.isVisible()
        window.deeds.on_inspector()
        assert frame.inspector.isVisible()
        assert frame.inspector.geometry().right() == frame.width() - 1
        wide = frame.sidebar.width()
        window.resize(800, 700)
        assert frame.sidebar.width() < wide
        window.resize(1300, 800)
        await settle(window)
        assert frame.inspector.isVisible()
        assert frame.stack.geometry().right() < frame.inspector.geometry().left() + 1

    loop_run(main())


def test_the_drawer_closes_by_escape_and_by_its_button(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        frame = window.frame
        assert not frame.inspector.close_button.isVisible()
        window.resize(1000, 700)
        window.deeds.on_inspector()
        assert frame.inspector.close_button.isVisible()
        QTest.keyClick(frame.stack, Qt.Key.Key_Escape)
        assert not frame.inspector.isVisible()
        window.deeds.on_inspector()
        QTest.keyClick(frame.inspector.close_button, Qt.Key.Key_Escape)
        assert not frame.inspector.isVisible()
        window.deeds.on_inspector()
        frame.inspector.close_button.click()
        assert not frame.inspector.isVisible()
        window.resize(1300, 800)
        await settle(window)
        assert frame.inspector.isVisible()
        assert not frame.inspector.close_button.isVisible()
        QTest.keyClick(frame.stack, Qt.Key.Key_Escape)
        assert frame.inspector.isVisible()

    loop_run(main())


def test_going_through_a_list_does_not_open_the_drawer(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        from app.ui.inspector import PANEL as INSPECTOR

        window.specs[INSPECTOR.key] = INSPECTOR
        await _live(window, tmp_path)
        window.resize(1000, 700)
        window.studio.glance(1)
        assert not window.frame.inspector.isVisible()
        window.studio.show_memory(1)
        assert window.frame.inspector.isVisible()
        await settle(window)

    loop_run(main())


def test_a_page_without_an_inspector_takes_the_whole_width(
    window: MainWindow, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        assert window.frame.inspector.isVisible()
        window.show_panel("settings")
        assert not window.frame.inspector.isVisible()
        window.show_panel("palace")
        assert window.frame.inspector.isVisible()

    loop_run(main())


def test_f6_goes_round_the_regions(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        window.activateWindow()
        seen = []
        for _ in range(5):
            window.deeds.on_next_region()
            focused = QApplication.focusWidget()
            seen.append(
                next(i for i, r in enumerate(window.regions()) if r is focused or r.isAncestorOf(focused))
            )
        assert seen[:4] == [0, 1, 2, 3]
        assert seen[4] == 0

    loop_run(main())


def test_the_curtain_hides_and_takes_the_keys(window: MainWindow, loop_run, tmp_path: Path, qtbot) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        window.deeds.on_curtain()
        assert window.curtain.isVisible()
        assert window.windowTitle() == "Belvedere"
        tiny = window.curtain._blur
        assert tiny.width() * 20 < window.width()
        qtbot.keyClick(window.curtain, Qt.Key.Key_A)
        window.deeds.on_curtain()
        assert not window.curtain.isVisible()

    loop_run(main())


def test_faults_are_told_once_without_a_box(window: MainWindow) -> None:
    error = KnownError("disk.full", "The disk is full.", "Free some space.")
    for notice in (faults.Notice(error), faults.Notice(error), faults.Notice(None, "ValueError in here")):
        faults.funnel().noticed.emit(notice)
    cards = window.frame.notices.cards()
    assert [card.title.text() for card in cards] == ["The disk is full.", "Something went wrong in Belvedere"]
    assert QApplication.activeModalWidget() is None
    cards[1]._on_copy_clicked()
    assert QApplication.clipboard().text() == "ValueError in here"


def test_a_dropped_file_is_handed_on(window: MainWindow, loop_run, tmp_path: Path) -> None:
    told: list[object] = []
    window.studio.files_dropped.connect(told.append)

    async def main() -> None:
        await _live(window, tmp_path)
        carried = QMimeData()
        carried.setUrls([QUrl.fromLocalFile(str(tmp_path / "backup.zip")), QUrl("https://example.org/x")])
        event = QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            carried,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        window.dropEvent(event)
        await settle(window)

    loop_run(main())
    assert told == [[tmp_path / "backup.zip"]]


def test_two_characters_are_kept_apart(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        await palaces.new_character(window.studio, "栖迟")
        await settle(window)
        assert [who.name for who in window.studio.characters] == ["Wren", "栖迟"]
        assert window.studio.character.name == "栖迟"
        assert window.panels["palace"].house.facts().of("attic").count == 0
        window.studio.select([1])
        await window.studio.choose_character(window.studio.characters[0].id)
        assert window.studio.selection == ()
        await settle(window)
        assert window.panels["palace"].house.facts().of("attic").count == MEMORIES

    loop_run(main())


def test_tasks_show_and_can_be_cancelled(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)

        async def body(task) -> None:
            task.step(1, 4)
            await asyncio.sleep(10)

        task = window.studio.engine.tasks.start("Import", body)
        await asyncio.sleep(0.01)
        assert window.frame.bar.tasks.text() == "1 task"
        window.deeds.on_tasks()
        assert window.tasks.isVisible()
        window.tasks._cancel(task.key)
        await asyncio.sleep(0.01)
        assert task.state == "cancelled"
        assert window.frame.bar.tasks.text() == ""
        window.tasks.hide()

    loop_run(main())


def test_the_size_of_text_rebuilds_the_pages(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        before, bar = window.panels["palace"], window.frame.bar.height()
        theme.set_scale(1.5)
        await settle(window)
        assert window.panels["palace"] is not before
        assert window.current_panel == "palace"
        assert window.frame.bar.height() > bar
        theme.set_scale(1.0)
        await settle(window)

    loop_run(main())


def test_the_settings_tell_what_a_tab_of_theirs_holds(window: MainWindow) -> None:
    window.show_panel("settings", tab="prompts")
    settings = window.panels["settings"]
    assert not window.unkept()
    settings.tabs["prompts"].unkept = lambda: "Your wording is not kept yet."
    assert window.unkept() == "Your wording is not kept yet."
    window.studio.palace_closed.emit()
    assert not window.unkept(), "they went with the palace, and are asked about once"


def test_another_size_of_text_loses_no_words(window: MainWindow, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await _live(window, tmp_path)
        window.show_panel("probe")
        probe, palace = window.panels["probe"], window.panels["palace"]
        probe.unkept = lambda: "Your words for March are not kept yet."
        window.deeds.on_larger()
        await settle(window)
        assert window.panels["probe"] is probe
        assert window.frame.stack.currentWidget() is probe
        assert window.panels.get("palace") is not palace
        await window.studio.close()

    loop_run(main())


def test_window_state_is_kept_on_this_machine(tmp_path: Path) -> None:
    kept = Machine(theme="dark", width=1000)
    kept.remember(tmp_path / "a.palace")
    kept.remember(tmp_path / "b.palace")
    kept.remember(tmp_path / "a.palace")
    kept.save(tmp_path)
    read = Machine.load(tmp_path)
    assert (read.theme, read.width) == ("dark", 1000)
    assert [Path(path).name for path in read.recent] == ["a.palace", "b.palace"]
    (tmp_path / "window.json").write_text('{"theme": 7, "width": "wide", "unknown": 1}', encoding="utf-8")
    assert Machine.load(tmp_path).theme == "system"
    (tmp_path / "window.json").write_text("[1", encoding="utf-8")
    assert Machine.load(tmp_path) == Machine()


def test_every_action_has_a_handler_and_a_safe_key(window: MainWindow) -> None:
    seen: set[str] = set()
    for spec in actions.ACTIONS:
        assert callable(getattr(window.deeds, spec.handler)), spec.id
        assert spec.group in actions.GROUPS
        if spec.shortcut:
            assert spec.shortcut.startswith(("Ctrl+", "F")), spec.id
            assert spec.shortcut not in seen, spec.id
            seen.add(spec.shortcut)


def test_letters_are_for_lists_without_modifiers(dressed: QApplication) -> None:
    def press(text: str, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> str:
        return actions.letter(QKeyEvent(QKeyEvent.Type.KeyPress, 0, modifiers, text))

    assert press("M", Qt.KeyboardModifier.ShiftModifier) == "m"
    assert press("m") == "m"
    assert press("m", Qt.KeyboardModifier.ControlModifier) == ""
    assert press(" ") == ""
    assert press("你好") == ""


def test_file_names_are_safe() -> None:
    assert palaces.file_stem('Wren/..\\:*?"<>|') == "Wren"
    assert palaces.file_stem("  ...  ") == "palace"
    assert palaces.file_stem("栖迟") == "栖迟"
    assert len(palaces.file_stem("x" * 500)) == 60
