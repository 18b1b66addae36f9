"""The panel of months on a real engine: tiles, switches, the budget, the days and what is done with entries."""

import asyncio
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from making import memorybank
from PySide6.QtCore import QItemSelectionModel, QPointF, QRectF, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QDialog, QMenu, QVBoxLayout, QWidget
from speaking import ScriptedModel
from ui.living import NOW, Scene, furnish
from ui.months.years import make_years

from app.domain.errors import KnownError
from app.engine.commands import EditFragment, SetBudget, WriteFragment, WriteMonth
from app.engine.engine import Engine
from app.engine.ingest import ingest
from app.engine.ledger import Ledger
from app.engine.steps.asking import Speaker
from app.storage import months
from app.storage.months import Fragment
from app.ui import i18n
from app.ui.cost import Cost
from app.ui.months import budget
from app.ui.months.day_rows import DayHead, Entry
from app.ui.months.panel import MonthsPanel
from app.ui.months.tile_delegate import toggle_of
from app.ui.panel import NOTHING, say_nothing
from app.ui.widgets import Button, Prose

Key = Qt.Key
WHO = 1
RADIO = "The radio lies on the table in forty pieces, and nobody has counted the screws."


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("months") / "wren.palace"
    asyncio.run(make(path))
    return path


@pytest.fixture
def path(tmp_path: Path, made: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / "wren.palace"))


@pytest.fixture
def scene(studio) -> Iterator[Scene]:
    made = Scene(studio, "months")
    made.panel.resize(1000, 760)
    yield made
    made.leave()


async def make(path: Path) -> None:
    """Memories from January to March, entries in February and one without a date, two texts, a message in March."""
    await furnish(path)
    engine = await Engine.open(path, now=lambda: NOW)
    try:
        bank = memorybank(
            {"Wren": {"2026-03-02": [("The radio is in forty pieces.", "Then count the screws.")]}},
            path.with_suffix(".json"),
        )
        await ingest(engine, bank, character="Wren", timezone="UTC")
        for day, mood, text in (
            ("2026-02-02", "happy", "Soup on the balcony. Nobody spoke of the thesis."),
            ("2026-02-02", None, "A letter came from the school by the sea."),
            ("2026-02-11", "sad", "The radio broke. Theo lent his."),
            (None, None, "Herons, nine of them."),
        ):
            await engine.execute(WriteFragment(WHO, day, day, mood, text, "import"))
        await engine.execute(WriteMonth(WHO, "2026-01", "A cold month.", "model"))
        await engine.execute(WriteMonth(WHO, "2026-02", "Soup, and a broken radio.", "model"))
    finally:
        await engine.close()


def panel(scene: Scene) -> MonthsPanel:
    assert isinstance(scene.panel, MonthsPanel)
    return scene.panel


async def entries(scene: Scene, month: str = "2026-02") -> list[Fragment]:
    return await scene.studio.ask(months.fragments, WHO, month)


async def active(scene: Scene) -> list[str]:
    return [one.month for one in await scene.studio.ask(months.summaries, WHO) if one.active]


async def show_days(scene: Scene, path: Path, **arguments: Any) -> None:
    await scene.open(path, month="2026-02", tab="days", **arguments)


def choose(scene: Scene, *fragments: int) -> None:
    """Choose entries as Ctrl and a click would."""
    view = panel(scene).days.list
    view.selectionModel().clearSelection()
    for one in fragments:
        row = view.days.row_of(one)
        assert row is not None
        view.selectionModel().setCurrentIndex(view.days.index(row), QItemSelectionModel.SelectionFlag.Select)


async def until(scene: Scene, true: Any) -> None:
    limit = time.monotonic() + 10
    while not true():
        assert time.monotonic() < limit, "it never came"
        await asyncio.sleep(0.01)
    await scene.rest()


# tiles


def test_the_context_preview_is_one_press_from_the_meter(scene, loop_run, path):
    async def main():
        await scene.open(path)
        asked = []
        scene.studio.open_panel_requested.connect(lambda key, _arguments: asked.append(key))
        panel(scene).top.preview.click()
        assert asked == ["context"]
        assert panel(scene).top.preview.accessibleName()

    loop_run(main())


