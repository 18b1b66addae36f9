"""What is shown of a month, read in one hop: its text, what waits for it, and its days."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.engine.months import candidates
from app.engine.months.candidates import Candidate
from app.engine.months.overview import changed_since
from app.storage import months
from app.storage.driver import Connection
from app.storage.months import Fragment, Summary, Version


@dataclass(frozen=True, slots=True)
class MonthText:
    """A month as it stands; `waiting` are its candidates, the oldest first; `turned_down` the newest that is none."""

    month: str = ""
    summary: Summary | None = None
    version: Version | None = None
    waiting: tuple[Candidate, ...] = ()
    turned_down: Candidate | None = None
    fragments: Mapping[int, Fragment] = field(default_factory=dict)
    changed_days: tuple[str, ...] = ()

    @property
    def text(self) -> str | None:
        return self.summary.content if self.summary else None

    def candidate(self, number: int | None) -> Candidate | None:
        return next((one for one in self.waiting if one.id == number), None)

    def letter(self, number: int) -> str:
        """Name a candidate by its age, the oldest A."""
        place = next(at for at, one in enumerate(self.waiting) if one.id == number)
        return chr(ord("A") + place % 26)


def read(conn: Connection, character: int, month: str) -> MonthText:
    held = months.summary(conn, character, month)
    text = months.shown(conn, held) if held else None
    days = months.fragments(conn, character, month)
    every = candidates.listed(conn, character, month)
    usable = tuple(one for one in reversed(every) if one.refused is None)
    newest = usable[-1].recorded_at if usable else 0
    refused = next((one for one in every if one.refused is not None and one.recorded_at >= newest), None)
    return MonthText(
        month,
        held,
        text,
        usable,
        refused,
        {one.id: one for one in days},
        changed_since(days, text),
    )
