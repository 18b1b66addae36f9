"""What is known of the month in view, and what its author is at: drafts, candidates being made, failures."""

from dataclasses import dataclass, field
from typing import Literal

from app.domain.errors import KnownError
from app.engine.months.candidates import Candidate
from app.storage.characters import Character
from app.ui.months.draft import Draft
from app.ui.months.reading import MonthText
from app.ui.months.refinement import Refinement

Key = tuple[int, str]  # character, month
Mode = Literal["hand", "making", "compare", "read", "empty"]


@dataclass(slots=True)
class State:
    """Drafts, makings and faults of every month stay while another one is in view."""

    character: Character | None = None
    month: str = ""
    read: MonthText = field(default_factory=MonthText)
    drafts: dict[Key, Draft] = field(default_factory=dict)
    making: dict[Key, Refinement] = field(default_factory=dict)
    faults: dict[Key, KnownError] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        return (self.character.id if self.character else 0, self.month)

    @property
    def draft(self) -> Draft:
        return self.drafts.setdefault(self.key, Draft())

    @property
    def candidate(self) -> Candidate | None:
        """The candidate that is looked at: the chosen one, else the newest."""
        return self.read.candidate(self.draft.candidate) or next(iter(self.read.waiting[::-1]), None)

    @property
    def beside(self) -> Candidate | None:
        """The candidate at the left; None: the present text stands there."""
        return self.read.candidate(self.draft.beside)

    @property
    def mode(self) -> Mode:
        if self.draft.hand is not None:
            return "hand"
        if self.key in self.making:
            return "making"
        if self.candidate is not None:
            return "compare"
        return "read" if self.read.text else "empty"
