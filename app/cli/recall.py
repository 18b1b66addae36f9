"""`recall`: what comes to mind, and why."""

import argparse
from typing import Any

from app.bootstrap import embedder
from app.cli.model import ranker_of, ranking_of, takes_ranking
from app.cli.verb import (
    Document,
    Verb,
    iso,
    moment,
    one_character,
    opened,
    places,
    takes_character,
    takes_palace,
)
from app.domain.pool import Dropped, Recall, Scored
from app.domain.profile import PROFILES
from app.domain.when import as_of
from app.engine.ranking import Ranker
from app.engine.recall import Question, recall


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("text", metavar="TEXT")
    takes_character(parser)
    parser.add_argument("--over", choices=("memories", "messages"), default="memories")
    takes_profile(parser)
    parser.add_argument("--limit", type=places, metavar="N")
    parser.add_argument(
        "--as-of",
        type=moment,
        metavar="T",
        help="an instant, local to the character without an offset; what occurred later is hidden",
    )
    parser.add_argument("--mood", metavar="M", help="the mood of the moment; empty for none")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="repeats what chance does")
    takes_ranking(parser)
    parser.add_argument(
        "--explain", action="store_true", help="tell also what was dropped, where and by how much"
    )


def takes_profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", choices=tuple(PROFILES))


async def _run(args: argparse.Namespace) -> Document:
    model = ranking_of(args)
    try:
        return await _recalled(args, ranker_of(model))
    finally:
        if model is not None:
            await model.close()


async def _recalled(args: argparse.Namespace, ranker: Ranker | None) -> Document:
    async with opened(args, read_only=True) as engine:
        character = await one_character(engine, args.character)
        question = Question(
            args.text,
            over=args.over,
            profile=args.profile,
            as_of=args.as_of and as_of(args.as_of, character.timezone),
            mood=args.mood,
            seed=args.seed,
            limit=args.limit,
        )
        found = await recall(engine, character, question, embedder(), ranker)
    return _told(found, character.name, explain=args.explain)


def _told(found: Recall, name: str, *, explain: bool) -> Document:
    document: Document = {
        "character": name,
        "profile": found.profile.name,
        "now": iso(found.now_ms),
        "mood": found.mood,
        "vectors": found.vectors_used,
        "model": found.model,
        "why_portable": found.why_portable.message if found.why_portable else None,
        "ranked_by": found.ranked_by,
        "why_unranked": found.why_unranked.message if found.why_unranked else None,
        "items": [_item(item) for item in found.items],
    }
    if explain:
        document["dropped"] = [_dropped(one) for one in found.dropped]
        document["numbers"] = found.numbers
    return document


def _item(item: Scored) -> dict[str, Any]:
    one = item.candidate
    return {
        "uid": one.uid,
        "external_id": one.external_id,
        "room": one.room,
        "content": one.content,
        "score": item.score,
        "factors": dict(item.factors),
        "via": item.via,
        "occurred": one.occurred_text_day,
        "siblings": [sibling.uid for sibling in item.siblings],
    }


def _dropped(one: Dropped) -> dict[str, Any]:
    return {"uid": one.candidate.uid, "stage": one.stage, "score": one.score, "needed": one.needed}


def _text(document: Document) -> str:
    lines = [] if document["vectors"] else ["(by words alone, without vectors)"]
    if document["why_portable"]:
        lines.append(f"(by {document['model']}: {document['why_portable']})")
    if document["ranked_by"]:
        lines.append(f"(ranked by {document['ranked_by']})")
    if document["why_unranked"]:
        lines.append(f"(in recall's own order: {document['why_unranked']})")
    lines += [
        f"{item['score']:.3f}  [{item['room'] or 'message'}]  {item['content']}" for item in document["items"]
    ]
    lines += [f"  dropped at {one['stage']}: {one['uid']}" for one in document.get("dropped", [])]
    return "\n".join(lines) or "Nothing comes to mind."


VERB = Verb("recall", _configure, _run, _text)
