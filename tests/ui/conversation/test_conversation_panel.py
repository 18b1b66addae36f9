"""The conversation on a real engine: windows, jumps, lanes, versions, hiding; and a day of two thousand messages."""

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from making import HashEmbedder, memorybank
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from ui.living import NOW, Scene

from app.engine.commands import CreateCharacter, HideMessages
from app.engine.engine import Engine
from app.engine.ingest import ingest
from app.engine.process import process
from app.storage import characters, messages, rows
from app.ui import i18n
from app.ui.conversation.model import ITEM_ROLE, RINGED_ROLE
from app.ui.conversation.panel import MOST
from app.ui.conversation.strip import Bubble, DayHead

pytestmark = pytest.mark.usefixtures("files_are_read_here")

Key = Qt.Key
TALK = [
    ("I am allergic to shrimp; last time it swelled for two days.", "I have noted it down."),
    ("I have a cat called Orange.", "Orange is a fine name for a cat."),
    ("Next month I want to see the sea at Qingdao.", "Then we wait for that day together."),
    ("I quarrelled with my sister and I am very sad.", "I am here, take your time."),
]


def _long() -> dict[str, list[tuple[str, str]]]:
    """Sixteen months, eight exchanges on every fourth day, and one day of two thousand messages."""
    days: dict[str, list[tuple[str, str]]] = {}
    day = date(2024, 10, 1)
    while day < date(2026, 2, 1):
        days[day.isoformat()] = [
            (f"{day} question {n} " + "about the sea " * (n % 5), f"{day} answer {n} of the tide")
            for n in range(8)
        ]
        day += timedelta(days=4)
    days["2025-06-02"] = [(f"Long day {n}", f"Long answer {n}") for n in range(1000)]
    return days


async def _make(path: Path, days: dict[str, list[tuple[str, str]]], *, read: bool = False) -> None:
    engine = await Engine.create(path, now=lambda: NOW)
    try:
        await ingest(engine, memorybank({"Wren": days}, path.with_suffix(".json")), timezone="UTC")
        if read:
            wren = (await engine.ask(characters.find, "Wren"))[0]
            await process(engine, wren, HashEmbedder(), all_=True)
    finally:
        await engine.close()


@pytest.fixture(scope="module")
def long_palace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long") / "long.palace"
    asyncio.run(_make(path, _long()))
    return path


@pytest.fixture(scope="module")
def short_palace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("short") / "short.palace"
    asyncio.run(_make(path, {"2026-02-02": TALK, "2026-02-05": TALK[:1]}, read=True))
    return path


@pytest.fixture
def path(tmp_path: Path, short_palace: Path) -> Path:
    return Path(shutil.copy(short_palace, tmp_path / "wren.palace"))


@pytest.fixture
def long_path(tmp_path: Path, long_palace: Path) -> Path:
    return Path(shutil.copy(long_palace, tmp_path / "long.palace"))


@pytest.fixture
def scene(studio) -> Iterator[Scene]:
    made = Scene(studio, "conversation")
    yield made
    made.leave()


def shown(scene: Scene) -> list[Bubble | DayHead]:
    model = scene.panel.model
    return [model.data(model.index(row), ITEM_ROLE) for row in range(model.rowCount())]


def bubbles(scene: Scene) -> list[Bubble]:
    return [item for item in shown(scene) if isinstance(item, Bubble)]


def heads(scene: Scene) -> list[DayHead]:
    return [item for item in shown(scene) if isinstance(item, DayHead)]


def ringed(scene: Scene) -> list[int]:
    model = scene.panel.model
    found = [model.index(row) for row in range(model.rowCount()) if model.data(model.index(row), RINGED_ROLE)]
    return [model.data(index, ITEM_ROLE).line.id for index in found]


def top_of(scene: Scene, message: int) -> int:
    view = scene.panel.view
    return view.visualRect(scene.panel.model.index(scene.panel.model.row_of(message))).top()


