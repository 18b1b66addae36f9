"""What a reply turned out to be."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.domain.errors import mark

JsonObject = dict[str, object]

CAP: Final = 256 * 1024  # characters of a reply that are looked at
ITEMS: Final = 500  # of one reply

EMPTY: Final = mark("The reply is empty.")
ONLY_THOUGHT: Final = mark("The model only thought aloud and gave no answer.")
REFUSED: Final = mark("The model refused.")
NO_DATA: Final = mark("The reply holds prose where data was asked for.")
UNCERTAIN: Final = mark("The reply is damaged, and what it means is not certain.")
STORY: Final = mark("The model continued the story instead of answering.")
TOO_LONG: Final = mark("The reply is longer than any answer should be.")
CUT: Final = mark("The reply ends before its end; what was complete is kept.")
BROKEN_OFF: Final = mark("The reply ends before its end.")
MENDED: Final = mark("Small faults of the notation were mended.")
SEVERAL: Final = mark("The reply held several answers; the last one was taken.")
IN_THOUGHT: Final = mark("The answer was taken from thoughts that never ended.")
LOST: Final = mark("Parts of the reply could not be read.")
REFUSED_PARTS: Final = mark("Parts of the reply were refusals and were left out.")
TOO_MANY: Final = mark("The reply holds more parts than can be meant; the first are kept.")


class Verdict(StrEnum):
    """How far a reply can be relied on."""

    WHOLE = "whole"
    MENDED = "mended"
    CUT = "cut"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply as it was understood: parts or prose, and why it may not be relied on."""

    verdict: Verdict
    items: tuple[JsonObject, ...] = ()
    text: str = ""
    thinking: str = ""
    reasons: tuple[str, ...] = ()
    lost: int = 0  # parts that were there and could not be read

    @property
    def sure(self) -> bool:
        """Only such a reading may be applied without somebody looking at it."""
        return self.verdict is Verdict.WHOLE

    @property
    def usable(self) -> bool:
        return self.verdict is not Verdict.REJECTED


def rejected(reason: str, thinking: str = "", text: str = "") -> Reading:
    return Reading(Verdict.REJECTED, thinking=thinking, text=text, reasons=(reason,))
