"""The full account of an import: found = new + known + changed + skipped, over all records."""

import random
from collections import Counter
from dataclasses import dataclass, field

from app.domain.records import Closing, Found, MessageRecord, Skip

SAMPLED = 3
KEPT_FOR_SAMPLING = 60


@dataclass(slots=True)
class KindCount:
    kind: str
    new: int = 0
    known: int = 0
    changed: int = 0
    skipped: int = 0

    @property
    def found(self) -> int:
        return self.new + self.known + self.changed + self.skipped


@dataclass(frozen=True, slots=True)
class Sample:
    """A message drawn for a look: local day, speaker, first words."""

    day: str | None
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Imported:
    """A character as the import met it; `uid` is None in a dry run when it is new."""

    uid: str | None
    name: str
    source_id: str
    new: bool


@dataclass(slots=True)
class Account:
    """Grows while the file is read; the same for a dry run and a real one."""

    found_as: Found | None = None
    timezone: str = "UTC"
    run: str | None = None
    dry: bool = False
    kinds: dict[str, KindCount] = field(default_factory=dict)
    skips: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # (kind, place, reason)
    characters: dict[str, Imported] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    dropped_credentials: int = 0
    first_at: int | None = None
    last_at: int | None = None
    days: set[str] = field(default_factory=set)
    speakers: Counter[tuple[str, str]] = field(default_factory=Counter)  # (name, role)
    pool: list[Sample] = field(default_factory=list)
    changed_texts: list[tuple[str, str]] = field(default_factory=list)  # (was, is)
    gone: int = 0
    _drawn: int = 0
    _chance: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311 - a look, not a secret

    def count(self, kind: str, outcome: str, number: int = 1) -> None:
        held = self.kinds.setdefault(kind, KindCount(kind))
        setattr(held, outcome, getattr(held, outcome) + number)

    def skip(self, skip: Skip) -> None:
        self.count(skip.kind, "skipped")
        self.skips[skip.kind, skip.place, skip.reason] += 1

    def close(self, closing: Closing) -> None:
        self.dropped_credentials += closing.dropped_credentials
        self.warnings += closing.warnings

    def see(self, message: MessageRecord, at: int | None, day: str | None) -> None:
        """Note what the report shows of the messages: span, days, speakers, a fair sample."""
        if at is not None:
            self.first_at = at if self.first_at is None else min(self.first_at, at)
            self.last_at = at if self.last_at is None else max(self.last_at, at)
        if day:
            self.days.add(day)
        self.speakers[message.speaker, message.role] += 1
        if message.role == "system" or not message.content.strip():
            return
        self._drawn += 1
        if len(self.pool) < KEPT_FOR_SAMPLING:
            self.pool.append(Sample(day, message.speaker, message.content[:200]))
        elif (place := self._chance.randrange(self._drawn)) < KEPT_FOR_SAMPLING:
            self.pool[place] = Sample(day, message.speaker, message.content[:200])

    def samples(self, draw: int = 0) -> list[Sample]:
        """Draw three messages; another `draw` gives other ones."""
        chance = random.Random(draw)  # noqa: S311 - a look, not a secret
        return chance.sample(self.pool, min(SAMPLED, len(self.pool)))

    def total(self, outcome: str) -> int:
        return sum(getattr(kind, outcome) for kind in self.kinds.values())

    @property
    def found(self) -> int:
        return self.total("found")
