"""What model steps write beside memories: links with their reason, names of boxes, what was turned down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.domain.errors import mark
from app.engine.commands.base import Effect, opening
from app.storage import links, memories, rows, suggested, writes
from app.storage.driver import Connection
from app.storage.proposals import Proposal

DEEP_KINDS: Final = ("causal", "person", "metaphor")
_SHORT: Final = 60


@dataclass(frozen=True, slots=True)
class DeepLink:
    """A link that a model sees, and why."""

    source: int
    target: int
    kind: str
    strength: float
    why: str | None = None

    @property
    def key(self) -> tuple[int, int, str]:
        return min(self.source, self.target), max(self.source, self.target), self.kind


@dataclass(frozen=True, slots=True)
class BoxName:
    box: int
    name: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeepDeepLinks:
    """Make a model's links, or propose them; `unsure` ones are proposed in any case. None is made twice."""

    character: int
    run: int
    model: str
    links: Sequence[DeepLink]
    unsure: Sequence[DeepLink] = ()
    rejected: Sequence[Mapping[str, Any]] = ()
    review: bool = False

    label = property(lambda self: mark("Links that a model sees: {count}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.links) + len(self.unsure)}

    def apply(self, conn: Connection, now: int) -> Effect:
        taken = links.pairs(conn, self.character) | suggested.link_pairs(conn, self.character)
        ends = {end for one in (*self.links, *self.unsure) for end in (one.source, one.target)}
        here = {
            one.id: one.content
            for one in memories.many(conn, sorted(ends))
            if one.character == self.character
        }
        new = _unmade(self.links, taken, here)
        unsure = _unmade(self.unsure, taken, here)
        made = [] if self.review else writes.add_links(conn, [self._row(one) for one in new], now)
        waiting = [self._proposal(one, here) for one in (*(new if self.review else ()), *unsure)]
        writes.add_proposals(conn, waiting, now)
        turned_down = turn_down(conn, self.character, self.run, self.rejected, now)
        counts = {"links": len(made), "proposed": len(waiting), "rejected": turned_down}
        return Effect(tuple(made), counts)

    def _row(self, link: DeepLink) -> dict[str, Any]:
        return {**link_row(self.character, link, self.run), "extra": writes.dumped({"model": self.model})}

    def _proposal(self, link: DeepLink, texts: Mapping[int, str]) -> dict[str, Any]:
        return {
            "character": self.character,
            "op": "link",
            "targets": [link.source, link.target],
            "patch": {
                "content": f"{opening(texts[link.source], _SHORT)} → {opening(texts[link.target], _SHORT)}",
                "kind": link.kind,
                "strength": link.strength,
                "origin": "model",
                "origin_detail": self.model,
            },
            "evidence": [],
            "reason": link.why,
            "run": self.run,
        }


def _unmade(
    wanted: Sequence[DeepLink], taken: set[tuple[int, int, str]], here: Mapping[int, str]
) -> list[DeepLink]:
    new = []
    for link in wanted:
        if link.key not in taken and link.source in here and link.target in here:
            taken.add(link.key)
            new.append(link)
    return new


def link_row(character: int, link: DeepLink, run: int | None) -> dict[str, Any]:
    return {
        "character": character,
        "source": link.source,
        "target": link.target,
        "kind": link.kind,
        "strength": link.strength,
        "origin": "model",
        "reason": link.why,
        "run": run,
    }


@dataclass(frozen=True, slots=True)
class NameBoxes:
    """Give boxes a model's names and tags, or propose them; what the author has locked stays."""

    character: int
    run: int
    model: str
    names: Sequence[BoxName]
    unsure: Sequence[BoxName] = ()
    rejected: Sequence[Mapping[str, Any]] = ()
    review: bool = False

    label = property(lambda self: mark("Names of boxes: {count}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.names) + len(self.unsure)}

    def apply(self, conn: Connection, now: int) -> Effect:
        ids = [one.box for one in (*self.names, *self.unsure)]
        here = {one.id: one for one in suggested.box_contents(conn, self.character, ids, 1)}
        names = [one for one in self.names if one.box in here]
        unsure = [one for one in self.unsure if one.box in here]
        done = [] if self.review else [one.box for one in names if _name(conn, here[one.box], one, now)]
        waiting = [self._proposal(one, here[one.box]) for one in (*(names if self.review else ()), *unsure)]
        writes.add_proposals(conn, waiting, now)
        turned_down = turn_down(conn, self.character, self.run, self.rejected, now)
        return Effect(tuple(done), {"boxes": len(done), "proposed": len(waiting), "rejected": turned_down})

    def _proposal(self, told: BoxName, box: suggested.BoxContent) -> dict[str, Any]:
        return {
            "character": self.character,
            "op": "change",
            "targets": [told.box],
            "patch": {"table": "box", "name": told.name, "tags": list(told.tags), "origin": "model"},
            "base": {"name": box.name, "tags": list(box.tags)},
            "evidence": [],
            "reason": mark("A model names the box"),
            "run": self.run,
        }


def _name(conn: Connection, box: suggested.BoxContent, told: BoxName, now: int) -> bool:
    values: dict[str, Any] = {"name": told.name}
    if told.tags:
        values["tags"] = writes.dumped(list(told.tags))
    values = {field: value for field, value in values.items() if field not in box.locked_fields}
    return bool(values) and rows.update(conn, "box", box.id, {**values, "updated_at": now})


def turn_down(
    conn: Connection, character: int, run: int, rejected: Sequence[Mapping[str, Any]], now: int
) -> int:
    """Keep what could not be used, visible as rejected."""
    made = [{**one, "op": "rejected", "character": character, "run": run} for one in rejected]
    return len(writes.add_proposals(conn, made, now))


def accept_link(conn: Connection, proposal: Proposal, patch: Mapping[str, Any], now: int) -> int:
    """Make a proposed link, unless the two are linked that way by now."""
    if len(proposal.targets) != 2 or proposal.character is None or patch.get("kind") not in DEEP_KINDS:
        return 0
    source, target = proposal.targets
    link = DeepLink(source, target, str(patch["kind"]), float(patch.get("strength", 0.5)), proposal.reason)
    ends = memories.many(conn, [source, target])
    if len(ends) != 2 or {one.character for one in ends} != {proposal.character}:
        return 0
    if link.key in links.pairs(conn, proposal.character):
        return 0
    return len(writes.add_links(conn, [link_row(proposal.character, link, proposal.run)], now))


def accept_name(conn: Connection, proposal: Proposal, patch: Mapping[str, Any], now: int) -> int:
    """Give a box the proposed name and tags."""
    name = str(patch.get("name", "")).strip()
    if not name or proposal.character is None:
        return 0
    found = suggested.box_contents(conn, proposal.character, proposal.targets, 1)
    values: dict[str, rows.Value] = {
        "name": name,
        "tags": writes.dumped(list(patch.get("tags", ()))),
        "updated_at": now,
    }
    return sum(rows.update(conn, "box", box.id, values) for box in found)