def test_it_opens_on_the_month_that_waits_and_tells_all_in_words(scene, loop_run, path):
    async def main():
        view = panel(scene).top.tiles
        QAbstractItemModelTester(
            view.tiles, QAbstractItemModelTester.FailureReportingMode.Warning, scene.panel
        )
        await scene.open(path)
        assert panel(scene).month == "2026-02"
        assert panel(scene).top.head.subtitle.text() == "January 2026 – March 2026 · 0 months switched on"
        said = view.tiles.place_of("2026-02").data()
        assert said.startswith("February 2026, refined, its days are left out, 3 entries")
        assert panel(scene).top.undated.text() == "1 entry without a date"
        await scene.studio.execute(EditFragment((await entries(scene))[0].id, {"mood": "sad"}))
        await scene.rest()
        index = view.tiles.place_of("2026-02")
        assert "stale" in index.data()
        assert "2 Feb" in index.data(int(Qt.ItemDataRole.ToolTipRole))

    loop_run(main())


def test_space_switches_a_month_and_undo_takes_it_back(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path)
        view = panel(scene).top.tiles
        view.setFocus()
        qtbot.keyClick(view, Key.Key_Space)
        await scene.rest()
        assert await active(scene) == ["2026-02"]
        assert view.tiles.tiles["2026-02"].active
        assert panel(scene).top.meter.cost.stretches[-1].key == "2026-02"
        await scene.studio.undo()
        await scene.rest()
        assert await active(scene) == []
        assert not view.tiles.tiles["2026-02"].active

    loop_run(main())


def test_the_switch_under_the_pointer_ghosts_what_it_would_change(scene, loop_run, path):
    async def main():
        await scene.open(path)
        view, meter = panel(scene).top.tiles, panel(scene).top.meter
        before = meter.total()
        cell = QRectF(view.visualRect(view.tiles.place_of("2026-02")))
        spot = toggle_of(cell).center().toPoint()
        QTest.mouseMove(view.viewport(), spot)
        detail = view.tiles.tiles["2026-02"].detail_tokens
        assert meter.total() == before + detail > before
        assert meter.foot() == ("Feb days", f"+{detail}")
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        await scene.rest()
        assert await active(scene) == ["2026-02"]
        assert panel(scene).month == "2026-02"  # a switch opens nothing
        QTest.mouseMove(view.viewport(), cell.center().toPoint())
        assert meter.total() == meter.cost.total == before + detail

    loop_run(main())


def test_arrows_go_from_month_to_month_and_enter_opens(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path)
        view = panel(scene).top.tiles
        view.setFocus()
        qtbot.keyClick(view, Key.Key_Left)
        assert view.current_month() == "2026-01"
        assert panel(scene).month == "2026-02"  # going is not opening
        qtbot.keyClick(view, Key.Key_Return)
        assert panel(scene).month == view.look.chosen == "2026-01"
        qtbot.keyClick(view, Key.Key_End)
        assert view.current_month() == "2026-03"
        qtbot.keyClick(view, Key.Key_Right)
        assert view.current_month() == "2026-03"
        qtbot.keyClick(view, Key.Key_Home)
        assert view.current_month() == "2026-01"

    loop_run(main())


