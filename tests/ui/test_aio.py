"""Work belongs to a widget: it ends with it, and its failures are told."""

import asyncio
import gc
import time

import pytest
import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from app.domain.errors import KnownError
from app.ui import aio, dialogs, faults


def test_a_failure_is_told_once(loop_run, faults_told) -> None:
    owner = QObject()

    async def work() -> None:
        raise KnownError("x", "It failed.")

    async def main() -> None:
        aio.spawn(work(), owner)
        await asyncio.sleep(0.01)

    loop_run(main())
    assert [type(fault) for fault in faults_told] == [KnownError]
    faults_told.clear()


def test_work_ends_with_its_owner(loop_run) -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            ended.append("cancelled")

    async def main() -> None:
        owner = QObject()
        task = aio.spawn(work(), owner)
        await asyncio.sleep(0)
        owner.deleteLater()
        await asyncio.wait([task], timeout=1)
        assert task.cancelled()

    loop_run(main())
    assert ended == ["cancelled"]


class _Clicked(QWidget):
    told = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self.got: list[object] = []

    @aio.slot
    async def on_clicked(self) -> None:
        await asyncio.sleep(0)
        self.got.append("clicked")

    @aio.slot
    async def on_told(self, number: int) -> None:
        self.got.append(number)


def test_a_slot_takes_what_it_asks_for(loop_run, qtbot) -> None:
    widget = _Clicked()
    qtbot.addWidget(widget)
    button = QPushButton(widget)
    button.clicked.connect(widget.on_clicked)
    widget.told.connect(widget.on_told)

    async def main() -> None:
        button.click()
        widget.told.emit(7, "x")
        await asyncio.sleep(0.01)

    loop_run(main())
    assert sorted(map(str, widget.got)) == ["7", "clicked"]


def test_run_drains_what_is_left(dressed: QApplication) -> None:
    owner, ended = QObject(), []

    async def work() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            ended.append(1)

    async def main() -> int:
        aio.spawn(work(), owner)
        await asyncio.sleep(0)
        return 3

    assert aio.run(dressed, main) == 3
    assert ended == [1]


def test_spawn_without_a_loop_leaves_no_coroutine_behind(dressed: QApplication) -> None:
    async def work() -> None: ...

    with pytest.raises(RuntimeError):
        aio.spawn(work(), QObject())


def test_a_question_can_be_awaited_while_others_work(loop_run, qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    ticks: list[int] = []
    worked = asyncio.Event()

    async def tick() -> None:
        for number in range(5):
            ticks.append(number)
            await asyncio.sleep(0.002)
        worked.set()

    async def answer() -> None:
        await worked.wait()  # the others work while the question is open
        dialog = QApplication.activeModalWidget()
        buttons = dialog.findChildren(QPushButton)
        next(button for button in buttons if button.text() == "Delete").click()

    async def main() -> str | None:
        aio.spawn(tick(), parent)
        aio.spawn(answer(), parent)
        return await dialogs.ask(
            parent, "Sure", "Really?", [("no", "Keep", "plain"), ("yes", "Delete", "danger")]
        )

    assert loop_run(main()) == "yes"
    assert ticks == [0, 1, 2, 3, 4]


def test_a_question_put_away_answers_nothing(loop_run, qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)

    async def put_away() -> None:
        await asyncio.sleep(0.02)
        QApplication.activeModalWidget().reject()

    async def main() -> str | None:
        aio.spawn(put_away(), parent)
        return await dialogs.ask_text(parent, "Name", value="Wren")

    assert loop_run(main()) is None


def test_a_bug_is_described_without_anybodys_words() -> None:
    def deep() -> None:
        secret = "she said she loved me"
        raise ValueError(secret)

    try:
        deep()
    except ValueError as fault:
        told = faults.describe(fault, "here")
    assert "ValueError in here" in told
    assert "deep" in told
    assert "loved" not in told


def test_the_funnel_tells_known_errors_and_bugs(
    dressed: QApplication, caplog: pytest.LogCaptureFixture, expect_log
) -> None:
    expect_log("told in the window: disk.full")
    expect_log("a bug:")
    notices: list[faults.Notice] = []
    faults.funnel().noticed.connect(notices.append)
    try:
        faults.report(KnownError("disk.full", "The disk is full."))
        faults.report(ValueError("words of the chat"))
        faults.report(KeyboardInterrupt())
    finally:
        faults.funnel().noticed.disconnect(notices.append)
    assert notices[0].error is not None
    assert notices[0].error.code == "disk.full"
    assert notices[1].error is None
    assert "ValueError" in notices[1].details
    assert "words of the chat" not in caplog.text
    assert len(notices) == 2


def test_a_stream_that_is_left_early_cleans_up(loop_run) -> None:
    told: list[str] = []

    async def pieces():
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            told.append("closed")

    async def main() -> None:
        async for _ in pieces():
            break
        gc.collect()
        for _ in range(5):
            await asyncio.sleep(0.01)

    loop_run(main())
    assert told == ["closed"]


def test_a_task_finds_its_loop_also_while_it_stands(loop_run, dressed: QApplication) -> None:
    owner, ended = QObject(), []

    async def work() -> None:
        for _ in range(10):
            await asyncio.sleep(0.005)
            asyncio.get_running_loop()  # what every await of a thread asks for
        ended.append(1)

    async def main() -> None:
        aio.spawn(work(), owner)
        await asyncio.sleep(0)

    loop_run(main())
    for _ in range(200):
        dressed.processEvents()
        time.sleep(0.001)
    assert not aio.running()
    assert ended == [1]


def test_a_clean_up_after_the_owners_end_is_no_bug(loop_run, faults_told) -> None:
    async def main() -> None:
        owner = QWidget()
        label = QLabel(owner)

        async def work() -> None:
            try:
                await asyncio.sleep(10)
            finally:
                label.setText("over")

        aio.spawn(work(), owner)
        await asyncio.sleep(0)
        shiboken6.delete(owner)
        await asyncio.sleep(0.05)

    loop_run(main())
    assert faults_told == []


def test_a_deleted_part_of_a_living_owner_is_a_bug(loop_run, faults_told) -> None:
    async def main() -> None:
        owner = QWidget()
        label = QLabel(owner)

        async def work() -> None:
            shiboken6.delete(label)
            label.setText("over")

        aio.spawn(work(), owner)
        await asyncio.sleep(0.05)

    loop_run(main())
    assert [type(fault) for fault in faults_told] == [RuntimeError]
    faults_told.clear()


def test_an_answer_that_comes_when_the_loop_is_closed_is_dropped(dressed: QApplication, qtbot) -> None:
    loop = aio.make_loop(dressed)
    heard: list[str] = []

    async def main() -> None:
        loop.run_in_executor(None, time.sleep, 0.05).add_done_callback(lambda _: heard.append("done"))

    loop.run_until_complete(main())
    loop.call_soon_threadsafe(heard.append, "late")
    loop.close()  # waits for the thread, whose answer is then on its way
    with qtbot.captureExceptions() as raised:
        dressed.processEvents()
    assert raised == []
    assert heard == []
