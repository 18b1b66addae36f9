"""Long work: named, stepped, stopped; each failure has one owner, each end is told."""

import asyncio
import time

import pytest

from app.engine.tasks import Task, Tasks


@pytest.fixture
def faults():
    return []


@pytest.fixture
async def tasks(faults):
    made = Tasks(faults.append)
    yield made
    await made.drain()


async def test_a_task_steps_and_ends(tasks, faults):
    seen = []
    tasks.subscribe(lambda task: seen.append((task.state, task.done, task.total, task.note)))

    async def body(task: Task) -> str:
        task.step(1, 2, "Reading {file}", file="a")
        await asyncio.sleep(0)
        task.step(2, 2)
        return "done"

    task = tasks.start("Read", body, file="a")
    assert tasks.running == (task,)
    assert await task.wait() == "done"
    assert (task.state, task.note, task.note_facts) == ("done", "Reading {file}", {"file": "a"})
    assert tasks.running == ()
    assert seen == [
        ("running", 0, 0, ""),
        ("running", 1, 2, "Reading {file}"),
        ("running", 2, 2, "Reading {file}"),
        ("done", 2, 2, "Reading {file}"),
    ]
    assert faults == []


async def fail(_task: Task) -> None:
    raise RuntimeError("no")


async def test_a_failure_is_raised_where_it_is_waited_for(tasks, faults):
    task = tasks.start("Fail", fail)
    with pytest.raises(RuntimeError):
        await task.wait()
    assert (task.state, faults) == ("failed", [])


async def test_a_failure_that_nobody_waits_for_is_told(tasks, faults):
    task = tasks.start("Fail", fail)
    while tasks.running:  # noqa: ASYNC110 - waiting would be taking it
        await asyncio.sleep(0)
    assert faults == [task.error]


async def test_the_same_key_is_one_task_until_it_ends(tasks):
    gate = asyncio.Event()

    async def body(_task: Task) -> None:
        await gate.wait()

    first = tasks.start("Wait", body, key="one")
    assert tasks.start("Wait", body, key="one") is first
    assert tasks.start("Wait", body, key="two") is not first
    assert tasks.start("Wait", body) is not tasks.start("Wait", body)
    gate.set()
    await first.wait()
    assert tasks.start("Wait", body, key="one") is not first


async def test_cancel_stops_it_and_is_no_failure(tasks, faults):
    cleaned = []

    async def body(_task: Task) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            cleaned.append(True)

    task = tasks.start("Sleep", body)
    await asyncio.sleep(0)
    task.cancel()
    assert await task.wait() is None
    assert (task.state, cleaned, faults) == ("cancelled", [True], [])


async def test_one_cancelled_before_its_first_step_ends_too(tasks):
    seen = []
    tasks.subscribe(lambda task: seen.append(task.state))

    async def body(_task: Task) -> None:
        raise AssertionError("it began")

    task = tasks.start("Never", body, key="one")
    task.cancel()
    await task.wait()
    await asyncio.sleep(0)
    assert (task.state, seen, tasks.running) == ("cancelled", ["running", "cancelled"], ())


async def test_draining_stops_all(tasks):
    async def body(_task: Task) -> None:
        await asyncio.sleep(60)

    many = [tasks.start("Sleep", body) for _ in range(3)]
    await tasks.drain()
    assert [task.state for task in many] == ["cancelled"] * 3
    assert tasks.running == ()


async def test_what_an_ending_task_begins_is_drained_too(tasks):
    """A second set that is finished while the palace closes tells so, and what hears it may begin work."""
    begun = []

    async def later(_task: Task) -> None:
        await asyncio.sleep(60)

    async def body(_task: Task) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            begun.append(tasks.start("Later", later))

    tasks.start("First", body)
    await asyncio.sleep(0)
    await tasks.drain()
    (after,) = begun
    assert after.state == "cancelled"
    assert tasks.running == ()


async def test_a_listener_that_left_hears_no_more(tasks):
    seen = []
    leave = tasks.subscribe(seen.append)
    leave()
    leave()

    async def body(_task: Task) -> None:
        return None

    await tasks.start("Nothing", body).wait()
    assert seen == []


def test_the_estimate_needs_something_to_go_by():
    task = Task("Read", {}, "k")
    assert task.seconds_left() is None
    task.started = time.monotonic() - 10
    task.step(1, 4)
    assert task.seconds_left() == pytest.approx(30, abs=0.5)
    task.step(4, 4)
    assert task.seconds_left() == pytest.approx(0, abs=0.1)
