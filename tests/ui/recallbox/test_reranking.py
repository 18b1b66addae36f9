"""Rerank in the recall box: offered with an endpoint, sent only when it is on and the author asks, told either way."""

import asyncio
import shutil
import time
from pathlib import Path

import loopback as lb
import pytest
from loopback import Answer, Loopback
from making import HashEmbedder
from PySide6.QtWidgets import QApplication, QDialog
from ui.living import MEMORIES, Scene, furnish

from app.engine.commands import SetImportance
from app.engine.ledger import Ledger
from app.models.endpoint.settings import Endpoint, Endpoints, Purpose, load, save
from app.ui import i18n
from app.ui.recallbox import panel as recall_panel
from app.ui.recallbox.model import Hit
from app.ui.widgets import Button, FactList, Text

MANY = tuple(
    (
        f"Sam and the harbour, evening {n} of the lamps",
        "study",
        4 + n % 5,
        "neutral",
        (),
        f"2026-01-{n + 1:02d}",
    )
    for n in range(20)
)
LAST = MANY[3][0]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rerank") / "wren.palace"
    asyncio.run(furnish(path, (*MEMORIES, *MANY)))
    return path


@pytest.fixture
def path(tmp_path: Path, made: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / "wren.palace"))


@pytest.fixture
def scene(studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(recall_panel, "embedder", HashEmbedder)
    monkeypatch.setattr(recall_panel, "Ledger", lambda: Ledger(tmp_path / "ledger"))
    made = Scene(studio, "recall")
    yield made
    page = made.panel.inspector_page()
    made.leave()
    page.deleteLater()
    save(Endpoints())


def hits(scene: Scene) -> list[Hit]:
    return [row for row in scene.panel.model.rows if isinstance(row, Hit)]


def favouring(word: str):
    return lambda asked: lb.ranked(
        *((n, 0.99 if word in text else 0.01) for n, text in enumerate(asked.body["documents"]))
    )


def set_up(server: Loopback, timeout: float = 60.0) -> None:
    save(Endpoints({Purpose.RERANK: Endpoint(server.url, "bge", timeout, url=f"{server.url}/v1")}))


async def ask(scene: Scene, text: str) -> None:
    scene.panel.field.setText(text)
    scene.panel.field.returnPressed.emit()
    await answered(scene)


async def pick(scene: Scene, key: str) -> None:
    scene.panel.ranking.set_current(key)
    scene.panel.ranking.picked.emit(key)
    await answered(scene)


async def answered(scene: Scene) -> None:
    """Wait for the answer; the client's library takes its time to be imported."""
    until = time.monotonic() + 60
    while True:
        await asyncio.sleep(0.01)
        asking = scene.panel._asking
        if asking is None or asking.done():
            break
        assert time.monotonic() < until, "no answer"
    await scene.rest()


def page_words(scene: Scene) -> str:
    return " | ".join(text.text() for text in scene.panel.page._column.findChildren(Text))


def test_without_an_endpoint_there_is_nothing_to_choose(scene, loop_run, path) -> None:
    async def main() -> None:
        await scene.open(path)
        assert not scene.panel.ranking.isVisible()
        await ask(scene, "harbour lamps")
        assert hits(scene)
        assert "rerank" not in scene.panel.told.text()

    loop_run(main())


def test_off_nothing_is_sent_and_on_its_word_is_told_with_its_part(scene, loop_run, path, tmp_path) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.script = favouring(LAST)
            set_up(server)
            await scene.open(path)
            panel = scene.panel
            assert panel.ranking.isVisible()
            assert [panel.ranking.itemText(n) for n in range(2)] == ["rerank: off", "rerank: on"]
            await ask(scene, "harbour lamps")
            assert server.asked == []
            await pick(scene, "on")
            assert len(server.asked) == 1
            assert hits(scene)[0].item.candidate.content == LAST
            assert panel.told.text().endswith("reranked by bge")
            assert "Reranked by | bge" in page_words(scene)
            for row in hits(scene):
                assert sum(part.share for part in row.parts) == pytest.approx(row.item.score, abs=1e-9)
            names = {text.text() for text in panel.page._column.findChildren(FactList)[0].findChildren(Text)}
            assert "judged relevant" in names
            await pick(scene, "")
            assert len(server.asked) == 1
            assert hits(scene)[0].item.candidate.content != LAST
            assert "rerank" not in panel.told.text()
            assert [call.purpose for call in Ledger(tmp_path / "ledger").calls()] == ["rerank"]

    loop_run(main())


def test_a_change_sends_nothing_of_itself(scene, loop_run, path) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.script = favouring(LAST)
            set_up(server)
            await scene.open(path)
            panel = scene.panel
            await pick(scene, "on")
            assert server.asked == []  # nothing was asked yet
            await ask(scene, "harbour lamps")
            first = hits(scene)[0].item.candidate.id
            await scene.studio.execute(SetImportance([first], 9))
            await answered(scene)
            assert len(server.asked) == 1
            assert panel.told.text().endswith("not reranked since the last change: ask again")
            await ask(scene, "harbour lamps")
            assert len(server.asked) == 2
            assert panel.told.text().endswith("reranked by bge")

    loop_run(main())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lb.error(500, "boom"), "answered 500: boom"),
        (lb.page(), "answered with a web page"),
        (lb.ranked((0, 0.4)), "did not answer with one number for each"),
    ],
)
def test_a_failure_is_said_and_the_answer_is_there(scene, loop_run, path, answer, said) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.answers(answer)
            set_up(server)
            await scene.open(path)
            await ask(scene, "harbour lamps")
            plain = [row.item.candidate.id for row in hits(scene)]
            await pick(scene, "on")
            assert [row.item.candidate.id for row in hits(scene)] == plain
            assert "not reranked: " in scene.panel.told.text()
            assert said in scene.panel.told.text()
            words = page_words(scene)
            assert said in words
            assert "Recall answers in its own order." in words

    loop_run(main())


