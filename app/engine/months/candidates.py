"""Candidates for a month's text: what a model or the built-in refiner suggests, waiting for the author's verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.domain.errors import mark
from app.domain.months.stamps import changed_days
from app.domain.text import estimate_tokens
from app.engine.commands.month_proposals import DAYS_CHANGED
from app.storage import months, proposals
from app.storage.driver import Connection
from app.storage.proposals import OPEN, Proposal

OP: Final = "month"
LOCKED: Final = mark("You have written this month yourself; look at it before it is replaced.")
TEXT_CHANGED: Final = mark("The month’s text changed meanwhile.")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One suggested text of a month.

    `id` and `uid` are its proposal's. `refused` says why it cannot replace anything; its `text` is then what
    came back. `notes` tell what changed since it was made. `tokens` is what the text costs in a
    prompt, an estimate; `spent` (tokens) and `seconds` are what it took to make, nothing spent where it is built in.
    """

    id: int
    uid: str
    month: str
    template: str  # the stamp of the wording
    title: str  # the name of the wording: a purpose, or what its author called it
    model: str  # a model's name, or the built-in refiner's
    text: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    fragment_hashes: tuple[str, ...] = ()
    refused: str | None = None
    tokens: int = 0
    spent: int = 0
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    state: str = "waiting"
    built_in: bool = False
    recorded_at: int = 0


def listed(
    conn: Connection, character: int, month: str | None = None, states: Sequence[str] = OPEN
) -> list[Candidate]:
    """Give the candidates of a month, or of all, the newest first; turned down ones among them."""
    found = [
        one
        for one in proposals.listed(conn, character, states)
        if is_candidate(one) and month in (None, one.patch["month"])
    ]
    return [
        candidate(conn, one) for one in sorted(found, key=lambda one: (one.recorded_at, one.id), reverse=True)
    ]


def get(conn: Connection, proposal: int) -> Candidate | None:
    found = proposals.get(conn, proposal)
    return candidate(conn, found) if found is not None and is_candidate(found) else None


def is_candidate(proposal: Proposal) -> bool:
    return proposal.op in {OP, "rejected"} and isinstance(proposal.patch.get("month"), str)


def candidate(conn: Connection, proposal: Proposal) -> Candidate:
    """Read a proposal as a candidate, with what changed since."""
    patch = proposal.patch
    return Candidate(
        id=proposal.id,
        uid=proposal.uid,
        month=patch["month"],
        template=patch.get("template", ""),
        title=patch.get("title", ""),
        model=patch.get("model", ""),
        text=patch.get("content", ""),
        parameters=patch.get("parameters", {}),
        fragment_hashes=tuple(patch.get("fragment_hashes", ())),
        refused=proposal.reason if proposal.op == "rejected" else None,
        tokens=estimate_tokens(patch.get("content", "")),
        spent=patch.get("spent", 0),
        seconds=patch.get("seconds", 0.0),
        notes=_notes(conn, proposal) if proposal.op == OP and proposal.state in OPEN else (),
        state="rejected" if proposal.op == "rejected" else proposal.state,
        built_in=patch.get("origin") == "rule",
        recorded_at=proposal.recorded_at,
    )


def _notes(conn: Connection, proposal: Proposal) -> tuple[str, ...]:
    character, month = proposal.character or 0, proposal.patch["month"]
    notes = []
    now = months.stamps(months.fragments(conn, character, month))
    if changed_days(proposal.patch.get("fragment_hashes", ()), now):
        notes.append(DAYS_CHANGED)
    held = months.summary(conn, character, month)
    if (proposal.base or {}).get("content") != (held.content if held else None):
        notes.append(TEXT_CHANGED)
    return tuple(notes)
