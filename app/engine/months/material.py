"""The log of a month as it is read for refining: its days in order, what it says now, and the calls that tell it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.months import length
from app.domain.months.length import Length
from app.domain.text import Language, estimate_tokens
from app.domain.when import Occurred
from app.engine.engine import Engine
from app.engine.identity import Identity, Material, MemoryCall, call
from app.engine.steps.material import moment
from app.models.builtin.meant import MONTHS
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.storage import months
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.months import Fragment

#: tokens of the log that one call is given; a longer one is told in parts, and the parts are told together
PART_TOKENS: Final = 16_000
DAYS: Final = "days"
_NO_MONTH: Final = ("–", "–", "–", "0", "–")  # what the fields of an example say where there is no month yet


@dataclass(frozen=True, slots=True)
class Log:
    """A month's fragments in order of date, what it says now, and whether its author wrote that."""

    month: str
    fragments: tuple[Fragment, ...]
    text: str | None
    version: int | None
    locked: bool

    @property
    def stamps(self) -> tuple[str, ...]:
        return months.stamps(self.fragments)

    @property
    def tokens(self) -> int:
        return sum(estimate_tokens(one.content) for one in self.fragments)

    @property
    def days(self) -> list[str]:
        return sorted({one.day for one in self.fragments if one.day})

    def length(self, language: Language) -> Length:
        return length.of_month(self.tokens, language)


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a refining prompt."""

    character: str
    partner: str
    month: str
    first_day: str
    last_day: str
    days: str
    length: str


async def read_logs(engine: Engine, character: Character, wanted: Sequence[str]) -> list[Log]:
    """Read the logs of several months in one hop."""
    return await engine.ask(lambda conn: [log_of(conn, character.id, month) for month in wanted])


def log_of(conn: Connection, character: int, month: str) -> Log:
    held = months.summary(conn, character, month)
    return Log(
        month,
        tuple(months.fragments(conn, character, month)),
        held.content if held else None,
        held.version if held else None,
        locked=bool(held and held.content and "content" in held.locked),
    )


def calls(identity: Identity, template: Template, log: Log) -> list[MemoryCall]:
    """Give the calls that tell a log: one; for a very long one a call a part, and one over what they will give."""
    pieces = list(parts(log.fragments))
    made = [part_call(identity, template, log, piece) for piece in pieces]
    if len(pieces) == 1:
        return made
    expected = "\n\n".join(_between(piece) for piece in pieces)
    return [*made, month_call(identity, template, log, expected)]


async def example(
    engine: Engine, character: Character, embedder: Embedder, identity: Identity
) -> tuple[Fields, list[Material]]:
    """Give what refining would show of the newest month that has days."""
    del embedder

    def read(conn: Connection) -> Log | None:
        kept = [one.month for one in months.every(conn, character.id) if one.fragments]
        return log_of(conn, character.id, kept[-1]) if kept else None

    log = await engine.ask(read)
    if log is None:
        return Fields(identity.name, identity.partner_told, *_NO_MONTH), []
    piece = next(parts(log.fragments))
    return values(identity, log), [Material(DAYS, told(piece, identity.language))]


def parts(fragments: Sequence[Fragment]) -> Iterator[tuple[Fragment, ...]]:
    """Cut the log into runs that one call can hold."""
    open_: list[Fragment] = []
    held = 0
    for one in fragments:
        size = estimate_tokens(one.content)
        if open_ and held + size > PART_TOKENS:
            yield tuple(open_)
            open_, held = [], 0
        open_.append(one)
        held += size
    if open_:
        yield tuple(open_)


def part_call(identity: Identity, template: Template, log: Log, part: Sequence[Fragment]) -> MemoryCall:
    return month_call(identity, template, log, told(part, identity.language))


def month_call(identity: Identity, template: Template, log: Log, text: str) -> MemoryCall:
    """Give the call that makes a text of the month out of its days, or out of what its parts gave."""
    return call(identity, template, values(identity, log), [Material(DAYS, text)])


def values(identity: Identity, log: Log) -> Fields:
    days = log.days or [log.month]
    return Fields(
        character=identity.name,
        partner=identity.partner_told,
        month=month_told(log.month, identity.language),
        first_day=days[0],
        last_day=days[-1],
        days=str(len(days)),
        length=log.length(identity.language).told,
    )


def told(fragments: Sequence[Fragment], language: Language) -> str:
    """Give `2026-03-05 Thu (happy)` and the entry below it, a blank line between entries."""
    return "\n\n".join(f"{_head(one, language)}\n{one.content.strip()}" for one in fragments)


def part_told(part: Sequence[Fragment], text: str) -> str:
    """Give what a part of the log became, under the days it covers."""
    return f"{_between(part)}\n{text}"


def month_told(month: str, language: Language) -> str:
    year, number = month.split("-")
    return f"{year}年{int(number)}月" if language == "zh" else f"{MONTHS[int(number) - 1]} {year}"


def _head(one: Fragment, language: Language) -> str:
    day = moment(Occurred(one.day, None, "day" if len(one.day or "") > 7 else "month"), "UTC", language)
    return f"{day} ({one.mood})" if one.mood else day


def _between(part: Sequence[Fragment]) -> str:
    first, last = part[0].day, part[-1].day
    return f"{first} – {last}" if first != last else str(first)


def day_told(day: str, language: Language) -> str:
    year, month, number = day.split("-")
    if language == "zh":
        return f"{year}年{int(month)}月{int(number)}日"
    return f"{int(number)} {MONTHS[int(month) - 1]} {year}"
