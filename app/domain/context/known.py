"""What is known of a character when its context is put together: plain values, each with where it came from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from app.domain.assemble import Block
from app.domain.assemble_lines import Line

Mode = Literal["role", "core"]


@dataclass(frozen=True, slots=True)
class SelfText:
    """A piece of the character's own text, by its key (`self_model`, `world`, `self_insights` …)."""

    uid: str
    key: str
    content: str


@dataclass(frozen=True, slots=True)
class MonthText:
    """A month: its text (None: it has none) and whether its days are switched on."""

    uid: str
    month: str
    content: str | None
    active: bool


@dataclass(frozen=True, slots=True)
class DayText:
    """An entry of a day; `written`: the date as it was written."""

    uid: str
    day: str
    written: str
    mood: str | None
    provenance: str
    content: str

    @property
    def month(self) -> str:
        return self.day[:7]


@dataclass(frozen=True, slots=True)
class Known:
    """Everything a block may tell. `days`: those of the running month and of the months switched on, in date order.

    `rest`: what another program keeps beside, under its own names (impression, worldbooks). `budget`: the tokens that
    months and days may take; None: as many as they need.
    """

    uid: str
    name: str
    partner: str | None
    partner_note: str | None
    language: str
    description: str | None
    selves: Sequence[SelfText]
    months: Sequence[MonthText]
    days: Sequence[DayText]
    now: datetime
    palace: Sequence[Line] = ()
    rest: Mapping[str, Any] = field(default_factory=dict)
    budget: int | None = None

    @property
    def running(self) -> str:
        """Give the month that is not over yet."""
        return f"{self.now:%Y-%m}"

    def self_text(self, key: str) -> SelfText | None:
        return next((one for one in self.selves if one.key == key), None)

    def days_of(self, mode: Mode) -> list[DayText]:
        """Give the days told in full: for the role those of the running month, else those of the months switched on."""
        active = {one.month for one in self.months if one.active}
        wanted = {self.running} if mode == "role" else active
        return [one for one in self.days if one.month in wanted]


Count = Callable[[str], int]
Layout = Callable[[Known, Mode, Count], list[Block]]
