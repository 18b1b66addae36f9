"""What an edit is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class Effect:
    """What a command did: the ids it made or changed, counts by name, and how many it left alone and why."""

    ids: tuple[int, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def matched(self) -> bool:
        return bool(self.ids)


class Command(Protocol):
    """A frozen value: `label` is an English template for the undo menu, `facts` fill it."""

    @property
    def label(self) -> str: ...

    @property
    def facts(self) -> Mapping[str, object]: ...

    def apply(self, conn: Connection, now: int) -> Effect: ...


def opening(text: str, length: int = 24) -> str:
    """Give the first words of a text for a label."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
