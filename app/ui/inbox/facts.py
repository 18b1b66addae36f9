"""What the detail and the source pane show of one proposal: what it is about, its run, its messages, what came back."""

from dataclasses import dataclass

from app.domain.merge import BOX_FIELDS
from app.storage import characters, history, intake, links, memories, messages, proposals, runs
from app.storage.driver import Connection
from app.storage.history import RowEdit
from app.storage.links import Box
from app.storage.memories import Memory
from app.storage.messages import Line
from app.storage.proposals import DECIDED, Proposal
from app.storage.runs import Run

AROUND, MOST_LINES = 2, 14
#: what a patch says beside the fields it would change
BESIDE = frozenset(
    {"table", "origin", "origin_detail", "external_id"}
    | {"month", "day", "template", "title", "model", "parameters", "fragment_hashes", "spent", "seconds"}
    | {"provenance", "sources"}
)
#: what takes the place of a text that is there
OVER = frozenset({"change", "month", "fragment"})


@dataclass(frozen=True, slots=True)
class Facts:
    """A proposal as it stands now; `ours` is the present value of each field it would change, `raw` a model's reply."""

    proposal: Proposal
    target: Memory | None
    other: Memory | None  # a link's second end
    box: Box | None
    run: Run | None
    lines: tuple[Line, ...]
    cited: frozenset[int]
    ours: dict[str, object]
    edit: RowEdit | None  # the verdict, while it can be taken back
    raw: str | None

    @property
    def first_cited(self) -> int | None:
        return next((line.id for line in self.lines if line.id in self.cited), None)


def read(conn: Connection, number: int) -> Facts | None:
    """Read one proposal with all that stands around it."""
    proposal = proposals.get(conn, number)
    if proposal is None:
        return None
    about_box = proposal.patch.get("table") == "box"
    about_memory = proposal.patch.get("table", "memory") == "memory"
    ends = [memories.get(conn, one) for one in proposal.targets] if about_memory else []
    target, other = (*ends, None, None)[:2]
    cited = _cited(proposal)
    return Facts(
        proposal,
        target,
        other,
        next(iter(links.boxes(conn, proposal.targets).values()), None) if about_box else None,
        runs.get(conn, proposal.run) if proposal.run is not None else None,
        tuple(_lines(conn, cited)),
        frozenset(cited),
        _ours(conn, proposal, target),
        _verdict(conn, proposal),
        proposals.raw_reply(conn, number),
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
    if proposal.op not in OVER:
        return {}
    names = [name for name in proposal.patch if name not in BESIDE]
    if target is not None:
        held = {"occurred_from": target.occurred.start}
        return {name: held.get(name, getattr(target, name, None)) for name in names}
    table = str(proposal.patch.get("table", ""))
    if table == "box" and proposal.targets:
        return dict(intake.row(conn, table, proposal.targets[0], BOX_FIELDS))
    if table in {"fragment", "summary"} and proposal.targets:
        fields = ("content", "mood") if table == "fragment" else ("content",)
        return dict(intake.row(conn, table, proposal.targets[0], fields))
    if proposal.op != "change":
        return {}
    who = characters.get(conn, proposal.character or 0)
    return {name: getattr(who, name, None) for name in names} if who is not None else {}


def _verdict(conn: Connection, proposal: Proposal) -> RowEdit | None:
    if proposal.state not in DECIDED:
        return None
    edits = history.of_row(conn, "proposal", proposal.id)
    return next(
        (one for one in edits if one.state == "done" and one.op == "update" and not one.takes_back), None
    )
