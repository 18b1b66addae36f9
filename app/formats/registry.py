"""The formats we know: what each carries and loses, and one door to their records."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.domain.errors import mark
from app.domain.records import Closing, Found, Record
from app.formats import sniff


@dataclass(frozen=True, slots=True)
class Format:
    """One format for the list of formats; `carries` and `loses` are English templates."""

    name: str
    title: str
    reads: bool
    writes: bool
    carries: str
    loses: str


FORMATS: Final = (
    Format(
        "sullyos-zip",
        mark("SullyOS backup (zip, folder or JSON)"),
        True,
        False,
        mark(
            "characters, messages, memories, vectors, links, event boxes, anticipations, days, months, read marks"
        ),
        mark("pictures and sounds, API keys"),
    ),
    Format(
        "sullyos-palace",
        mark("SullyOS palace export (JSON)"),
        True,
        False,
        mark("memories, vectors, event boxes, anticipations of several characters"),
        mark("messages, links, days, months: the file has none"),
    ),
    Format(
        "sullyos-card",
        mark("SullyOS character card (JSON)"),
        True,
        False,
        mark("one character: profile, core text, world, self insights"),
        mark("messages and memories: the file has none; API keys"),
    ),
    Format(
        "sullyos-text",
        mark("SullyOS text dump"),
        True,
        False,
        mark("one character's days and months"),
        mark("messages and memories: the file has none"),
    ),
    Format(
        "memorybank",
        mark("MemoryBank (JSON)"),
        True,
        False,
        mark("one character a user: messages by day, daily summaries"),
        mark("the time of day: the file has none"),
    ),
    Format(
        "worldbook",
        mark("Worldbook (JSON)"),
        True,
        False,
        mark("the whole book, kept for the way home"),
        mark("nothing, but no memory comes of it"),
    ),
)


def open_records(
    path: Path | str, timezone: str | None = None, read: Callable[[int], None] = lambda _: None
) -> Iterator[Found | Record | Closing]:
    """Yield `Found`, the records, and `Closing`; `read` hears of every block of bytes that went by."""
    yield from sniff.records(Path(path), timezone, read)
