"""Making one memory of several: the kept one gains what the others rested on and hung together with."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from app.domain.errors import mark
from app.engine.commands.base import Effect
from app.engine.commands.memories import change
from app.storage import links, memories, sources, writes
from app.storage.driver import Connection
from app.storage.memories import Memory


@dataclass(frozen=True, slots=True)
class MergeMemories:
    """Keep one memory's text; it gains the sources, tags and links of the others, which stay in the history."""

    keep: int
    gone: Sequence[int]
    content: str | None = None

    label = property(lambda self: mark("Merge {count}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.gone) + 1}

    def apply(self, conn: Connection, now: int) -> Effect:
        kept = memories.get(conn, self.keep)
        others = [m for m in memories.many(conn, self.gone) if kept and m.id != kept.id]
        if kept is None or not others:
            return Effect(notes=(mark("There is nothing to merge."),))
        _take_sources(conn, kept.id, [m.id for m in others])
        _take_links(conn, kept, [m.id for m in others], now)
        values: dict[str, Any] = {
            "tags": tuple(dict.fromkeys([*kept.tags, *(tag for m in others for tag in m.tags)])),
            "importance": max(kept.importance, *(m.importance for m in others)),
        }
        if self.content:
            values["content"] = self.content
        change(conn, kept, values, now, lock=values)
        merged = {"status": "merged", "status_reason": "merged", "superseded_by": kept.id}
        for other in others:
            writes.change_memory(conn, other.id, merged, now)
        return Effect((kept.id, *(m.id for m in others)), {"memories": 1 + len(others)})


def add_missing_sources(conn: Connection, memory: int, wanted: Iterable[Mapping[str, Any]]) -> int:
    """Give a memory those sources that it does not rest on yet, after its own; tell how many."""
    held = {(one.target_kind, one.target_id) for one in sources.of(conn, "memory", memory)}
    new = []
    for one in wanted:
        target = (one["target_kind"], one["target_id"])
        if target not in held:
            new.append({**one, "owner_kind": "memory", "owner_id": memory, "ordinal": len(held)})
            held.add(target)
    return len(writes.add_sources(conn, new))


def _take_sources(conn: Connection, keep: int, gone: Sequence[int]) -> None:
    """Take over what the others rest on; each of them becomes a source itself."""
    wanted: list[dict[str, Any]] = []
    for other in gone:
        wanted += [asdict(one) for one in sources.of(conn, "memory", other)]
        wanted.append({"target_kind": "memory", "target_id": other, "role": "merged"})
    add_missing_sources(conn, keep, wanted)


def _take_links(conn: Connection, kept: Memory, gone: Sequence[int], now: int) -> None:
    held = {links.pair(one.source, one.target, one.kind) for one in links.touching(conn, [kept.id])}
    new = []
    for link in links.touching(conn, gone):
        other = link.target if link.source in gone else link.source
        pair = links.pair(kept.id, other, link.kind)
        if other not in gone and other != kept.id and pair not in held:
            held.add(pair)
            new.append(
                {
                    "character": kept.character,
                    "source": kept.id,
                    "target": other,
                    "kind": link.kind,
                    "strength": link.strength,
                    "origin": link.origin,
                    "reason": link.reason,
                }
            )
    writes.add_links(conn, new, now)
