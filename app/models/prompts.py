"""Prompts as files: front matter that says what a wording is for, and a body with named fields.

A palace may keep wordings of its own. They replace the body, the temperature and the length of the reply; the fields
and the reply's schema stay ours, because the code that reads the reply relies on them.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, Final

from app.domain.errors import BugError, KnownError, mark
from app.domain.text import Language
from app.resources import resource

BUILT_IN: Final = "built-in"
LONGEST: Final = 20_000  # characters of a wording
_FENCE: Final = "+++\n"
_FIELD: Final = re.compile(r"\{\{\s*(\w{1,40})\s*\}\}")
_BROKEN: Final = re.compile(r"\{\{(?!\s*\w{1,40}\s*\}\})")


@dataclass(frozen=True, slots=True)
class Template:
    """One wording of one prompt; `fields` says what each field holds, `needs` which must not be left out."""

    purpose: str
    language: Language
    temperature: float
    max_tokens: int
    expected_tokens: int  # of a usual reply: for the estimate before anything was measured
    fields: Mapping[str, str]
    needs: tuple[str, ...]
    schema: Mapping[str, object] | None
    body: str
    origin: str = BUILT_IN  # or the uid of the palace's own wording

    @property
    def stamp(self) -> str:
        """Name exactly this wording: it goes into every run that used it."""
        told = json.dumps([self.body, self.temperature, self.max_tokens], ensure_ascii=False)
        digest = blake2b(told.encode(), digest_size=4).hexdigest()
        return f"{self.purpose}.{self.language}@{digest}"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the fields of a wording; `message` is a template filled by `field`."""

    kind: str  # unknown | missing | broken
    field: str
    message: str


def built_in(purpose: str, language: Language) -> Template:
    """Give our own wording."""
    found = _built_in().get((purpose, language))
    if found is None:
        raise BugError(f"there is no prompt {purpose} in {language}")
    return found


def editable() -> tuple[str, ...]:
    """Name the purposes whose wording an author may change: all but the frame round the identity."""
    return tuple(dict.fromkeys(purpose for purpose, _ in _built_in() if purpose != "identity"))


def own(
    purpose: str,
    language: Language,
    body: str,
    *,
    temperature: float | None = None,
    max_tokens: int | None = None,
    origin: str = "own",
) -> Template:
    """Give a palace's own wording; what it does not say is as in ours."""
    base = built_in(purpose, language)
    return replace(
        base,
        body=body.strip(),
        temperature=base.temperature if temperature is None else min(2.0, max(0.0, temperature)),
        max_tokens=base.max_tokens if max_tokens is None else max(1, max_tokens),
        origin=origin,
    )


def problems(template: Template) -> tuple[Problem, ...]:
    """Tell which fields of a wording nobody fills, which are needed and left out, and where a brace is open."""
    named = list(dict.fromkeys(_FIELD.findall(template.body)))
    found = [
        Problem("unknown", name, mark("There is no field “{field}” in this prompt."))
        for name in named
        if name not in template.fields
    ]
    found += [
        Problem("missing", name, mark("The field “{field}” is needed and left out."))
        for name in template.needs
        if name not in named
    ]
    if broken := _BROKEN.search(template.body):
        shown = template.body[broken.start() : broken.start() + 16]
        found.append(Problem("broken", shown, mark("A field is open and not closed: “{field}”.")))
    return tuple(found)


def check(template: Template) -> None:
    """Refuse a wording that could not be rendered as it is meant."""
    if not template.body.strip():
        raise KnownError("prompt.empty", "A prompt cannot be empty.", "Go back to the built-in wording.")
    if len(template.body) > LONGEST:
        raise KnownError("prompt.long", "The prompt is longer than {most} characters.", "", most=LONGEST)
    for problem in problems(template):
        raise KnownError(
            f"prompt.{problem.kind}_field",
            problem.message,
            "This prompt knows the fields {fields}.",
            field=problem.field,
            fields=", ".join(template.fields),
        )


def render(template: Template, values: object) -> str:
    """Fill a wording from a dataclass whose fields are the template's; a value is never read for fields again."""
    check(template)
    given = _given(values)
    if given.keys() != template.fields.keys():
        raise BugError(f"{template.purpose}: fields {sorted(given.keys() ^ template.fields.keys())}")
    return _FIELD.sub(lambda found: given[found[1]], template.body)


def preview(template: Template, values: object) -> str:
    """Fill what can be filled while the author is still typing; unknown fields stay as they are written."""
    given = _given(values)
    return _FIELD.sub(lambda found: given.get(found[1], found[0]), template.body)


def _given(values: object) -> dict[str, str]:
    if not is_dataclass(values) or isinstance(values, type):
        raise BugError("a prompt is filled from a dataclass")
    return {one.name: str(getattr(values, one.name)) for one in fields(values)}


@cache
def _built_in() -> Mapping[tuple[str, Language], Template]:
    found = {(one.purpose, one.language): one for one in _read()}
    return MappingProxyType(found)


def _read() -> Iterator[Template]:
    languages: tuple[Language, ...] = ("zh", "en")
    for language in languages:
        for path in sorted(resource(f"prompts/{language}").glob("*.md")):
            yield parse(path.read_text(encoding="utf-8"), language)


def parse(text: str, language: Language) -> Template:
    """Read a prompt file."""
    if not text.startswith(_FENCE) or _FENCE not in text[len(_FENCE) :]:
        raise BugError("a prompt begins with its front matter between +++ lines")
    head, body = text[len(_FENCE) :].split(_FENCE, 1)
    matter: dict[str, Any] = tomllib.loads(head)
    template = Template(
        purpose=matter.pop("purpose"),
        language=language,
        temperature=float(matter.pop("temperature", 0.0)),
        max_tokens=int(matter.pop("max_tokens", 1)),
        expected_tokens=int(matter.pop("expected_tokens", 0)),
        fields=MappingProxyType(dict(matter.pop("fields", {}))),
        needs=tuple(matter.pop("needs", ())),
        schema=json.loads(matter.pop("schema")) if "schema" in matter else None,
        body=body.strip(),
    )
    if matter:
        raise BugError(f"{template.purpose}: front matter we do not know: {', '.join(matter)}")
    return template
