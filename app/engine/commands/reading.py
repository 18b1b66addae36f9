"""What a run of reading writes: memories or proposals out of drafts, links, moves between rooms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.consolidation import Moves
from app.domain.drafts import Draft, QuoteSpan
from app.domain.errors import mark
from app.domain.linking import LinkDraft
from app.domain.when import Occurred
from app.engine.commands.base import Effect
from app.storage import rows, writes
from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class Double:
    """A draft that says what a memory (`memory`) or a kept draft of its chunk (`twin`, its place) says already."""

    draft: Draft
    likeness: float
    memory: int | None = None
    twin: int | None = None


@dataclass(frozen=True, slots=True)
class KeepDrafts:
    """Write a chunk's drafts as memories (or, for review, as proposals) and mark its messages as read.

    `unsure` drafts wait as proposals in any case; `proposals` are rows that lack only character and run.
    """

    character: int
    timezone: str
    run: int
    drafts: Sequence[Draft]
    doubles: Sequence[Double]
    messages: Sequence[int]
    origin: str
    origin_detail: str
    review: bool = False
    unsure: Sequence[Draft] = ()
    proposals: Sequence[Mapping[str, Any]] = ()

    @property
    def label(self) -> str:
        if self.messages:
            return mark("Read {count} messages")
        return mark("Suggest {count} memories") if self.drafts else mark("Turn down a reply")

    @property
    def facts(self) -> Mapping[str, object]:
        count = len(self.messages) or len(self.drafts)
        return {"count": count} if count else {}

    def apply(self, conn: Connection, now: int) -> Effect:
        writes.mark_processed(conn, self.messages, self.run)
        if self.review:
            patches = [self._proposal("add", [], draft) for draft in self.drafts]
            ids = writes.add_proposals(conn, patches, now)
        else:
            ids = writes.add_memories(conn, [self._row(draft) for draft in self.drafts], now)
            sources = [
                s
                for memory, draft in zip(ids, self.drafts, strict=True)
                for s in draft_sources(memory, draft)
            ]
            writes.add_sources(conn, sources, run=self.run)
        self._propose_doubles(conn, ids, now)
        return Effect(tuple(ids), self._counts(len(ids), self._propose_rest(conn, now)))

    def _counts(self, made: int, proposed: int) -> dict[str, int]:
        rejected = sum(one["op"] == "rejected" for one in self.proposals)
        return {
            "created": 0 if self.review else made,
            "proposed": proposed - rejected + (made if self.review else 0),
            "duplicates": len(self.doubles),
            "rejected": rejected,
        }

    def _propose_rest(self, conn: Connection, now: int) -> int:
        rest = [self._proposal("add", [], draft) for draft in self.unsure]
        rest += [{**one, "character": self.character, "run": self.run} for one in self.proposals]
        return len(writes.add_proposals(conn, rest, now))

    def _row(self, draft: Draft) -> dict[str, Any]:
        return {
            **draft_columns(draft, self.timezone),
            "character": self.character,
            "origin": self.origin,
            "origin_detail": self.origin_detail,
            "run": self.run,
        }

    def _propose_doubles(self, conn: Connection, made: Sequence[int], now: int) -> None:
        proposals = []
        for double in self.doubles:
            of = double.memory if double.twin is None else made[double.twin]
            proposals.append(self._proposal("duplicate", [of], double.draft, likeness=double.likeness))
        writes.add_proposals(conn, proposals, now)

    def _proposal(self, op: str, targets: list[int | None], draft: Draft, **more: Any) -> dict[str, Any]:
        return {
            "character": self.character,
            "op": op,
            "targets": targets,
            "patch": {
                **draft_patch(draft),
                "origin": self.origin,
                "origin_detail": self.origin_detail,
                **more,
            },
            "evidence": [
                *({"message": message} for message in draft.message_ids),
                *({"fragment": fragment} for fragment in draft.fragment_ids),
            ],
            "reason": "\n".join(draft.reason) or None,
            "run": self.run,
        }


def draft_columns(draft: Draft, zone: str) -> dict[str, Any]:
    return {
        "content": draft.content,
        "room": draft.room,
        "importance": draft.importance,
        "mood": draft.mood,
        "valence": draft.valence,
        "arousal": draft.arousal,
        "tags": writes.dumped(list(draft.tags)),
        "assertion": draft.assertion,
        **writes.occurred_columns(draft.occurred, zone),
    }


def draft_sources(memory: int, draft: Draft) -> list[dict[str, Any]]:
    quotes = {quote.message_id: quote for quote in draft.quotes}
    found = []
    for ordinal, message in enumerate(draft.message_ids):
        quote = quotes.get(message)
        found.append(
            {
                "owner_kind": "memory",
                "owner_id": memory,
                "target_kind": "message",
                "target_id": message,
                "role": "source",
                "span_from": quote.start if quote else None,
                "span_to": quote.end if quote else None,
                "quote": quote.text if quote else None,
                "ordinal": ordinal,
            }
        )
    for ordinal, fragment in enumerate(draft.fragment_ids, len(found)):
        place = {"owner_kind": "memory", "owner_id": memory, "role": "source", "ordinal": ordinal}
        found.append({**place, "target_kind": "fragment", "target_id": fragment})
    return found


def draft_patch(draft: Draft) -> dict[str, Any]:
    """Give a draft as plain JSON, so that it can wait as a proposal."""
    when = draft.occurred
    return {
        "content": draft.content,
        "room": draft.room,
        "importance": draft.importance,
        "mood": draft.mood,
        "valence": draft.valence,
        "arousal": draft.arousal,
        "tags": list(draft.tags),
        "assertion": draft.assertion,
        "occurred": [when.start, when.end, when.precision, when.text, when.tz],
        "quotes": [[q.message_id, q.start, q.end, q.text] for q in draft.quotes],
        "messages": list(draft.message_ids),
        "fragments": list(draft.fragment_ids),
    }


def patch_draft(patch: Mapping[str, Any]) -> Draft:
    return Draft(
        content=patch["content"],
        room=patch["room"],
        importance=patch["importance"],
        mood=patch.get("mood"),
        tags=tuple(patch.get("tags", ())),
        occurred=Occurred(*patch.get("occurred", ())),
        assertion=patch.get("assertion", "unknown"),
        message_ids=tuple(patch.get("messages", ())),
        quotes=tuple(QuoteSpan(*quote) for quote in patch.get("quotes", ())),
        valence=patch.get("valence"),
        arousal=patch.get("arousal"),
        fragment_ids=tuple(patch.get("fragments", ())),
    )


@dataclass(frozen=True, slots=True)
class AddLinks:
    character: int
    links: Sequence[LinkDraft]
    run: int | None

    label = property(lambda self: mark("Make {count} links"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.links)}

    def apply(self, conn: Connection, now: int) -> Effect:
        values = [
            {
                "character": self.character,
                "source": link.a,
                "target": link.b,
                "kind": link.kind,
                "strength": link.strength,
                "origin": "rule",
                "run": self.run,
            }
            for link in self.links
        ]
        ids = writes.add_links(conn, values, now)
        return Effect(tuple(ids), {"links": len(ids)})


@dataclass(frozen=True, slots=True)
class Consolidate:
    """Promote to the bedroom, evict into the store-box in the attic."""

    moves: Moves

    label = property(lambda self: mark("Consolidate: {promoted} promoted, {evicted} evicted"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"promoted": len(self.moves.promote), "evicted": len(self.moves.evict)}

    def apply(self, conn: Connection, now: int) -> Effect:
        promoted, evicted = self.moves.promote, self.moves.evict
        for memory in promoted:
            rows.update(
                conn, "memory", memory, {"room": "bedroom", "status_reason": "promoted", "updated_at": now}
            )
        away: dict[str, str | int] = {
            "room": "attic",
            "status": self.moves.evicted_status,
            "status_reason": "evicted",
            "updated_at": now,
        }
        for memory in evicted:
            rows.update(conn, "memory", memory, away)
        return Effect((*promoted, *evicted), {"promoted": len(promoted), "evicted": len(evicted)})
