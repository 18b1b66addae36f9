"""The settings of models in the real window against a server on loopback: each time the page says what to do."""

import asyncio
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from loopback import Answer, Asked, Loopback, data, error, events, page, piece, said, vectors
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app import bootstrap
from app.models.endpoint.settings import Endpoint, Endpoints, Purpose, load, save
from app.models.keys import Keys, Place
from app.ui import aio, i18n
from app.ui.machine import Machine
from app.ui.settings.exchange import exchange_words
from app.ui.settings.models import ModelsTab
from app.ui.settings.outcome import FailureCard, WorksLine
from app.ui.settings.section import EndpointSection
from app.ui.shell.main_window import MainWindow
from app.ui.widgets import Button, Text

SECRET = "sk-test-0123456789abcdef"
PATIENCE = 60.0  # a busy machine is no defect


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Keys:
    """Endpoints, keys and the ledger of this test only."""
    monkeypatch.setattr("app.models.endpoint.settings.config_folder", lambda: tmp_path / "config")
    monkeypatch.setattr("app.engine.ledger.data_folder", lambda: tmp_path / "data")
    made = Keys(tmp_path / "config", {}, False)
    monkeypatch.setattr(bootstrap, "keys", lambda: made)
    return made


@pytest.fixture
def window(studio, loop_run):
    made = MainWindow(studio, Machine(width=1440, height=900))
    made.show()
    yield made
    made.hide()
    made.deleteLater()


@dataclass
class Bench:
    """The tab on the screen, and one section of it."""

    window: MainWindow
    tab: ModelsTab
    section: EndpointSection

    async def rest(self) -> None:
        await rest()

    def words(self) -> str:
        """All that is said below the controls."""
        shown = self.section.outcome.shown
        assert shown is not None
        texts = [one.text() for one in shown.findChildren(QWidget) if isinstance(one, Text)]
        if isinstance(shown, FailureCard):
            texts += [shown.title.text(), shown.text.text()]
        return " | ".join([*texts, shown.text() if isinstance(shown, Text) else ""])

    def button(self, words: str) -> Button:
        return next(one for one in self.section.outcome.shown.findChildren(Button) if one.text() == words)

    async def test(self) -> None:
        self.section.test.click()
        await self.rest()


async def rest() -> None:
    until, quiet = time.monotonic() + PATIENCE, 0
    while quiet < 3:
        assert time.monotonic() < until, "the page does not come to rest"
        await asyncio.sleep(0.01)
        quiet = 0 if aio.busy() else quiet + 1


async def sit(window: MainWindow, purpose: Purpose, endpoint: Endpoint | None = None) -> Bench:
    if endpoint is not None:
        save(load().with_(purpose, endpoint))
    window.show_panel("settings", tab="models")
    await rest()
    tab = window.panels["settings"].tabs["models"]
    return Bench(window, tab, tab.sections[purpose])


def works(asked: Asked) -> Answer:
    if asked.method == "GET":
        return data({"data": [{"id": "tiny"}, {"id": "bge-m3"}]})
    if asked.path.endswith("/embeddings"):
        return vectors(*[[0.6, 0.8, 0, 0, 0, 0, 0, 0] for _ in asked.body["input"]])
    if asked.body.get("stream"):
        return events(piece("good"), piece("", "stop"))
    return said("good")


def only(path: str) -> Callable[[Asked], Answer]:
    return lambda asked: works(asked) if asked.path.startswith(path) else error(404, "no such path")