def test_several_marked_months_are_switched_by_one_edit(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path)
        top = panel(scene).top
        assert top.strip.currentIndex() == 0
        qtbot.keyClick(top.tiles, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        assert top.strip.currentIndex() == 1
        assert top.bulk.chosen.text() == "3 months"
        top.bulk.on.click()
        await scene.rest()
        assert await active(scene) == ["2026-01", "2026-02", "2026-03"]
        assert top.tiles.marks() == ["2026-01", "2026-02", "2026-03"]  # what is marked stays marked
        await scene.studio.undo()
        await scene.rest()
        assert await active(scene) == []
        qtbot.keyClick(top.tiles, Key.Key_Escape)
        assert top.strip.currentIndex() == 0

    loop_run(main())


def test_the_budget_is_set_from_the_meter_and_what_does_not_fit_is_named(scene, loop_run, path):
    async def main():
        await scene.open(path)
        meter = panel(scene).top.meter
        panel(scene).top.tiles.toggled.emit(["2026-02"])
        await scene.rest()
        menu = budget.choose(scene.studio, meter)
        next(one for one in menu.actions() if one.text() == "4,000 tokens").trigger()
        menu.close()
        await scene.rest()
        assert meter.cost.budget == 4_000
        assert meter.foot()[1].endswith(" free")
        await scene.studio.execute(SetBudget(WHO, meter.cost.total - 10))
        await scene.rest()
        assert meter.foot() == ("left out first: the oldest Feb days", "10 too much")
        assert "estimated" in meter.accessibleName()

    loop_run(main())


# days


def test_days_tell_what_lies_on_them_and_which_changed(scene, loop_run, path):
    async def main():
        await show_days(scene, path)
        rows = panel(scene).days.list.days.rows
        heads = {row.day: row for row in rows if isinstance(row, DayHead)}
        assert (heads["2026-02-02"].entries, heads["2026-02-11"].entries) == (2, 1)
        assert (heads["2026-02-20"].entries, heads["2026-02-20"].memories) == (0, 1)
        assert not any(one.changed for one in heads.values())
        assert [row.first for row in rows if isinstance(row, Entry)] == [True, False, True]
        choose(scene, (await entries(scene))[2].id)
        await scene.studio.execute(EditFragment((await entries(scene))[2].id, {"content": "It is mended."}))
        await scene.rest()
        rows = panel(scene).days.list.days.rows
        assert [row.day for row in rows if isinstance(row, DayHead) and row.changed] == ["2026-02-11"]
        assert [one.content for one in panel(scene).days.list.entries()] == ["It is mended."]

    loop_run(main())


def test_from_an_entry_it_leads_to_where_it_went(scene, loop_run, path, qtbot):
    async def main():
        await show_days(scene, path)
        view = panel(scene)
        broke, pointed = (await entries(scene))[2], []
        view.chosen.page.pointed.connect(pointed.append)
        assert not view.days.went.isVisible()
        choose(scene, broke.id)
        await scene.rest()
        qtbot.keyClick(view.days.list, Key.Key_T)
        await scene.rest()
        assert view.bench.currentWidget() is view.chosen
        page = view.chosen.page
        assert broke.id in [row.fragment for row in page.days]
        (span,) = page.spans_of(broke.id)
        assert pointed[-1] == [span]

    loop_run(main())


def test_an_entry_is_written_for_the_chosen_day(scene, loop_run, path, qtbot):
    async def main():
        await show_days(scene, path, day="2026-02-20")
        days = panel(scene).days
        qtbot.keyClick(days.list, Key.Key_N)
        await scene.rest()
        assert days.sheet.isVisible()
        assert days.sheet.day.text() == "2026-02-20"
        days.sheet.keep.click()
        await scene.rest()
        assert days.sheet.isVisible() is False or days.sheet.note.text() == "Nothing is written yet."
        qtbot.keyClick(days.list, Key.Key_N)
        await scene.rest()
        days.sheet.editor.setPlainText("The answer came.")
        days.sheet.day.setText("21")
        days.sheet.keep.click()
        await until(scene, lambda: not days.sheet.isVisible())
        written = next(one for one in await entries(scene) if one.content == "The answer came.")
        assert (written.day, written.provenance) == ("2026-02-21", "manual")
        assert [one.id for one in days.list.entries()] == [written.id]
        await scene.undo()
        assert written.id not in [one.id for one in await entries(scene)]

    loop_run(main())


def test_a_day_that_is_none_is_told_on_the_sheet_and_nothing_is_lost(scene, loop_run, path):
    async def main():
        await show_days(scene, path)
        days = panel(scene).days
        choose(scene, (await entries(scene))[0].id)
        days.edit.click()
        await scene.rest()
        days.sheet.editor.setPlainText("Soup, twice.")
        days.sheet.day.setText("the day of soup")
        days.sheet.keep.click()
        await until(scene, lambda: bool(days.sheet.note.text()))
        assert "is no day" in days.sheet.note.text()
        assert days.sheet.text() == "Soup, twice."
        days.sheet.day.setText("2026年2月3日")
        days.sheet.keep.click()
        await until(scene, lambda: not days.sheet.isVisible())
        moved = next(one for one in await entries(scene) if one.content == "Soup, twice.")
        assert moved.day == "2026-02-03"
        assert set(moved.locked) >= {"content", "day"}

    loop_run(main())


def test_entries_are_merged_moved_and_deleted_by_keys(scene, loop_run, path, qtbot):
    async def main():
        await show_days(scene, path)
        days = panel(scene).days
        first, second, third = await entries(scene)
        choose(scene, first.id, second.id)
        qtbot.keyClick(days.list, Key.Key_M)
        await scene.rest()
        merged = (await entries(scene))[0]
        assert merged.content == f"{first.content}\n{second.content}"
        choose(scene, third.id)
        qtbot.keyClick(days.list, Key.Key_D)
        await scene.answer("12 February 2026")
        assert (await entries(scene))[-1].day == "2026-02-12"
        choose(scene, third.id)
        qtbot.keyClick(days.list, Key.Key_Delete)
        await scene.rest()
        assert [one.id for one in await entries(scene)] == [merged.id]
        await scene.undo()
        assert [one.id for one in await entries(scene)] == [merged.id, third.id]

    loop_run(main())


def test_an_entry_is_split_at_the_cursor_counted_in_characters(scene, loop_run, path):
    async def main():
        await show_days(scene, path)
        days = panel(scene).days
        held = (await entries(scene))[0]
        await scene.studio.execute(EditFragment(held.id, {"content": "🌙🌙 Soup. Nobody spoke."}))
        await scene.rest()
        choose(scene, held.id)
        days.edit.click()
        await scene.rest()
        assert not days.sheet.split.isEnabled()  # the cursor stands at the end
        cursor = days.sheet.editor.textCursor()
        cursor.setPosition(cursor.document().toPlainText().index("Nobody") + 2)  # each moon is two units
        days.sheet.editor.setTextCursor(cursor)
        assert days.sheet.split.isEnabled()
        days.sheet.split.click()
        await scene.rest()
        told = [one.content for one in await entries(scene)]
        assert told[:2] == ["🌙🌙 Soup.", "Nobody spoke."]

    loop_run(main())


def test_what_is_written_is_not_thrown_away_by_a_slip(scene, loop_run, path, qtbot):
    async def main():
        await show_days(scene, path)
        days = panel(scene).days
        days.write.click()
        await scene.rest()
        days.sheet.editor.setPlainText("Half a thought")
        qtbot.keyClick(days.sheet.editor, Key.Key_Escape)
        assert days.sheet.isVisible()
        assert days.sheet.note.text()
        await scene.studio.execute(EditFragment((await entries(scene))[0].id, {"mood": "sad"}))
        await scene.rest()  # another hand's edit leaves the sheet alone
        assert days.sheet.text() == "Half a thought"
        panel(scene).show_with(month="2026-01")
        await scene.rest()
        assert days.sheet.text() == "Half a thought"
        days.sheet.discard.click()
        assert not days.sheet.isVisible()

    loop_run(main())


def test_entries_without_a_date_have_a_place_where_they_are_dated(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path)
        panel(scene).top.undated.click()
        await scene.rest()
        days = panel(scene).days
        assert days.title.text() == "Entries without a date"
        assert not panel(scene).top.tabs.isTabEnabled(0)
        (row,) = days.list.days.rows
        choose(scene, row.fragment.id)
        assert days.shift.text() == "Date it"
        days.shift.click()
        await scene.answer("2026-03-01")
        assert [one.content for one in await entries(scene, "2026-03")] == ["Herons, nine of them."]
        assert days.list.days.rows == []
        assert panel(scene).top.undated.isHidden()
        panel(scene).top.tiles.opened.emit("2026-03")
        await scene.rest()
        assert panel(scene).top.tabs.isTabEnabled(0)
        assert any(isinstance(one, Entry) for one in days.list.days.rows)

    loop_run(main())


def test_a_day_is_made_of_what_was_said_and_never_twice(scene, loop_run, path):
    async def main():
        await scene.open(path, day="2026-03-02")
        days = panel(scene).days
        await days.maker.make(days.list.chosen_days(), "", model=False)
        await scene.rest()
        made = [one for one in await entries(scene, "2026-03") if one.provenance == "auto"]
        said = scene.toasts[-1].text
        assert said == ("1 entry made" if made else "No entry was made")
        await days.maker.make(["2026-03-02"], "", model=False)
        await scene.rest()
        assert len([one for one in await entries(scene, "2026-03") if one.provenance == "auto"]) == len(made)

    loop_run(main())


def test_what_several_calls_would_cost_is_told_before_the_first(scene, loop_run, path, monkeypatch, tmp_path):
    model = ScriptedModel([f"- {RADIO}"])

    async def opened(*_: Any) -> Speaker:
        return Speaker(model, Ledger(tmp_path / "ledger"))

    async def answer(words: str, *, cap: str = "") -> str:
        await until(scene, lambda: any(one.isVisible() for one in scene.panel.findChildren(QDialog)))
        (asked,) = [one for one in scene.panel.findChildren(QDialog) if one.isVisible()]
        cost = asked.findChild(Cost)
        cost.cap.setText(cap)
        next(one for one in asked.findChildren(Button) if one.text() == words).click()
        return cost.told.text()

    async def main():
        await scene.open(path, month="2026-03", tab="days")
        bank = memorybank(
            {"Wren": {"2026-03-03": [(RADIO, "Then I will hold the torch.")]}}, tmp_path / "m.json"
        )
        await ingest(scene.studio.engine, bank, character="Wren", timezone="UTC")
        days = ("2026-03-02", "2026-03-03")
        maker = panel(scene).days.maker
        work = asyncio.ensure_future(maker.make(days, "day_rational", model=True))
        assert (await answer("Cancel")).startswith("about 2 calls")
        await work
        assert (model.asked, await entries(scene, "2026-03")) == ([], [])
        work = asyncio.ensure_future(maker.make(days, "day_rational", model=True))
        await answer("Go on", cap="90000")
        await work
        assert [one.day for one in await entries(scene, "2026-03")] == list(days)
        work = asyncio.ensure_future(maker.make(days, "day_rational", model=True))
        await answer("Go on", cap="1")
        with pytest.raises(KnownError, match="cap"):
            await work

    monkeypatch.setattr("app.ui.months.making.open_speaker", opened)
    loop_run(main())


def test_memories_become_entries_as_proposals_only(scene, loop_run, path):
    async def main():
        await scene.open(path, day="2026-02-20")
        days = panel(scene).days
        days.make.click()
        await until(scene, lambda: bool(days.make.findChildren(QMenu)))
        menu = days.make.findChildren(QMenu)[-1]
        said = [one.text() for one in menu.actions()]
        assert "Sober log, by a model" in said
        before = await entries(scene)
        menu.actions()[-1].trigger()
        menu.close()
        await until(scene, lambda: bool(scene.toasts))
        assert scene.toasts[-1].text == "1 entry waits in the Inbox"
        assert scene.toasts[-1].undo_text == "Open the Inbox"
        assert await entries(scene) == before

    loop_run(main())


def test_entries_of_marked_months_go_to_the_palace_as_proposals(scene, loop_run, path):
    async def main():
        await scene.open(path)
        await panel(scene).maker.to_memories(["2026-02"], model=False)
        await scene.rest()
        assert "in the Inbox" in scene.toasts[-1].text
        scene.toasts[-1].undo()
        assert scene.wishes[-1] == ("inbox", {})

    loop_run(main())


# the whole


def test_it_leads_to_a_fragment_and_to_a_month(scene, loop_run, path):
    async def main():
        await scene.open(path)
        wanted = (await entries(scene))[1]
        panel(scene).show_with(month="2026-02", tab="days", fragment=wanted.id)
        await scene.rest()
        assert [one.id for one in panel(scene).days.list.entries()] == [wanted.id]
        panel(scene).show_with(month="2026-01", tab="summary")
        await scene.rest()
        assert panel(scene).month == "2026-01"
        assert panel(scene).bench.currentWidget() is panel(scene).chosen

    loop_run(main())


def test_a_palace_that_cannot_be_written_offers_nothing_that_writes(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path, read_only=True, month="2026-02", tab="days")
        days = panel(scene).days
        choose(scene, (await entries(scene))[0].id)
        for button in (days.write, days.edit, days.shift, days.delete, days.make):
            assert not button.isEnabled()
        qtbot.keyClick(days.list, Key.Key_Delete)
        await scene.rest()
        assert len(await entries(scene)) == 3

    loop_run(main())


def test_an_empty_palace_says_so(scene, loop_run, tmp_path):
    async def main():
        await furnish(tmp_path / "new.palace", ())
        await scene.open(tmp_path / "new.palace")
        assert panel(scene).empty.isVisible()
        assert not panel(scene).top.isVisible()
        panel(scene).empty.button.click()
        assert scene.wishes == [("action", "import")]

    loop_run(main())


def test_the_language_can_be_switched(scene, loop_run, path):
    async def main():
        await show_days(scene, path)
        i18n.choose("zh")
        await scene.rest()
        assert panel(scene).top.head.title.text() == "月度总结"
        assert panel(scene).top.tiles.tiles.place_of("2026-02").data().startswith("2026年2月，已精炼")
        assert panel(scene).top.tabs.tabText(1) == "日记录"

    loop_run(main())


def test_five_years_of_days_are_laid_out_and_gone_through(scene, loop_run, tmp_path, qtbot):
    async def main():
        path = tmp_path / "years.palace"
        assert await make_years(path) == 5 * 12 * 31
        await scene.open(path)
        view = panel(scene).top.tiles
        assert len(view.tiles.tiles) == 60
        view.setFocus()
        for _ in range(70):
            qtbot.keyClick(view, Key.Key_Left)
        assert view.current_month() == "2021-01"
        for _ in range(9):
            qtbot.keyClick(view, Key.Key_Down)
        assert view.current_month() == "2025-07"
        panel(scene).top.set_spread(True)
        await scene.rest()
        assert not panel(scene).bench.isVisible()
        narrow = view.tiles.columns
        scene.panel.resize(520, 760)
        await scene.rest()
        assert view.tiles.columns < narrow
        assert view.current_month() == "2025-07"

    loop_run(main())


def test_a_month_with_four_hundred_entries_is_read_at_once(scene, loop_run, tmp_path):
    async def main():
        path = tmp_path / "full.palace"
        await make_years(path, years=1, a_month=400)
        started = time.perf_counter()
        await scene.open(path, month="2025-12", tab="days")
        assert len([one for one in panel(scene).days.list.days.rows if isinstance(one, Entry)]) == 400
        view = panel(scene).days.list
        view.scrollToBottom()
        scene.panel.grab()
        assert time.perf_counter() - started < 8  # a machine that is busy with other tests too
        assert view.indexAt(QPointF(20, view.viewport().height() - 30).toPoint()).isValid()

    loop_run(main())


def test_the_first_entry_can_be_written_where_there_is_no_month(scene, loop_run, tmp_path):
    async def main():
        await furnish(tmp_path / "new.palace", ())
        await scene.open(tmp_path / "new.palace")
        panel(scene).show_with(write=True)
        days = panel(scene).days
        await until(scene, days.sheet.isVisible)
        assert days.sheet.day.text() == "2026-03-03"
        days.sheet.editor.setPlainText("The beginning.")
        days.sheet.keep.click()
        await until(scene, lambda: not days.sheet.isVisible())
        assert [one.content for one in await entries(scene, "2026-03")] == ["The beginning."]
        assert list(panel(scene).top.tiles.tiles.tiles) == ["2026-03"]

    loop_run(main())


def test_the_inspector_is_there_while_the_text_has_something_to_say(scene, loop_run, path):
    async def main():
        await scene.open(path, month="2026-02", tab="summary")
        page, side = panel(scene).chosen.inspector_page(), panel(scene).inspector_page()
        say_nothing(page)
        assert side.property(NOTHING)
        say_nothing(page, False)
        assert not side.property(NOTHING)
        assert side.currentWidget() is page
        panel(scene).show_with(tab="days")
        assert side.property(NOTHING)
        panel(scene).show_with(tab="summary")
        assert not side.property(NOTHING)

    loop_run(main())


def test_a_low_panel_keeps_the_month_and_leaves_the_heat_out(scene, loop_run, path):
    async def main():
        await scene.open(path)
        top = panel(scene).top
        assert not top.tiles.look.compact
        tall = top.tiles.height()
        scene.panel.resize(1000, 480)
        await scene.rest()
        assert top.tiles.look.compact
        assert top.tiles.height() == top.tiles.content_height(1) < tall
        assert panel(scene).bench.height() > 150
        long = QWidget()
        QVBoxLayout(long).addWidget(Prose("Soup on the balcony. " * 400))
        panel(scene).bench.addWidget(long)
        panel(scene).bench.setCurrentWidget(long)
        assert not panel(scene).bench.hasHeightForWidth()  # or it may take of the tiles what its text needs
        top.set_spread(True)
        assert not top.tiles.look.compact

    loop_run(main())
