"""The demo palace: two invented characters and their fourteen months, furnished through the ordinary doors."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.domain.errors import mark
from app.domain.records import (
    BoxRecord,
    CharacterRecord,
    Closing,
    Found,
    FragmentRecord,
    LinkRecord,
    MemoryRecord,
    MessageRecord,
    ParticipantRecord,
    Record,
    SessionRecord,
    SummaryRecord,
)
from app.domain.when import Occurred, day_of, instant
from app.engine import embedding, process
from app.engine.engine import Engine
from app.engine.ingest.ingest import take_all
from app.models.embedding import Embedder
from app.models.recorded import Replayer
from app.resources import resource
from app.storage import characters

SYSTEM = "belvedere-demo"
FILES = ("wren.json", "qichi.json")
RECORDING = "demo/recording.json"
Story = dict[str, Any]


async def furnish(engine: Engine, embedder: Embedder) -> None:
    """Fill an empty palace with the demo's characters, vectors and links."""
    records: list[Record | Found | Closing] = [Found("demo", "demo", "utf-8", SYSTEM, needs_timezone=False)]
    for name in FILES:
        story = json.loads(resource(f"demo/{name}").read_text(encoding="utf-8"))
        records += _records(story)
    records.append(Closing())
    await take_all(engine, records, mark("Furnish the demo palace"))
    for character in await engine.ask(characters.every):
        await embedding.complete(engine, embedder, "memory", character.id)
        await embedding.complete(engine, embedder, "message", character.id)
        await process.link_all(engine, character)


def recorded_model() -> Replayer:
    """Give what a model once answered about the demo's unread messages: it replays, it reads nothing else."""
    return Replayer.load(resource(RECORDING), by_material=True)


def _records(story: Story) -> Iterator[Record]:
    who = story["character"]
    zone = ZoneInfo(who["timezone"])
    yield CharacterRecord(
        external_id=who["id"],
        name=who["name"],
        partner_name=who["partner"],
        description=who.get("description"),
        timezone=who["timezone"],
        personality_style=who.get("style"),
        rumination_tendency=who.get("rumination"),
        self_blocks=who.get("self", {}),
    )
    for day in story["days"]:
        yield from _day(who, day, zone)
    for box in story.get("boxes", ()):
        yield BoxRecord(
            box["id"], who["id"], box["name"], tuple(box.get("tags", ())), box.get("sealed", False)
        )
    for memory in story["memories"]:
        yield _memory(who, memory, zone)
    for index, (source, target, kind, strength) in enumerate(story.get("links", ())):
        yield LinkRecord(f"{who['id']}-l{index}", source, target, kind, strength)
    for index, fragment in enumerate(story.get("fragments", ())):
        yield FragmentRecord(
            f"{who['id']}-f{index}",
            who["id"],
            fragment["day"],
            fragment["day"],
            fragment["content"],
            fragment.get("mood"),
            fragment.get("provenance", "archive"),
        )
    for month in story.get("months", ()):
        yield SummaryRecord(
            f"{who['id']}-{month['month']}",
            who["id"],
            "month",
            month["month"],
            month.get("content"),
            month.get("active", False),
        )


def _day(who: Story, day: Story, zone: ZoneInfo) -> Iterator[Record]:
    session = f"{who['id']}/{day['date']}"
    people = (
        ParticipantRecord(who["name"], "character", who["id"]),
        ParticipantRecord(who["partner"], "partner"),
    )
    yield SessionRecord(session, people)
    for index, (clock, speaker, text) in enumerate(day["messages"]):
        by_partner = speaker == "partner"
        yield MessageRecord(
            external_id=f"{day['date']}#{index}",
            session=session,
            role="user" if by_partner else "assistant",
            speaker=who["partner"] if by_partner else who["name"],
            content=text,
            occurred=instant(_ms(f"{day['date']}T{clock}", zone)),
            processed=not day.get("unread", False),
        )


def _memory(who: Story, memory: Story, zone: ZoneInfo) -> MemoryRecord:
    date = memory.get("date")
    life = memory.get("anticipation")
    pinned = memory.get("pinned_until")
    return MemoryRecord(
        external_id=memory["id"],
        character=who["id"],
        content=memory["content"],
        occurred=day_of(date, who["timezone"], date) if date else Occurred(),
        room=memory["room"],
        kind="anticipation" if life else memory.get("kind", "episode"),
        importance=memory["importance"],
        mood=memory.get("mood"),
        tags=tuple(memory.get("tags", ())),
        status=memory.get("status", "active"),
        pinned_until=_ms(f"{pinned}T23:59", zone) if pinned else None,
        box=memory.get("box"),
        access_count=memory.get("recalled", 0),
        last_accessed_at=_ms(f"{memory['recalled_on']}T21:00", zone) if memory.get("recalled_on") else None,
        anticipation={"state": life} if life else None,
        sources=tuple(memory.get("sources", ())),
    )


def _ms(local: str, zone: ZoneInfo) -> int:
    return round(datetime.fromisoformat(local).replace(tzinfo=zone).timestamp() * 1000)