def closed_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_a_new_user_sets_up_a_model_that_works(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.script = works
            bench = await sit(window, Purpose.CHAT)
            section = bench.section
            assert section.empty.isVisible()
            assert not section.editor.isVisible()
            section.set_up.click()
            assert section.editor.isVisible()
            assert "Choose a service" in bench.words()
            section.address.setFocus()
            section.address.setText("")
            for letter in f"http://127.0.0.1:{server.port}":
                section.address.insert(letter)
                section.address.textEdited.emit(section.address.text())
            assert section.locality.state == "local"
            section.address.setModified(True)
            section.address.editingFinished.emit()
            await bench.rest()
            assert load().of[Purpose.CHAT].address == f"http://127.0.0.1:{server.port}"
            await bench.test()
            assert "No model is chosen" in bench.words()
            assert "Choose a model;" in bench.words()
            assert section.model.offered() == ["bge-m3", "tiny"]
            section.model.setEditText("tiny")
            section.model.line().editingFinished.emit()
            await bench.rest()
            await bench.test()
            assert isinstance(section.outcome.shown, WorksLine)
            assert "It works" in bench.words()
            assert "Answers word by word" in bench.words()
            assert load().of[Purpose.CHAT].url == f"http://127.0.0.1:{server.port}/v1"
            assert "Writing: local" in window.frame.foot._models.text()
            sent = [asked.body for asked in server.asked if asked.body]
            assert all("good" in str(body["messages"]) for body in sent), "only the fixed greeting"

    loop_run(main())


def test_a_wrong_path_names_the_right_one_and_takes_it(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.script = only("/v1/")
            base = f"http://127.0.0.1:{server.port}"
            bench = await sit(window, Purpose.LIGHT, Endpoint(f"{base}/api", "tiny"))
            await bench.test()
            assert "Reached, but this address is not right" in bench.words()
            assert "404" in bench.words()
            assert "2 models" in bench.words()
            assert bench.section.address.wrong()
            assert load().of[Purpose.LIGHT].url == ""
            words = exchange_words(bench.section.report, Purpose.LIGHT)
            assert f"{base}/api/v1" in words
            assert f"{base}/v1" in words
            bench.button("Use this address").click()
            await bench.rest()
            assert load().of[Purpose.LIGHT].address == f"{base}/v1"
            assert bench.section.address.text() == f"{base}/v1"
            assert "It works" in bench.words()
            assert not bench.section.address.wrong()

    loop_run(main())


def test_a_wrong_key_asks_for_another_and_never_shows_one(window: MainWindow, loop_run, keys: Keys) -> None:
    async def main() -> None:
        async with Loopback() as server:

            def script(asked: Asked) -> Answer:
                if asked.headers.get("authorization") != f"Bearer {SECRET}":
                    return error(401, f"Incorrect API key provided: {asked.headers.get('authorization')}")
                return works(asked)

            server.script = script
            bench = await sit(window, Purpose.CHAT, Endpoint(f"http://127.0.0.1:{server.port}/v1", "tiny"))
            section = bench.section
            await bench.test()
            assert "A key is needed" in bench.words()
            bench.button("Enter the key").click()
            assert section.key.currentWidget() is section.key.entry
            section.key.entry.setText("sk-wrong-0123456789abcdef")
            section.key.entry.editingFinished.emit()
            await bench.rest()
            assert section.key.entry.text() == ""
            await bench.test()
            assert "The key is refused" in bench.words()
            assert "sk-wrong" not in bench.words()
            assert "sk-wrong" not in exchange_words(section.report, Purpose.CHAT)
            section.key.entered.emit(f" Bearer {SECRET} ")
            await bench.rest()
            assert section.key.words() == "Ends in cdef · Until the program is closed"
            await bench.test()
            assert "It works" in bench.words()
            assert SECRET not in (load_text(keys) or "")

    loop_run(main())


def load_text(keys: Keys) -> str:
    folder = keys._path.parent
    return "".join(path.read_text() for path in folder.glob("*.json"))


def test_a_key_goes_into_a_file_only_after_consent(window: MainWindow, loop_run, keys: Keys) -> None:
    async def main() -> None:
        bench = await sit(window, Purpose.CHAT, Endpoint("https://api.example.com/v1", "m"))
        section = bench.section
        section.key.entered.emit(SECRET)
        await bench.rest()
        assert [action.text() for action in section.key.menu().actions()] == [
            "Enter another key",
            "Keep it in a file that only you can read …",
            "Forget the key",
        ]
        section.key.move_asked.emit("file")
        await press(window, "Cancel")
        assert SECRET not in load_text(keys)
        section.key.move_asked.emit("file")
        await press(window, "Keep it in a file")
        found = keys.find("https://api.example.com")
        assert found is not None
        assert found.place is Place.FILE
        assert section.key.words() == "Ends in cdef · In a file that only you can read"
        section.key.forget_asked.emit()
        await bench.rest()
        assert keys.find("https://api.example.com") is None
        assert section.key.currentWidget() is section.key.entry

    loop_run(main())


async def press(window: QWidget, words: str) -> str:
    """Press an answer of the question that is open; gives all it said."""
    until = time.monotonic() + PATIENCE
    while not (
        open_ := [
            one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()
        ]
    ):
        assert time.monotonic() < until, "nothing was asked"
        await asyncio.sleep(0.01)
    dialog = open_[-1]
    texts = [
        one.text() for one in dialog.findChildren(QWidget) if hasattr(one, "text") and callable(one.text)
    ]
    next(one for one in dialog.findChildren(Button) if one.text() == words).click()
    await rest()
    return " | ".join(texts)


def test_a_sleeping_ollama_is_told_how_to_wake(window: MainWindow, loop_run, monkeypatch) -> None:
    port = closed_port()
    monkeypatch.setitem(
        __import__("app.models.endpoint.blame", fromlist=["_LOCAL"])._LOCAL, port, ("Ollama", "ollama serve")
    )

    async def main() -> None:
        bench = await sit(window, Purpose.CHAT, Endpoint(f"http://localhost:{port}/v1", "qwen3"))
        await bench.test()
        assert "Ollama is not running" in bench.words()
        assert "ollama serve" in bench.words()
        assert bench.button("Test again").isEnabled()

    loop_run(main())


def test_a_web_page_and_a_silent_server_are_told(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.script = lambda asked: page()
            endpoint = Endpoint(f"http://127.0.0.1:{server.port}/v1", "tiny", timeout=1.0)
            bench = await sit(window, Purpose.CHAT, endpoint)
            await bench.test()
            assert "Not an endpoint" in bench.words()
            assert "often begins with api." in bench.words()
            server.script = lambda asked: Answer(silent=True)
            bench.button("Test again").click()
            await bench.rest()
            assert "No answer in time" in bench.words()
            assert "allow more time" in bench.words()

    loop_run(main())


def test_a_test_can_be_stopped(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.script = lambda asked: Answer(silent=True)
            bench = await sit(window, Purpose.CHAT, Endpoint(f"http://127.0.0.1:{server.port}/v1", "tiny"))
            bench.section.test.click()
            assert bench.section.test.text() == "Stop"
            assert "A fixed greeting is sent" in bench.words()
            until = time.monotonic() + PATIENCE
            while not server.asked and time.monotonic() < until:  # noqa: ASYNC110 - the server tells nobody
                await asyncio.sleep(0.01)
            bench.section.test.click()
            await bench.rest()
            assert bench.section.test.text() == "Test"
            assert bench.section.report is None
            await asyncio.wait_for(server.gone.wait(), PATIENCE)

    loop_run(main())


def test_vectors_are_tried_for_vectors_and_their_size_is_kept(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        async with Loopback() as server:
            server.script = works
            endpoint = Endpoint(f"http://127.0.0.1:{server.port}/v1", "bge-m3")
            bench = await sit(window, Purpose.EMBEDDING, endpoint)
            await bench.test()
            assert "Vectors of 8 numbers" in bench.words()
            assert load().of[Purpose.EMBEDDING].size == 8
            bench.section.more_link.click()
            bench.section.more.dimensions.setValue(512)
            await bench.rest()
            assert load().of[Purpose.EMBEDDING] == replace(endpoint, url=endpoint.address, dimensions=512)

    loop_run(main())


def test_what_is_no_address_is_told_and_not_kept(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        bench = await sit(window, Purpose.CHAT, Endpoint("http://localhost:1/v1", "m"))
        section = bench.section
        section.address.setText("sk-… (my key)")
        section.address.textEdited.emit("sk-… (my key)")
        assert section.locality.state == ""
        section.address.setModified(True)
        section.address.editingFinished.emit()
        await bench.rest()
        assert "is not the address of an endpoint" in bench.words()
        assert load().of[Purpose.CHAT].address == "http://localhost:1/v1"

    loop_run(main())


def test_a_service_is_filled_in_and_taken_away_with_a_way_back(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        bench = await sit(window, Purpose.CHAT)
        section = bench.section
        section.set_up.click()
        section.preset.picked.emit("DeepSeek")
        await bench.rest()
        kept = load().of[Purpose.CHAT]
        assert (kept.address, kept.model) == ("https://api.deepseek.com/v1", "deepseek-chat")
        assert section.locality.state == "remote"
        assert "platform.deepseek.com" in bench.words()
        assert section.preset.current() == "DeepSeek"
        asked = []
        window.studio.toast_requested.connect(asked.append)
        section.more_link.click()
        section.more.remove_asked.emit()
        await bench.rest()
        assert load().of == {}
        assert section.empty.isVisible()
        asked[-1].undo()
        await bench.rest()
        assert load().of[Purpose.CHAT] == kept
        assert section.address.text() == kept.address

    loop_run(main())


def test_what_leaves_is_named_and_consent_taken_back(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        remote = Endpoint("https://api.example.com/v1", "m")
        kept = (
            Endpoints()
            .with_(Purpose.CHAT, remote)
            .with_(Purpose.EMBEDDING, Endpoint("http://localhost:1", "m"))
        )
        save(kept.agree(Purpose.CHAT, remote, "2026-03-01"))
        bench = await sit(window, Purpose.CHAT)
        leaving = bench.tab.leaving

        def told() -> str:
            return " | ".join(one.text() for one in leaving.findChildren(Text) if one.isVisibleTo(leaving))

        assert "To api.example.com, agreed to on 1 March" in told()
        assert "Vectors: nothing leaves it." in told()
        next(one for one in leaving.findChildren(Button) if one.text() == "Take back").click()
        await bench.rest()
        assert not load().agreed(Purpose.CHAT, remote)
        assert "not agreed to" in told()
        for answer, agreed in (("Do not send", False), ("Agree, and send", True)):
            shown = [one for one in leaving.findChildren(Button) if one.isVisibleTo(leaving)]
            next(one for one in shown if one.text() == "Agree …").click()
            assert "api.example.com" in await press(window, answer)
            assert load().agreed(Purpose.CHAT, remote) is agreed
        assert "To api.example.com, agreed to on" in told()

    loop_run(main())


def test_every_word_follows_the_language(window: MainWindow, loop_run) -> None:
    async def main() -> None:
        bench = await sit(window, Purpose.CHAT, Endpoint("http://localhost:1/v1", "m"))
        i18n.choose("zh")
        await bench.rest()
        assert bench.section.test.text() == "测试"
        assert bench.section.locality.words() == "本机"
        assert "写作：本机" in window.frame.foot._models.text()
        assert bench.section.key.entry.placeholderText() == "一般不需要密钥"

    loop_run(main())


def test_the_badge_leads_to_the_tab(window: MainWindow, loop_run, qtbot) -> None:
    async def main() -> None:
        window.show_panel("settings", tab="appearance")
        assert not window.frame.inspector.isVisible()
        qtbot.mouseClick(window.frame.foot._models, Qt.MouseButton.LeftButton)
        await rest()
        assert window.panels["settings"].bar.tabText(window.panels["settings"].bar.currentIndex()) == (
            "Models and endpoints"
        )
        assert window.frame.inspector.isVisible()

    loop_run(main())


def test_the_badge_names_the_vectors_that_are_gone_by(window: MainWindow, loop_run, tmp_path: Path) -> None:
    from app.engine.engine import Engine

    save(Endpoints().with_(Purpose.EMBEDDING, Endpoint("https://api.example.com/v1", "bge-m3")))

    async def main() -> None:
        engine = await Engine.create(tmp_path / "a.palace")
        await window.studio.open(engine)
        await rest()
        badge = window.frame.foot._models
        assert badge.text() == "Vectors: built-in · Writing: none"  # set up, and not what recall goes by

        def use(conn):
            from app.storage import vectors

            vectors.want(conn, "bge-m3")

        await engine.database.write(use)
        window.model_badge.look()
        await rest()
        assert badge.text() == "Vectors: remote · Writing: none"
        assert "api.example.com, not agreed to yet" in badge.toolTip()
        await window.studio.close()
        assert badge.text() == "Vectors: built-in · Writing: none"

    loop_run(main())


def test_a_picture_of_a_tab(window: MainWindow, loop_run, tmp_path: Path) -> None:
    from app.ui.shot import shoot_window

    async def main() -> None:
        made = await shoot_window(window, tmp_path, ["settings:models", "ledger"])
        assert [path.name for path in made] == ["01-settings-models-light-en.png", "02-ledger-light-en.png"]
        assert window.panels["settings"].bar.currentIndex() == 1

    loop_run(main())
