"""Texts of months and entries of days that wait: beside what they would replace, taken, changed first, or left."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from making import HashEmbedder
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from ui.inbox.test_inbox_panel import go_to, quiet
from ui.inbox.test_what_models_propose import texts
from ui.living import NOW, furnish

from app.engine.commands import WriteFragment, WriteMonth
from app.engine.engine import Engine
from app.engine.months.days import make_days
from app.engine.months.refine import refine
from app.engine.months.templates import PURPOSES
from app.engine.steps import rendering
from app.storage import characters, months
from app.ui.inbox.panel import InboxPanel
from app.ui.studio import Studio
from app.ui.widgets import Prose

Run = Callable[[object], object]
MONTH, DAY = "2026-01", "2026-01-11"


@pytest.fixture
def panel(studio: Studio, qtbot: Any) -> Iterator[InboxPanel]:
    made = InboxPanel(studio)
    qtbot.addWidget(made)
    made.pane.setParent(made)
    made.resize(1100, 700)
    yield made
    made.hide()


async def opened(panel: InboxPanel, tmp_path: Path) -> Any:
    path = tmp_path / "wren.palace"
    await furnish(path)
    engine = await Engine.open(path, now=lambda: NOW)
    await panel.studio.open(engine)
    number = panel.studio.character_id
    await engine.execute(
        WriteFragment(number, DAY, None, None, "The radio lay on the table in forty pieces.")
    )
    return await engine.ask(characters.get, number)


@pytest.mark.parametrize("before", [None, "The radio was whole."])
def test_a_text_for_a_month_is_shown_beside_the_present_one_and_taken(
    panel: InboxPanel, loop_run: Run, tmp_path: Path, before: str | None
) -> None:
    async def main() -> None:
        who = await opened(panel, tmp_path)
        engine = panel.studio.engine
        if before:
            await engine.execute(WriteMonth(who.id, MONTH, before, "import"))
        made = await refine(engine, who, MONTH, embedder=HashEmbedder())
        panel.show()
        await quiet(panel.studio)
        await go_to(panel, "month")
        said = texts(panel)
        assert "A text for January 2026" in said
        assert "11 January: The radio lay on the table in forty pieces." in said
        assert (before is not None) == ("The radio was whole." in said)
        assert "other program" not in said
        assert "fragment_hashes" not in said
        assert any("Built-in refiner" in one.text() for one in panel.pane.findChildren(Prose))
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        await quiet(panel.studio)
        held = await panel.studio.ask(months.summary, who.id, MONTH)
        assert held.content == made.text

    loop_run(main())


def test_an_entry_of_a_day_waits_and_is_kept(panel: InboxPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        who = await opened(panel, tmp_path)
        engine = panel.studio.engine
        days = [day for day, _ in await engine.ask(memories_by_day, who.id)]
        made = await make_days(engine, who, [days[0]], embedder=HashEmbedder(), source="memories")
        assert made.proposed == 1
        panel.show()
        await quiet(panel.studio)
        await go_to(panel, "fragment")
        assert "An entry of" in texts(panel)
        assert "sources" not in texts(panel)
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        await quiet(panel.studio)
        (entry,) = [
            one
            for one in await panel.studio.ask(months.of_day, who.id, days[0])
            if one.provenance == "palace"
        ]
        assert entry.content.startswith("- ")

    loop_run(main())


def memories_by_day(conn: Any, character: int) -> list[tuple[str, int]]:
    query = """SELECT occurred_day, count(*) FROM memory WHERE character = ? AND occurred_day NOT NULL
               AND status = 'active' GROUP BY 1 ORDER BY 1"""
    return list(conn.execute(query, (character,)))


@pytest.mark.parametrize("purpose", [*PURPOSES["refine"], *PURPOSES["day"], "day_events"])
def test_each_wording_can_be_seen_as_a_model_would_read_it(
    panel: InboxPanel, loop_run: Run, tmp_path: Path, purpose: str
) -> None:
    async def main() -> None:
        from app.models import prompts

        who = await opened(panel, tmp_path)
        found = await rendering.example(panel.studio.engine, who, HashEmbedder(), purpose, "en")
        assert found is not None
        call = found.call(prompts.built_in(purpose, "en"))
        assert "{{" not in call.messages[0].content
        if purpose not in PURPOSES["day"]:
            assert "forty pieces" in call.messages[1].content

    loop_run(main())
