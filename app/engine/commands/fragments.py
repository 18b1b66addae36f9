"""Edits of daily fragments. What the author writes is locked: making a day again leaves it as it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.domain import dates
from app.domain.errors import KnownError, mark
from app.domain.text import clean, text_hash
from app.engine.commands.base import Effect, opening
from app.storage import month_texts, months, rows, writes
from app.storage.driver import Connection
from app.storage.months import Fragment

PROVENANCES: Final = ("archive", "auto", "palace", "import", "manual")
FIELDS: Final = frozenset({"content", "mood", "day"})
GONE: Final = mark("The entry is no longer there.")
SAME: Final = mark("Nothing to change.")


@dataclass(frozen=True, slots=True)
class WriteFragment:
    """Write an entry by hand; `day` in any spelling, None for one without a date. `day_text` None: as `day` is spelled."""

    character: int
    day: str | None
    day_text: str | None
    mood: str | None
    content: str
    provenance: str = "manual"

    label = property(lambda self: mark("Write an entry: “{title}”"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"title": opening(self.content)}

    def apply(self, conn: Connection, now: int) -> Effect:
        day = read_day(self.day)
        month_texts.rest_on(conn, self.character, [day])
        made = insert(
            conn,
            {
                "character": self.character,
                "day": day,
                "day_text": self.day_text or self.day,
                "mood": _mood(self.mood),
                "provenance": _provenance(self.provenance),
                "content": _content(self.content),
                "locked_fields": writes.dumped(sorted(FIELDS)),
                "ordinal": _next(conn, self.character, day),
            },
            now,
        )
        return Effect((made,), {"fragments": 1})


@dataclass(frozen=True, slots=True)
class EditFragment:
    """Change some of an entry's content, mood and day (in any spelling, None: without a date), which are then locked."""

    fragment: int
    values: Mapping[str, Any]

    @property
    def label(self) -> str:
        return {
            frozenset({"mood"}): mark("Mood of an entry"),
            frozenset({"day"}): mark("Date of an entry"),
        }.get(frozenset(self.values), mark("Edit an entry"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {}

    def apply(self, conn: Connection, now: int) -> Effect:
        if not self.values.keys() <= FIELDS:
            raise KnownError("fragment.field", "An entry has a text, a mood and a date.")
        held = next(iter(months.fragments_by_id(conn, [self.fragment])), None)
        if held is None:
            return Effect(notes=(GONE,))
        wanted = _checked(self.values)
        differing = {name: value for name, value in wanted.items() if value != getattr(held, name)}
        if not differing:
            return Effect(notes=(SAME,))
        month_texts.rest_on(conn, held.character, [held.day, wanted.get("day")])
        columns: dict[str, Any] = dict(differing)
        if "day" in differing:
            columns["day_text"] = self.values["day"]
            columns["ordinal"] = _next(conn, held.character, differing["day"])
        columns["locked_fields"] = writes.dumped(sorted({*held.locked, *wanted}))
        month_texts.change_fragment(conn, held.id, columns, now)
        return Effect((held.id,), {"fragments": 1})


@dataclass(frozen=True, slots=True)
class MoveFragments:
    """Give entries another day, in any spelling; None takes their date away."""

    fragments: Sequence[int]
    day: str | None

    @property
    def label(self) -> str:
        one, many = (
            (mark("Take the date from an entry"), mark("Take the date from {count} entries"))
            if self.day is None
            else (mark("Move an entry to {day}"), mark("Move {count} entries to {day}"))
        )
        return one if len(self.fragments) == 1 else many

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.fragments), **({} if self.day is None else {"day": self.day})}

    def apply(self, conn: Connection, now: int) -> Effect:
        day = read_day(self.day)
        moving = [one for one in months.fragments_by_id(conn, self.fragments) if one.day != day]
        if not moving:
            return Effect(notes=(SAME,))
        rest_on(conn, moving, day)
        for one in moving:
            columns = {
                "day": day,
                "day_text": self.day,
                "ordinal": _next(conn, one.character, day),
                "locked_fields": writes.dumped(sorted({*one.locked, "day"})),
            }
            month_texts.change_fragment(conn, one.id, columns, now)
        return Effect(tuple(one.id for one in moving), {"fragments": len(moving)})


