"""Small edits: links by hand, saved searches, hints waved off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.errors import KnownError, mark
from app.domain.profile import LINK_KINDS
from app.engine.commands.base import Effect
from app.storage import links, memories, rows, writes
from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class LinkMemories:
    source: int
    target: int
    kind: str
    strength: float = 0.5

    label = property(lambda self: mark("Link two memories"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {}

    def apply(self, conn: Connection, now: int) -> Effect:
        if self.kind not in LINK_KINDS or self.source == self.target:
            raise KnownError("link.kind", "These two cannot be linked that way.")
        ends = memories.many(conn, [self.source, self.target])
        if len({m.character for m in ends}) != 1 or len(ends) != 2:
            raise KnownError("link.ends", "Both memories must be there and belong to one character.")
        if links.pair(self.source, self.target, self.kind) in links.pairs(conn, ends[0].character):
            return Effect(notes=(mark("They are linked that way already."),))
        values = {
            "character": ends[0].character,
            "source": self.source,
            "target": self.target,
            "kind": self.kind,
            "strength": self.strength,
            "origin": "author",
            "protected": 1,
        }
        return Effect(tuple(writes.add_links(conn, [values], now)), {"links": 1})


@dataclass(frozen=True, slots=True)
class UnlinkMemories:
    links: Sequence[int]

    label = property(
        lambda self: mark("Remove a link") if len(self.links) == 1 else mark("Remove {count} links")
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.links)}

    def apply(self, conn: Connection, now: int) -> Effect:
        gone = writes.delete(conn, "link", self.links)
        return Effect(tuple(gone), {"links": len(gone)})


@dataclass(frozen=True, slots=True)
class SaveSearch:
    name: str
    query: str

    label = property(lambda self: mark("Save the search “{name}”"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"name": self.name}

    def apply(self, conn: Connection, now: int) -> Effect:
        return Effect(
            (rows.insert(conn, "saved_search", {"name": self.name, "query": self.query}),), {"searches": 1}
        )


@dataclass(frozen=True, slots=True)
class RenameSearch:
    search: int
    name: str

    label = property(lambda self: mark("Call a saved search “{name}”"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"name": self.name}

    def apply(self, conn: Connection, now: int) -> Effect:
        if not rows.update(conn, "saved_search", self.search, {"name": self.name}):
            return Effect(notes=(mark("The search is no longer there."),))
        return Effect((self.search,), {"searches": 1})


@dataclass(frozen=True, slots=True)
class RemoveSearch:
    search: int
    name: str = ""

    label = property(
        lambda self: mark("Remove the search “{name}”") if self.name else mark("Remove a saved search")
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {"name": self.name}

    def apply(self, conn: Connection, now: int) -> Effect:
        gone = writes.delete(conn, "saved_search", [self.search])
        return Effect(tuple(gone), {"searches": len(gone)})


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Wave off a finding or hint about a row (or a pair of rows)."""

    kind: str
    target_kind: str
    targets: Sequence[tuple[int, int | None]]

    label = property(
        lambda self: (
            mark("Leave it as it is") if len(self.targets) == 1 else mark("Leave {count} as they are")
        )
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.targets)}

    def apply(self, conn: Connection, now: int) -> Effect:
        values = [
            {
                "kind": self.kind,
                "target_kind": self.target_kind,
                "target_id": target,
                "other_id": other,
                "recorded_at": now,
            }
            for target, other in self.targets
        ]
        return Effect(tuple(rows.insert_many(conn, "dismissal", values)), {"dismissals": len(values)})
