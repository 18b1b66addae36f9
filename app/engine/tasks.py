"""Long work with a name, progress and a way to stop it; every failure has one owner."""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from app.domain.labels import Label

Body = Callable[["Task"], Awaitable[Any]]


@dataclass(eq=False)
class Task:
    """One piece of long work. `name` and `note` are English templates filled by the facts beside them."""

    name: str
    facts: dict[str, object]
    key: str
    state: str = "running"  # running | done | failed | cancelled
    done: int = 0
    total: int = 0
    note: str = ""
    note_facts: dict[str, object] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)
    error: BaseException | None = None
    result: Any = None
    awaited: bool = False
    _handle: "asyncio.Task[Any] | None" = None
    _changed: Callable[["Task"], None] = lambda _task: None

    @property
    def label(self) -> Label:
        """What it is called."""
        return Label(self.name, self.facts)

    @property
    def noted(self) -> Label:
        """What it is at; empty while it has not said so."""
        return Label(self.note, self.note_facts)

    def step(self, done: int, total: int, note: str = "", /, **facts: object) -> None:
        """Say how far it is."""
        self.done, self.total = done, total
        if note:
            self.note, self.note_facts = note, facts
        self._changed(self)

    def seconds_left(self) -> float | None:
        """Estimate from the pace so far; None while there is too little to go by."""
        spent = time.monotonic() - self.started
        if self.done <= 0 or self.total <= 0 or spent < 1:
            return None
        return spent * (self.total - self.done) / self.done

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    async def wait(self) -> Any:
        """Wait for the end and give its result; a failure is then the waiter's, and told once."""
        self.awaited = True
        if self._handle is not None:
            await asyncio.wait([self._handle])
        if self.error is not None:
            raise self.error
        return self.result


class Tasks:
    """The one runner: nobody else calls `asyncio.create_task` for long work."""

    def __init__(self, on_fault: Callable[[BaseException], None]) -> None:
        self._running: dict[str, Task] = {}
        self._listeners: list[Callable[[Task], None]] = []
        self._on_fault = on_fault
        self._numbers = itertools.count()
        self.closing = False  # the palace is being closed: what is cancelled now goes on the next time

    @property
    def running(self) -> tuple[Task, ...]:
        return tuple(self._running.values())

    def subscribe(self, listener: Callable[[Task], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def start(self, name: str, body: Body, /, *, key: str | None = None, **facts: object) -> Task:
        """Start `body(task)`; a running task with the same key is given back instead."""
        key = key or f"{name}#{next(self._numbers)}"
        if key in self._running:
            return self._running[key]
        task = Task(name, facts, key, _changed=self._tell)
        self._running[key] = task
        task._handle = asyncio.create_task(self._run(task, body))  # noqa: SLF001 - our own field
        task._handle.add_done_callback(lambda _: self._end(task))  # noqa: SLF001 - our own field
        self._tell(task)
        return task

    async def drain(self) -> None:
        """Cancel everything and wait for the ends; also what one that ends has begun meanwhile."""
        self.closing = True
        while handles := [task._handle for task in self.running if task._handle]:  # noqa: SLF001 - our own field
            for handle in handles:
                handle.cancel()
            await asyncio.wait(handles)
            await asyncio.sleep(0)  # those that never began end by their callbacks

    async def _run(self, task: Task, body: Body) -> None:
        try:
            task.result = await body(task)
            task.state = "done"
        except asyncio.CancelledError:
            task.state = "cancelled"
        except Exception as fault:  # noqa: BLE001 - handed to the fault funnel
            task.state, task.error = "failed", fault
            if not task.awaited:
                self._on_fault(fault)
        finally:
            self._end(task)

    def _end(self, task: Task) -> None:
        """Let it go, once; one that was cancelled before its first step comes here by its handle alone."""
        if self._running.get(task.key) is not task:
            return
        del self._running[task.key]
        if task.state == "running":
            task.state = "cancelled"
        self._tell(task)

    def _tell(self, task: Task) -> None:
        for listener in list(self._listeners):
            listener(task)
