"""What every bench needs: clocks, stalls of the loop and of the interpreter, peak memory, and a figure to tell."""

import asyncio
import faulthandler
import json
import os
import platform
import re
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Self, TypeVar

T = TypeVar("T")
TICK = 0.005
LATE = 0.06  # seconds: with `--where` the stacks behind a longer stall are counted
WAITING = (
    "threading.py",
    "queue.py",
    "selectors.py",
    "thread.py",
    "connection.py",
    "measure.py",
    "subprocess.py",
)


@dataclass(slots=True)
class Figure:
    """One line of the table. Times in seconds; `cpu` is the process's own time, which a busy machine stretches less."""

    section: str
    what: str
    size: str = ""
    wall: float | None = None
    cpu: float | None = None
    p95: float | None = None
    loop_stall: float | None = None
    gil_stall: float | None = None
    rss_mb: float | None = None
    aim: str = ""
    note: str = ""
    load: float = field(default_factory=lambda: os.getloadavg()[0])

    def tell(self) -> Self:
        """Print it as a line of JSON for the process that gathers the table."""
        print(json.dumps(asdict(self), ensure_ascii=False), flush=True)
        return self


class ThreadTicks:
    """A thread that wants to run every five milliseconds: how long did others hold the interpreter?"""

    def __init__(self) -> None:
        self.longest, self._stop = 0.0, False
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def _run(self) -> None:
        last = time.perf_counter()
        while not self._stop:
            time.sleep(TICK)
            now = time.perf_counter()
            self.longest = max(self.longest, now - last - TICK)
            last = now

    def __exit__(self, *_: object) -> None:
        self._stop = True
        self._thread.join()


class LoopTicks:
    """A task on the loop that wants to run every five milliseconds, as painting does."""

    def __init__(self, traces: IO[str] | None = None) -> None:
        self.longest, self._traces = 0.0, traces

    async def __aenter__(self) -> Self:
        self._task = asyncio.ensure_future(self._run())
        await asyncio.sleep(0)
        return self

    async def _run(self) -> None:
        last = time.perf_counter()
        while True:
            if self._traces is not None:  # fires in a C thread that does not need the interpreter
                faulthandler.dump_traceback_later(LATE, file=self._traces)
            await asyncio.sleep(TICK)
            now = time.perf_counter()
            self.longest = max(self.longest, now - last - TICK)
            last = now

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])
        faulthandler.cancel_dump_traceback_later()


def places(traces: IO[str]) -> Counter[str]:
    """Count where the threads stood when the loop was late; those that only waited are left out."""
    traces.seek(0)
    found: Counter[str] = Counter()
    for thread in re.split(r"^(?=(?:Current thread|Thread|Timeout))", traces.read(), flags=re.MULTILINE):
        frames = re.findall(r'File "[^"]*?([^"/]+)", line (\d+) in (\S+)', thread)
        if frames and frames[0][0] not in WAITING:
            found[" < ".join(f"{file}:{line} {name}" for file, line, name in frames[:6])] += 1
    return found


async def watched(
    section: str, what: str, work: Callable[[], Awaitable[T]], *, where: bool = False, **more: Any
) -> tuple[T, Figure]:
    """Do `work` with both tickers running; with `where`, tell on stderr what ran when the loop was late."""
    reset_peak()
    with tempfile.TemporaryFile("w+") as traces:
        async with LoopTicks(traces if where else None) as loop:
            with ThreadTicks() as thread:
                cpu, wall = time.process_time(), time.perf_counter()
                value = await work()
                spent = time.perf_counter() - wall, time.process_time() - cpu
            await asyncio.sleep(2 * TICK)  # a stall at the very end is one as well
        for place, times in places(traces).most_common(12):
            print(f"  {what}: {times} × {place}", file=sys.stderr)
    stalls = {"loop_stall": loop.longest, "gil_stall": thread.longest}
    figure = Figure(section, what, wall=spent[0], cpu=spent[1], rss_mb=peak_mb(), **stalls, **more)
    return value, figure


@contextmanager
def timed() -> Iterator[list[float]]:
    """Give [wall, cpu] when it is over."""
    spent: list[float] = []
    cpu, wall = time.process_time(), time.perf_counter()
    yield spent
    spent += [time.perf_counter() - wall, time.process_time() - cpu]


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """Median and 95th of a hundred."""
    return statistics.median(values), statistics.quantiles(values, n=20)[18] if len(values) > 1 else values[0]


def reference() -> float:
    """CPU seconds of a fixed piece of work: tells a slow or crowded machine from a slow program."""
    with timed() as spent:
        total = 0
        for number in range(1_000_000):
            total += number
    return spent[1]


def reset_peak() -> None:
    """Begin to measure peak memory anew (Linux; elsewhere the process's whole life counts)."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def peak_mb() -> float | None:
    try:
        told = Path("/proc/self/status").read_text()
        return int(told.split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        return None


def machine() -> dict[str, str]:
    """Name what the figures were measured on."""
    cpu = platform.processor() or platform.machine()
    with suppress(OSError, IndexError):
        cpu = Path("/proc/cpuinfo").read_text().split("model name\t: ")[1].splitlines()[0]
    import apsw
    import PySide6

    return {
        "processor": f"{cpu}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
        "SQLite": apsw.sqlite_lib_version(),
        "Qt": PySide6.__version__,
    }
