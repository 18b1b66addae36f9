"""What I found, on a real engine: rows, cases, decisions as one undoable edit each, keys."""

import asyncio
from pathlib import Path

import pytest
from making import HashEmbedder, memorybank
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.when import day_of
from app.engine import embedding
from app.engine.commands import AddMemory, MoveMemories
from app.engine.engine import Engine
from app.engine.ingest.ingest import ingest
from app.storage import history, memories, messages, proposals, rows, writes
from app.ui import aio, i18n
from app.ui.findings.look import UNREAD
from app.ui.findings.panel import FindingsPanel
from app.ui.studio import Studio, ToastRequest

pytestmark = pytest.mark.usefixtures("files_are_read_here")

STORY = {
    "Mara": {
        "2025-03-01": [
            ("Pocket jumped onto the sill.", "On her own?"),
            ("Yes, for the first time.", "Brave."),
        ],
        "2025-04-02": [("Good night.", "Sleep well.")],  # March is over
    },
    "Orin": {"2025-03-02": [("Hello there, how are you?", "Well, and you?")]},
}
TWIN = "Pocket, her cat, jumped onto the windowsill on her own for the first time."


@pytest.fixture(autouse=True)
def embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bootstrap.embedder", HashEmbedder)


@pytest.fixture
def panel(dressed: QApplication, studio: Studio, qtbot) -> FindingsPanel:
    made = FindingsPanel(studio)
    qtbot.addWidget(made)
    qtbot.addWidget(made.page)
    made.resize(860, 800)
    made.page.resize(332, 800)
    return made


async def quiet(studio: Studio) -> None:
    still = 0
    while still < 4:
        await asyncio.sleep(0.01)
        running = studio.engine is not None and studio.engine.tasks.running
        still = 0 if aio.busy() or running else still + 1


async def untidy(panel: FindingsPanel, tmp_path: Path) -> list[int]:
    """A palace with a pair of doubles, an undated, a misdated, a future and a misnamed memory, a store-box."""
    studio = panel.studio
    engine = await Engine.create(tmp_path / "p.palace")
    await ingest(engine, memorybank(STORY, tmp_path / "bank.json"), timezone="UTC")
    await studio.open(engine)
    who = studio.character_id
    said = await studio.ask(messages.ids_in_order, who)
    days = (day_of("2025-03-01", "UTC"), day_of("2025-03-01", "UTC"), None, day_of("2024-01-01", "UTC"))
    texts = (
        TWIN,
        TWIN.replace("jumped", "leapt"),
        "She goes quiet when she is unsure.",
        "A walk by the river in rain.",
    )
    made = []
    for text, day in zip(texts, days, strict=True):
        more = {"occurred": day} if day else {}
        made += (await engine.execute(AddMemory(who, text, "living_room", 6, **more))).effect.ids
    made += (
        await engine.execute(
            AddMemory(
                who, "We shall see the comet together.", "windowsill", occurred=day_of("2099-01-01", "UTC")
            )
        )
    ).effect.ids
    made += (
        await engine.execute(
            AddMemory(
                who, "She fell asleep and Orin stayed.", "bedroom", occurred=day_of("2025-03-01", "UTC")
            )
        )
    ).effect.ids

    def rest(conn) -> None:
        told = [(made[2], said[0]), (made[3], said[0])]
        sources = [
            {
                "owner_kind": "memory",
                "owner_id": memory,
                "target_kind": "message",
                "target_id": message,
                "role": "source",
                "ordinal": 0,
            }
            for memory, message in told
        ]
        writes.add_sources(conn, sources)
        rows.update(conn, "memory", made[3], {"status": "active"})

    await engine.database.write(rest)
    await embedding.complete(engine, HashEmbedder(), "memory", who)
    panel.show()
    await quiet(studio)
    return made


def kinds(panel: FindingsPanel) -> list[str]:
    return [row.finding.kind for row in panel.rows]


