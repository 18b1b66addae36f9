"""What comes to mind, and why: one hop to read the pool, pure thinking, the whole trace back."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

import numpy as np

from app.domain import anticipations, bm25, dates, question, resting
from app.domain.dates import DateRange
from app.domain.places import broods
from app.domain.pool import BoxFacts, Candidate, Hope, Pool, Query, Recall, Rest
from app.domain.profile import BELVEDERE, PROFILES, Profile
from app.domain.question import Asked
from app.domain.recall import contenders, seeds
from app.domain.recall import recall as think
from app.domain.text import language as language_of
from app.domain.text import tokens
from app.engine import choice
from app.engine.choice import Chosen
from app.engine.clock import character_now
from app.engine.engine import Engine
from app.engine.ranking import Ranked, Ranker
from app.engine.steps.mood_now import mood_now
from app.models.embedding import Embedder
from app.storage import characters, memories, search, sources, turns
from app.storage import pool as pools
from app.storage.characters import Character
from app.storage.driver import Connection

# As of an earlier moment the best hits may lie in what is hidden: so much more is fetched.
OVERFETCH = 8


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a character's memory. `mood`: a mood, `""` for none, None to find out.

    With no `profile` memories are recalled by the palace's, messages by our own best.
    """

    text: str
    over: str = "memories"
    profile: str | None = None
    as_of: int | None = None
    mood: str | None = None
    seed: int = 0
    limit: int | None = None
    rumination: bool = True
    priming: bool = True


async def recall(
    engine: Engine,
    character: Character,
    question: Question,
    embedder: Embedder | None,
    ranker: Ranker | None = None,
) -> Recall:
    """Recall for one character; nothing is changed by it. Without vectors it goes by words alone, and says so.

    With a `ranker` the best of what is found is sent to it; when it fails, recall keeps its own order and says why.
    """
    profile = _profile(engine, question)
    span = await engine.ask(characters.span, character.id)
    now = question.as_of
    if now is None:
        now = character_now(character.clock, span.last_at, profile, engine.now())
    today = datetime.fromtimestamp(now / 1000, ZoneInfo(character.timezone))
    asked = await _asked(engine, character, question, profile, today)
    chosen, vector = await _vector(engine, character, question, asked, embedder)
    mood = await _mood(engine, character, question, embedder, now)
    query = Query(
        text=question.text,
        now_ms=now,
        zone=character.timezone,
        mood=mood,
        style=character.personality_style or "emotional",
        rumination=_rumination(character, question, profile),
        seed=question.seed,
        limit=question.limit,
        date_ranges=dates.resolve(question.text, today),
        hide_later=question.as_of is not None,
        named=asked.named,
    )
    reader = _read_messages if question.over == "messages" else _read_memories
    read = _Read(engine, character, profile, query, asked, vector, chosen.embedder if chosen else None)
    pool = await engine.ask(lambda conn: reader(conn, read))
    ranked = await _ranked(query, pool, profile, ranker)
    found = await asyncio.to_thread(think, query, replace(pool, relevance=ranked.relevance), profile)
    if ranker is not None and ranked.relevance is not None:
        found = replace(found, ranked_by=ranker.name)
    found = replace(found, why_unranked=ranked.fault)
    if chosen is None:
        return found
    return replace(found, model=chosen.embedder.model if vector else None, why_portable=chosen.why)


async def _ranked(query: Query, pool: Pool, profile: Profile, ranker: Ranker | None) -> Ranked:
    """Ask the ranker about those that compete for the places; where fewer than two do, there is nothing to ask."""
    if ranker is None or not query.text.strip():
        return Ranked()
    found = await asyncio.to_thread(contenders, query, pool, profile)
    return await ranker.rank(query.text, found, profile.reranking) if len(found) > 1 else Ranked()


def _profile(engine: Engine, question: Question) -> Profile:
    if question.profile:
        return PROFILES[question.profile]
    return BELVEDERE if question.over == "messages" else engine.profile


async def _asked(
    engine: Engine, character: Character, asks: Question, profile: Profile, today: datetime
) -> Asked:
    """Read the question by the profile's rule: as it stands, or without what is understood by itself."""
    if not profile.query.distil:
        return question.plain(asks.text)
    speakers = await engine.ask(turns.speakers, character.id)
    return question.distil(asks.text, today.date(), speakers)


