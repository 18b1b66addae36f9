"""Verdicts on proposals: the author has the last word, and can take it back."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.domain.errors import BugError, mark
from app.domain.merge import BOX_FIELDS, CHARACTER_FIELDS
from app.domain.text import text_hash
from app.domain.when import beginning
from app.engine.commands.base import Effect, opening
from app.engine.commands.memories import EDITABLE, ForgetMemories, change
from app.engine.commands.merging import add_missing_sources
from app.engine.commands.model_output import accept_link, accept_name
from app.engine.commands.month_proposals import accept_day, accept_month
from app.engine.commands.reading import draft_columns, draft_sources, patch_draft
from app.storage import characters, intake, memories, proposals, rows, writes
from app.storage.driver import Connection
from app.storage.memories import Memory
from app.storage.proposals import Proposal

STATES = {"accept": "accepted", "refuse": "refused", "later": "later", "reopen": "waiting"}  # by verdict
GONE = mark("What it is about is no longer there.")
_OF_MONTH: Final = {"accept": mark("Give {month} a new text"), "refuse": mark("Refuse a text for {month}")}
_TITLED: Final = {
    "accept": mark("Accept “{title}”"),
    "refuse": mark("Refuse “{title}”"),
    "later": mark("Put off “{title}”"),
    "reopen": mark("Reopen “{title}”"),
}


@dataclass(frozen=True, slots=True)
class DecideProposals:
    """Accept, refuse or put off; `edited` replaces fields of the patch of a single accepted proposal.

    Accepting a double, or an addition `into` a memory, gives that memory the new sources. The edit is named after the
    `month` whose text is decided, or the words (`title`) of what is.
    """

    proposals: Sequence[int]
    verdict: str
    note: str | None = None
    edited: Mapping[str, Any] | None = None
    into: int | None = None
    month: str | None = None
    title: str | None = None

    @property
    def label(self) -> str:
        if self.month and self.verdict in _OF_MONTH:
            return _OF_MONTH[self.verdict]
        if self.title:
            return _TITLED[self.verdict]
        one, many = {
            "accept": (mark("Accept a proposal"), mark("Accept {count} proposals")),
            "refuse": (mark("Refuse a proposal"), mark("Refuse {count} proposals")),
            "later": (mark("Put off a proposal"), mark("Put off {count} proposals")),
            "reopen": (mark("Reopen a proposal"), mark("Reopen {count} proposals")),
        }[self.verdict]
        return one if len(self.proposals) == 1 else many

    @property
    def facts(self) -> Mapping[str, object]:
        told = {"month": self.month, "title": self.title and opening(self.title)}
        return {"count": len(self.proposals)} | {name: value for name, value in told.items() if value}

    def apply(self, conn: Connection, now: int) -> Effect:
        done: list[int] = []
        made = 0
        notes: list[str] = []
        for number in self.proposals:
            proposal = proposals.get(conn, number)
            if proposal is None or proposal.state == "accepted":
                continue
            state = STATES[self.verdict]
            if self.verdict == "accept":
                if proposal.op == "rejected":
                    continue
                taken = self._accept(conn, proposal, now)
                if isinstance(taken, str):  # it cannot be done now: it goes on waiting
                    notes.append(taken)
                    continue
                if taken is None:
                    state = "outdated"
                    notes.append(GONE)
                made += taken or 0
            decided = None if state == "waiting" else now
            values = {"state": state, "decision_note": self.note, "decided_at": decided}
            rows.update(conn, "proposal", number, values)
            done.append(number)
        return Effect(tuple(done), {"proposals": len(done), "rows": made}, tuple(dict.fromkeys(notes)))

    def _accept(self, conn: Connection, proposal: Proposal, now: int) -> int | str | None:
        """Do what is proposed and tell how many rows it made; None when what it is about is gone.

        A word says why it cannot be done now.
        """
        patch = {**proposal.patch, **(self.edited or {})}
        lock = EDITABLE & set(self.edited or ())
        if proposal.op == "add" and self.into is None:
            return _add(conn, proposal, patch, lock, now)
        if proposal.op in {"add", "duplicate"}:
            return _strengthen(conn, self.into or proposal.targets[0], patch)
        if proposal.op == "gone":
            if patch.get("table") == "box":
                return sum(writes.dissolve_box(conn, box, now) for box in proposal.targets) or None
            return len(ForgetMemories(proposal.targets).apply(conn, now).ids)
        if proposal.op == "change":
            return _change(conn, proposal, patch, lock, now)
        if proposal.op == "link":
            return accept_link(conn, proposal, patch, now) or None
        if proposal.op == "month":
            return accept_month(conn, proposal, patch, mine="content" in lock, now=now)
        if proposal.op == "fragment":
            return accept_day(conn, proposal, patch, now)
        raise BugError(f"nothing is known of a proposal to {proposal.op}")


def _add(
    conn: Connection, proposal: Proposal, patch: Mapping[str, Any], lock: Collection[str], now: int
) -> int | None:
    character = characters.get(conn, proposal.character or 0)
    if character is None:
        return None
    draft = patch_draft(patch)
    values = {
        **draft_columns(draft, character.timezone),
        "character": character.id,
        "origin": patch.get("origin", "rule"),
        "origin_detail": patch.get("origin_detail"),
        "locked_fields": writes.dumped(sorted(lock)),
        "run": proposal.run,
    }
    memory = writes.add_memories(conn, [values], now)[0]
    writes.add_sources(conn, draft_sources(memory, draft), run=proposal.run)
    return 1


def _strengthen(conn: Connection, memory: int, patch: Mapping[str, Any]) -> int | None:
    """Give a memory the sources of its double; its words stay."""
    if memories.get(conn, memory) is None:
        return None
    wanted = [{**one, "role": "evidence"} for one in draft_sources(memory, patch_draft(patch))]
    return add_missing_sources(conn, memory, wanted)


def _change(
    conn: Connection, proposal: Proposal, patch: Mapping[str, Any], lock: Collection[str], now: int
) -> int | None:
    """Take the other program's text, its record becoming the new base; a model's text leaves the base alone."""
    if not proposal.targets:
        fields = {k: v for k, v in patch.items() if k in CHARACTER_FIELDS}
        return rows.update(conn, "character", proposal.character or 0, {**fields, "updated_at": now}) or None
    target = proposal.targets[0]
    table = str(patch.get("table", "memory"))
    if table == "memory":
        return _change_memory(conn, proposal, patch, lock, now)
    theirs = patch.get("origin") != "model"
    if table == "box":
        done = _change_box(conn, proposal, patch, now) if theirs else accept_name(conn, proposal, patch, now)
        return done or None
    text = patch["content"]
    values: dict[str, Any] = {"content": text}
    if theirs:
        values["base"] = writes.dumped({"content": proposal.patch["content"]})
    if table == "summary":
        origin = "author" if "content" in lock else "import" if theirs else "model"
        return writes.change_summary(conn, target, values, origin, proposal.run, now) or None
    values |= {"content_hash": text_hash(text or ""), "updated_at": now}
    return rows.update(conn, table, target, values) or None


def _change_box(conn: Connection, proposal: Proposal, patch: Mapping[str, Any], now: int) -> int:
    """Take the other program's fields of a box, which become the new base."""
    box = proposal.targets[0]
    held = intake.row(conn, "box", box, ("base",))
    if not held:
        return 0
    base: dict[str, Any] = json.loads(held["base"]) if held["base"] else {}
    told = {field: proposal.patch[field] for field in BOX_FIELDS if field in proposal.patch}
    values: dict[str, Any] = {field: patch[field] for field in told}
    values |= {"base": writes.dumped({**base, **told}), "updated_at": now}
    return int(rows.update(conn, "box", box, values))


def _change_memory(
    conn: Connection, proposal: Proposal, patch: Mapping[str, Any], lock: Collection[str], now: int
) -> int | None:
    memory = memories.get(conn, proposal.targets[0])
    if memory is None:
        return None
    change(conn, memory, _fields(conn, memory, patch), now, lock=lock)
    beside = {"status": patch["status"]} if "status" in patch else {}
    base = intake.row(conn, "memory", memory.id, ("base",))["base"]
    if base and patch.get("origin") != "model":
        beside["base"] = writes.dumped({**json.loads(base), **proposal.patch})
    if beside:
        writes.change_memory(conn, memory.id, beside, now)
    return 1


def _fields(conn: Connection, memory: Memory, patch: Mapping[str, Any]) -> dict[str, Any]:
    """Give a record's fields as a memory's: its tags are JSON, of its date only the beginning is written down."""
    fields = {name: value for name, value in patch.items() if name in EDITABLE}
    if isinstance(fields.get("tags"), str):
        fields["tags"] = tuple(json.loads(fields["tags"]))
    if "occurred_from" in patch:
        fields["occurred"] = beginning(patch["occurred_from"], characters.zone(conn, memory.character))
    return fields
