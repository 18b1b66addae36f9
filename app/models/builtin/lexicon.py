"""The word lists of `resources/prototypes`: what a sentence carries, and what carries nothing."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from app.domain.text import Language
from app.resources import resource

LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")
_NOTHING: Final = re.compile(r"(?!)")
_TITLE: Final = re.compile(r"《[^》]{1,40}》|[\"“][A-Z0-9][^\"”]{1,60}[\"”]")


@dataclass(frozen=True, slots=True)
class Marker:
    """A kind of thing a sentence can carry, and what that says of room and importance."""

    kind: str
    rooms: Mapping[str, float]
    importance: int
    patterns: Mapping[Language, re.Pattern[str]]


@dataclass(frozen=True, slots=True)
class Fillers:
    """Phrases, clauses and sentences of mere politeness, in one language."""

    phrase: re.Pattern[str]
    clause: re.Pattern[str]
    sentence: re.Pattern[str]


def table(name: str) -> dict[str, Any]:
    """Read one of the data files beside the prototypes."""
    return tomllib.loads(resource(f"prototypes/{name}.toml").read_text("utf-8"))


def pattern(words: list[str], language: Language) -> re.Pattern[str]:
    """One pattern for many: English ones match whole words in any case."""
    if not words:
        return _NOTHING
    joined = "|".join(words)
    if language == "zh":
        return re.compile(f"(?:{joined})")
    return re.compile(rf"(?<!\w)(?:{joined})(?!\w)", re.IGNORECASE)


@cache
def markers() -> tuple[Marker, ...]:
    return tuple(
        Marker(
            kind,
            entry["room"],
            entry["importance"],
            {language: pattern(entry[language], language) for language in LANGUAGES},
        )
        for kind, entry in table("markers").items()
    )


@cache
def fillers(language: Language) -> Fillers:
    entry = table("fillers")
    return Fillers(
        pattern(entry[language], language),
        pattern(entry[f"{language}_clause"], language),
        pattern(entry[f"{language}_sentence"], language),
    )


def kinds_in(text: str, language: Language) -> frozenset[str]:
    """Name everything the markers find in a text; the words of a title are not the speaker's own."""
    found = {marker.kind for marker in markers() if marker.patterns[language].search(untitled(text))}
    return frozenset(found | {"title"} if _TITLE.search(text) else found)


def untitled(text: str) -> str:
    return _TITLE.sub("《》", text)
