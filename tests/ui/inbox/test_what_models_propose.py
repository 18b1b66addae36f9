"""Links, names of boxes and texts that a model suggests, boxes of a re-import, replies as they came."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from ui.inbox.test_inbox_panel import go_to, quiet
from ui.living import NOW, furnish

from app.engine.engine import Engine
from app.storage import intake, links, memories, rows, runs, writes
from app.ui.inbox.panel import InboxPanel
from app.ui.inbox.side import RawReply
from app.ui.memory_card import MemoryCard
from app.ui.studio import Studio
from app.ui.widgets import Prose

Run = Callable[[object], object]


@pytest.fixture
def panel(studio: Studio, qtbot: Any) -> Iterator[InboxPanel]:
    made = InboxPanel(studio)
    qtbot.addWidget(made)
    made.pane.setParent(made)
    made.resize(1100, 700)
    yield made
    made.hide()


async def posted(panel: InboxPanel, tmp_path: Path, proposal: dict[str, Any]) -> tuple[list[int], int]:
    """A palace with one box and this one proposal of a model's run; `BOX` and `ENDS` are filled in."""
    path = tmp_path / "wren.palace"
    ids = await furnish(path)
    studio = panel.studio
    engine = await Engine.open(path, now=lambda: NOW)
    await studio.open(engine)
    who = studio.character_id

    def put(conn: Any) -> int:
        box = rows.insert(
            conn, "box", {"character": who, "name": "未命名事件", "recorded_at": NOW, "updated_at": NOW}
        )
        writes.change_memory(conn, ids[0], {"box": box}, NOW)
        run = runs.start_run(conn, "links", "Look for links", NOW, facts={"model": "deep-one"})
        runs.finish_run(conn, run.id, NOW)
        targets = {"BOX": [box], "ENDS": ids[:2], "ONE": ids[:1], "NONE": []}[proposal["targets"]]
        row = {"evidence": [], **proposal, "targets": targets, "character": who, "run": run.id}
        writes.add_proposals(conn, [row], NOW)
        return box

    box = await engine.database.write(put)
    panel.show()
    await quiet(studio)
    return ids, box


def texts(panel: InboxPanel) -> str:
    """Everything the detail says."""
    said = [one.text() for one in panel.detail.findChildren(QLabel)]
    said += [one.text() for one in panel.detail.findChildren(Prose)]
    return "\n".join([*said, *(one.label for one in panel.detail.verdicts)])


LINK = {
    "op": "link",
    "targets": "ENDS",
    "patch": {"content": "a → b", "kind": "causal", "strength": 0.6, "origin": "model", "origin_detail": "m"},
    "reason": "One led to the other.",
}


def test_a_link_is_shown_between_its_ends_and_made(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        ids, _ = await posted(panel, tmp_path, LINK)
        await go_to(panel, "link")
        cards = [card.memory.id for card in panel.detail.findChildren(MemoryCard)]
        assert cards == ids[:2]
        assert "Link of two memories: cause" in texts(panel)
        assert "0.60" in texts(panel)
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        await quiet(panel.studio)
        made = await panel.studio.ask(links.touching, ids[:1])
        assert [(one.source, one.target, one.kind, one.reason) for one in made] == [
            (ids[0], ids[1], "causal", "One led to the other.")
        ]
        await panel.studio.undo()
        await quiet(panel.studio)
        assert await panel.studio.ask(links.touching, ids[:1]) == []

    loop_run(main())


def test_a_link_can_be_refused_with_a_reason(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        ids, _ = await posted(panel, tmp_path, LINK)
        await go_to(panel, "link")
        panel.pane.reasons.append("not true")
        QTest.keyClick(panel.list, Qt.Key.Key_X)
        await quiet(panel.studio)
        assert await panel.studio.ask(links.touching, ids[:1]) == []
        assert panel.post.decided[0].proposals[0].decision_note == "not true"

    loop_run(main())


def test_a_models_name_for_a_box(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        patch = {"table": "box", "name": "The harbour nights", "tags": ["harbour"], "origin": "model"}
        proposal = {"op": "change", "targets": "BOX", "patch": patch, "base": {"name": "未命名事件"}}
        _, box = await posted(panel, tmp_path, proposal)
        await go_to(panel, "change")
        said = texts(panel)
        assert "The model suggests a name for an event box" in said
        assert "未命名事件 → The harbour nights" in said
        assert "1 memory" in said
        assert "other program" not in said
        assert "theirs" not in said
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        await quiet(panel.studio)
        held = await panel.studio.ask(intake.row, "box", box, ("name", "tags"))
        assert held == {"name": "The harbour nights", "tags": '["harbour"]'}

    loop_run(main())


def test_a_models_text_is_not_called_the_other_programs(
    panel: InboxPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        patch = {"content": "We walked along the harbour in the dark.", "origin": "model"}
        ids, _ = await posted(panel, tmp_path, {"op": "change", "targets": "ONE", "patch": patch})
        await go_to(panel, "change")
        said = texts(panel)
        assert "The model suggests another text" in said
        assert "other program" not in said
        assert "origin" not in said
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        await quiet(panel.studio)
        held = await panel.studio.ask(memories.get, ids[0])
        assert held is not None
        assert held.content == patch["content"]

    loop_run(main())


def test_a_box_gone_in_theirs_is_taken_apart_only_by_word(
    panel: InboxPanel, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        patch = {"table": "box", "external_id": "eb_1"}
        ids, _ = await posted(panel, tmp_path, {"op": "gone", "targets": "BOX", "patch": patch})
        await go_to(panel, "gone")
        assert "Event box “未命名事件” · 1 memory" in texts(panel)
        assert panel.model.line(panel.post.waiting[0].proposals[0]) == "未命名事件"
        assert panel.detail.verdicts[0].label == "Take the box apart here too"
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        await quiet(panel.studio)
        held = await panel.studio.ask(memories.get, ids[0])
        assert held is not None
        assert (held.box, held.status) == (None, "active")

    loop_run(main())


def test_a_reply_is_folded_until_it_is_asked_for(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        reply = '{"memories": [{"content": "<img src=x>"}'
        proposal = {
            "op": "rejected",
            "targets": "NONE",
            "patch": {"content": "cut short", "origin": "model"},
            "raw_reply": reply,
        }
        await posted(panel, tmp_path, proposal)
        await go_to(panel, "rejected")
        folded = panel.pane.findChild(RawReply)
        assert folded is not None
        assert folded.reply.isHidden()
        folded.toggle.click()
        assert not folded.reply.isHidden()
        assert folded.reply.text() == reply
        folded.toggle.click()
        assert folded.reply.isHidden()

    loop_run(main())
