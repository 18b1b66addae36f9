"""A cut import in the History: taken up at once where its file is still the same, else the file is asked for."""

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from engine.test_ingest_again import ALL, DAYS, cut, held, spoil
from making import memorybank

from app.engine.engine import Engine
from app.storage import history
from app.ui.history.cut import CutShort
from app.ui.history.panel import HistoryPanel
from app.ui.machine import Machine
from app.ui.shot import settle
from app.ui.studio import Studio

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def panel(studio: Studio, qtbot: Any) -> Iterator[HistoryPanel]:
    made = HistoryPanel(studio)
    qtbot.addWidget(made)
    made.resize(900, 700)
    yield made
    made.hide()


@pytest.fixture(autouse=True)
def _own_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.machine.config_folder", lambda: tmp_path / "config")


async def _cut(panel: HistoryPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    file = memorybank(DAYS, tmp_path / "bank.json")
    engine = await Engine.create(tmp_path / "p.palace")
    run = await cut(engine, file, monkeypatch)
    kept = Machine.load()
    kept.remember_import(file)
    kept.save()
    await panel.studio.open(engine)
    return file, run


async def _card(panel: HistoryPanel) -> CutShort:
    panel.show()
    panel.request_refresh()
    await settle(panel)
    card = panel.cards.itemAt(0).widget()
    assert isinstance(card, CutShort)
    return card


def test_it_is_taken_up_at_once(
    panel: HistoryPanel, loop_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        _, run = await _cut(panel, tmp_path, monkeypatch)
        toasts: list[Any] = []
        panel.studio.toast_requested.connect(toasts.append)
        card = await _card(panel)
        assert card.resume.text() == "Resume"
        card.resume.click()
        await settle(panel)
        engine = panel.studio.engine
        assert engine is not None
        assert await held(engine) == ALL
        assert [(one.text, one.undo) for one in toasts] == [("The import of bank.json is complete.", run)]
        assert (await engine.ask(history.edits))[0].state == "done"
        assert panel.cards.count() == 0

    loop_run(main())


def test_a_changed_file_is_asked_for(
    panel: HistoryPanel, loop_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        file, _ = await _cut(panel, tmp_path, monkeypatch)
        spoil(file)
        wishes: list[str] = []
        panel.studio.action_requested.connect(wishes.append)
        card = await _card(panel)
        assert card.resume.text() == "Import again …"
        card.resume.click()
        await settle(panel)
        assert wishes == ["import"]

    loop_run(main())
