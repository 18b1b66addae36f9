"""All months of a character at a glance: how they stand, what lies on their days, and what they cost in the prompt."""

import asyncio
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import log1p
from typing import Final, Literal

from app.domain.context import belvedere
from app.domain.context.known import DayText, MonthText
from app.domain.months.stamps import changed_days
from app.domain.text import language as language_of
from app.domain.when import month_at
from app.engine.clock import character_now
from app.engine.engine import Engine
from app.engine.months.counting import counter_now
from app.models.tokenizers import Counter
from app.storage import contexts, day_counts, months
from app.storage.characters import Character
from app.storage.day_counts import DayCounts
from app.storage.driver import Connection
from app.storage.months import Fragment, Summary, Version

State = Literal["refined", "stale", "missing", "edited"]
# A day's heat goes by what was said on it: an entry counts by its length in messages of this many characters,
# a memory (it tells of several) as much as two messages.
_MESSAGE: Final = 40
_MEMORY: Final = 2


@dataclass(frozen=True, slots=True)
class DayHeat:
    """A day of a month: what lies on it, and how much that is beside the character's fullest day (0 to 1)."""

    day: str
    fragments: int
    messages: int
    memories: int
    weight: float


@dataclass(frozen=True, slots=True)
class MonthTile:
    """A month as its tile shows it. `running`: not over yet. `changed_days`: changed since its text was made.

    `summary_tokens` is what its text costs in the prompt, `detail_tokens` what its days would; `counted` names by what.
    """

    month: str
    state: State
    running: bool
    active: bool
    fragments: int
    messages: int
    memories: int
    days: tuple[DayHeat, ...]
    changed_days: tuple[str, ...]
    summary_tokens: int
    detail_tokens: int
    counted: str
    uid: str | None = None  # of the summary
    origin: str | None = None  # of the text shown: author, model, rule or import
    version: int | None = None  # its ordinal


@dataclass(frozen=True, slots=True)
class Overview:
    """The months in order. `context_tokens`: what the switches cost now, against `budget` (None: no limit)."""

    months: tuple[MonthTile, ...]
    undated: int
    context_tokens: int
    budget: int | None
    counted: str
    exact: bool


@dataclass(frozen=True, slots=True)
class _Held:
    """What one hop reads."""

    days: Sequence[Fragment]
    summaries: Sequence[Summary]
    shown: dict[int, Version]
    counts: DayCounts
    budget: int | None
    running: str


async def overview(engine: Engine, character: Character) -> Overview:
    """Give every month that has a day, a message, a memory or a text."""
    counter = await counter_now()
    profile, real = engine.profile, engine.now()

    def read(conn: Connection) -> _Held:
        counts = day_counts.by_day(conn, character.id)
        now = character_now(character.clock, counts.last_at, profile, real)
        return _Held(
            months.fragments(conn, character.id),
            months.summaries(conn, character.id),
            months.all_shown(conn, character.id),
            counts,
            contexts.budget(conn, character.uid, profile),
            month_at(now, character.timezone),
        )

    held = await engine.ask(read)
    return await asyncio.to_thread(_seen, held, character, counter)


def _seen(held: _Held, character: Character, counter: Counter) -> Overview:
    dated = [one for one in held.days if one.day]
    by_month = {month: list(days) for month, days in groupby(dated, key=lambda one: (one.day or "")[:7])}
    heat = _Heat(dated, held.counts)
    summaries = {one.month: one for one in held.summaries}
    spent = {day[:7] for day in (*held.counts.messages, *held.counts.memories)}
    language = character.language or language_of(" ".join(one.content for one in held.days[:20]))
    tiles = tuple(
        _tile(month, by_month.get(month, []), summaries.get(month), held, heat, _Price(counter, language))
        for month in sorted({*by_month, *summaries, *spent})
    )
    cost = sum(one.summary_tokens + (one.detail_tokens if one.active else 0) for one in tiles)
    undated = len(held.days) - len(dated)
    return Overview(tiles, undated, cost, held.budget, counter.by, counter.exact)


def _tile(
    month: str,
    days: Sequence[Fragment],
    summary: Summary | None,
    held: _Held,
    heat: "_Heat",
    price: "_Price",
) -> MonthTile:
    text = held.shown.get(summary.id) if summary else None
    changed = changed_since(days, text)
    lit = tuple(heat.of_month(month))
    return MonthTile(
        month=month,
        state=_state(summary, text, changed),
        running=month == held.running,
        active=bool(summary and summary.active),
        fragments=len(days),
        messages=sum(one.messages for one in lit),
        memories=sum(one.memories for one in lit),
        days=lit,
        changed_days=changed,
        summary_tokens=price.of_summary(summary),
        detail_tokens=price.of_days(days),
        counted=price.counter.by,
        uid=summary.uid if summary else None,
        origin=text.origin if text else None,
        version=text.ordinal if text else None,
    )


def _state(summary: Summary | None, text: Version | None, changed: Sequence[str]) -> State:
    if summary is None or not summary.content:
        return "missing"
    if changed:
        return "stale"
    return "edited" if text and text.origin == "author" else "refined"


def changed_since(days: Sequence[Fragment], text: Version | None) -> tuple[str, ...]:
    """Give the days that were added, changed or taken away since a text was made."""
    if text is None:
        return ()
    if text.fragment_hashes is not None:
        return changed_days(text.fragment_hashes, months.stamps(days))
    return tuple(sorted({one.day or "" for one in days if months.newer(one, text)}))


class _Heat:
    """How full each day is, beside the fullest."""

    def __init__(self, days: Iterable[Fragment], counts: DayCounts) -> None:
        self._counts = counts
        self._entries: dict[str, int] = {}
        signs: dict[str, int] = {}
        for one in days:
            day = one.day or ""
            self._entries[day] = self._entries.get(day, 0) + 1
            signs[day] = signs.get(day, 0) + len(one.content)
        self._load = {
            day: signs.get(day, 0) / _MESSAGE
            + counts.messages.get(day, 0)
            + counts.memories.get(day, 0) * _MEMORY
            for day in {*signs, *counts.messages, *counts.memories}
        }
        self._fullest = log1p(max(self._load.values(), default=0)) or 1.0

    def of_month(self, month: str) -> Iterable[DayHeat]:
        year, number = map(int, month.split("-"))
        for place in range(1, monthrange(year, number)[1] + 1):
            day = f"{month}-{place:02}"
            yield DayHeat(
                day,
                self._entries.get(day, 0),
                self._counts.messages.get(day, 0),
                self._counts.memories.get(day, 0),
                log1p(self._load.get(day, 0)) / self._fullest,
            )


@dataclass(frozen=True, slots=True)
class _Price:
    """What texts cost as they stand in the prompt, line by line."""

    counter: Counter
    language: str

    def of_summary(self, one: Summary | None) -> int:
        if one is None or not one.content:
            return 0
        told = belvedere.month_line(MonthText(one.uid, one.month, one.content, one.active))
        return sum(self.counter.count(line.text) for line in told)

    def of_days(self, days: Iterable[Fragment]) -> int:
        return sum(
            self.counter.count(line.text)
            for one in days
            for line in belvedere.day_line(_as_text(one), self.language)
        )


def _as_text(one: Fragment) -> DayText:
    return DayText(one.uid, one.day or "", one.day_text or "", one.mood, one.provenance, one.content)