@dataclass(frozen=True, slots=True)
class DeleteFragments:
    """Take entries away; only the author may, and an undo brings them back."""

    fragments: Sequence[int]

    label = property(
        lambda self: mark("Delete an entry") if len(self.fragments) == 1 else mark("Delete {count} entries")
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.fragments)}

    def apply(self, conn: Connection, now: int) -> Effect:
        del now
        held = months.fragments_by_id(conn, self.fragments)
        if not held:
            return Effect(notes=(GONE,))
        rest_on(conn, held, None)
        gone = month_texts.delete_fragments(conn, [one.id for one in held])
        return Effect(tuple(gone), {"fragments": len(gone)})


@dataclass(frozen=True, slots=True)
class KeepDay:
    """Keep what was made of a day: it takes the place of what the same maker left there before.

    An entry of that provenance which the author has edited stays, and then nothing is added beside it.
    `sources` name what it rests on: rows of `target_kind` (message or memory) and `target_id`; `extra` tells by what
    it was made (template, model …).
    """

    character: int
    day: str
    content: str
    mood: str | None
    provenance: str
    run: int | None = None
    sources: Sequence[Mapping[str, Any]] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    label = property(lambda self: mark("Make the entry of {day}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"day": self.day}

    def apply(self, conn: Connection, now: int) -> Effect:
        day = read_day(self.day)
        content, mood = _content(self.content), _mood(self.mood)
        kin = [
            one
            for one in months.of_day(conn, self.character, day or "")
            if one.provenance == _provenance(self.provenance)
        ]
        if any(one.locked for one in kin):
            return Effect(notes=(mark("You have edited the entry of this day; it was left as it is."),))
        if [(one.content, one.mood) for one in kin] == [(content, mood)]:
            return Effect(notes=(SAME,))
        month_texts.rest_on(conn, self.character, [day])
        columns: dict[str, Any] = {"mood": mood, "content": content}
        if kin:
            kept = kin[0].id
            month_texts.change_fragment(conn, kept, columns, now)
            month_texts.delete_fragments(conn, [one.id for one in kin[1:]])
        else:
            place = {"day": day, "day_text": day, "ordinal": _next(conn, self.character, day)}
            shared = {"character": self.character, "provenance": self.provenance, "run": self.run}
            kept = insert(conn, {**shared, **place, **columns}, now)
        if self.extra:
            month_texts.tell_maker(conn, kept, self.extra)
        month_texts.set_sources(conn, kept, self.sources, self.run)
        return Effect((kept, *(one.id for one in kin[1:])), {"fragments": 1})


def read_day(text: str | None) -> str | None:
    """Read a day in any spelling; KnownError when it is none."""
    if text is None or not text.strip():
        return None
    found = dates.parse_day(text)
    if found is None or found[1] != "day":
        raise KnownError(
            "fragment.day",
            "“{text}” is no day.",
            "Write it like 2026-03-11, with its year.",
            text=text,
        )
    return found[0]


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    read = {"content": _content, "mood": _mood, "day": read_day}
    return {name: read[name](value) for name, value in values.items()}


def _content(text: str) -> str:
    told = clean(text).strip()
    if not told:
        raise KnownError("fragment.empty", "An entry needs a text.")
    return told


def _mood(mood: str | None) -> str | None:
    return (clean(mood).strip() or None) if mood else None


def _provenance(name: str) -> str:
    if name not in PROVENANCES:
        raise KnownError("fragment.provenance", "“{name}” is no provenance.", name=name)
    return name


def insert(conn: Connection, values: Mapping[str, Any], now: int) -> int:
    """Insert a fragment; its hash is worked out here."""
    row = {"recorded_at": now, "updated_at": now, **values, "content_hash": text_hash(values["content"])}
    return rows.insert(conn, "fragment", row)


def _next(conn: Connection, character: int, day: str | None) -> int:
    """Give the place behind the others of a day."""
    kin = months.undated(conn, character) if day is None else months.of_day(conn, character, day)
    return max((one.ordinal for one in kin), default=-1) + 1


def rest_on(conn: Connection, held: Iterable[Fragment], day: str | None) -> None:
    """Write down what the months rest on before these fragments change (or come to another day)."""
    for one in held:
        month_texts.rest_on(conn, one.character, [one.day, day])
