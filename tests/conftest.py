"""What every test stands on: no screen, no home of the user's, and nothing that passes silently."""

import asyncio
import inspect
import logging
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from app.formats import reader_process
from app.formats.registry import open_records
from app.storage import opening

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_API"] = "pyside6"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # two threads on two busy cores are ten times slower
_HOME = Path(tempfile.mkdtemp(prefix="belvedere-tests-"))
for _name in (
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "APPDATA",
    "LOCALAPPDATA",
):
    os.environ[_name] = str(_HOME / _name.lower())

# A busy machine is no defect: no deadline. CI repeats itself exactly.
_SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("default", deadline=None, suppress_health_check=_SLOW)
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default"))

_PATIENCE = 2.0


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)


@pytest.fixture(scope="session")
def empty_palace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty palace that is not open; for copies."""
    path = tmp_path_factory.mktemp("empty") / "empty.palace"
    opening.create(path)
    return path


@pytest.fixture
def palaces_are_copies(empty_palace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever makes a palace gets a copy of an empty one: the same bytes, without the wait for schema and disk."""
    monkeypatch.setattr(opening, "_write_draft", lambda draft, path: shutil.copy(empty_palace, draft))


@pytest.fixture
def files_are_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that need what a file holds, and not how it is read: no process of its own for three lines of talk."""

    async def read(
        path: Path, timezone: str, *, format_: str, on_progress: object
    ) -> AsyncIterator[reader_process.Batch]:
        yield list(open_records(path, timezone, format_=format_))

    monkeypatch.setattr(reader_process, "read", read)


class _Records(logging.Handler):
    """Keeps what was logged at WARNING or above, and what the test expects of it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.expected: list[re.Pattern[str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def unexpected(self) -> list[str]:
        texts = [f"{record.levelname} {record.name}: {record.getMessage()}" for record in self.records]
        return [text for text in texts if not any(pattern.search(text) for pattern in self.expected)]

    def missed(self) -> list[str]:
        texts = [record.getMessage() for record in self.records]
        return [pattern.pattern for pattern in self.expected if not any(map(pattern.search, texts))]


@pytest.fixture(autouse=True)
def _log_records() -> Iterator[_Records]:
    handler = _Records()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
    if unexpected := handler.unexpected():
        pytest.fail("logged, and not expected (see expect_log):\n" + "\n".join(unexpected), pytrace=False)
    if missed := handler.missed():
        pytest.fail(f"expected in the log, and not there: {missed}", pytrace=False)


@pytest.fixture
def expect_log(_log_records: _Records) -> Callable[[str], None]:
    """`expect_log("disk full")`: the test logs this at WARNING or above, and must."""
    return lambda pattern: _log_records.expected.append(re.compile(pattern))


@pytest.fixture(autouse=True)
def _no_thread_left(_log_records: _Records) -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    left = _living(before)
    until = time.monotonic() + _PATIENCE
    while left and time.monotonic() < until:
        left[0].join(0.01)
        left = _living(before)
    if left:
        pytest.fail(f"left running: threads {[thread.name for thread in left]}", pytrace=False)


def _living(before: set[threading.Thread]) -> list[threading.Thread]:
    # Qt's own pool threads show up as dummies once they have called into Python; they are Qt's to end.
    new = set(threading.enumerate()) - before
    return [thread for thread in new if thread.is_alive() and not isinstance(thread, threading._DummyThread)]


@pytest.fixture(autouse=True)
def _no_task_left(request: pytest.FixtureRequest, _no_thread_left: None) -> None:
    """For coroutine tests; asked for first, so it looks last, when every other fixture has closed what it opened."""
    if inspect.iscoroutinefunction(getattr(request, "function", None)):
        request.getfixturevalue("_look_for_tasks")


@pytest.fixture
async def _look_for_tasks() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    await asyncio.sleep(0)
    left = [task for task in asyncio.all_tasks() - before - {asyncio.current_task()} if not task.done()]
    if left:
        names = [f"{task.get_name()} ({task.get_coro()})" for task in left]
        pytest.fail(f"left running: tasks {names}", pytrace=False)
