"""Verdicts on proposals: the author has the last word, and can take it back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.errors import mark
from app.domain.text import text_hash
from app.engine.commands.base import Effect
from app.engine.commands.memories import ChangeMemory, ForgetMemories
from app.engine.commands.model_output import accept_link, accept_name
from app.engine.commands.reading import draft_columns, draft_sources, patch_draft
from app.storage import characters, intake, memories, proposals, rows, sources, writes
from app.storage.driver import Connection
from app.storage.proposals import Proposal

STATES = {"accept": "accepted", "refuse": "refused", "later": "later", "reopen": "waiting"}  # by verdict


@dataclass(frozen=True, slots=True)
class DecideProposals:
    """Accept, refuse or put off; `edited` replaces fields of the patch of a single accepted proposal.

    Accepting a double, or an addition `into` a memory, gives that memory the new sources.
    """

    proposals: Sequence[int]
    verdict: str
    note: str | None = None
    edited: Mapping[str, Any] | None = None
    into: int | None = None

    @property
    def label(self) -> str:
        one, many = {
            "accept": (mark("Accept a proposal"), mark("Accept {count} proposals")),
            "refuse": (mark("Refuse a proposal"), mark("Refuse {count} proposals")),
            "later": (mark("Put off a proposal"), mark("Put off {count} proposals")),
            "reopen": (mark("Reopen a proposal"), mark("Reopen {count} proposals")),
        }[self.verdict]
        return one if len(self.proposals) == 1 else many

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.proposals)}

    def apply(self, conn: Connection, now: int) -> Effect:
        done = []
        made = 0
        for number in self.proposals:
            proposal = proposals.get(conn, number)
            if (
                proposal is None
                or proposal.state == "accepted"
                or (proposal.op == "rejected" and self.verdict == "accept")
            ):
                continue
            if self.verdict == "accept":
                made += self._accept(conn, proposal, now)
            state = STATES[self.verdict]
            rows.update(
                conn,
                "proposal",
                number,
                {
                    "state": state,
                    "decision_note": self.note,
                    "decided_at": None if state == "waiting" else now,
                },
            )
            done.append(number)
        return Effect(tuple(done), {"proposals": len(done), "rows": made})

    def _accept(self, conn: Connection, proposal: Proposal, now: int) -> int:
        patch = {**proposal.patch, **(self.edited or {})}
        if proposal.op == "add" and self.into is None:
            return _add(conn, proposal, patch, now, edited=bool(self.edited))
        if proposal.op in {"add", "duplicate"}:
            return _strengthen(conn, self.into or proposal.targets[0], patch)
        if proposal.op == "gone":
            return len(ForgetMemories(proposal.targets).apply(conn, now).ids)
        if proposal.op == "change":
            return _change(conn, proposal, patch, now)
        if proposal.op == "link":
            return accept_link(conn, proposal, patch, now)
        return 0


def _add(conn: Connection, proposal: Proposal, patch: Mapping[str, Any], now: int, *, edited: bool) -> int:
    character = characters.get(conn, proposal.character or 0)
    if character is None:
        return 0
    draft = patch_draft(patch)
    values = {
        **draft_columns(draft, character.timezone),
        "character": character.id,
        "origin": patch.get("origin", "rule"),
        "origin_detail": patch.get("origin_detail"),
        "run": proposal.run,
    }
    memory = writes.add_memories(conn, [values], now)[0]
    writes.add_sources(conn, draft_sources(memory, draft), run=proposal.run)
    if edited:
        writes.lock_fields(conn, memory, ["content"])
    return 1


def _strengthen(conn: Connection, memory: int, patch: Mapping[str, Any]) -> int:
    """Give a memory the sources of its double; its words stay."""
    if memories.get(conn, memory) is None:
        return 0
    held = {(s.target_kind, s.target_id) for s in sources.of(conn, "memory", memory)}
    new = [
        {**s, "role": "evidence"}
        for s in draft_sources(memory, patch_draft(patch))
        if (s["target_kind"], s["target_id"]) not in held
    ]
    return len(writes.add_sources(conn, new))


def _change(conn: Connection, proposal: Proposal, patch: Mapping[str, Any], now: int) -> int:
    """Take the other program's text, its record becoming the new base; or a model's, which leaves the base alone."""
    if not proposal.targets:
        fields = {k: v for k, v in patch.items() if k in {"partner_name", "description", "personality_style"}}
        return int(rows.update(conn, "character", proposal.character or 0, {**fields, "updated_at": now}))
    target = proposal.targets[0]
    table = str(patch.get("table", "memory"))
    if table == "box":
        return accept_name(conn, proposal, patch, now)
    if table != "memory":
        text = patch["content"]
        values: dict[str, Any] = {
            "content": text,
            "base": writes.dumped({"content": text}),
            "updated_at": now,
        }
        if table == "fragment":
            values["content_hash"] = text_hash(text or "")
        return int(rows.update(conn, table, target, values))
    base = intake.row(conn, "memory", target, ("base",))
    fields = {
        k: v for k, v in patch.items() if k in {"content", "room", "importance", "mood", "pinned_until"}
    }
    changed = ChangeMemory(target, fields, author=False).apply(conn, now)
    if base.get("base") and patch.get("origin") != "model":
        rows.update(
            conn, "memory", target, {"base": writes.dumped({**json.loads(base["base"]), **proposal.patch})}
        )
    return len(changed.ids)
