"""Looking, as a task: the engine's findings, what is still unread, what the vectors do not cover, an example each."""

from dataclasses import dataclass, replace
from typing import Final

from app.domain import buffer
from app.domain.errors import mark
from app.domain.profile import Profile
from app.domain.when import Occurred
from app.engine import choice, embedding, findings
from app.engine.choice import SetState
from app.engine.engine import Engine
from app.engine.findings import Finding, Report
from app.engine.tasks import Task
from app.storage import memories, messages, months, sources, vectors
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.memories import Memory
from app.storage.messages import Line
from app.storage.months import Month

UNREAD: Final = "unread"
DOUBLES: Final = mark("Near doubles")  # the engine's title, which needs vectors to be told as clean


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to decide: a memory, a pair of them, or a month."""

    kind: str
    memories: tuple[int, ...] = ()
    likeness: float = 0.0
    month: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What was found, and what the page tells beside it."""

    findings: tuple[Finding, ...]
    clean: tuple[str, ...]
    looked_at: int
    without_vectors: int  # memories among which doubles could not be looked for
    examples: dict[str, Memory]  # kind → the memory of its first case
    openings: dict[str, str]  # month → the first words of its days
    behind: SetState | None = None  # the set recall is to go by, where it is not whole

    @property
    def total(self) -> int:
        return sum(finding.count for finding in self.findings if finding.kind != UNREAD)


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """A case as it stands now: its memories, the day their sources tell, the message that tells it."""

    case: Case
    memories: tuple[Memory, ...]
    source_day: Occurred | None = None
    source: Line | None = None
    month: Month | None = None
    opening: str = ""

    @property
    def stands(self) -> bool:
        """Whether there is still something to decide."""
        wanted = len(self.case.memories)
        living = [one for one in self.memories if one.living]
        return len(living) == wanted and (bool(wanted) or self.month is not None)


def cases(finding: Finding) -> tuple[Case, ...]:
    """The cases of a finding, in its order."""
    if finding.pairs:
        return tuple(Case(finding.kind, (one.first, one.second), one.likeness) for one in finding.pairs)
    if finding.months:
        return tuple(Case(finding.kind, month=month) for month in reversed(finding.months))
    told = finding.facts.get("names")
    names = [str(name) for name in told] if isinstance(told, list) else []
    return tuple(
        Case(finding.kind, (memory,), name=names[place] if place < len(names) else "")
        for place, memory in enumerate(finding.memories)
    )


def start(engine: Engine, character: Character) -> Task:
    """Look for everything; a look at the same character that still runs is joined."""

    async def body(_task: Task) -> Look:
        from app import bootstrap

        embedder = bootstrap.embedder()
        report = await findings.findings(engine, character, embedder)
        set_id = await embedding.set_of(engine, embedder)
        found = await engine.ask(_gather, character, report, set_id, engine.profile)
        return replace(found, behind=await engine.ask(_behind, embedder.model))

    return engine.tasks.start(mark("Look for what there is to tend"), body, key=f"findings:{character.id}")


def _behind(conn: Connection, portable: str) -> SetState | None:
    """Give the set recall is to go by where it is not whole."""
    return next((one for one in choice.overview(conn, portable) if one.in_use and not one.complete), None)


def _gather(
    conn: Connection, character: Character, report: Report, set_id: int | None, profile: Profile
) -> Look:
    living = memories.count(conn, character.id)
    have = vectors.coverage(conn, set_id, "memory", character.id) if set_id is not None else None
    missing = have.want - have.have if have is not None else living
    found = list(report.findings)
    unread = _unread(conn, character, profile)
    if unread.count:
        found.insert(0, unread)
    clean = tuple(title for title in report.clean if not (missing and title == DOUBLES))
    first = {one.kind: case.memories[0] for one in found for case in cases(one)[:1] if case.memories}
    held = {memory.id: memory for memory in memories.many(conn, list(first.values()))}
    examples = {kind: held[memory] for kind, memory in first.items() if memory in held}
    return Look(tuple(found), clean, living, missing, examples, _openings(conn, character.id, found))


def _unread(conn: Connection, character: Character, profile: Profile) -> Finding:
    """Count what a reading would take: of a chat never read all of it, else what lies beyond the hot zone."""
    said = messages.buffer(conn, character.id)
    first = not any(read for _, read in said)
    plan = buffer.plan(said, profile, all_=first)
    return Finding(
        UNREAD,
        mark("Messages not yet read into memories"),
        mark("They stand in the conversation, but nothing of them is remembered yet."),
        plan.unprocessed,
        facts={"first": first},
    )


def _openings(conn: Connection, character: int, found: list[Finding]) -> dict[str, str]:
    newest = [finding.months[-1] for finding in found if finding.months]
    out: dict[str, str] = {}
    for month in newest:
        days = months.fragments(conn, character, month)
        if days:
            out[month] = days[0].content[:200]
    return out


def read_case(conn: Connection, character: int, case: Case) -> CaseFacts:
    """Read a case as it stands now."""
    if case.month:
        found = next((one for one in months.every(conn, character) if one.month == case.month), None)
        days = months.fragments(conn, character, case.month)
        return CaseFacts(case, (), month=found, opening=days[0].content[:400] if days else "")
    held = tuple(memories.many(conn, case.memories))
    day = sources.first_dates(conn, case.memories).get(case.memories[0])
    return CaseFacts(case, held, day, _first_source(conn, case.memories[0]))


def _first_source(conn: Connection, memory: int) -> Line | None:
    said = [one.target_id for one in sources.of(conn, "memory", memory) if one.target_kind == "message"]
    lines = messages.many(conn, said)
    return next((line for line in lines if line.occurred_at is not None), lines[0] if lines else None)
