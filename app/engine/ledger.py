"""What models were asked and what it cost: lines of JSON in the machine's data folder, a file a year.

It belongs to the machine and not to a palace, and holds no word that was said: purpose, model, tokens, time, outcome.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

from app.domain.errors import KnownError
from app.machine import data_folder

Outcome = Literal["done", "cut", "refused", "rejected", "failed", "cancelled", "capped"]
LOOK_BACK: Final = 50  # calls by which the next reply is estimated
_CAP: Final = "cap.json"


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `counted` tells whether the provider counted the tokens, else they are estimated."""

    at: int  # milliseconds UTC, when it ended
    purpose: str
    model: str
    outcome: Outcome
    prompt: int
    completion: int
    seconds: float
    counted: bool = False
    run: str | None = None
    template: str | None = None


@dataclass(frozen=True, slots=True)
class Bill:
    """One run: what was estimated before, what it was allowed, what it came to."""

    at: int
    purpose: str
    model: str
    outcome: Outcome
    calls: int
    prompt: int
    completion: int
    seconds: float
    estimated_calls: int = 0
    estimated_tokens: int = 0
    cap_tokens: int | None = None
    cap_calls: int | None = None
    run: str | None = None


@dataclass(slots=True)
class Total:
    """A sum over calls."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    seconds: float = 0.0
    unfinished: int = 0  # calls that gave nothing that could be used

    def add(self, call: Call) -> None:
        self.calls += 1
        self.prompt += call.prompt
        self.completion += call.completion
        self.seconds += call.seconds
        self.unfinished += call.outcome != "done"

    @property
    def tokens(self) -> int:
        return self.prompt + self.completion


class Ledger:
    """Appends and reads; one line is one write, so that two windows may keep the same file."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    @property
    def folder(self) -> Path:
        return self._folder if self._folder is not None else data_folder() / "ledger"

    def month_cap(self) -> int | None:
        """Give how many tokens a month may cost at most; None: no limit."""
        try:
            tokens = json.loads((self.folder / _CAP).read_text(encoding="utf-8"))["month_tokens"]
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return tokens if isinstance(tokens, int) and tokens > 0 else None

    def set_month_cap(self, tokens: int | None) -> None:
        """Limit what a month may cost; KnownError when it cannot be written."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / _CAP).write_text(json.dumps({"month_tokens": tokens}), encoding="utf-8")
        except OSError as error:
            raise KnownError(
                "ledger.cap",
                "The cap could not be written to {folder}: {said}",
                "Check that the folder can be written.",
                folder=self.folder,
                said=error.strerror or "–",
            ) from error

    def admit_this_month(self, tokens: int, now: int) -> None:
        """Refuse a call that would go beyond the month's cap, with KnownError."""
        cap = self.month_cap()
        if cap is None:
            return
        spent = sum(call.prompt + call.completion for call in self.calls(month_start(now)))
        if spent + tokens > cap:
            raise KnownError(
                "model.month_cap",
                "This month’s cap of {cap} tokens is reached after {spent}.",
                "What was done is kept. Raise the cap in the settings to go on.",
                cap=cap,
                spent=spent,
            )

    async def record(self, entry: Call | Bill) -> None:
        """Write an entry down; not even a cancel leaves a call unwritten."""
        await asyncio.shield(asyncio.to_thread(self.write, entry))

    def write(self, entry: Call | Bill) -> None:
        kind = "call" if isinstance(entry, Call) else "run"
        line = json.dumps({"kind": kind, **asdict(entry)}, ensure_ascii=True, separators=(",", ":"))
        path = self.folder / f"{datetime.fromtimestamp(entry.at / 1000, UTC).year}.jsonl"
        with self._lock:
            self.folder.mkdir(parents=True, exist_ok=True)
            start = "\n" if _torn(path) else ""
            with path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"{start}{line}\n")

    def calls(self, since: int = 0) -> list[Call]:
        """Give the calls since an instant, oldest first; a line cut off by a crash is passed over."""
        return [entry for entry in self._entries(since) if isinstance(entry, Call)]

    def bills(self, since: int = 0) -> list[Bill]:
        """Give the runs since an instant, oldest first."""
        return [entry for entry in self._entries(since) if isinstance(entry, Bill)]

    def usual_reply(self, purpose: str, model: str) -> int | None:
        """Give the mean length of the newest replies of a model for a purpose; None when there are none."""
        known = [
            one.completion
            for one in self.calls()
            if (one.purpose, one.model, one.outcome) == (purpose, model, "done")
        ][-LOOK_BACK:]
        return round(sum(known) / len(known)) if known else None

    def usual_seconds(self, model: str) -> float | None:
        """Give how long the newest calls of a model took in the mean; None when there are none."""
        known = [one.seconds for one in self.calls() if (one.model, one.outcome) == (model, "done")][
            -LOOK_BACK:
        ]
        return sum(known) / len(known) if known else None

    def _entries(self, since: int) -> Iterable[Call | Bill]:
        year = datetime.fromtimestamp(since / 1000, UTC).year
        found = [path for path in sorted(self.folder.glob("*.jsonl")) if _year(path) >= year]
        for path in found:
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                entry = _entry(line)
                if entry is not None and entry.at >= since:
                    yield entry


class Unbooked(Ledger):
    """The ledger of a recording: what is only replayed costs nothing, and no cap stands in its way."""

    def admit_this_month(self, tokens: int, now: int) -> None:
        del tokens, now

    async def record(self, entry: Call | Bill) -> None:
        del entry


def month_start(now: int) -> int:
    """Give the instant at which the local month of an instant began; milliseconds UTC."""
    local = datetime.fromtimestamp(now / 1000).astimezone()
    begun = local.replace(day=1, hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return int(begun.astimezone().timestamp() * 1000)


def totals(calls: Sequence[Call], key: Callable[[Call], str]) -> dict[str, Total]:
    """Sum calls up by purpose, model or day: whatever `key` gives."""
    found: dict[str, Total] = {}
    for call in calls:
        found.setdefault(key(call), Total()).add(call)
    return found


def _entry(line: str) -> Call | Bill | None:
    try:
        told: dict[str, Any] = json.loads(line)
        made = Bill if told.pop("kind") == "run" else Call
        known = {one.name for one in fields(made)}
        if not isinstance(told["at"], int):
            return None
        return made(**{name: value for name, value in told.items() if name in known})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _year(path: Path) -> int:
    return int(path.stem) if path.stem.isdigit() else 0


def _torn(path: Path) -> bool:
    """Tell whether the last line was cut off, so that the next one does not grow onto it."""
    if not path.is_file() or not path.stat().st_size:
        return False
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) != b"\n"
