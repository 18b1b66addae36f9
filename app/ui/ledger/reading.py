"""The ledger as the page shows it: a span of time, grouped by step or by run."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from app.engine.ledger import Bill, Call, Ledger, Total, month_start

Way = Literal["step", "run"]
_DAY_MS: Final = 86_400_000
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Book:
    """All that is written down, oldest first, and the month's cap."""

    calls: tuple[Call, ...] = ()
    bills: tuple[Bill, ...] = ()
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Calls under one line, the newest first; `run` is empty for a step's and for calls outside any run."""

    purpose: str
    calls: tuple[Call, ...]
    run: str = ""
    bill: Bill | None = None

    @property
    def total(self) -> Total:
        made = Total()
        for call in self.calls:
            made.add(call)
        return made

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(call.model for call in self.calls))

    @property
    def at(self) -> int:
        return self.calls[0].at

    @property
    def counted(self) -> bool:
        """Whether the provider counted every token; else some are estimated."""
        return all(call.counted for call in self.calls)


def read_book() -> Book:
    """Read the machine's ledger; call it beside the window's thread."""
    ledger = Ledger()
    return Book(tuple(ledger.calls()), tuple(ledger.bills()), ledger.month_cap())


def month_of(at: int) -> str:
    """The local month of an instant, `2026-03`."""
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m")


def months(calls: Iterable[Call]) -> list[str]:
    """The months in which something was asked, the newest first."""
    return sorted({month_of(call.at) for call in calls}, reverse=True)


def within(calls: Sequence[Call], span: str, now: int) -> list[Call]:
    """The calls of a span, newest first: `month`, `days` (the last thirty), `all`, or a month's key."""
    newest = sorted(calls, key=lambda call: -call.at)
    if span == "all":
        return newest
    if span == "month":
        return [call for call in newest if call.at >= month_start(now)]
    if span == "days":
        return [call for call in newest if call.at >= now - 30 * _DAY_MS]
    return [call for call in newest if month_of(call.at) == span]


def grouped(calls: Sequence[Call], way: Way, bills: Iterable[Bill] = ()) -> list[Group]:
    """Group calls, newest first: by step the dearest first, by run the newest first, single calls last."""
    kept: dict[tuple[str, str], list[Call]] = {}
    for call in calls:
        kept.setdefault((call.purpose, call.run or "" if way == "run" else ""), []).append(call)
    billed = {(bill.purpose, bill.run): bill for bill in bills}
    made = [
        Group(purpose, tuple(found), run, billed.get((purpose, run)) if run else None)
        for (purpose, run), found in kept.items()
    ]
    if way == "step":
        return sorted(made, key=lambda group: -group.total.tokens)
    return sorted(made, key=lambda group: (not group.run, -group.at))


def as_csv(calls: Iterable[Call]) -> str:
    """The calls as a table for other programs; a cell that would be a formula there is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = (
        "at",
        "purpose",
        "model",
        "outcome",
        "prompt",
        "completion",
        "counted",
        "seconds",
        "run",
        "template",
    )
    writer.writerow(names)
    for call in calls:
        when = datetime.fromtimestamp(call.at / 1000, UTC).isoformat(timespec="seconds")
        cells = (when, *(getattr(call, name) for name in names[1:]))
        writer.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
