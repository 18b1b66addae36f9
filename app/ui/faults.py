"""The one fault funnel: whatever fails anywhere is logged, without chat text, and told once, without a modal box."""

import asyncio
import logging
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from app.domain.errors import KnownError

log = logging.getLogger("belvedere.faults")
_QUIET = ("This plugin does not support", "QFont::setPointSizeF: Point size <= 0")


@dataclass(frozen=True, slots=True)
class Notice:
    """What is shown: a known error (told, with remedy) or a bug (with details to copy)."""

    error: KnownError | None
    details: str = ""


class _Funnel(QObject):
    """Carries notices from any thread to whoever shows them in the window's."""

    noticed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.reporting = threading.local()


_funnel: _Funnel | None = None


def funnel() -> _Funnel:
    """The funnel; connect to `noticed` to show what comes out of it."""
    global _funnel  # noqa: PLW0603 - one per process, made when first asked for
    if _funnel is None:
        _funnel = _Funnel()
    return _funnel


def report(fault: BaseException, where: str = "") -> None:
    """Log a fault and tell it; a fault while reporting is only printed."""
    if isinstance(fault, KeyboardInterrupt | SystemExit | asyncio.CancelledError | GeneratorExit):
        return
    carrier = funnel()
    if getattr(carrier.reporting, "now", False):
        sys.__stderr__ and sys.__stderr__.write(f"fault while reporting a fault: {type(fault).__name__}\n")
        return
    carrier.reporting.now = True
    try:
        if isinstance(fault, KnownError):
            log.warning("told in %s: %s", where or "the window", fault.code)
            carrier.noticed.emit(Notice(fault))
        else:
            details = describe(fault, where)
            log.error("a bug:\n%s", details)
            carrier.noticed.emit(Notice(None, details))
    finally:
        carrier.reporting.now = False


def describe(fault: BaseException, where: str = "") -> str:
    """Kind and places of a fault, never its message or variables: these may hold somebody's words."""
    from app import __version__

    frames = traceback.extract_tb(fault.__traceback__)
    places = [f"  {frame.filename.rsplit('app', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames]
    head = f"Belvedere {__version__}, Python {sys.version.split()[0]}, {sys.platform}"
    cause = f"\ncaused by {type(fault.__cause__).__name__}" if fault.__cause__ else ""
    return "\n".join([head, f"{type(fault).__name__} in {where or 'the window'}{cause}", *places])


def on_loop(_loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Take what the event loop could not deliver."""
    fault = context.get("exception")
    if isinstance(fault, BaseException):
        report(fault, "the event loop")
    else:
        log.error("the event loop: %s", context.get("message"))


def _on_uncaught(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    if isinstance(fault, KeyboardInterrupt | SystemExit):
        sys.__excepthook__(kind, fault, trace)
        return
    report(fault.with_traceback(trace), "a slot")


def _on_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        report(args.exc_value, args.thread.name if args.thread else "a thread")


def _on_unraisable(args: "sys.UnraisableHookArgs") -> None:
    if args.exc_value is not None:
        report(args.exc_value, "clean-up")


def _on_qt(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    if message.startswith(_QUIET):
        return
    level = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }.get(kind, logging.ERROR)
    logging.getLogger("belvedere.qt").log(level, "%s", message)


def install() -> Callable[[], None]:
    """Put the funnel under everything; gives the function that takes it away again."""
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    funnel()
    sys.excepthook = _on_uncaught
    threading.excepthook = _on_thread
    sys.unraisablehook = _on_unraisable
    qInstallMessageHandler(_on_qt)

    def remove() -> None:
        sys.excepthook, threading.excepthook, sys.unraisablehook = before
        qInstallMessageHandler(None)

    return remove
