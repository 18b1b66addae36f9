"""The asyncio loop over Qt's: the only module that knows qasync. Work is tied to the widget that asked for it."""

import asyncio
import functools
import inspect
import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextvars import Context
from typing import Any, Concatenate, ParamSpec, TypeVar

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.ui import faults

os.environ.setdefault("QT_API", "pyside6")  # qasync would take another binding where one is installed
import qasync

P = ParamSpec("P")
T = TypeVar("T")
Owner = TypeVar("Owner", bound=QObject)

_running: dict[int, set[asyncio.Task[Any]]] = {}


class _Loop(qasync.QEventLoop):  # type: ignore[misc]  # qasync has no types
    """Whatever has its turn finds its loop, also while the loop stands.

    qasync lets Qt's events run once more after a stretch of work, and others may (a test between two stretches):
    a task whose turn came then failed with "no running event loop".
    """

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        if self.is_closed():  # the answer of a thread that `close` waited for: nobody is left to hear it
            return asyncio.Handle(callback, args, self, context)
        handle: asyncio.Handle = super().call_later(delay, self._turn, callback, args, context=context)
        return handle

    def _turn(self, callback: Callable[..., object], args: tuple[object, ...]) -> None:
        if running():
            callback(*args)
            return
        asyncio._set_running_loop(self)  # noqa: SLF001 - made for those who write a loop
        try:
            callback(*args)
        finally:
            asyncio._set_running_loop(None)  # noqa: SLF001 - as above

    def close(self) -> None:
        """Let go of Qt's timers too: collected later, in another thread, they would crash the program."""
        super().close()
        if shiboken6.isValid(self._timer):
            shiboken6.delete(self._timer)


def make_loop(app: QApplication) -> asyncio.AbstractEventLoop:
    """Make the loop; its own complaints go to the fault funnel."""
    loop: asyncio.AbstractEventLoop = _Loop(app)
    loop.set_exception_handler(faults.on_loop)
    sys.set_asyncgen_hooks(finalizer=functools.partial(_close_generator, loop))
    return loop


def _close_generator(loop: asyncio.AbstractEventLoop, generator: AsyncGenerator[Any, Any]) -> None:
    """Let a generator that nobody reads to its end clean up in the loop: qasync, unlike asyncio, does not see to it."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: loop.create_task(generator.aclose()))


def run(app: QApplication, main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run `main` to its end, then whatever it left running is cancelled and awaited, and the loop closed.

    The window's close must not end Qt's loop: `main` waits for the window, drains, closes and returns.
    """
    app.setQuitOnLastWindowClosed(False)
    loop = make_loop(app)
    asyncio.set_event_loop(loop)
    try:
        try:
            return loop.run_until_complete(main())
        finally:
            loop.run_until_complete(drain())
            loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def spawn(work: Coroutine[Any, Any, T], owner: QObject) -> "asyncio.Task[T]":
    """Start `work` for `owner`: cancelled when the owner is destroyed; a failure goes to the fault funnel."""
    try:
        task = asyncio.get_running_loop().create_task(work)
    except RuntimeError:
        work.close()
        raise
    key: int = shiboken6.getCppPointer(owner)[0]
    if key not in _running:
        _running[key] = set()
        owner.destroyed.connect(functools.partial(_forget, key))
    group = _running[key]
    group.add(task)
    task.add_done_callback(functools.partial(_on_done, key, group, type(owner).__name__))
    return task


def _forget(key: int, *_gone: object) -> None:
    for task in _running.pop(key, set()):
        task.cancel()


def _on_done(key: int, group: set[asyncio.Task[Any]], where: str, task: "asyncio.Task[Any]") -> None:
    group.discard(task)
    fault = None if task.cancelled() else task.exception()
    if fault is not None and not (_running.get(key) is not group and _only_clean_up(fault)):
        faults.report(fault, where)


def _only_clean_up(fault: BaseException) -> bool:
    """Tell a `finally` that touched a widget after the owner's end had cancelled the work: there is nobody to tell."""
    return isinstance(fault, RuntimeError) and isinstance(fault.__context__, asyncio.CancelledError)


def slot(
    method: Callable[Concatenate[Owner, P], Awaitable[Any]],
) -> Callable[Concatenate[Owner, P], None]:
    """Make a coroutine method a slot: each call is work of its own, tied to the object.

    Arguments of the signal beyond what the method takes (`clicked`'s checked state) are dropped.
    """
    plain = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    takes = sum(1 for p in inspect.signature(method).parameters.values() if p.kind in plain) - 1

    def call(self: Owner, /, *args: P.args, **kwargs: P.kwargs) -> None:
        async def body() -> None:
            await method(self, *args[:takes], **kwargs)  # type: ignore[arg-type]

        if running():  # a widget may be painted once more when the loop has ended
            spawn(body(), self)

    functools.update_wrapper(call, method)
    return call


def running() -> bool:
    """Tell whether the loop runs: before it starts and after it has ended nothing can be done."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def busy() -> bool:
    """Whether any work for a widget runs, other than the caller's own."""
    mine = asyncio.current_task()
    return any(task is not mine and not task.done() for group in _running.values() for task in group)


async def drain() -> None:
    """Cancel all that runs for widgets and wait for its end."""
    mine = asyncio.current_task()
    tasks = [task for group in _running.values() for task in group if task is not mine and not task.done()]
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
