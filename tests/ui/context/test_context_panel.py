"""The context preview: every line with its tokens and its source, in several layouts, and the tester of recall tags."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from ui.living import Scene
from ui.months.march import MARCH, OLD, make_march

from app.engine.commands import ActivateMonths
from app.engine.months import context
from app.ui.context.model import BlockRow, LineRow
from app.ui.studio import Studio

Run = Callable[[object], object]


@pytest.fixture
def scene(studio: Studio) -> Iterator[Scene]:
    made = Scene(studio, "context")
    yield made
    made.leave()


def lines(scene: Scene) -> list[LineRow]:
    return [row for row in scene.panel.model.rows if isinstance(row, LineRow)]


def test_what_is_shown_is_what_would_be_injected(scene: Scene, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace")
        await scene.open(tmp_path / "w.palace")
        engine, who = scene.studio.engine, scene.studio.character
        made = await context.core(engine, who, "belvedere")
        assert [row.text for row in lines(scene)] == [line for line in made.text.split("\n") if line.strip()]
        assert not any("forty pieces" in row.text for row in lines(scene))
        await scene.studio.execute(ActivateMonths(1, [MARCH], True))
        await scene.rest()
        assert any("forty pieces" in row.text for row in lines(scene))
        scene.panel.layout_choice.set_current("sillytavern")
        scene.panel.layout_choice.picked.emit("sillytavern")
        await scene.rest()
        made = await context.core(engine, who, "sillytavern")
        assert [row.text for row in lines(scene)] == [line for line in made.text.split("\n") if line.strip()]
        scene.panel.show_with(mode="role")
        await scene.rest()
        assert scene.panel.prompt == await context.role(engine, who, "sillytavern")
        heads = [row for row in scene.panel.model.rows if isinstance(row, BlockRow)]
        assert abs(sum(row.tokens for row in heads) - scene.panel.prompt.tokens) <= len(heads)
        scene.panel.copy.click()
        assert QApplication.clipboard().text() == scene.panel.prompt.text

    loop_run(main())


def test_a_line_leads_to_what_told_it(scene: Scene, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace")
        await scene.open(tmp_path / "w.palace")
        await scene.studio.execute(ActivateMonths(1, [MARCH], True))
        await scene.rest()
        first = OLD.split("\n")[0]
        month = next(row for row in lines(scene) if first in row.text)
        scene.panel.list.source_asked.emit(month.uid)
        day = next(row for row in lines(scene) if "forty pieces" in row.text)
        scene.panel.list.source_asked.emit(day.uid)
        await scene.rest()
        assert ("months", {"month": MARCH, "tab": "summary"}) in scene.wishes
        assert any(
            key == "months" and facts.get("day") == "2026-03-11" and facts.get("tab") == "days"
            for key, facts in scene.wishes
        )

    loop_run(main())


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("[[RECALL: 2026-03]]", "March 2026"),
        ("2026年3月", "March 2026"),
        ("2026/3", "March 2026"),
        ("2026-01", "January 2026"),
        ("soon", "No month is named"),
        ("［［RECALL：2026-03］］", "March 2026"),
        ("[RECALL 2026-03]", "No month is named"),
    ],
)
def test_a_recall_tag_is_tried_in_every_spelling(
    scene: Scene, loop_run: Run, tmp_path: Path, written: str, title: str
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace")
        await scene.open(tmp_path / "w.palace")
        scene.panel.tester.field.setText(written)
        await scene.rest()
        (card,) = scene.panel.tester.cards
        assert card.title.text() == title
        scene.panel.tester.field.clear()
        await scene.rest()
        assert not scene.panel.tester.cards

    loop_run(main())