def test_off_goes_on_without_waiting(scene, loop_run, path, tmp_path) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.answers(Answer(silent=True))
            set_up(server)
            await scene.open(path)
            panel = scene.panel
            await pick(scene, "on")
            panel.field.setText("harbour lamps")
            panel.field.returnPressed.emit()
            while not server.asked:  # noqa: ASYNC110 - the server is no part of the program
                await asyncio.sleep(0.01)
            assert panel.told.text().startswith("Recalling; bge is asked …")
            panel.request_refresh()  # a change meanwhile asks nothing twice
            await pick(scene, "")
            assert hits(scene)
            assert "rerank" not in panel.told.text()
            await server.gone.wait()
            assert [call.outcome for call in Ledger(tmp_path / "ledger").calls()] == ["cancelled"]
            assert len(server.asked) == 1

    loop_run(main())


async def press(words: str) -> str:
    until = time.monotonic() + 10
    while not (
        open_ := [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
    ):
        assert time.monotonic() < until, "nothing was asked"
        await asyncio.sleep(0.01)
    title = open_[-1].findChildren(Text)[0].text()
    next(one for one in open_[-1].findChildren(Button) if one.text() == words).click()
    return title


def test_a_remote_host_is_asked_about_and_a_refusal_switches_it_off(scene, loop_run, path) -> None:
    async def main() -> None:
        remote = Endpoint("https://api.example.com/v1", "bge")
        save(Endpoints({Purpose.RERANK: remote}))
        await scene.open(path)
        panel = scene.panel
        panel.ranking.set_current("on")
        panel.field.setText("harbour lamps")
        panel.field.returnPressed.emit()
        assert "api.example.com" in await press("Do not send")
        await answered(scene)
        assert panel.ranking.current() == ""
        assert hits(scene)
        assert not load().agreed(Purpose.RERANK, remote)

    loop_run(main())


def test_an_endpoint_that_is_set_or_taken_away_meanwhile(scene, loop_run, path) -> None:
    async def main() -> None:
        await scene.open(path)
        ranking = scene.panel.ranking
        assert not ranking.isVisible()
        await ranking._desk.keep(Purpose.RERANK, Endpoint("http://localhost:1/v1", "bge"))
        assert ranking.isVisible()
        ranking.set_current("on")
        i18n.choose("zh")
        await scene.rest()
        assert [ranking.itemText(n) for n in range(2)] == ["重排：不用", "重排：启用"]
        assert ranking.on
        await ranking._desk.keep(Purpose.RERANK, None)
        assert not ranking.isVisible()
        assert not ranking.on

    loop_run(main())
