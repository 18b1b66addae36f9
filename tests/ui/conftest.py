"""Fixtures of the window's tests: a dressed application, the loop over Qt's, a studio, a palace on a real engine."""

import asyncio
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from making import HashEmbedder
from PySide6.QtWidgets import QApplication

from app.ui import aio, faults, i18n, theme
from app.ui.studio import Studio


@pytest.fixture(autouse=True)
def _quick_palaces(palaces_are_copies: None) -> None: ...


@pytest.fixture(autouse=True)
def _light_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors follow edits: without the weights of the real embedder."""
    monkeypatch.setattr("app.bootstrap.embedder", HashEmbedder)


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    return ["belvedere-test"]


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    """The application in the light theme and in English."""
    if not getattr(qapp, "_dressed", False):
        theme.setup(qapp, "light")
        qapp._dressed = True
    i18n.choose("en")
    theme.choose("light")
    theme.set_scale(1.0)
    theme.set_reduced_motion(True)
    yield qapp
    i18n.choose("en")
    if theme.choice() != "light":
        theme.choose("light")


@pytest.fixture
def faults_told(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What went into the funnel; a test that expects a fault empties it, else `loop_run` fails."""
    told: list[BaseException] = []
    monkeypatch.setattr(faults, "report", lambda fault, where="": told.append(fault))
    return told


@pytest.fixture
def loop_run(
    dressed: QApplication, faults_told: list[BaseException]
) -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """Run a coroutine on the loop over Qt's; nothing may be left running or have failed unseen."""
    loop = aio.make_loop(dressed)
    complaints: list[Any] = []
    loop.set_exception_handler(lambda _loop, context: complaints.append(context))
    asyncio.set_event_loop(loop)
    try:
        yield loop.run_until_complete
        loop.run_until_complete(aio.drain())
        left = [task for task in asyncio.all_tasks(loop) if not task.done()]
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    assert not complaints, complaints
    assert not faults_told, faults_told


@pytest.fixture
def studio(loop_run: Callable[[Coroutine[Any, Any, Any]], Any]) -> Iterator[Studio]:
    """A studio; a palace that a test leaves open in it is closed."""
    made = Studio()
    yield made
    loop_run(aio.drain())
    loop_run(made.close())
    made.deleteLater()
