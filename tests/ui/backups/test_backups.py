"""The backups page on a real engine: listed, previewed, made, put back; checked and repaired."""

import os
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from ui.three_memories import live

from app.engine import care
from app.storage import memories
from app.storage.driver import Connection
from app.ui.backups.panel import BackupsPanel
from app.ui.backups.restoring import put_back
from app.ui.shot import settle
from app.ui.studio import Studio
from app.ui.widgets import Button, Card, Text

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def panel(
    studio: Studio, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[BackupsPanel]:
    monkeypatch.setattr(care, "backup_folder", lambda: tmp_path / "backups")
    made = BackupsPanel(studio)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    yield made
    made.hide()  # nothing is painted, and so nothing is asked for, once the loop is over


def _texts(card: Card) -> str:
    return " ".join(text.text() for text in card.findChildren(Text))


def test_no_backup_yet(panel: BackupsPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await live(panel.studio, tmp_path)
        await settle(panel)
        assert panel.body.currentWidget() is panel.empty

    loop_run(main())


def test_a_backup_is_listed_and_previewed(panel: BackupsPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await live(panel.studio, tmp_path)
        assert panel.studio.engine is not None
        assert await care.roll_backups(panel.studio.engine) is not None
        panel.request_refresh()
        await settle(panel)
        assert panel.model.rowCount() == 1
        panel.view.setCurrentIndex(panel.model.index(0))
        await settle(panel)
        told = " ".join(text.text() for text in panel.page.findChildren(Text))
        assert "Wren · 3 memories" in told
        assert not panel.page.restore.isHidden()

    loop_run(main())


def test_a_file_that_is_no_palace_is_told(panel: BackupsPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await live(panel.studio, tmp_path)
        assert panel.studio.engine is not None
        made = await care.roll_backups(panel.studio.engine)
        assert made is not None
        made.path.write_bytes(b"no palace at all" * 100)
        panel.request_refresh()
        await settle(panel)
        panel.view.setCurrentIndex(panel.model.index(0))
        await settle(panel)
        assert panel.page.restore.isHidden()
        assert isinstance(panel.page.body.itemAt(0).widget(), Card)

    loop_run(main())


def test_a_copy_is_made_and_said(panel: BackupsPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await live(panel.studio, tmp_path)
        toasts: list[Any] = []
        panel.studio.toast_requested.connect(toasts.append)
        target = tmp_path / "copy.palace"
        assert panel.studio.engine is not None
        await panel.back_up(panel.studio.engine, target)
        assert target.is_file()
        assert "copy.palace is written and checked" in toasts[-1].text

    loop_run(main())


def test_putting_back_keeps_the_replaced_file(panel: BackupsPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        ids = await live(studio, tmp_path)
        assert studio.engine is not None
        made = await care.roll_backups(studio.engine)
        assert made is not None

        def lose(conn: Connection) -> None:
            conn.execute("DELETE FROM source")
            conn.execute("UPDATE memory SET content = 'spoilt'")

        await studio.engine.database.write(lose)
        toasts: list[Any] = []
        studio.toast_requested.connect(toasts.append)
        await put_back(studio, made.path)
        texts = await studio.ask(memories.texts, ids)
        assert "spoilt" not in texts.values()
        assert "(replaced " in toasts[-1].detail
        assert len([one for one in os.listdir(tmp_path) if one.startswith("test (replaced ")]) == 1
        await studio.close()  # with what the reopened palace set going

    loop_run(main())


def test_a_failed_restore_opens_the_old_one_again(panel: BackupsPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        ids = await live(studio, tmp_path)
        broken = tmp_path / "broken.palace"
        broken.write_bytes(b"nothing" * 200)
        with pytest.raises(Exception, match="broken"):
            await put_back(studio, broken)
        assert len(await studio.ask(memories.texts, ids)) == len(ids)
        await studio.close()

    loop_run(main())


def test_soundness_is_told_in_words_and_repaired(panel: BackupsPanel, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        ids = await live(studio, tmp_path)
        await settle(panel)
        panel.check.click()
        await settle(panel)
        card = panel.result.itemAt(0).widget()
        assert isinstance(card, Card)
        assert card.title.text() == "The palace is sound"
        engine = studio.engine
        assert engine is not None

        def spoil(conn: Connection) -> None:
            conn.execute("UPDATE memory SET importance = 77 WHERE id = ?", (ids[0],))

        await engine.database.write(spoil)
        panel.check.click()
        await settle(panel)
        card = panel.result.itemAt(0).widget()
        assert isinstance(card, Card)
        assert "Numbers lie outside their range. 1 row" in _texts(card)
        card.findChildren(Button)[0].click()
        await settle(panel)
        card = panel.result.itemAt(0).widget()
        assert isinstance(card, Card)
        assert card.title.text() == "Mended: the palace is sound"
        held = await studio.ask(memories.get, ids[0])
        assert held is not None
        assert held.importance == 10
        await studio.undo()  # a repair is an edit like any other
        undone = await studio.ask(memories.get, ids[0])
        assert undone is not None

    loop_run(main())
