"""Edits of prompts: a wording is never overwritten, it gets a new version; the built-in one is always there."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.errors import KnownError, mark
from app.domain.text import Language
from app.engine.commands.base import Effect
from app.models import prompts
from app.storage import rows, templates
from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class SaveTemplate:
    """Keep a new version of a wording and use it from now on."""

    purpose: str
    language: Language
    name: str
    body: str
    temperature: float | None = None
    max_tokens: int | None = None

    label = property(lambda self: mark("Prompt “{name}”"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"name": self.name}

    def apply(self, conn: Connection, now: int) -> Effect:
        if self.purpose not in prompts.editable():
            raise KnownError("prompt.purpose", "There is no prompt for “{purpose}”.", purpose=self.purpose)
        made = prompts.own(
            self.purpose,
            self.language,
            self.body,
            temperature=self.temperature,
            max_tokens=self.max_tokens,
        )
        prompts.check(made)
        name = self.name.strip()
        if not name:
            raise KnownError("prompt.name", "A prompt needs a name.")
        before = templates.newest(conn, self.purpose, self.language, name)
        told = (made.body, self.temperature, self.max_tokens)
        if before and before.active and told == (before.body, before.temperature, before.max_tokens):
            return Effect(notes=(mark("Nothing to change."),))
        _put_away(conn, self.purpose, self.language)
        values: dict[str, rows.Value] = {
            "purpose": self.purpose,
            "language": self.language,
            "name": name,
            "ordinal": before.ordinal + 1 if before else 1,
            "active": 1,
            "body": made.body,
            "temperature": None if self.temperature is None else made.temperature,
            "max_tokens": None if self.max_tokens is None else made.max_tokens,
            "recorded_at": now,
        }
        return Effect((rows.insert(conn, "template", values),), {"templates": 1})


@dataclass(frozen=True, slots=True)
class UseTemplate:
    """Use a kept version for its purpose, or with None the built-in wording."""

    purpose: str
    language: Language
    template: int | None = None

    label = property(
        lambda self: (
            mark("Use another prompt") if self.template is not None else mark("Use the built-in prompt")
        )
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {}

    def apply(self, conn: Connection, now: int) -> Effect:
        del now
        if self.template is not None:
            wanted = templates.get(conn, self.template)
            if wanted is None or (wanted.purpose, wanted.language) != (self.purpose, self.language):
                return Effect(notes=(mark("The prompt is no longer there."),))
            if wanted.active:
                return Effect(notes=(mark("Nothing to change."),))
        gone = _put_away(conn, self.purpose, self.language)
        if self.template is not None:
            rows.update(conn, "template", self.template, {"active": 1})
            gone.append(self.template)
        return Effect(tuple(gone), {"templates": len(gone)})


def _put_away(conn: Connection, purpose: str, language: str) -> list[int]:
    used = templates.in_use(conn, purpose, language)
    for one in used:
        rows.update(conn, "template", one, {"active": 0})
    return used
