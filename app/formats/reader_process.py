"""Read a foreign file in a process of its own: whatever it does there, here it is records or a told failure."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import app
from app.domain.errors import KnownError
from app.domain.records import Closing, Found, Json, Record
from app.formats import child
from app.formats.limits import CHILD_CPU, CHILD_MEMORY, CHILD_STALL
from app.formats.wire import decode

Batch = list[Found | Record | Closing]
Progress = Callable[[int, int], None]  # bytes done and, about, in all

_RECORDS: Final = 500
_BYTES: Final = 256 << 10
CHILD_ARGUMENT: Final = "--parse-child"


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes, seconds of processor, and seconds of silence."""

    memory: int = CHILD_MEMORY
    cpu: int = CHILD_CPU
    stall: float = CHILD_STALL


async def read(
    path: Path | str,
    timezone: str | None = None,
    *,
    format_: str = "auto",
    on_progress: Progress | None = None,
    limits: Limits = Limits(),
    command: Sequence[str] | None = None,
) -> AsyncIterator[Batch]:
    """Yield the records in batches; leaving the loop, or cancelling it, ends the process."""
    path = Path(path)
    request = {
        "path": str(path),
        "timezone": timezone,
        "format": format_,
        "memory": limits.memory,
        "cpu": limits.cpu,
    }
    reading = _Reading(path.name, request, limits.stall, command or child_command())
    try:
        while not reading.ended:
            turn = await asyncio.to_thread(reading.turn)
            if turn.progress and on_progress:
                on_progress(*turn.progress)
            if turn.records:
                yield turn.records
    finally:
        reading.close()


def child_command() -> list[str]:
    """How this program starts its parser: a frozen build is called again, else the interpreter."""
    if getattr(sys, "frozen", False):
        return [sys.executable, CHILD_ARGUMENT]
    return [sys.executable, "-P", "-m", child.__name__]


@dataclass(slots=True)
class _Turn:
    """What one look at the pipe brought."""

    records: Batch = field(default_factory=list)
    progress: tuple[int, int] | None = None


class _Reading:
    """The running process; `turn` blocks and belongs in a worker thread."""

    def __init__(self, name: str, request: Json, stall: float, command: Sequence[str]) -> None:
        self.ended = False
        self._name, self._stall, self._stalled = name, stall, False
        self._process = subprocess.Popen(  # noqa: S603 our own command, the path goes in by the pipe
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        with contextlib.suppress(OSError), _pipe(self._process.stdin) as pipe:
            pipe.write(json.dumps(request).encode())

    def turn(self) -> _Turn:
        """Read until there is a batch, a word of progress, or the end."""
        turn, size, out = _Turn(), 0, _pipe(self._process.stdout)
        watch = threading.Timer(self._stall, self._give_up)
        watch.start()
        try:
            while len(turn.records) < _RECORDS and size < _BYTES and turn.progress is None and not self.ended:
                line = out.readline()
                size += len(line)
                self._hear(line, turn)
        finally:
            watch.cancel()
        return turn

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                _pipe(pipe).close()

    def _hear(self, line: bytes, turn: _Turn) -> None:
        words: list[Json] = json.loads(line) if line.endswith(b"\n") else [""]
        match words[0]:
            case child.PROGRESS:
                turn.progress = (words[1], words[2])
            case child.DONE:
                self.ended = True
            case child.FAILED:
                raise KnownError(words[1], words[2], words[3], **words[4])
            case child.CRASHED:
                raise self._crashed(words[1], words[2])
            case "":
                raise self._silent()
            case _:
                turn.records.append(decode(words))

    def _give_up(self) -> None:
        self._stalled = True
        with contextlib.suppress(OSError):
            self._process.kill()

    def _crashed(self, kind: str, places: Sequence[str]) -> KnownError:
        if kind == "memory":
            return KnownError(
                "import.memory",
                "{name} needs more memory than reading a file may take.",
                "Nothing more was read. Export it in parts, or without pictures.",
                name=self._name,
            )
        return self._failed(" ".join((kind, *places[-3:])))

    def _silent(self) -> KnownError:
        """The pipe ended without a last word: the process was killed, by us or by the system."""
        status = self._process.wait()
        if self._stalled:
            return KnownError(
                "import.stalled",
                "Reading {name} was given up: for {seconds} seconds there was no progress.",
                "Try again when the machine is less busy.",
                name=self._name,
                seconds=round(self._stall),
            )
        return self._failed(f"exit {status}")

    def _failed(self, detail: str) -> KnownError:
        return KnownError(
            "import.failed",
            "{name} could not be read: its reader stopped unexpectedly ({detail}).",
            "Nothing more was read. If the file opens elsewhere, please report it with these words.",
            name=self._name,
            detail=detail,
        )


def _environment() -> dict[str, str]:
    """Ours, with the place of this package first: the child must find the same code."""
    root = str(Path(app.__file__).resolve().parent.parent)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
