"""The inbox on a real engine: groups, every operation, verdicts by key, merging, editing, taking back."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from making import HashEmbedder, memorybank
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.engine import embedding
from app.engine.commands import AddMemory
from app.engine.engine import Engine
from app.engine.ingest.ingest import ingest
from app.storage import memories, messages, proposals, runs, sources, writes
from app.ui import aio, i18n
from app.ui.inbox.model import Group
from app.ui.inbox.panel import InboxPanel
from app.ui.moments import local
from app.ui.studio import Studio, ToastRequest

pytestmark = pytest.mark.usefixtures("files_are_read_here")

STORY = {
    "Mara": {
        "2025-03-01": [
            ("We are six on Saturday.", "Where would you go?"),
            ("Their signature is the shrimp toast.", "Last time you were swollen for two days."),
            ("You remember me better than I do.", "The small place by the river, then."),
        ]
    }
}
DRAFT = {
    "content": "On 1 March Mara named the shrimp toast; I said she had been swollen for two days.",
    "room": "user_room",
    "importance": 7,
    "mood": "anxious",
    "tags": ["allergy", "dinner"],
    "assertion": "stated",
    "occurred": ["2025-03-01", None, "day", None, "UTC"],
    "origin": "rule",
    "origin_detail": "built-in extractor",
}
KEPT = "Mara is allergic to shrimp; I caught it on the menu."


@pytest.fixture(autouse=True)
def embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bootstrap.embedder", HashEmbedder)


@pytest.fixture
def panel(dressed: QApplication, studio: Studio, qtbot) -> InboxPanel:
    made = InboxPanel(studio)
    qtbot.addWidget(made)
    qtbot.addWidget(made.pane)
    made.resize(860, 800)
    made.pane.resize(332, 800)
    return made


async def quiet(studio: Studio) -> None:
    still = 0
    while still < 4:
        await asyncio.sleep(0.01)
        running = studio.engine is not None and studio.engine.tasks.running
        still = 0 if aio.busy() or running else still + 1


async def posted(panel: InboxPanel, tmp_path: Path) -> int:
    """Two additions, a double, a rejected one from a reading; a change and a gone one from a re-import."""
    studio = panel.studio
    engine = await Engine.create(tmp_path / "p.palace")
    await ingest(engine, memorybank(STORY, tmp_path / "bank.json"), timezone="UTC")
    await studio.open(engine)
    who = studio.character_id
    said = await studio.ask(messages.ids_in_order, who)
    kept = (await engine.execute(AddMemory(who, KEPT, "user_room", 6))).effect.ids[0]
    quote = "swollen for two days"
    start = STORY["Mara"]["2025-03-01"][1][1].index(quote)
    draft = {**DRAFT, "messages": said[2:4], "quotes": [[said[3], start, start + len(quote), quote]]}
    evidence = [{"message": one} for one in said[2:4]]

    def put(conn) -> None:
        again = runs.start_run(
            conn, "import", "Import {file}", 1_740_900_000_000, facts={"file": "bank.json"}
        )
        run = runs.start_run(
            conn, "process", "Read {count} messages of {name} into memories", 1_740_900_000_001
        )
        runs.finish_run(conn, run.id, 1_740_900_000_002, report={"read": 6})
        common = {"character": who, "targets": [], "evidence": evidence, "run": run.id}
        made = [
            {**common, "op": "add", "patch": draft, "reason": "Speaks of health\nTells a habit"},
            {**common, "op": "add", "patch": {**draft, "content": "They dine by the river.", "quotes": []}},
            {**common, "op": "duplicate", "targets": [kept], "patch": {**draft, "likeness": 0.93}},
            {
                **common,
                "op": "rejected",
                "patch": {"text": "As a model I can not.", "origin": "rule"},
                "evidence": [],
            },
            {
                **common,
                "op": "change",
                "targets": [kept],
                "patch": {"content": "Mara can not eat shrimp.", "importance": 8},
                "base": {"content": "Mara: shrimp.", "importance": 6},
                "reason": "Changed here and there",
                "evidence": [],
                "run": again.id,
            },
            {**common, "op": "gone", "targets": [kept], "patch": {}, "evidence": [], "run": again.id},
        ]
        writes.add_proposals(conn, made, 1_740_900_000_003)

    await engine.database.write(put)
    await embedding.complete(engine, HashEmbedder(), "memory", who)
    panel.show()
    await quiet(studio)
    return kept


def press(panel: InboxPanel, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(panel.list, key, held)


def ops(panel: InboxPanel) -> list[str]:
    return ["-" if isinstance(row, Group) else row.op for row in panel.model.rows]


async def go_to(panel: InboxPanel, op: str) -> None:
    panel.list.go_to_row(ops(panel).index(op))
    await quiet(panel.studio)


Run = Callable[[object], object]


def test_proposals_stand_under_their_runs(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await posted(panel, tmp_path)
        assert ops(panel) == ["-", "add", "add", "duplicate", "rejected", "-", "change", "gone"]
        first, second = (row for row in panel.model.rows if isinstance(row, Group))
        panel.model.zone = "Etc/GMT+12"  # runs go by this machine's clock, as they do in the History
        day = i18n.format_day(local(1_740_900_000_000).date())
        assert panel.model.group_words(first) == (f"Reading, {day}", "6 messages read · built-in")
        assert panel.model.group_words(second) == (f"Re-import, {day}", "bank.json")
        panel.model.zone = "UTC"
        assert (len(first.bulk), second.bulk) == (2, ())
        assert panel.head.subtitle.text().startswith("6 proposals from 2 runs")
        assert panel.list.current().op == "add"
        dated = replace(
            panel.list.current(),
            patch={**DRAFT, "content": "On 1 March 2025 Mara said: “shrimp”", "quotes": []},
        )
        assert panel.model.line(dated) == "Mara said: “shrimp”", "the day stands at the right of the row"
        assert panel.model.line(replace(dated, state="accepted")).startswith("On 1 March 2025 Mara")
        await panel.studio.close()

    loop_run(main())


def test_the_detail_shows_the_draft_and_its_sources(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        shown: list[int] = []
        panel.studio.message_requested.connect(shown.append)
        await posted(panel, tmp_path)
        facts = panel.detail.facts
        assert len(facts.lines) == 6  # two cited, two before, two after
        assert len(facts.cited) == 2
        assert [one.way for one in panel.detail.verdicts] == ["accept", "edit", "merge", "refuse", "later"]
        assert panel.near
        assert panel.near[0].memory.content == KEPT
        press(panel, Qt.Key.Key_S)
        assert shown == [facts.first_cited]
        await panel.studio.close()

    loop_run(main())


def test_enter_accepts_and_moves_on(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        toasts: list[ToastRequest] = []
        studio.toast_requested.connect(toasts.append)
        await posted(panel, tmp_path)
        press(panel, Qt.Key.Key_Return)
        await quiet(studio)
        assert ops(panel)[:3] == ["-", "add", "duplicate"]
        assert panel.list.current().patch["content"] == "They dine by the river."
        held = await studio.ask(memories.many, await studio.ask(memories.ids_in_order, studio.character_id))
        made = next(one for one in held if one.content == DRAFT["content"])
        assert (made.room, made.importance, made.sources) == ("user_room", 7, 2)
        assert toasts[-1].text.startswith("Accept “On 1 March Mara")
        await studio.undo(toasts[-1].undo)
        await quiet(studio)
        assert ops(panel)[:4] == ["-", "add", "add", "duplicate"]
        await studio.close()

    loop_run(main())


def test_shift_enter_accepts_the_additions_of_the_run(
    panel: InboxPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await posted(panel, tmp_path)
        press(panel, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        await quiet(panel.studio)
        assert ops(panel) == ["-", "duplicate", "rejected", "-", "change", "gone"]
        assert panel.post.settled == 2
        await panel.studio.close()

    loop_run(main())


def test_the_group_says_and_does_it_by_mouse_too(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await posted(panel, tmp_path)
        rect = panel.list.visualRect(panel.model.index(0))
        at = QPoint(rect.right() - 20, rect.center().y())
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        await quiet(panel.studio)
        assert panel.post.settled == 2
        rect = panel.list.visualRect(panel.model.index(3))
        at = QPoint(rect.right() - 20, rect.center().y())
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        await quiet(panel.studio)
        assert panel.list.current().op == "change"  # a re-import is looked at one by one
        await panel.studio.close()

    loop_run(main())


def test_refusing_keeps_the_reason_and_can_be_reopened(
    panel: InboxPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        studio = panel.studio
        await posted(panel, tmp_path)
        panel.pane.reasons.append("already known")
        press(panel, Qt.Key.Key_X)
        await quiet(studio)
        panel.side_choice.set_current("decided")
        panel._on_side_chosen("decided")
        await quiet(studio)
        assert ops(panel) == ["-", "add"]
        refused = panel.list.current()
        assert (refused.state, refused.decision_note) == ("refused", "already known")
        press(panel, Qt.Key.Key_R)
        await quiet(studio)
        assert panel.body.currentWidget() is panel.empty
        assert (await studio.ask(proposals.get, refused.id)).state == "waiting"
        await studio.close()

    loop_run(main())


def test_an_accepted_one_is_taken_back_from_decided(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        await posted(panel, tmp_path)
        before = await studio.ask(memories.count, studio.character_id)
        press(panel, Qt.Key.Key_Return)
        await quiet(studio)
        panel._on_decided_asked()
        await quiet(studio)
        assert [one.way for one in panel.detail.verdicts] == ["undo"]
        press(panel, Qt.Key.Key_U)
        await quiet(studio)
        assert panel.post.settled == 0
        assert await studio.ask(memories.count, studio.character_id) == before
        await studio.close()

    loop_run(main())


def test_later_stands_at_the_end(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await posted(panel, tmp_path)
        press(panel, Qt.Key.Key_L)
        await quiet(panel.studio)
        assert ops(panel)[-2:] == ["-", "add"]
        assert panel.model.rows[-2].put_off
        assert panel.post.count == 5
        panel.list.go_to_row(len(panel.model.rows) - 1)
        await quiet(panel.studio)
        press(panel, Qt.Key.Key_R)
        await quiet(panel.studio)
        assert panel.post.count == 6
        await panel.studio.close()

    loop_run(main())


def test_edit_and_accept(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        await posted(panel, tmp_path)
        press(panel, Qt.Key.Key_E)
        form = panel.detail.form
        QTest.keyClick(form, Qt.Key.Key_Escape)
        assert panel.detail.form is None
        press(panel, Qt.Key.Key_E)
        form = panel.detail.form
        form.content.setPlainText("She is allergic to shrimp.")
        form.room.set_current("bedroom")
        form.importance.setValue(9)
        form.tags.setText("allergy，shrimp")
        QTest.keyClick(form, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await quiet(studio)
        held = await studio.ask(memories.many, await studio.ask(memories.ids_in_order, studio.character_id))
        made = next(one for one in held if one.content == "She is allergic to shrimp.")
        assert (made.room, made.importance, made.tags) == ("bedroom", 9, ("allergy", "shrimp"))
        assert made.mood == "anxious"
        await studio.close()

    loop_run(main())


def test_merge_into_a_near_memory(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        kept = await posted(panel, tmp_path)
        before = await studio.ask(memories.count, studio.character_id)
        press(panel, Qt.Key.Key_M)
        menu = next(one for one in panel.findChildren(QMenu) if one.isVisible())
        assert KEPT[:20] in menu.actions()[0].text()
        menu.actions()[0].trigger()
        menu.close()
        await quiet(studio)
        assert await studio.ask(memories.count, studio.character_id) == before
        assert len(await studio.ask(sources.of, "memory", kept)) == 2
        await studio.close()

    loop_run(main())


@pytest.mark.parametrize(
    ("op", "key", "content", "status"),
    [
        ("change", Qt.Key.Key_Return, "Mara can not eat shrimp.", "active"),
        ("change", Qt.Key.Key_X, KEPT, "active"),
        ("gone", Qt.Key.Key_Return, KEPT, "forgotten"),
        ("gone", Qt.Key.Key_X, KEPT, "active"),
        ("duplicate", Qt.Key.Key_Return, KEPT, "active"),
    ],
)
def test_what_concerns_a_memory(
    panel: InboxPanel, loop_run: Run, tmp_path: Path, op: str, key: Qt.Key, content: str, status: str
) -> None:
    async def main() -> None:
        studio = panel.studio
        kept = await posted(panel, tmp_path)
        await go_to(panel, op)
        press(panel, key)
        await quiet(studio)
        held = await studio.ask(memories.get, kept)
        assert (held.content, held.status) == (content, status)
        assert op not in ops(panel)
        await studio.close()

    loop_run(main())


def test_a_rejected_one_can_only_be_put_away(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await posted(panel, tmp_path)
        await go_to(panel, "rejected")
        press(panel, Qt.Key.Key_Return)
        await quiet(panel.studio)
        assert "rejected" in ops(panel)
        press(panel, Qt.Key.Key_X)
        await quiet(panel.studio)
        assert "rejected" not in ops(panel)
        await panel.studio.close()

    loop_run(main())


def test_j_and_k_step_over_heads(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await posted(panel, tmp_path)
        for _ in range(4):
            press(panel, Qt.Key.Key_J)
        assert panel.list.current().op == "change"
        press(panel, Qt.Key.Key_K)
        assert panel.list.current().op == "rejected"
        press(panel, Qt.Key.Key_Up)
        assert panel.list.current().op == "duplicate"
        await quiet(panel.studio)
        await panel.studio.close()

    loop_run(main())


def test_another_language_at_once(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await posted(panel, tmp_path)
        i18n.choose("zh")
        await quiet(panel.studio)
        assert panel.head.title.text() == "收件箱"
        assert panel.detail.verdicts[0].label == "采纳"
        await panel.studio.close()

    loop_run(main())


def test_read_only_decides_nothing(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        await posted(panel, tmp_path)
        await studio.close()
        await studio.open(await Engine.open(tmp_path / "p.palace", read_only=True))
        panel.request_refresh()
        await quiet(studio)
        assert not panel.detail.buttons["accept"].isEnabled()
        press(panel, Qt.Key.Key_Return)
        await quiet(studio)
        assert panel.post.count == 6
        await studio.close()

    loop_run(main())
