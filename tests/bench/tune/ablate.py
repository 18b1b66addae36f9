"""What each part of profile `belvedere` brings to search over messages, on the half tuned on and the half held out.

    python tests/bench/tune/ablate.py FOLDER [--cache FILE.npz] [--k 10]

FOLDER holds LoCoMo's (`locomo*.json`) and MemoryBank's files (`memory_bank_*.json`, `questions_gold_*.json`). The
domain's own recall runs over all messages of a talk, in memory; `--cache` keeps the vectors, outside of the project.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from talks import ZONE, Talk, talks

from app.domain import bm25, dates, question
from app.domain.pool import Candidate, Pool, Query, Turn
from app.domain.profile import BELVEDERE, SEED, Fusion, Profile, Surroundings
from app.domain.recall import recall
from app.domain.surroundings import asks
from app.domain.text import language, tokens
from app.models.use import UseEmbedder

DEPTHS = {"LoCoMo": 10, "MemoryBank zh": 5, "MemoryBank en": 5}


class Vectors:
    """USE vectors by text, kept between runs."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.model = path, UseEmbedder()
        self.held: dict[str, Any] = dict(np.load(path)) if path and path.exists() else {}

    def of(self, texts: list[str]) -> Any:
        keys = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self.held}
        if missing:
            self.held.update(zip(missing, self.model.embed(list(missing.values())), strict=True))
        return np.stack([self.held[key] for key in keys])

    def keep(self) -> None:
        if self.path:
            np.savez(self.path, **self.held)


@dataclass
class Log:
    """One talk as a pool: everything but what a question brings."""

    talk: Talk
    memories: Mapping[int, Candidate]
    turns: Mapping[int, Turn]
    docs: Mapping[bool, Mapping[int, list[str]]]  # stemmed or not
    vectors: Any
    now: int


def log_of(talk: Talk, vectors: Vectors) -> Log:
    rows = list(enumerate(talk.messages, 1))
    memories = {key: _candidate(key, message) for key, message in rows}
    turns = {
        key: Turn(f"{m.session}/{m.occurred.day(ZONE)}", key, m.speaker, m.role, asks(m.content))
        for key, m in rows
    }
    plain = {key: tokens(m.content) for key, m in rows}
    docs = {False: plain, True: {key: question.stems(doc) for key, doc in plain.items()}}
    now = max(one.occurred_at or 0 for one in memories.values())
    return Log(talk, memories, turns, docs, vectors.of([m.content for _, m in rows]), now)


def _candidate(key: int, message: Any) -> Candidate:
    at = message.occurred.at_ms(ZONE)
    return Candidate(
        key, str(key), message.external_id, None, "active", "message", message.content, None, None, None, 5,
        at, message.occurred.day(ZONE), at, precision=message.occurred.precision,
    )  # fmt: skip


def ask(log: Log, text: str, profile: Profile, vectors: Vectors) -> list[str]:
    """The external ids of the first ten."""
    today = datetime.fromtimestamp(log.now / 1000, UTC)
    asked = (
        question.distil(text, today.date(), log.talk.speakers)
        if profile.query.distil
        else question.plain(text)
    )
    stemmed = profile.fusion.stems
    docs = log.docs[stemmed]
    words = list(dict.fromkeys(question.stems(asked.words))) if stemmed else list(asked.words)
    raw = log.vectors @ vectors.of([asked.meaning])[0]
    cosines = vectors.model.calibrate(raw, language(text))
    pool = Pool(
        log.memories,
        dict(zip(log.memories, map(float, cosines), strict=True)),
        bm25.score(words, docs, bm25.stats_of(docs.values()), profile.fusion),
        turns=log.turns,
        of_messages=True,
    )
    ranges = dates.resolve(text, today)
    query = Query(text, log.now, ZONE, limit=10, date_ranges=ranges, named=asked.named)
    return [item.candidate.external_id or "" for item in recall(query, pool, profile).items]


def hit(found: list[str], wanted: frozenset[str], depth: int) -> bool:
    return any(one == e or one.startswith(e + "/") for one in found[:depth] for e in wanted)


def around(**changes: Any) -> Profile:
    return replace(BELVEDERE, around_messages=replace(BELVEDERE.around_messages, **changes))


def variants() -> Iterator[tuple[str, Profile]]:
    """The seed, our own, and our own without one part each."""
    fused = replace(BELVEDERE, around_messages=Surroundings())
    bare = replace(fused, query=SEED.query, unplaced=SEED.unplaced)
    yield "seed", SEED
    yield "fusion .4 : .6, stems", bare
    yield "belvedere", BELVEDERE
    yield "− all surroundings", fused
    yield "− neighbours' words", around(words_before=(), words_after=())
    yield "− neighbours' meaning", around(meaning_before=(), meaning_after=())
    yield "− stretch", around(stretch=0.0)
    yield "− speaker", around(speaker=0.0)
    yield "− statement", around(statement=0.0)
    yield "− pairs stepping back", around(beside=0.0)
    yield "− names and dates taken out", replace(BELVEDERE, query=SEED.query)
    yield "− day bonus", replace(BELVEDERE, dates=replace(BELVEDERE.dates, bonus=0.0))
    yield "− stems", replace(BELVEDERE, fusion=replace(BELVEDERE.fusion, stems=False))
    yield "− vectors", replace(BELVEDERE, fusion=Fusion(vector=0.0, lexical=1.0, stems=True))
    yield "− words", replace(BELVEDERE, fusion=Fusion(vector=1.0, lexical=0.0, stems=True))


def shares(logs: list[Log], profile: Profile, vectors: Vectors) -> dict[tuple[str, str], float]:
    hits: dict[tuple[str, str], list[bool]] = {}
    for log in logs:
        for text, wanted, _ in log.talk.questions:
            found = hit(ask(log, text, profile, vectors), wanted, DEPTHS[log.talk.corpus])
            hits.setdefault((log.talk.corpus, log.talk.half), []).append(found)
    return {key: float(np.mean(values)) for key, values in hits.items()}


def main(tell: Callable[[str], None] = print) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    vectors = Vectors(options.cache)
    logs = [log_of(talk, vectors) for talk in talks(options.folder)]
    columns = sorted({(log.talk.corpus, log.talk.half) for log in logs})
    tell("| | " + " | ".join(f"{corpus} {half}" for corpus, half in columns) + " |")
    tell("|---|" + "---|" * len(columns))
    for name, profile in variants():
        started = time.perf_counter()
        found = shares(logs, profile, vectors)
        tell(f"| {name} | " + " | ".join(f"{found[column]:.3f}" for column in columns) + " |")
        print(f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
    vectors.keep()


if __name__ == "__main__":
    main()
