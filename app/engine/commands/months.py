"""Edits of months: their text, its versions, and what of them goes into the prompt."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.domain.errors import KnownError, mark
from app.domain.text import clean
from app.engine.commands.base import Effect
from app.storage import characters, contexts, months, rows, writes
from app.storage.driver import Connection

ORIGINS: Final = ("author", "model", "rule", "import")
GONE: Final = mark("The month is no longer there.")
SAME: Final = mark("Nothing to change.")
MOST_TOKENS: Final = 10_000_000
_MONTH: Final = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class WriteMonth:
    """Give a month its text (`YYYY-MM`); what it said before stays as a version.

    `fragment_hashes` are the stamps of the days it was made from (`storage.months.stamps`); None: as the days are now.
    """

    character: int
    month: str
    content: str
    origin: str = "author"
    template: str | None = None
    model: str | None = None
    parameters: Mapping[str, Any] | None = None
    fragment_hashes: Sequence[str] | None = None
    run: int | None = None

    label = property(lambda self: mark("Write the text of {month}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"month": self.month}

    def apply(self, conn: Connection, now: int) -> Effect:
        content = clean(self.content).strip()
        if not content:
            raise KnownError("month.empty", "A month’s text cannot be empty; what it said before stays.")
        if self.origin not in ORIGINS:
            raise KnownError("month.origin", "“{name}” is no origin of a text.", name=self.origin)
        hashes = self.fragment_hashes
        if hashes is None:
            hashes = months.stamps(months.fragments(conn, self.character, checked_month(self.month)))
        held = months.summary(conn, self.character, self.month)
        text = months.shown(conn, held) if held else None
        if text and (text.content, text.fragment_hashes) == (content, tuple(hashes)):
            return Effect(notes=(SAME,))
        number = held.id if held else _begin(conn, self.character, self.month, now)
        facts = {
            "template": self.template,
            "model": self.model,
            "parameters": writes.dumped(dict(self.parameters)) if self.parameters else None,
            "fragment_hashes": json.dumps(list(hashes)),
        }
        locked = set(held.locked) if held else set()
        if self.origin == "author":
            locked.add("content")
        values = {"content": content, "locked_fields": writes.dumped(sorted(locked))}
        writes.change_summary(conn, number, values, self.origin, self.run, now, facts)
        return Effect((number,), {"months": 1})


@dataclass(frozen=True, slots=True)
class RestoreVersion:
    """Let a month say again what one of its versions says."""

    version: int

    label = property(lambda self: mark("Go back to an earlier text of a month"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {}

    def apply(self, conn: Connection, now: int) -> Effect:
        wanted = months.version(conn, self.version)
        held = months.summary_by_id(conn, wanted.summary) if wanted else None
        if wanted is None or held is None:
            return Effect(notes=(mark("The version is no longer there."),))
        text = months.shown(conn, held)
        if text is not None and text.id == wanted.id and held.content == wanted.content:
            return Effect(notes=(SAME,))
        writes.show_version(conn, held.id, wanted.id, now)
        return Effect((held.id,), {"months": 1})


@dataclass(frozen=True, slots=True)
class LabelVersion:
    """Give a version a name of its own; an empty one takes it away."""

    version: int
    name: str

    label = property(
        lambda self: mark("Call a version “{name}”") if self.name.strip() else mark("Take a version’s name")
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {"name": self.name.strip()}

    def apply(self, conn: Connection, now: int) -> Effect:
        del now
        held = months.version(conn, self.version)
        if held is None:
            return Effect(notes=(mark("The version is no longer there."),))
        name = clean(self.name).strip() or None
        if held.label == name:
            return Effect(notes=(SAME,))
        rows.update(conn, "summary_version", held.id, {"label": name})
        return Effect((held.summary,), {"versions": 1})


@dataclass(frozen=True, slots=True)
class ActivateMonths:
    """Let the days of months go into the prompt, or leave them out."""

    character: int
    months: Sequence[str]
    active: bool

    @property
    def label(self) -> str:
        one, many = (
            (mark("Switch {month} on"), mark("Switch {count} months on"))
            if self.active
            else (mark("Switch {month} off"), mark("Switch {count} months off"))
        )
        return one if len(self.months) == 1 else many

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.months), "month": next(iter(self.months), "")}

    def apply(self, conn: Connection, now: int) -> Effect:
        changed: list[int] = []
        for month in dict.fromkeys(map(checked_month, self.months)):
            held = months.summary(conn, self.character, month)
            if (held.active if held else False) == self.active:
                continue
            number = held.id if held else _begin(conn, self.character, month, now)
            rows.update(conn, "summary", number, {"active": int(self.active), "updated_at": now})
            changed.append(number)
        return Effect(tuple(changed), {"months": len(changed)}, () if changed else (SAME,))


@dataclass(frozen=True, slots=True)
class DeleteMonth:
    """Take a month's text away; its days, its switch and its versions stay."""

    character: int
    month: str

    label = property(lambda self: mark("Delete the text of {month}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"month": self.month}

    def apply(self, conn: Connection, now: int) -> Effect:
        held = months.summary(conn, self.character, checked_month(self.month))
        if held is None or held.content is None:
            return Effect(notes=(GONE,))
        writes.change_summary(conn, held.id, {"content": None}, "author", None, now)
        return Effect((held.id,), {"months": 1})


@dataclass(frozen=True, slots=True)
class SetBudget:
    """Say how many tokens the months of a character may take in the prompt; None: as the profile says."""

    character: int
    tokens: int | None

    label = property(
        lambda self: (
            mark("Budget of the months: {count} tokens")
            if self.tokens is not None
            else mark("Budget of the months as the profile has it")
        )
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {} if self.tokens is None else {"count": self.tokens}

    def apply(self, conn: Connection, now: int) -> Effect:
        del now
        if self.tokens is not None and not 0 < self.tokens <= MOST_TOKENS:
            raise KnownError("month.budget", "{tokens} is no budget of tokens.", tokens=self.tokens)
        who = characters.get(conn, self.character)
        if who is None:
            return Effect(notes=(mark("The character is no longer there."),))
        if contexts.own_budget(conn, who.uid) == self.tokens:
            return Effect(notes=(SAME,))
        return Effect((contexts.put_budget(conn, who.uid, self.tokens),), {"settings": 1})


def checked_month(text: str) -> str:
    """Give a month back that is written `YYYY-MM`; KnownError else."""
    if not _MONTH.fullmatch(text):
        raise KnownError("month.name", "“{text}” is no month.", "Write it like 2026-03.", text=text)
    return text


def _begin(conn: Connection, character: int, month: str, now: int) -> int:
    stamped = {"recorded_at": now, "updated_at": now}
    return rows.insert(conn, "summary", {"character": character, "scope": "month", "key": month, **stamped})
