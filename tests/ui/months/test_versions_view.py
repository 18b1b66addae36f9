"""The versions of a month: listed, compared, gone back to, named."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from ui.living import NOW, Scene
from ui.months.march import MARCH, OLD, make_march

from app.engine.commands import WriteMonth
from app.engine.engine import Engine
from app.storage import months
from app.ui.months.versions import VersionsView
from app.ui.studio import Studio

Run = Callable[[object], object]


@pytest.fixture
def scene(studio: Studio) -> Iterator[Scene]:
    made = Scene(studio, "months")
    made.leave()
    made.panel = VersionsView(studio)
    made.panel.resize(1000, 500)
    yield made
    made.leave()


async def opened(scene: Scene, path: Path) -> VersionsView:
    await scene.studio.open(await Engine.open(path, now=lambda: NOW))
    await scene.studio.execute(WriteMonth(1, MARCH, OLD.replace("pieces", "forty pieces")))
    scene.panel.show()
    scene.panel.show_month(scene.studio.character, MARCH)
    await scene.rest()
    return scene.panel


def test_versions_are_listed_compared_and_gone_back_to(scene: Scene, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace")
        view = await opened(scene, tmp_path / "w.palace")
        assert [row.version.ordinal for row in view.rows] == [2, 1]
        assert view.version.ordinal == 2
        assert not view.restore.isEnabled()
        assert "forty" in view.text.text()
        view.choose(view.rows[1].version.id)
        assert view.against.current() == str(view.rows[0].version.id), "compared with the one shown"
        view.against.set_current("0")
        view.against.picked.emit("0")
        assert view.text.text() == OLD
        view.restore.click()
        await scene.rest()
        held = await scene.studio.ask(months.summary, 1, MARCH)
        assert held.content == OLD
        assert view.held.shown == view.rows[1].version.id
        await scene.undo()
        assert view.held.shown == view.rows[0].version.id

    loop_run(main())


def test_a_version_is_named_and_its_name_taken_away(scene: Scene, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace")
        view = await opened(scene, tmp_path / "w.palace")
        view.name.click()
        await scene.answer("before the move")
        assert view.rows[0].version.label == "before the move"
        view.name.click()
        await scene.answer("")
        assert view.rows[0].version.label is None

    loop_run(main())


def test_a_month_without_a_text_says_so(scene: Scene, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace")
        view = await opened(scene, tmp_path / "w.palace")
        asked: list[bool] = []
        view.back_asked.connect(lambda: asked.append(True))
        view.show_month(scene.studio.character, "2026-01")
        await scene.rest()
        assert not view.empty.isHidden()
        view.empty.button.click()
        assert asked == [True]

    loop_run(main())
