"""What the detail and the source pane show of one proposal: its target, its run, its messages, its nearest memories."""

from dataclasses import dataclass

import numpy as np

from app.domain import duplicates
from app.domain.duplicates import Difference
from app.domain.text import language as language_of
from app.domain.text import query_tokens, text_hash
from app.engine import embedding
from app.engine.engine import Engine
from app.models.embedding import Embedder
from app.storage import characters, history, intake, memories, messages, proposals, runs, search, vectors
from app.storage.driver import Connection
from app.storage.history import RowEdit
from app.storage.memories import Memory
from app.storage.messages import Line
from app.storage.proposals import DECIDED, Proposal
from app.storage.runs import Run

AROUND, MOST_LINES, NEAR = 2, 14, 3


@dataclass(frozen=True, slots=True)
class Facts:
    """A proposal as it stands now; `ours` is the present value of each field it would change."""

    proposal: Proposal
    target: Memory | None
    run: Run | None
    lines: tuple[Line, ...]
    cited: frozenset[int]
    ours: dict[str, object]
    edit: RowEdit | None  # the verdict, while it can be taken back

    @property
    def first_cited(self) -> int | None:
        return next((line.id for line in self.lines if line.id in self.cited), None)


@dataclass(frozen=True, slots=True)
class Near:
    """A memory near the proposed text; `apart` is what the guard holds against their being doubles."""

    memory: Memory
    likeness: float
    apart: Difference | None
    limit: float


def read(conn: Connection, number: int) -> Facts | None:
    """Read one proposal with all that stands around it."""
    proposal = proposals.get(conn, number)
    if proposal is None:
        return None
    about_memory = proposal.patch.get("table", "memory") == "memory" and bool(proposal.targets)
    target = memories.get(conn, proposal.targets[0]) if about_memory else None
    cited = _cited(proposal)
    return Facts(
        proposal,
        target,
        runs.get(conn, proposal.run) if proposal.run is not None else None,
        tuple(_lines(conn, cited)),
        frozenset(cited),
        _ours(conn, proposal, target),
        _verdict(conn, proposal),
    )


def _cited(proposal: Proposal) -> list[int]:
    told = [one.get("message") for one in proposal.evidence] or list(proposal.patch.get("messages", ()))
    return [one for one in told if isinstance(one, int)]


def _lines(conn: Connection, cited: list[int]) -> list[Line]:
    """Read the cited messages with two before and two after."""
    order: dict[int, None] = {}
    for message in (cited[:1] + cited[-1:]) if len(cited) > 1 else cited:
        order |= dict.fromkeys(messages.around(conn, message, AROUND))
    order |= dict.fromkeys(cited)
    # Within a session ids grow as its messages were read in, which is their order.
    found = messages.many(conn, list(order)[:MOST_LINES])
    return sorted(found, key=lambda line: (line.occurred_at or 0, line.session, line.id))


def _ours(conn: Connection, proposal: Proposal, target: Memory | None) -> dict[str, object]:
    if proposal.op != "change":
        return {}
    names = [name for name in proposal.patch if name != "table"]
    if target is not None:
        held = {"occurred_from": target.occurred.start}
        return {name: held.get(name, getattr(target, name, None)) for name in names}
    table = str(proposal.patch.get("table", ""))
    if table in {"fragment", "summary"} and proposal.targets:
        return dict(intake.row(conn, table, proposal.targets[0], ("content",)))
    who = characters.get(conn, proposal.character or 0)
    return {name: getattr(who, name, None) for name in names} if who is not None else {}


def _verdict(conn: Connection, proposal: Proposal) -> RowEdit | None:
    if proposal.state not in DECIDED:
        return None
    edits = history.of_row(conn, "proposal", proposal.id)
    return next(
        (one for one in edits if one.state == "done" and one.op == "update" and not one.takes_back), None
    )


async def nearest(engine: Engine, embedder: Embedder, proposal: Proposal) -> list[Near]:
    """Give the memories nearest to the proposed text, by vectors, else by shared words."""
    text = proposal.patch.get("content")
    character = proposal.character
    if not isinstance(text, str) or not text.strip() or character is None:
        return []
    limit = engine.profile.duplicates.cosine
    raw = await _by_vectors(engine, embedder, character, text)
    if raw is None:
        found = await engine.ask(_by_words, character, text)
        likeness = {memory.id: duplicates.likeness(text, memory.content) for memory in found}
    else:
        found = await engine.ask(memories.many, list(raw))
        values = embedder.calibrate(np.array(list(raw.values()), np.float32), language_of(text))
        likeness = dict(zip(raw, (float(value) for value in values), strict=True))
    near = [
        Near(memory, likeness[memory.id], duplicates.guard(text, memory.content), limit) for memory in found
    ]
    return sorted(near, key=lambda one: -one.likeness)[:NEAR]


async def _by_vectors(
    engine: Engine, embedder: Embedder, character: int, text: str
) -> dict[int, float] | None:
    set_id = await embedding.set_of(engine, embedder)
    if set_id is None or not await engine.ask(engine.mirror.has_any, set_id, "memory", character):
        return None
    digest = text_hash(text)
    stored = (await engine.ask(vectors.vectors_of, set_id, [digest])).get(digest)
    if stored:
        vector = np.frombuffer(stored[0], "<f4")
    else:
        vector = (await embedding.embed_texts(embedder, [text]))[0]
    return await engine.ask(engine.mirror.nearest, set_id, "memory", character, vector, NEAR + 1)


def _by_words(conn: Connection, character: int, text: str) -> list[Memory]:
    found = search.lexical_candidates(conn, "memory", character, query_tokens(text), NEAR + 1)
    return memories.many(conn, [row[0] for row in found])
