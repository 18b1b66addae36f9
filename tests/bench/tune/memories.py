"""What each part brings to recall over memories of the built-in extractor, on the half tuned on and the half held out.

    python tests/bench/tune/memories.py FOLDER [--cache FILE.npz]

FOLDER as in `ablate.py`, whose recall over messages it builds upon. A cell holds the share of questions with any
evidence among the sources of the first 5, the share whose answer's words stand in them (60 %), and their tokens.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from ablate import Log, Vectors, log_of
from talks import ZONE, Talk, talks

from app.domain import bm25, dates, question, resting
from app.domain.drafts import Draft, ReadMessage
from app.domain.pool import Candidate, Pool, Query
from app.domain.profile import BELVEDERE, SEED, Profile, Resting
from app.domain.recall import recall
from app.domain.text import estimate_tokens, language, query_tokens, tokens
from app.models.builtin import binding, choosing, judging
from app.models.builtin.extractor import extract

CHUNK, FIRST, ENOUGH, MOST_SOURCES = 250, 5, 0.6, 8


class Kept:
    """An embedder for the extractor that asks the cache first."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors, self.model, self.dim = vectors, vectors.model.model, vectors.model.dim

    def pieces(self, text: str) -> list[str]:
        return [text]

    def embed(self, texts: Sequence[str]) -> Any:
        return self.vectors.of(list(texts))

    def calibrate(self, cosines: Any, tongue: str) -> Any:
        return self.vectors.model.calibrate(cosines, tongue)


@dataclass
class Memories:
    """One talk's memories as a pool: everything but what a question brings."""

    log: Log
    drafts: list[Draft]
    candidates: dict[int, Candidate]
    docs: dict[int, list[str]]
    vectors: Any


def memories_of(log: Log, vectors: Vectors) -> Memories:
    drafts = list(_drafts(log.talk, Kept(vectors)))
    candidates = {key: _candidate(key, draft) for key, draft in enumerate(drafts)}
    docs = {key: question.stems(tokens(draft.content)) for key, draft in enumerate(drafts)}
    return Memories(log, drafts, candidates, docs, vectors.of([draft.content for draft in drafts]))


def _drafts(talk: Talk, embedder: Kept) -> Iterator[Draft]:
    sessions: dict[str, int] = {}
    read = [
        ReadMessage(
            number, m.role, m.speaker, m.content, m.occurred.at_ms(ZONE), m.occurred,
            sessions.setdefault(m.session, len(sessions)),
        )
        for number, m in enumerate(talk.messages, 1)
    ]  # fmt: skip
    character = next((m.speaker for m in talk.messages if m.role == "assistant"), "AI")
    partner = next((m.speaker for m in talk.messages if m.role == "user"), None)
    tongue = "zh" if talk.corpus.endswith("zh") else "en"
    for at in range(0, len(read), CHUNK):
        yield from extract(read[at : at + CHUNK], character, partner, tongue, embedder, ZONE)


def _candidate(key: int, draft: Draft) -> Candidate:
    at = draft.occurred.at_ms(ZONE) or 0
    return Candidate(
        key, str(key), None, draft.room, "active", "episode", draft.content, draft.mood, None, None,
        draft.importance, at, draft.occurred.day(ZONE), at, precision=draft.occurred.precision,
    )  # fmt: skip


def ask(held: Memories, text: str, profile: Profile, vectors: Vectors) -> list[Draft]:
    """The first five memories."""
    log = held.log
    today = datetime.fromtimestamp(log.now / 1000, UTC)
    distil = profile.query.distil
    asked = question.distil(text, today.date(), log.talk.speakers) if distil else question.plain(text)
    words = list(dict.fromkeys(question.stems(asked.words)))
    query = Query(text, log.now, ZONE, limit=FIRST, date_ranges=dates.resolve(text, today), named=asked.named)

    def legs(rows: Sequence[int], matrix: Any, docs: Any) -> tuple[dict[int, float], dict[int, float]]:
        raw = vectors.model.calibrate(matrix @ vectors.of([asked.meaning])[0], language(text))
        scored = bm25.score(words, docs, bm25.stats_of(docs.values()), profile.fusion)
        return dict(zip(rows, map(float, raw), strict=True)), scored

    rests = {}
    if profile.resting.source:
        pool = Pool(log.memories, *legs(list(log.memories), log.vectors, log.docs[True]), turns=log.turns, of_messages=True)  # fmt: skip
        sources = {key: draft.message_ids for key, draft in enumerate(held.drafts)}
        rests = resting.best(resting.heard(query, pool, profile), sources, len(sources))
    pool = Pool(held.candidates, *legs(list(held.candidates), held.vectors, held.docs), rests=rests)
    return [held.drafts[item.candidate.id] for item in recall(query, pool, profile).items]


def judge(held: Memories, found: list[Draft], wanted: frozenset[str], answer: str) -> tuple[float, ...]:
    ids = {
        held.log.memories[one].external_id or ""
        for draft in found
        if len(draft.message_ids) <= MOST_SOURCES
        for one in draft.message_ids
    }
    words = set(query_tokens(answer)) if answer else set()
    there = {token for draft in found for token in tokens(draft.content)}
    return (
        any(one == e or one.startswith(e + "/") for one in ids for e in wanted),
        len(words & there) >= ENOUGH * len(words) if words else np.nan,
        sum(estimate_tokens(draft.content) for draft in found),
    )


def variants() -> Iterator[tuple[str, Profile, dict[Any, dict[str, Any]]]]:
    """The profile, and what of the extractor is changed."""
    own_words = replace(BELVEDERE, resting=Resting())
    yield "seed", SEED, {}
    yield "belvedere", BELVEDERE, {}
    yield "− what it rests on", own_words, {}
    yield "− its own words", replace(BELVEDERE, resting=Resting(own=0.0, source=1.0)), {}
    yield "its own words at .3", replace(BELVEDERE, resting=Resting(own=0.3, source=1.0)), {}
    yield "− short exchanges bound whatever their room", BELVEDERE, {binding: {"BRIEF": 0}}
    yield "− the character heard beside a greeting", BELVEDERE, {judging: {"OWN_COURTEOUS": -9.0}}
    yield "quotes of 80 tokens", BELVEDERE, {choosing: {"QUOTED": 80}}
    yield "quotes of 150 tokens", BELVEDERE, {choosing: {"QUOTED": 150}}


def shares(logs: list[Log], profile: Profile, changed: dict[Any, dict[str, Any]], vectors: Vectors) -> dict:
    told: dict[tuple[str, str], list[tuple[float, ...]]] = {}
    patches = [
        patch.object(module, name, value) for module, all_ in changed.items() for name, value in all_.items()
    ]
    for one in patches:
        one.start()
    try:
        for log in logs:
            held = memories_of(log, vectors)
            told.setdefault((log.talk.corpus, log.talk.half), []).extend(
                judge(held, ask(held, text, profile, vectors), wanted, answer)
                for text, wanted, answer in log.talk.questions
            )
    finally:
        for one in patches:
            one.stop()
    return {key: np.nanmean(np.array(rows, float), axis=0) for key, rows in told.items()}


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
    for name, profile, changed in variants():
        started = time.perf_counter()
        found = shares(logs, profile, changed, vectors)
        cells = (f"{hit:.3f}; {answer:.2f}; {cost:.0f}" for hit, answer, cost in map(found.get, columns))
        tell(f"| {name} | " + " | ".join(cells) + " |")
        print(f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
        vectors.keep()


if __name__ == "__main__":
    main()