@dataclass(frozen=True, slots=True)
class _Vector:
    set_id: int
    values: "np.ndarray[tuple[int], np.dtype[np.float32]]"


@dataclass(frozen=True, slots=True)
class _Read:
    engine: Engine
    character: Character
    profile: Profile
    query: Query
    asked: Asked
    vector: _Vector | None
    embedder: Embedder | None

    @property
    def depth(self) -> int:
        return OVERFETCH if self.query.hide_later else 1

    @property
    def spans(self) -> list[tuple[int, int]]:
        return [_span(one) for one in self.query.date_ranges]


def _span(one: DateRange) -> tuple[int, int]:
    return round(one.start.timestamp() * 1000), round(one.end.timestamp() * 1000)


def _rumination(character: Character, question: Question, profile: Profile) -> float:
    if not question.rumination or question.over == "messages":
        return 0.0
    own = character.rumination_tendency
    return profile.rumination.tendency if own is None else own


async def _vector(
    engine: Engine, character: Character, question: Question, asked: Asked, portable: Embedder | None
) -> tuple[Chosen | None, _Vector | None]:
    """Give the set that is gone by and the question's vector in it."""
    if portable is None or not question.text.strip():
        return None, None
    kind = "message" if question.over == "messages" else "memory"
    first = await choice.chosen(engine, portable, kind, character.id)
    if first.set_id is None or not await engine.ask(engine.mirror.has_any, first.set_id, kind, character.id):
        return first, None
    chosen, made = await choice.embedded(engine, portable, kind, character.id, [asked.meaning])
    return chosen, _Vector(chosen.set_id, made[0]) if chosen.set_id is not None else None


async def _mood(
    engine: Engine, character: Character, question: Question, embedder: Embedder | None, now: int
) -> str | None:
    """Give the mood of the moment: as asked, as set by hand, else estimated from what the partner said last."""
    if not question.priming or question.over == "messages":
        return None
    if question.mood is not None:
        return question.mood or None
    return (await mood_now(engine, character, embedder, now=now)).mood


def _read_memories(conn: Connection, read: _Read) -> Pool:
    scored, near = _legs(conn, "memory", read)
    dated = pools.in_dates(conn, read.character.id, read.spans, read.profile.dates.limit * read.depth)
    attic = pools.unresolved(conn, read.character.id) if broods(read.query, read.profile) else []
    pins = pools.pinned(conn, read.character.id, read.query.now_ms)
    rests = _rests(conn, read, {*scored, *(near or ())})
    found = _with_boxes(conn, {*scored, *(near or ()), *dated, *pins, *attic, *rests}, {})
    pool = Pool(
        memories=found,
        cosine=_cosines(conn, "memory", read, near, found),
        bm25=scored,
        in_dates=dated,
        boxes=_boxes(conn, found),
        attic=attic,
        anticipations=_hopes(conn, read),
        rests=rests,
    )
    edges = pools.edges(conn, seeds(read.query, pool, read.profile))
    reached = {end for edge in edges for end in (edge.a, edge.b)}
    found = _with_boxes(conn, reached - found.keys(), found)
    cosine = _cosines(conn, "memory", read, near, found)
    return replace(
        pool,
        memories=found,
        cosine=cosine,
        links=edges,
        boxes=_boxes(conn, found),
    )


def _rests(conn: Connection, read: _Read, known: set[int]) -> dict[int, Rest]:
    """Give the memories that rest on what the question finds in the log, where the profile goes by that.

    What the `known` ones rest on is looked at too, found or not: else they would be judged by nothing.
    """
    if not read.profile.resting.source:
        return {}
    log = _read_messages(conn, read, sources.messages_of(conn, known))
    heard = resting.heard(read.query, log, read.profile)
    memories = sources.resting_on(conn, read.character.id, heard)
    numbers = read.profile.candidates
    return resting.best(heard, memories, (numbers.vector + numbers.lexical) * 2 * read.depth)


