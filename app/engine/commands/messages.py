"""Edits around the verbatim log: its words are never touched, only whether they are read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.errors import mark
from app.engine.commands.base import Effect
from app.storage import rows
from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class HideMessages:
    """Hide messages from reading and recall, or show them again."""

    messages: Sequence[int]
    hidden: bool

    @property
    def label(self) -> str:
        if len(self.messages) == 1:
            return mark("Hide a message") if self.hidden else mark("Unhide a message")
        return mark("Hide {count} messages") if self.hidden else mark("Unhide {count} messages")

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.messages)}

    def apply(self, conn: Connection, now: int) -> Effect:
        for message in self.messages:
            rows.update(conn, "message", message, {"hidden": int(self.hidden)})
        return Effect(tuple(self.messages), {"messages": len(self.messages)})
