"""How often recall finds what a question rests on: labelled questions against one palace."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.domain import when
from app.domain.errors import KnownError
from app.domain.text import estimate_tokens, query_tokens, tokens
from app.engine.engine import Engine
from app.engine.recall import Question, recall
from app.models.embedding import Embedder
from app.storage import characters, sources
from app.storage.characters import Character
from app.storage.driver import Connection

DEPTHS = (1, 5, 10)
ANSWERED = 0.6  # share of the answer's words that must stand in the first five
MOST_SOURCES = 8  # a memory resting on more messages than this finds nothing in particular


@dataclass(slots=True)
class Evaluation:
    """Shares over all matched questions; `unmatched` names the characters that are not in the palace."""

    questions: int = 0
    unmatched: list[str] = field(default_factory=list)
    recall: dict[int, float] = field(default_factory=dict)
    coverage: dict[int, float] = field(default_factory=dict)
    mrr: float = 0.0
    answer_at_5: float | None = None
    tokens_at_5: float = 0.0
    sources_mean: float = 0.0


@dataclass(frozen=True, slots=True)
class _Case:
    character: Character
    question: str
    evidence: tuple[str, ...]
    answer: str | None
    as_of: int | None


@dataclass(frozen=True, slots=True)
class _Result:
    found: tuple[frozenset[str], ...]  # evidence found by each place, best first
    wanted: int
    answered: bool | None
    tokens: int
    sources: float


async def evaluate(
    engine: Engine,
    path: Path,
    embedder: Embedder,
    *,
    over: str = "memories",
    profile: str | None = None,
) -> Evaluation:
    """Ask every question as of its moment (else the character's last message), without chance, mood or traces left."""
    result = Evaluation()
    cases = await _cases(engine, _questions(path), result)
    results = [await _ask(engine, case, embedder, over, profile) for case in cases]
    return _sum_up(result, results)


def _questions(path: Path) -> list[Mapping[str, Any]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise KnownError(
            "eval.unreadable",
            "The questions in {file} cannot be read.",
            "It must be a JSON list of objects with character, question and evidence.",
            file=path.name,
        ) from error
    fits = isinstance(found, list) and all(
        isinstance(one, dict)
        and isinstance(one.get("question"), str)
        and isinstance(one.get("evidence"), list)
        and isinstance(one.get("character"), str)
        and _is_moment(one.get("as_of"))
        for one in found
    )
    if not fits:
        raise KnownError(
            "eval.shape",
            "{file} is not a list of questions.",
            "Each needs character, question and evidence (a list of message ids); as_of is a time in ISO 8601.",
            file=path.name,
        )
    return found  # type: ignore[no-any-return]


def _is_moment(as_of: object) -> bool:
    if as_of is None:
        return True
    try:
        when.as_of(str(as_of), "UTC")
    except ValueError:
        return False
    return True


async def _cases(engine: Engine, questions: Sequence[Mapping[str, Any]], result: Evaluation) -> list[_Case]:
    known = await engine.ask(_known, {one["character"] for one in questions})
    cases = []
    for one in questions:
        name = one["character"]
        if name not in known:
            if name not in result.unmatched:
                result.unmatched.append(name)
            continue
        character, last = known[name]
        as_of = one.get("as_of")
        moment = when.as_of(str(as_of), character.timezone) if as_of is not None else last
        answer = one.get("answer")
        evidence = tuple(str(e) for e in one["evidence"])
        cases.append(
            _Case(character, one["question"], evidence, None if answer is None else str(answer), moment)
        )
    return cases


def _known(conn: Connection, names: Collection[str]) -> dict[str, tuple[Character, int | None]]:
    """Give the characters that a name means beyond doubt, each with its last message's instant."""
    found = {name: characters.find(conn, name) for name in names}
    return {
        name: (those[0], characters.span(conn, those[0].id).last_at)
        for name, those in found.items()
        if len(those) == 1
    }


async def _ask(engine: Engine, case: _Case, embedder: Embedder, over: str, profile: str | None) -> _Result:
    question = Question(
        case.question,
        over=over,
        profile=profile,
        as_of=case.as_of,
        limit=max(DEPTHS),
        rumination=False,
        priming=False,
    )
    found = await recall(engine, case.character, question, embedder)
    items = [item.candidate for item in found.items[: max(DEPTHS)]]
    if over == "messages":
        rests = {one.id: [one.external_id or ""] for one in items}
    else:
        rests = await engine.ask(sources.message_external_ids, [one.id for one in items])
    places = tuple(frozenset(_evidence(rests.get(one.id, []), case.evidence)) for one in items)
    top = items[:5]
    answered = _answers(case.answer, "\n".join(one.content for one in top)) if case.answer else None
    counts = [len(rests.get(one.id, [])) for one in top]
    return _Result(
        places,
        len(set(case.evidence)),
        answered,
        sum(estimate_tokens(one.content) for one in top),
        sum(counts) / len(counts) if counts else 0.0,
    )


def _answers(answer: str, text: str) -> bool:
    """Tell whether most of the answer's own words stand in the text.

    Labelled answers are worded anew: taken literally, not even the evidence itself would hold half of them.
    """
    wanted = set(query_tokens(answer))
    return bool(wanted) and len(wanted & set(tokens(text))) >= ANSWERED * len(wanted)


def _evidence(rests: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Give the evidence that messages hit: the id itself, or a part of the exchange it names."""
    if len(rests) > MOST_SOURCES:
        return []
    return [one for one in wanted if any(hit == one or hit.startswith(one + "/") for hit in rests)]


def _sum_up(result: Evaluation, results: Sequence[_Result]) -> Evaluation:
    result.questions = total = len(results)
    if not total:
        return result
    for depth in DEPTHS:
        held = [frozenset().union(*one.found[:depth]) for one in results]
        result.recall[depth] = sum(bool(one) for one in held) / total
        result.coverage[depth] = (
            sum(len(got) / one.wanted for got, one in zip(held, results, strict=True) if one.wanted) / total
        )
    result.mrr = sum(_reciprocal(one.found) for one in results) / total
    answers = [one.answered for one in results if one.answered is not None]
    result.answer_at_5 = sum(answers) / len(answers) if answers else None
    result.tokens_at_5 = sum(one.tokens for one in results) / total
    result.sources_mean = sum(one.sources for one in results) / total
    return result


def _reciprocal(found: Sequence[frozenset[str]]) -> float:
    return next((1 / (place + 1) for place, hits in enumerate(found) if hits), 0.0)
