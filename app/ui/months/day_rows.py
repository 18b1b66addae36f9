"""The days of a month as rows: a head for each day on which anything lies, its entries below."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from app.engine.months.overview import DayHeat
from app.storage.months import Fragment
from app.ui.i18n import format_day, tr
from app.ui.moments import plain_lines
from app.ui.months.words import provenance_words
from app.ui.widgets import RowsModel
from app.ui.words import mood_name


@dataclass(frozen=True, slots=True)
class DayHead:
    """A day: how many entries, messages and memories lie on it; `changed` since the month's text was made."""

    day: str
    entries: int
    messages: int
    memories: int
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log; `first` of its day (nothing parts it from the head)."""

    fragment: Fragment
    first: bool = True

    @property
    def day(self) -> str:
        return self.fragment.day or ""


DayRow = DayHead | Entry


def rows_of(
    days: Sequence[DayHeat], entries: Iterable[Fragment], changed: Iterable[str] = ()
) -> list[DayRow]:
    """Lay out a month: every day with something on it, in order of time."""
    by_day: dict[str, list[Fragment]] = {}
    for one in entries:
        by_day.setdefault(one.day or "", []).append(one)
    touched, counts = set(changed), {one.day: one for one in days}
    rows: list[DayRow] = []
    for day in sorted({*by_day, *(one.day for one in days if one.messages or one.memories), *touched}):
        held, count = by_day.get(day, []), counts.get(day)
        said, kept = (count.messages, count.memories) if count else (0, 0)
        rows.append(DayHead(day, len(held), said, kept, day in touched))
        rows += [Entry(one, place == 0) for place, one in enumerate(held)]
    return rows


def undated_rows(entries: Sequence[Fragment]) -> list[DayRow]:
    """Lay out the entries whose day nobody knows."""
    return [Entry(one, place == 0) for place, one in enumerate(entries)]


def head_words(row: DayHead) -> str:
    """`Wednesday, 11 March`."""
    return format_day(date.fromisoformat(row.day), year=False, weekday=True)


def count_words(row: DayHead) -> str:
    """What lies on a day."""
    parts = [
        tr("{n} entry", "{n} entries", n=row.entries) if row.entries else tr("no entry yet"),
        tr("{n} message", "{n} messages", n=row.messages) if row.messages else "",
        tr("{n} memory", "{n} memories", n=row.memories) if row.memories else "",
    ]
    return " · ".join(part for part in parts if part)


class DayModel(RowsModel):
    """Days and entries; both can be chosen."""

    def spoken(self, row: object) -> str:
        if isinstance(row, DayHead):
            changed = [tr("changed since the text was made")] if row.changed else []
            return tr(", ||between parts").join([head_words(row), count_words(row), *changed])
        if isinstance(row, Entry):
            one = row.fragment
            mood = [mood_name(one.mood)] if one.mood else []
            told = [*mood, provenance_words(one.provenance), plain_lines(one.content)]
            return tr(", ||between parts").join(told)
        return ""

    def row_of(self, fragment: int) -> int | None:
        """Give the row of an entry by its id."""
        for place, row in enumerate(self.rows):
            if isinstance(row, Entry) and row.fragment.id == fragment:
                return place
        return None

    def row_of_day(self, day: str) -> int | None:
        for place, row in enumerate(self.rows):
            if isinstance(row, DayHead | Entry) and row.day == day:
                return place
        return None
