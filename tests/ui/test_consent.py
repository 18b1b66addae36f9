"""Before anything is sent: no endpoint, no consent, consent; asked once a purpose and host."""

import asyncio
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app import bootstrap
from app.models.endpoint.settings import Endpoint, Endpoints, Purpose, load, save
from app.models.keys import Keys
from app.ui.consent import allowed
from app.ui.widgets import Button, Prose, Text

REMOTE = Endpoint("https://api.example.com/v1", "m")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.models.endpoint.settings.config_folder", lambda: tmp_path)
    monkeypatch.setattr(bootstrap, "keys", lambda: Keys(tmp_path, {}, False))


async def press(words: str) -> str:
    until = time.monotonic() + 10
    while not (
        open_ := [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
    ):
        assert time.monotonic() < until, "nothing was asked"
        await asyncio.sleep(0.01)
    texts = [one.text() for kind in (Text, Prose) for one in open_[-1].findChildren(kind)]
    next(one for one in open_[-1].findChildren(Button) if one.text() == words).click()
    return " | ".join(texts)


def test_without_an_endpoint_the_way_to_the_settings_is_shown(studio, loop_run) -> None:
    wishes = []
    studio.open_panel_requested.connect(lambda key, facts: wishes.append((key, facts)))

    async def main() -> None:
        window = QWidget()
        asking = asyncio.ensure_future(allowed(studio, Purpose.CHAT, window))
        told = await press("Not now")
        assert "The built-in steps work without one" in told
        assert await asking is None
        assert wishes == []
        asking = asyncio.ensure_future(allowed(studio, Purpose.CHAT, window))
        await press("Set one up")
        assert await asking is None
        assert wishes == [("settings", {"tab": "models"})]

    loop_run(main())


def test_a_remote_host_is_asked_about_once_a_purpose(studio, loop_run) -> None:
    save(Endpoints().with_(Purpose.CHAT, REMOTE))

    async def main() -> None:
        window = QWidget()
        asking = asyncio.ensure_future(allowed(studio, Purpose.CHAT, window))
        told = await press("Do not send")
        assert "api.example.com" in told
        assert "the character’s own description" in told
        assert await asking is None
        assert not load().agreed(Purpose.CHAT, REMOTE)
        asking = asyncio.ensure_future(allowed(studio, Purpose.CHAT, window))
        await press("Agree, and send")
        model = await asking
        assert model is not None
        assert model.endpoint == REMOTE
        assert len(load().agreed_on(Purpose.CHAT, REMOTE)) == len("2026-03-01")
        again = await allowed(studio, Purpose.CHAT, window)
        assert again is not None
        asking = asyncio.ensure_future(
            allowed(studio, Purpose.LIGHT, window)
        )  # the same host, another purpose
        assert "Small steps" in await press("Do not send")
        assert await asking is None

    loop_run(main())


def test_this_machine_is_never_asked_about(studio, loop_run) -> None:
    save(Endpoints().with_(Purpose.EMBEDDING, Endpoint("http://localhost:11434/v1", "bge-m3")))

    async def main() -> None:
        model = await allowed(studio, Purpose.EMBEDDING)
        assert model is not None
        assert model.model == "bge-m3"

    loop_run(main())