def test_every_kind_has_its_row_and_the_rest_is_told_clean(
    panel: FindingsPanel, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        await untidy(panel, tmp_path)
        assert kinds(panel) == [UNREAD, "doubles", "undated", "misdated", "future", "other_name", "month"]
        assert panel.walk.text() == f"Walk through {panel.look.total}"
        assert panel.rows[1].action.text() == "Compare 1 pair"
        assert panel.rows[2].action.text() == "Date 1 from its source"
        assert panel.look.clean == ("Store-box in the attic",)
        assert panel.look.without_vectors == 0
        await panel.studio.close()

    loop_run(main())


def test_a_pair_is_merged_by_a_key_and_can_be_taken_back(
    panel: FindingsPanel, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        studio = panel.studio
        toasts: list[ToastRequest] = []
        studio.toast_requested.connect(toasts.append)
        made = await untidy(panel, tmp_path)
        panel.go_to(1)
        await quiet(studio)
        assert set(panel.page.deeds) == {"m", "b", "s", "l"}
        QTest.keyClick(panel.list, Qt.Key.Key_M)
        await quiet(studio)
        merged = await studio.ask(memories.many, made[:2])
        assert [one.status for one in merged] == ["active", "merged"]
        assert "doubles" not in kinds(panel)
        await studio.undo(toasts[-1].undo)
        await quiet(studio)
        assert "doubles" in kinds(panel)
        await studio.close()

    loop_run(main())


def test_swapping_keeps_the_other_one(panel: FindingsPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        made = await untidy(panel, tmp_path)
        panel.go_to(1)
        await quiet(studio)
        QTest.keyClick(panel.list, Qt.Key.Key_S)
        QTest.keyClick(panel.list, Qt.Key.Key_M)
        await quiet(studio)
        merged = await studio.ask(memories.many, made[:2])
        assert [one.status for one in merged] == ["merged", "active"]
        await studio.close()

    loop_run(main())


def test_keeping_both_is_remembered(panel: FindingsPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        await untidy(panel, tmp_path)
        panel.go_to(1)
        await quiet(panel.studio)
        QTest.keyClick(panel.list, Qt.Key.Key_B)
        await quiet(panel.studio)
        assert "doubles" not in kinds(panel)
        panel.request_refresh()
        await quiet(panel.studio)
        assert "doubles" not in kinds(panel)
        await panel.studio.close()

    loop_run(main())


@pytest.mark.parametrize("kind", ["undated", "misdated"])
def test_dates_come_from_the_sources(panel: FindingsPanel, loop_run, tmp_path: Path, kind: str) -> None:
    async def main() -> None:
        studio = panel.studio
        made = await untidy(panel, tmp_path)
        panel.go_to(kinds(panel).index(kind))
        await quiet(studio)
        QTest.keyClick(panel.list, Qt.Key.Key_D)
        await quiet(studio)
        memory = await studio.ask(memories.get, made[2 if kind == "undated" else 3])
        assert memory.occurred_day == "2025-03-01"
        assert kind not in kinds(panel)
        edit = (await studio.ask(history.edits))[0]
        assert edit.actor == "author"
        await studio.close()

    loop_run(main())


def test_the_row_dates_all_at_once(panel: FindingsPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        made = await untidy(panel, tmp_path)
        panel.rows[2].action.click()
        await quiet(panel.studio)
        assert (await panel.studio.ask(memories.get, made[2])).occurred_day == "2025-03-01"
        await panel.studio.close()

    loop_run(main())


def test_arrows_go_through_findings_and_the_name_is_marked(
    panel: FindingsPanel, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        studio = panel.studio
        shown: list[int] = []
        studio.memory_requested.connect(shown.append)
        made = await untidy(panel, tmp_path)
        panel.walk.click()
        await quiet(studio)
        assert panel.current == 1
        for _ in range(4):
            QTest.keyClick(panel.list, Qt.Key.Key_Down)
        await quiet(studio)
        assert panel.page.facts.case.kind == "other_name"
        assert panel.page.facts.case.name == "Orin"
        QTest.keyClick(panel.list, Qt.Key.Key_O)
        assert shown == [made[5]]
        QTest.keyClick(panel.list, Qt.Key.Key_L)
        await quiet(studio)
        assert panel.page.facts.case.kind == "month"
        await studio.close()

    loop_run(main())


def test_a_month_and_the_store_box_lead_elsewhere(panel: FindingsPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        asked: list[tuple[str, dict[str, object]]] = []
        studio.open_panel_requested.connect(lambda key, more: asked.append((key, more)))
        made = await untidy(panel, tmp_path)

        def evict(conn) -> None:
            rows.update(conn, "memory", made[0], {"status": "evicted", "room": "attic"})

        await studio.engine.database.write(evict)
        panel.request_refresh()
        await quiet(studio)
        panel.rows[kinds(panel).index("month")].action.click()
        panel.rows[kinds(panel).index("evicted")].action.click()
        panel.rows[kinds(panel).index("undated")].second.click()
        assert asked == [
            ("months", {"month": "2025-03"}),
            ("rooms", {"room": "attic"}),
            ("rooms", {"undated": True}),
        ]
        panel.go_to(kinds(panel).index("evicted"))
        await quiet(studio)
        QTest.keyClick(panel.list, Qt.Key.Key_D)
        await quiet(studio)
        back = await studio.ask(memories.get, made[0])
        assert (back.room, back.status) == ("living_room", "active")
        await studio.close()

    loop_run(main())


def test_without_vectors_it_says_that_doubles_were_not_looked_for(
    panel: FindingsPanel, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        studio = panel.studio
        await untidy(panel, tmp_path)
        await studio.execute(AddMemory(studio.character_id, TWIN.replace("sill", "ledge"), "study"))
        await quiet(studio)
        assert panel.look.without_vectors == 1
        assert "Near doubles" not in panel.look.clean
        panel._on_vectors_asked()
        await quiet(studio)
        assert panel.look.without_vectors == 0
        await studio.close()

    loop_run(main())


@pytest.mark.parametrize("review", [False, True])
def test_unread_messages_are_read_or_reviewed(
    panel: FindingsPanel, loop_run, tmp_path: Path, review: bool
) -> None:
    async def main() -> None:
        studio = panel.studio
        studio.panels = frozenset({"inbox"})
        toasts: list[ToastRequest] = []
        studio.toast_requested.connect(toasts.append)
        made = await untidy(panel, tmp_path)
        row = panel.rows[0]
        (row.second if review else row.action).click()
        await quiet(studio)
        assert UNREAD not in kinds(panel)
        held = await studio.ask(memories.ids_in_order, studio.character_id)
        waiting = await studio.ask(proposals.waiting, studio.character_id)
        assert toasts[-1].undo
        assert (len(held) == len(made)) is review or waiting == 0
        await studio.undo(toasts[-1].undo)
        await quiet(studio)
        assert UNREAD in kinds(panel)
        await studio.close()

    loop_run(main())


def test_a_clean_house_says_so(panel: FindingsPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        engine = await Engine.create(tmp_path / "p.palace")
        from app.engine.commands import CreateCharacter

        await engine.execute(CreateCharacter("Wren"))
        await studio.open(engine)
        panel.show()
        await quiet(studio)
        assert panel.empty.isVisible()
        assert not panel.walk.isVisible()
        i18n.choose("zh")
        await quiet(studio)
        assert panel.empty.sentence.text() == "都整理好了。"
        await studio.close()

    loop_run(main())


def test_read_only_shows_but_decides_nothing(panel: FindingsPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        made = await untidy(panel, tmp_path)
        await studio.execute(MoveMemories(made[4:5], "attic"))
        await quiet(studio)
        await studio.close()
        await studio.open(await Engine.open(tmp_path / "p.palace", read_only=True))
        panel.request_refresh()
        await quiet(studio)
        panel.go_to(1)
        await quiet(studio)
        assert panel.page.reason
        QTest.keyClick(panel.list, Qt.Key.Key_M)
        await quiet(studio)
        merged = await studio.ask(memories.many, made[:2])
        assert [one.status for one in merged] == ["active", "active"]
        await studio.close()

    loop_run(main())
