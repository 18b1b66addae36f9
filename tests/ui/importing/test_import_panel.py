"""The import panel on a real engine: report, question, import, undo, failures, several files."""

import asyncio
from pathlib import Path

import pytest
from making import HashEmbedder, memorybank
from PySide6.QtWidgets import QApplication

from app.engine.engine import Engine
from app.storage import characters, messages, vectors
from app.ui import aio, i18n
from app.ui.importing.panel import ImportPanel
from app.ui.studio import Studio, ToastRequest

STORY = {
    "Mara": {
        "2025-03-01": [("It snows.", "Then stay in."), ("I will.", "Good.")],
        "2025-03-05": [("It rains.", "Take the umbrella."), ("", "")],
    }
}


@pytest.fixture(autouse=True)
def embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bootstrap.embedder", HashEmbedder)


@pytest.fixture
def panel(dressed: QApplication, studio: Studio, qtbot) -> ImportPanel:
    studio.panels = frozenset({"findings"})
    made = ImportPanel(studio)
    qtbot.addWidget(made)
    made.resize(860, 800)
    made.show()
    return made


async def quiet(studio: Studio) -> None:
    """Wait until neither a widget nor the engine works."""
    still = 0
    while still < 4:
        await asyncio.sleep(0.01)
        running = studio.engine is not None and studio.engine.tasks.running
        still = 0 if aio.busy() or running else still + 1


async def opened(studio: Studio, tmp_path: Path) -> Engine:
    engine = await Engine.create(tmp_path / "p.palace")
    await studio.open(engine)
    await quiet(studio)
    return engine


async def count(studio: Studio) -> int:
    who = await studio.ask(characters.every)
    return sum([len(await studio.ask(messages.ids_in_order, one.id)) for one in who])


def test_without_a_file_it_asks_for_one(panel: ImportPanel, qtbot) -> None:
    assert panel.pages.currentWidget() is panel.empty
    with qtbot.waitSignal(panel.studio.action_requested) as asked:
        panel.empty.button.click()
    assert asked.args == ["import"]


