"""The formats we know: what each carries and loses, and one door to their records."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.domain.errors import KnownError, mark
from app.domain.records import Closing, Found, Record
from app.formats import sniff
from app.formats.meter import Meter


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
        mark("one character’s days and months"),
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
        "locomo",
        mark("LoCoMo (JSON)"),
        True,
        False,
        mark("one character a sample, the second speaker: messages by session, session summaries as days"),
        mark("pictures; questions, observations and events are kept for the way home"),
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


AUTO: Final = "auto"
_FAMILIES: Final = ("sullyos",)  # a program whose shapes have names of their own
NAMES: Final = (AUTO, *sorted({*(one.name for one in FORMATS), *_FAMILIES}))  # what may be insisted on
_BY_SHAPE: Final = {"palace-export": "sullyos-palace", "card": "sullyos-card", "text-dump": "sullyos-text"}


def open_records(
    path: Path | str, timezone: str | None = None, *, format_: str = AUTO, meter: Meter | None = None
) -> Iterator[Found | Record | Closing]:
    """Yield `Found`, the records, and `Closing`; `format_` only insists on what the content must turn out to be."""
    if format_ not in NAMES:
        raise KnownError(
            "import.no_format",
            "There is no format {wanted}.",
            "Leave it to be found out, or take one of: {known}.",
            wanted=format_,
            known=", ".join(NAMES),
        )
    told = sniff.records(Path(path), timezone, meter or Meter())
    try:
        found = next(told)
        if isinstance(found, Found) and format_ not in (AUTO, found.format, name_of(found)):
            raise KnownError(
                "import.other_format",
                "{name} is {found}, not {wanted}.",
                "Leave the format to be found out.",
                name=Path(path).name,
                found=name_of(found),
                wanted=format_,
            )
        yield found
        yield from told
    except OSError as fault:
        raise KnownError(
            "import.unreadable",
            "{name} cannot be read: {reason}.",
            "Check that it is there and that you may read it.",
            name=Path(path).name,
            reason=fault.strerror or type(fault).__name__,
        ) from fault


def name_of(found: Found) -> str:
    """The name in `FORMATS` of what a file turned out to be."""
    return _BY_SHAPE.get(found.shape, "sullyos-zip") if found.format == "sullyos" else found.format
