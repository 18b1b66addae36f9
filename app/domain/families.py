"""Tables of families, read: words for things of one kind, of which each member excludes the others."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Family:
    """The `pattern` finds its words (group 1) in a text in flat form; `members`: which member each word is for."""

    pattern: re.Pattern[str]
    members: dict[str, str]


def read(table: str, *, chinese: bool, endings: str) -> list[Family]:
    """Read a family a line: spellings of one member joined by =, _ is a blank; English words may have `endings`."""
    families = []
    for line in table.strip().splitlines():
        members = {
            spelling.replace("_", " ").lower(): member.split("=")[0]
            for member in line.split()
            for spelling in member.split("=")
        }
        words = "|".join(map(re.escape, sorted(members, key=len, reverse=True)))
        pattern = re.compile(f"({words})" if chinese else rf"\b({words})(?:{endings})?\b")
        families.append(Family(pattern, members))
    return families
