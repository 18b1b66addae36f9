"""What I found: what an import (or time) has left to look at, each with a case, nothing changed."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.domain.errors import mark
from app.domain.when import month_at
from app.engine import choice
from app.engine.engine import Engine
from app.engine.likeness import Pair, likeness
from app.models.embedding import Embedder, Vectors
from app.storage import characters, months, suspects
from app.storage.characters import Character
from app.storage.driver import Connection

BLOCK = 512
MOST_PAIRS = 500


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of thing to look at. `memories` are its cases (for doubles: `pairs`; for months: `months`)."""

    kind: str
    title: str
    meaning: str
    count: int
    memories: tuple[int, ...] = ()
    pairs: tuple[Pair, ...] = ()
    months: tuple[str, ...] = ()
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    findings: tuple[Finding, ...]
    clean: tuple[str, ...]  # titles of what was looked for and not found

    @property
    def total(self) -> int:
        return sum(finding.count for finding in self.findings)


async def findings(engine: Engine, character: Character, embedder: Embedder | None) -> Report:
    """Look for everything there is to clean in one character's memories."""
    doubles = await near_doubles(engine, character, embedder) if embedder else ()
    now = await engine.clock(character)
    found = [_doubles(doubles), *await engine.ask(lambda conn: _read(conn, character, now))]
    return Report(
        tuple(one for one in found if one.count),
        tuple(one.title for one in found if not one.count),
    )


def _doubles(pairs: Sequence[Pair]) -> Finding:
    return Finding(
        "doubles",
        mark("Near doubles"),
        mark("Pairs that say the same thing. A differing number, date, name or “not” rules a pair out."),
        len(pairs),
        pairs=tuple(pairs),
        memories=tuple(dict.fromkeys(i for pair in pairs for i in (pair.first, pair.second))),
    )


def _read(conn: Connection, character: Character, now: int) -> list[Finding]:
    return [look(conn, character, now) for look in _LOOKS]


def _without(conn: Connection, kind: str, memories: Sequence[int]) -> tuple[int, ...]:
    gone = {target for target, _ in suspects.dismissed(conn, kind)}
    return tuple(memory for memory in memories if memory not in gone)


def _undated(conn: Connection, character: Character, _now: int) -> Finding:
    held = _without(conn, "undated", suspects.undated(conn, character.id))
    datable = suspects.datable(conn, held)
    return Finding(
        "undated",
        mark("Without a date"),
        mark("They take part in recall, but in no month. For {datable} the source message tells the day."),
        len(held),
        memories=(*datable, *(m for m in held if m not in datable)),
        facts={"datable": len(datable)},
    )


def _misdated(conn: Connection, character: Character, _now: int) -> Finding:
    held = _without(conn, "misdated", suspects.misdated(conn, character.id))
    return Finding(
        "misdated",
        mark("Dated otherwise than their source"),
        mark("The messages they rest on were written on another day."),
        len(held),
        memories=held,
    )


def _future(conn: Connection, character: Character, now: int) -> Finding:
    held = _without(conn, "future", suspects.in_future(conn, character.id, now))
    return Finding(
        "future",
        mark("Dates in the future"),
        mark("They are hidden from recall until their day comes."),
        len(held),
        memories=held,
    )


def _other_names(conn: Connection, character: Character, _now: int) -> Finding:
    """Find memories that name another companion: another character here, or a name the author told."""
    others = [one.name for one in characters.every(conn) if one.id != character.id and len(one.name) > 1]
    others += suspects.strangers(conn, character.id)
    found = dict(
        suspects.naming(conn, character.id, [n for n in dict.fromkeys(others) if n != character.partner_name])
    )
    held = _without(conn, "other_name", list(found))
    return Finding(
        "other_name",
        mark("Another character’s name"),
        mark("Written as if {name} were someone else. Perhaps from a shared conversation, perhaps a mix-up."),
        len(held),
        memories=held,
        facts={"name": character.name, "names": [found[memory] for memory in held]},
    )


def _months(conn: Connection, character: Character, now: int) -> Finding:
    """Find months that are over and have no text; the running one is not done yet."""
    held = months.bare(conn, character.id, month_at(now, character.timezone))
    return Finding(
        "month",
        mark("Months without a summary"),
        mark("They have messages or entries, but no text of their own yet."),
        len(held),
        months=held,
    )


def _store_box(conn: Connection, character: Character, _now: int) -> Finding:
    held = _without(conn, "evicted", suspects.evicted(conn, character.id))
    return Finding(
        "evicted",
        mark("Store-box in the attic"),
        mark("Carried up when the living room was over its capacity. They can still be recalled."),
        len(held),
        memories=held,
    )


_LOOKS: tuple[Callable[[Connection, Character, int], Finding], ...] = (
    _undated,
    _misdated,
    _future,
    _other_names,
    _months,
    _store_box,
)


async def near_doubles(engine: Engine, character: Character, embedder: Embedder) -> tuple[Pair, ...]:
    """Give the pairs of living memories that say the same, most alike first; needs vectors."""
    chosen = await choice.chosen(engine, embedder, "memory", character.id)
    if chosen.set_id is None:
        return ()
    held = await engine.ask(suspects.embedded, character.id, chosen.set_id)
    waved = await engine.ask(suspects.dismissed, "doubles")
    if len(held) < 2:
        return ()
    limit = engine.profile.duplicates.cosine
    pairs = await asyncio.to_thread(_pairs, held, chosen.embedder, limit)
    return tuple(pair for pair in pairs if (pair.first, pair.second) not in waved)


def _pairs(held: Sequence[tuple[int, str, bytes]], embedder: Embedder, limit: float) -> list[Pair]:
    matrix: Vectors = np.stack([np.frombuffer(vector, "<f4") for _, _, vector in held]).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    least = _least(embedder, limit)
    found: list[Pair] = []
    for start in range(0, len(held), BLOCK):
        cosines = matrix[start : start + BLOCK] @ matrix.T
        for row, column in zip(*np.nonzero(cosines > least), strict=True):
            a, b = start + int(row), int(column)
            if a >= b:
                continue
            alike = likeness(embedder, limit, held[a][1], held[b][1], float(cosines[row, column]))
            if alike is not None:
                found.append(Pair(held[a][0], held[b][0], alike))
    return sorted(found, key=lambda pair: -pair.likeness)[:MOST_PAIRS]


def _least(embedder: Embedder, limit: float) -> float:
    """Give a raw cosine below which no language's calibration reaches the limit."""
    grid = np.linspace(0, 1, 101)
    reached = [float(grid[int(np.argmax(embedder.calibrate(grid, told) > limit))]) for told in ("zh", "en")]
    return min(reached) - 0.01