def _read_messages(conn: Connection, read: _Read, also: Iterable[int] = ()) -> Pool:
    scored, near = _legs(conn, "message", read)
    if not read.profile.around_messages.reach:
        found = pools.messages(conn, {*scored, *(near or ()), *also})
        return Pool(memories=found, cosine=_cosines(conn, "message", read, near, found), bm25=scored)
    dated = turns.in_dates(conn, read.character.id, read.spans, read.profile.dates.limit * read.depth)
    hits = {*scored, *(near or ()), *dated, *also}
    found = pools.messages(conn, hits | turns.neighbours(conn, hits, read.profile.around_messages.reach))
    return Pool(
        memories=found,
        cosine=_cosines(conn, "message", read, near, found),
        bm25=scored,
        in_dates=dated,
        turns=turns.turns(conn, found),
        of_messages=True,
    )


def _legs(conn: Connection, kind: str, read: _Read) -> tuple[dict[int, float], dict[int, float] | None]:
    """Give what the words find (BM25) and what the vectors find (raw cosine; None without vectors)."""
    numbers = read.profile.candidates
    words = read.asked.words
    lexical = search.lexical_candidates(
        conn, kind, read.character.id, words, numbers.lexical * 2 * read.depth
    )
    return _bm25(conn, kind, read, words, lexical), _near(conn, kind, read, numbers.vector * read.depth)


def _with_boxes(conn: Connection, ids: set[int], held: Mapping[int, Candidate]) -> dict[int, Candidate]:
    """Read candidates and, for those that lie in a box, its other members."""
    found = {**held, **pools.candidates(conn, ids)}
    boxes = {one.box for one in found.values() if one.box is not None}
    if boxes:
        found.update(pools.candidates(conn, set(pools.box_members(conn, boxes)) - found.keys()))
    return found


def _boxes(conn: Connection, found: Mapping[int, Candidate]) -> dict[int, BoxFacts]:
    return pools.boxes(conn, {one.box for one in found.values() if one.box is not None})


def _bm25(
    conn: Connection, kind: str, read: _Read, words: Sequence[str], lexical: Sequence[tuple[int, str]]
) -> dict[int, float]:
    if not lexical:
        return {}
    stats = search.lexical_stats(conn, kind, read.character.id, words)
    docs = {row: tokens(text) for row, text in lexical}
    if read.profile.fusion.stems:
        docs = {row: question.stems(doc) for row, doc in docs.items()}
        forms = dict(zip(words, question.stems(words), strict=True))
        stats = replace(stats, frequency={forms[word]: stats.frequency[word] for word in words})
        words = list(dict.fromkeys(forms.values()))
    return bm25.score(words, docs, stats, read.profile.fusion)


def _near(conn: Connection, kind: str, read: _Read, limit: int) -> dict[int, float] | None:
    vector, mirror, who = read.vector, read.engine.mirror, read.character.id
    if vector is None or not mirror.has_any(conn, vector.set_id, kind, who):
        return None
    return mirror.nearest(conn, vector.set_id, kind, who, vector.values, limit)


def _cosines(
    conn: Connection, kind: str, read: _Read, near: dict[int, float] | None, found: Mapping[int, object]
) -> dict[int, float] | None:
    """Give the calibrated cosine, in [0, 1], of everything in the pool that has a vector."""
    if near is None or read.vector is None or read.embedder is None:
        return None
    rest = read.engine.mirror.score(
        conn, read.vector.set_id, kind, set(found) - set(near), read.vector.values
    )
    raw = {**near, **rest}
    values = read.embedder.calibrate(np.array(list(raw.values())), language_of(read.query.text))
    return {row: min(1.0, max(0.0, float(value))) for row, value in zip(raw, values, strict=True)}


def _hopes(conn: Connection, read: _Read) -> list[Hope]:
    hopes = []
    for one in memories.anticipations(conn, read.character.id, read.query.now_ms):
        state = anticipations.state_at(
            one.created_at,
            read.query.now_ms,
            one.state,
            read.profile,
            anchored_ms=one.anchored_at,
            resolved_ms=one.resolved_at,
        )
        if state in anticipations.OPEN_STATES:
            hopes.append(Hope(one.uid, one.content, state))
    return hopes
