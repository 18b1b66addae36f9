"""The process in which foreign files are parsed: bounded, alone, and telling records line by line."""

import contextlib
import json
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from app.domain.errors import KnownError
from app.domain.records import Json
from app.formats.limits import CHILD_CPU, CHILD_MEMORY
from app.formats.meter import Meter
from app.formats.registry import open_records
from app.formats.wire import encode

_BUFFER: Final = 1 << 18
_BEAT: Final = 0.25  # seconds between two words of progress
PROGRESS: Final = "+progress"
FAILED: Final = "+failed"
CRASHED: Final = "+crashed"
DONE: Final = "+done"


def main(_: Sequence[str] = ()) -> int:
    """Read one request from standard input, write its records to standard output; arguments mean nothing."""
    request = json.loads(sys.stdin.buffer.read())
    _limit(request.get("memory", CHILD_MEMORY), request.get("cpu", CHILD_CPU))
    with open(1, "wb", buffering=_BUFFER, closefd=False) as out, contextlib.suppress(BrokenPipeError):
        _run(request, out)
    return 0


def _run(request: Mapping[str, Any], out: BinaryIO) -> None:
    try:
        beat = _Beat(out)
        told = open_records(request["path"], request["timezone"], format_=request["format"], meter=beat)
        for record in told:
            out.write(encode(record))
        _tell(out, DONE)
    except KnownError as fault:
        facts = {name: _fact(value) for name, value in fault.facts.items()}
        _tell(out, FAILED, fault.code, fault.template, fault.remedy_template, facts)
    except MemoryError:
        _tell(out, CRASHED, "memory", [])
    except RecursionError:
        _tell(out, CRASHED, "depth", [])
    except BrokenPipeError:
        raise  # nobody listens any more
    except Exception as fault:  # noqa: BLE001 the process's last word: where it fell, never what the file said
        places = [
            f"{Path(frame.filename).name}:{frame.lineno}"
            for frame in traceback.extract_tb(fault.__traceback__)
        ]
        _tell(out, CRASHED, type(fault).__name__, places)


class _Beat(Meter):
    """Says now and then how much went by."""

    def __init__(self, out: BinaryIO) -> None:
        super().__init__()
        self._out, self._next = out, 0.0

    def add(self, count: int) -> None:
        super().add(count)
        if time.monotonic() >= self._next:
            _tell(self._out, PROGRESS, self.done, self.total)
            self._next = time.monotonic() + _BEAT


def _tell(out: BinaryIO, *words: Json) -> None:
    out.write(json.dumps(words).encode() + b"\n")
    out.flush()


def _fact(value: object) -> Json:
    return value if isinstance(value, str | int | float | None) else str(value)


def _limit(memory: int, cpu: int) -> None:
    """Bound memory and processor time where the system can; elsewhere the parent's clock must do."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        for kind, most in ((resource.RLIMIT_CPU, cpu), (resource.RLIMIT_AS, memory)):
            with contextlib.suppress(ValueError, OSError):
                _, hard = resource.getrlimit(kind)
                resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    sys.exit(main())