def test_a_file_is_shown_before_anything_is_written(panel: ImportPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        said: list[str] = []
        studio.status_changed.connect(said.append)
        await opened(studio, tmp_path)
        panel.show_with(paths=[memorybank(STORY, tmp_path / "bank.json")])
        await quiet(studio)
        assert panel.pages.currentWidget() is panel.report
        assert panel.primary.text() == "Import 6 messages"
        assert panel.primary.isEnabled()
        assert "nothing written yet" in panel.head.subtitle.text()
        assert panel.report.question.isVisible()
        model = panel.report.table.account_model
        rows = [[model.index(row, column).data() for column in range(8)] for row in range(model.rowCount())]
        assert rows[0][1:7] == ["Messages", "8", "6", "–", "–", "2"]
        assert rows[-1][1] == "Sum"
        assert rows[-1][2] == str(panel.account.found)
        assert "nothing changed yet" in said[-1]
        assert await count(studio) == 0
        await studio.close()

    loop_run(main())


def test_the_zone_is_asked_once_and_read_anew(panel: ImportPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        await opened(studio, tmp_path)
        panel.show_with(paths=[memorybank(STORY, tmp_path / "bank.json")])
        await quiet(studio)
        before = panel.account
        panel.report.question.choice.set_current("Asia/Tokyo")
        panel.report.question.picked.emit("Asia/Tokyo")
        await quiet(studio)
        assert panel.account is not before
        assert panel.account.timezone == "Asia/Tokyo"
        assert "Tokyo" in panel.report.question.matter.text()
        panel.primary.click()
        await quiet(studio)
        assert studio.character.timezone == "Asia/Tokyo"
        more = {"Mara": {"2025-04-01": [("It thaws.", "At last.")]}}
        panel.show_with(paths=[memorybank(more, tmp_path / "more.json")])
        await quiet(studio)
        assert not panel.report.question.isVisible()
        assert panel.account.timezone == "Asia/Tokyo"
        await studio.close()

    loop_run(main())


def test_an_import_is_said_with_undo_and_leads_to_what_was_found(
    panel: ImportPanel, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        studio = panel.studio
        toasts: list[ToastRequest] = []
        wished: list[str] = []
        studio.toast_requested.connect(toasts.append)
        studio.open_panel_requested.connect(lambda key, _arguments: wished.append(key))
        engine = await opened(studio, tmp_path)
        path = memorybank(STORY, tmp_path / "bank.json")
        panel.show_with(paths=[path])
        await quiet(studio)
        panel.primary.click()
        await quiet(studio)
        assert await count(studio) == 6
        assert toasts[0].text == "6 messages added"
        assert toasts[0].sticky
        assert toasts[0].undo_text == "Undo import"
        assert wished == ["findings"]
        assert studio.character is not None
        held = (await studio.ask(vectors.sets))[0]
        covered = await studio.ask(vectors.coverage, held.id, "message", studio.character_id)
        assert covered.have == covered.want == 6

        panel.show_with(paths=[path])
        await quiet(studio)
        assert panel.primary.text() == "Nothing new in it"
        assert not panel.primary.isEnabled()

        await studio.undo(toasts[0].undo)
        assert await count(studio) == 0
        assert engine.tasks.running == ()
        await studio.close()

    loop_run(main())


def test_a_file_of_no_known_kind_is_told_and_the_next_one_goes_on(
    panel: ImportPanel, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        studio = panel.studio
        await opened(studio, tmp_path)
        stranger = tmp_path / "stranger.txt"
        stranger.write_text("nothing of the kind", encoding="utf-8")
        panel.show_with(paths=[stranger, memorybank(STORY, tmp_path / "bank.json")])
        await quiet(studio)
        assert panel.pages.currentWidget() is panel.failure
        assert "The palace is as it was." in panel.failure.card.text.text()
        assert panel.failure.card.title.text()
        assert panel.stepper.text() == "File 1 of 2"
        assert not panel.primary.isVisible()
        panel.failure.next.click()
        await quiet(studio)
        assert panel.pages.currentWidget() is panel.report
        assert panel.stepper.text() == "File 2 of 2"
        assert await count(studio) == 0
        await studio.close()

    loop_run(main())


def test_reading_can_be_cancelled(panel: ImportPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        await opened(studio, tmp_path)
        panel.show_with(paths=[memorybank(STORY, tmp_path / "bank.json")])
        while not studio.engine.tasks.running:  # noqa: ASYNC110 - the runner has no event to wait for
            await asyncio.sleep(0.005)
        assert panel.pages.currentWidget() is panel.waiting
        panel.cancel.click()
        await quiet(studio)
        assert panel.pages.currentWidget() is panel.empty
        assert await count(studio) == 0
        await studio.close()

    loop_run(main())


def test_a_read_only_palace_shows_the_report_but_takes_nothing(
    panel: ImportPanel, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        studio = panel.studio
        await opened(studio, tmp_path)
        await studio.close()
        await studio.open(await Engine.open(tmp_path / "p.palace", read_only=True))
        panel.show_with(paths=[memorybank(STORY, tmp_path / "bank.json")])
        await quiet(studio)
        assert panel.account is not None
        assert not panel.primary.isEnabled()
        assert panel.primary.toolTip()
        await studio.close()

    loop_run(main())


def test_language_and_sample_change_in_place(panel: ImportPanel, loop_run, tmp_path: Path) -> None:
    async def main() -> None:
        studio = panel.studio
        await opened(studio, tmp_path)
        panel.show_with(paths=[memorybank(STORY, tmp_path / "bank.json")])
        await quiet(studio)
        i18n.choose("zh")
        await quiet(studio)
        assert panel.head.title.text() == "文件里有什么"
        assert panel.primary.text().replace("\u2009", " ") == "导入 6 条消息"
        i18n.choose("en")
        await quiet(studio)
        panel.report.samples.again.click()
        assert panel.report._draw == 1
        await studio.close()

    loop_run(main())
