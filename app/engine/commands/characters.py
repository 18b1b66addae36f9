"""Edits of characters."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from app.domain.errors import KnownError, mark
from app.domain.when import Occurred
from app.engine.commands.base import Effect
from app.storage import characters, rows, writes
from app.storage.driver import Connection

EDITABLE = frozenset(
    {
        "name",
        "partner_name",
        "timezone",
        "clock",
        "language",
        "personality_style",
        "rumination_tendency",
        "mood_now",
    }
)


@dataclass(frozen=True, slots=True)
class CreateCharacter:
    name: str
    partner_name: str | None = None
    timezone: str = "UTC"

    label = property(lambda self: mark("New character {name}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"name": self.name}

    def apply(self, conn: Connection, now: int) -> Effect:
        values = {
            "name": characters.unique_name(conn, self.name, "2"),
            "partner_name": self.partner_name,
            "timezone": self.timezone,
            "recorded_at": now,
            "updated_at": now,
        }
        return Effect((rows.insert(conn, "character", values),), {"characters": 1})


@dataclass(frozen=True, slots=True)
class ChangeCharacter:
    """Change what is known of a character; a new zone re-reckons the local days of its instants, nothing else."""

    character: int
    values: Mapping[str, Any]

    @property
    def label(self) -> str:
        names = set(self.values)
        if names == {"clock"}:
            return mark("Clock of the house")
        if names == {"mood_now"}:
            return mark("Mood now")
        if names == {"timezone"}:
            return mark("Time zone {timezone}")
        return mark("Change the character")

    @property
    def facts(self) -> Mapping[str, object]:
        return {"timezone": self.values.get("timezone", "")}

    def apply(self, conn: Connection, now: int) -> Effect:
        if not set(self.values) <= EDITABLE:
            raise KnownError(
                "character.field",
                "A character has no such field: {fields}.",
                fields=", ".join(sorted(self.values)),
            )
        character = characters.get(conn, self.character)
        if character is None:
            return Effect(notes=(mark("The character is no longer there."),))
        rows.update(conn, "character", character.id, {**self.values, "updated_at": now})
        moved = 0
        if "timezone" in self.values and self.values["timezone"] != character.timezone:
            moved = _redate(conn, character.id, str(self.values["timezone"]))
        return Effect((character.id,), {"characters": 1, "redated": moved})


def _redate(conn: Connection, character: int, zone: str) -> int:
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError) as error:
        raise KnownError("timezone.unknown", "There is no time zone “{zone}”.", zone=zone) from error
    moved = 0
    for table, row, start, day in characters.instants(conn, character):
        new = writes.occurred_columns(Occurred(start, None, "instant"), zone)["occurred_day"]
        if new != day:
            rows.update(conn, table, row, {"occurred_day": new})
            moved += 1
    return moved
