"""The running account of one reading: what was dropped, replaced, skipped or warned of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.domain.errors import mark
from app.domain.records import Closing, Json, Remainder, Skip
from app.formats.credentials import Scrubber
from app.formats.parts import in_parts

_LONE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class Account:
    """Everything a reader must tell at its end, gathered on the way."""

    dropped: dict[str, int] = field(default_factory=dict)  # by place: a place may be read more than once
    replaced: int = 0
    warnings: list[str] = field(default_factory=list)
    refused: dict[str, list[Json]] = field(default_factory=dict)

    def clean(self, text: str) -> str:
        """The text with halves of characters (lone surrogates) replaced, each counted."""
        try:
            text.encode()  # the quickest way to see that there is none
        except UnicodeEncodeError:
            pass
        else:
            return text
        fixed, count = _LONE.subn("\ufffd", text)
        self.replaced += count
        return fixed

    def scrub(self, value: Json, place: str) -> Json:
        """The value without credentials."""
        scrubber = Scrubber()
        clean = scrubber.scrub(value)
        if scrubber.dropped:
            self.dropped[place] = scrubber.dropped
        return clean

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)

    def skip(self, kind: str, place: str, reason: str, raw: Json = None) -> Skip:
        """A record that is not taken; what it was is kept for the way home."""
        if raw is not None:
            self.refused.setdefault(kind, []).append(raw)
        return Skip(kind, place, reason)

    def leftovers(self) -> Iterator[Remainder]:
        """The skipped records as they stood, so that the way home loses nothing."""
        for kind, values in self.refused.items():
            yield from in_parts(f"skipped/{kind}", values)

    def closing(self) -> Closing:
        warnings = list(self.warnings)
        if self.replaced:
            warnings.append(mark("Some characters were cut in half in the file; they are shown as \ufffd."))
        return Closing(sum(self.dropped.values()), tuple(warnings))
