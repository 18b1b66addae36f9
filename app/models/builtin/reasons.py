"""Why the built-in extractor keeps something: short templates, the weightiest first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.domain.errors import mark

MOST: Final = 3
REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": mark("Tells who they are"),
        "promise": mark("Holds a promise"),
        "change": mark("Tells of a turn in life"),
        "health": mark("Speaks of health"),
        "trouble": mark("Speaks of something unresolved"),
        "plan": mark("Speaks of a plan or a hope"),
        "bond": mark("Speaks of the two of us"),
        "self": mark("The character speaks of itself"),
        "family": mark("Names family"),
        "pet": mark("Names a pet"),
        "age": mark("Tells where they come from"),
        "preference": mark("Tells a preference"),
        "title": mark("Names a title"),
        "work": mark("Speaks of work"),
        "learning": mark("Speaks of learning"),
        "habit": mark("Tells a habit"),
        "friend": mark("Names a friend"),
        "remember": mark("Asks to be remembered"),
        "advice": mark("Holds advice"),
    }
)
ORDINARY: Final = mark("Says more than a greeting")
DATED: Final = mark("Dated by its own words")
OTHER_TIME: Final = mark("Its words name another time")


def reasons(kinds: frozenset[str], *dating: str) -> tuple[str, ...]:
    """Name at most three reasons, and what was done about the date."""
    found = [text for kind, text in REASONS.items() if kind in kinds][:MOST]
    return (*(found or [ORDINARY]), *dating)