def in_view(scene: Scene, message: int) -> bool:
    row = scene.panel.model.row_of(message)
    return row is not None and scene.panel.view.viewport().rect().intersects(
        scene.panel.view.visualRect(scene.panel.model.index(row))
    )


async def press(scene: Scene, qtbot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(scene.panel.view, key)
        await scene.rest()


def test_it_opens_at_the_end_with_days_and_lanes(scene, loop_run, path):
    async def main():
        mode = QAbstractItemModelTester.FailureReportingMode.Warning
        QAbstractItemModelTester(scene.panel.model, mode, scene.panel)
        await scene.open(path)
        panel = scene.panel
        assert panel.head.subtitle.text() == "10 messages · since 2 February 2026"
        assert [(head.day, head.messages) for head in heads(scene)] == [("2026-02-02", 8), ("2026-02-05", 2)]
        assert in_view(scene, panel.strip.ids[-1])
        rests = await scene.studio.ask(messages.memories_on, panel.strip.ids)
        assert rests
        expected = {message: {memory for m, memory, _, _ in rests if m == message} for message, *_ in rests}
        found = {b.line.id: {lane.memory for lane in b.lanes} for b in bubbles(scene) if b.lanes}
        assert found == expected
        first = [lane.memory for bubble in bubbles(scene) for lane in bubble.lanes if lane.first]
        assert sorted(first) == sorted({memory for _, memory, _, _ in rests})  # each lane begins once
        memories = {memory for message, memory, _, _ in rests if message in panel.strip.ids[:8]}
        assert heads(scene)[0].memories == len(memories)

    loop_run(main())


def test_without_messages_it_offers_an_import(scene, loop_run, path):
    async def main():
        await scene.open(path)
        made = await scene.studio.execute(CreateCharacter("Ash", timezone="UTC"))
        await scene.studio.reread_characters()
        await scene.studio.choose_character(made.effect.ids[0])
        await scene.rest()
        assert scene.panel.body.currentWidget() is scene.panel.empty
        assert bubbles(scene) == []
        assert scene.panel.empty.sentence.text() == "No messages yet"
        scene.panel.empty.button.click()
        assert scene.wishes == [("action", "import")]

    loop_run(main())


@pytest.mark.parametrize("above", [True, False])
def test_the_window_grows_and_what_is_read_stays_in_place(scene, loop_run, long_path, above):
    async def main():
        await scene.open(long_path, message=None)
        panel = scene.panel
        middle = panel.strip.ids[len(panel.strip.ids) // 4]
        panel.show_with(message=middle)
        await scene.rest()
        before = (panel.strip.first, panel.strip.last)
        bar = panel.view.verticalScrollBar()
        edge = panel.view.height() // 3
        bar.setValue(edge if above else bar.maximum() - edge)
        held = panel.view.anchor()
        assert held is not None
        await scene.rest()
        after = (panel.strip.first, panel.strip.last)
        assert after[0] < before[0] if above else after[1] > before[1]
        assert abs(top_of(scene, held[0]) - held[1]) <= 2
        assert len(bubbles(scene)) == after[1] - after[0] <= MOST

    loop_run(main())


def test_scrolling_on_goes_through_everything_and_the_window_stays_small(scene, loop_run, long_path):
    async def main():
        await scene.open(long_path)
        panel = scene.panel
        bar = panel.view.verticalScrollBar()
        seen: set[int] = set()
        for _ in range(60):
            seen.update(bubble.line.id for bubble in bubbles(scene))
            assert len(bubbles(scene)) <= MOST
            if panel.strip.first == 0:
                break
            bar.setValue(0)
            await scene.rest()
        assert seen == set(panel.strip.ids)

    loop_run(main())


def test_a_jump_to_a_message_rings_it(scene, loop_run, long_path):
    async def main():
        await scene.open(long_path)
        wanted = scene.panel.strip.ids[40]
        scene.panel.show_with(message=wanted)
        await scene.rest()
        assert ringed(scene) == [wanted]
        assert in_view(scene, wanted)
        assert scene.panel.hide_button.isVisible()
        assert scene.panel.view.currentIndex().row() == scene.panel.model.row_of(wanted)

    loop_run(main())


def test_a_month_is_jumped_to_and_the_rail_follows(scene, loop_run, long_path, qtbot):
    async def main():
        await scene.open(long_path)
        panel = scene.panel
        assert panel.rail.accessibleName() == "Months: January 2026"
        panel.rail.month_chosen.emit("2025-03")
        await scene.rest()
        first = panel.view.anchor()[0]
        assert panel.strip.days[panel.strip.place_of(first)][:7] == "2025-03"
        assert panel.rail.accessibleName() == "Months: March 2025"
        qtbot.keyClick(panel.rail, Key.Key_Up)
        await scene.rest()
        assert panel.strip.days[panel.strip.place_of(panel.view.anchor()[0])][:7] == "2025-02"
        panel.show_with(month="2025-07")
        await scene.rest()
        assert panel.strip.days[panel.strip.place_of(panel.view.anchor()[0])][:7] == "2025-07"

    loop_run(main())


def test_a_day_of_two_thousand_messages_tells_its_whole_count(scene, loop_run, long_path):
    async def main():
        await scene.open(long_path)
        panel = scene.panel
        places = [place for place, day in enumerate(panel.strip.days) if day == "2025-06-02"]
        panel.show_with(message=panel.strip.ids[places[1000]])
        await scene.rest()
        assert [(head.day, head.messages, head.memories) for head in heads(scene)] == [
            ("2025-06-02", 2000, None)
        ]
        assert all(bubble.line.occurred_day == "2025-06-02" for bubble in bubbles(scene))
        panel.show_with(message=panel.strip.ids[places[0]])
        await scene.rest()
        assert [head.messages for head in heads(scene) if head.day == "2025-06-02"] == [2000]

    loop_run(main())


def test_hide_and_unhide_by_key_and_button_keep_the_place(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path)
        panel = scene.panel
        message = panel.strip.ids[3]
        panel.show_with(message=message)
        await scene.rest()
        await press(scene, qtbot, Key.Key_H)
        assert next(b for b in bubbles(scene) if b.line.id == message).line.hidden
        assert ringed(scene) == [message]
        assert panel.hide_button.text() == "Unhide"
        assert not any(b.read_to for b in bubbles(scene))  # a hidden one among the read parts nothing
        await press(scene, qtbot, Key.Key_Down)
        assert ringed(scene) == [panel.strip.ids[4]]  # the arrows go on from there
        await press(scene, qtbot, Key.Key_Up)
        panel.hide_button.click()
        await scene.rest()
        assert not next(b for b in bubbles(scene) if b.line.id == message).line.hidden
        assert panel.hide_button.text() == "Hide"
        await scene.undo()
        assert next(b for b in bubbles(scene) if b.line.id == message).line.hidden

    loop_run(main())


def test_arrows_pass_over_the_heads_of_days(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path)
        scene.panel.show_with(message=scene.panel.strip.ids[7])
        await scene.rest()
        await press(scene, qtbot, Key.Key_Down)
        assert ringed(scene) == [scene.panel.strip.ids[8]]
        await press(scene, qtbot, Key.Key_Up)
        assert ringed(scene) == [scene.panel.strip.ids[7]]

    loop_run(main())


def test_enter_opens_the_memory_that_rests_on_a_message(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path)
        bubble = next(b for b in bubbles(scene) if b.lanes)
        scene.panel.show_with(message=bubble.line.id)
        await scene.rest()
        await press(scene, qtbot, Key.Key_Return)
        assert scene.shown == [bubble.lanes[0].memory]
        assert scene.studio.selection == (bubble.lanes[0].memory,)

    loop_run(main())


def test_what_was_read_is_marked_where_reading_stopped(scene, loop_run, path):
    async def main():
        await scene.open(path)
        ids = scene.panel.strip.ids
        assert not any(bubble.read_to for bubble in bubbles(scene))  # all is read
        unread: Sequence[int] = ids[6:]
        await scene.studio.engine.database.write(
            lambda conn: [rows.update(conn, "message", i, {"processed_run": None}) for i in unread]
        )
        scene.panel.request_refresh()
        await scene.rest()
        assert [bubble.line.id for bubble in bubbles(scene) if bubble.read_to] == [ids[5]]
        await scene.studio.execute(HideMessages([ids[2]], True))
        await scene.rest()
        assert [bubble.line.id for bubble in bubbles(scene) if bubble.read_to] == [ids[5]]

    loop_run(main())


def test_versions_open_beside_the_message(scene, loop_run, path, qtbot):
    async def main():
        other = [("I am allergic to crab; last time it swelled for two days.", TALK[0][1]), *TALK[1:]]
        bank = memorybank(
            {"Wren": {"2026-02-02": other, "2026-02-05": TALK[:1]}}, path.with_suffix(".again.json")
        )
        engine = await Engine.open(path, now=lambda: NOW)
        await ingest(engine, bank, timezone="UTC")
        await engine.close()
        await scene.open(path)
        first = next(b for b in bubbles(scene) if b.line.variants)
        assert first.line.content == TALK[0][0]
        assert len(scene.panel.strip.ids) == 10  # a version stands beside, not in the row
        scene.panel.show_with(message=first.line.id)
        await scene.rest()
        await press(scene, qtbot, Key.Key_V)
        opened = next(b for b in bubbles(scene) if b.line.id == first.line.id)
        assert [line.content for line in opened.variants] == [other[0][0]]
        await press(scene, qtbot, Key.Key_V)
        assert not next(b for b in bubbles(scene) if b.line.id == first.line.id).variants

    loop_run(main())


def test_matches_are_stepped_through_round_and_round(scene, loop_run, path):
    async def main():
        await scene.open(path)
        panel = scene.panel
        for text in ("a", "all", "allergic"):
            panel.search(text)
        await scene.rest()
        first, last = panel.strip.ids[0], panel.strip.ids[8]
        assert panel.head.subtitle.text() == "2 matches for “allergic”"
        assert ringed(scene) == [last]
        panel.after.click()
        await scene.rest()
        assert ringed(scene) == [first]
        panel.show_with(message=panel.strip.ids[4])
        await scene.rest()
        panel.after.click()
        await scene.rest()
        assert ringed(scene) == [last]
        panel.before.click()
        await scene.rest()
        assert ringed(scene) == [first]
        panel.search("")
        await scene.rest()
        assert not panel.before.isVisible()

    loop_run(main())


def test_a_read_only_palace_hides_nothing(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path, read_only=True)
        scene.panel.show_with(message=scene.panel.strip.ids[3])
        await scene.rest()
        reason = i18n.told(scene.studio.read_only)[0]
        assert not scene.panel.hide_button.isEnabled()
        assert scene.panel.hide_button.toolTip() == reason
        await press(scene, qtbot, Key.Key_H)
        assert scene.said == [reason]

    loop_run(main())


def test_the_language_switches_live(scene, loop_run, path):
    async def main():
        await scene.open(path)
        scene.panel.show_with(message=scene.panel.strip.ids[2])
        await scene.rest()
        i18n.choose("zh")
        await scene.rest()
        assert scene.panel.head.title.text() == "对话记录"
        assert scene.panel.head.subtitle.text().startswith("10\u2009条消息")
        assert scene.panel.rail.accessibleName() == "月份：2026年2月"
        assert ringed(scene) == [scene.panel.strip.ids[2]]
        assert in_view(scene, scene.panel.strip.ids[2])

    loop_run(main())
