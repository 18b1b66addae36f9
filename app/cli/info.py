"""`info`: what is in a palace."""

import argparse
from collections.abc import Sequence
from typing import Any

from app.cli.verb import Document, Verb, opened, takes_palace
from app.domain.rooms import BY_KEY, ROOM_KEYS
from app.storage import characters, palace
from app.storage.driver import Connection
from app.storage.palace import CharacterFacts, SetFacts


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=True) as engine:
        now, profile = engine.now(), engine.profile

        def read(conn: Connection) -> Document:
            every = characters.every(conn)
            return {
                "schema": palace.schema(conn),
                "size": palace.size(conn),
                "characters": [
                    _told(palace.facts(conn, one, now, profile), palace.sets(conn, one.id)) for one in every
                ],
            }

        return await engine.ask(read)


def _told(facts: CharacterFacts, sets: Sequence[SetFacts]) -> dict[str, Any]:
    rooms = {room.room: room for room in facts.rooms}
    return {
        "uid": facts.character.uid,
        "name": facts.character.name,
        "source_ids": list(facts.character.source_ids),
        "timezone": facts.character.timezone,
        "messages": facts.messages,
        "memories": facts.memories,
        "unprocessed": facts.unprocessed,  # beyond the hot zone: what a run would look at
        "unread": facts.unprocessed + facts.hot,
        "rooms": [
            {
                "room": key,
                "total": rooms[key].total if key in rooms else 0,
                "active": rooms[key].active if key in rooms else 0,
                "evicted": rooms[key].evicted if key in rooms else 0,
            }
            for key in ROOM_KEYS
        ],
        "months": facts.months,
        "links": facts.links,
        "vectors": [{"model": v.model, "dim": v.dim, "have": v.have, "want": v.want} for v in sets],
    }


def _text(document: Document) -> str:
    lines = [f"schema {document['schema']}, {document['size'] / 1e6:.1f} MB"]
    for one in document["characters"]:
        lines.append(f"{one['name']}  {one['uid']}")
        lines.append(
            f"  {one['messages']} messages ({one['unread']} unread, {one['unprocessed']} beyond the newest), {one['memories']} memories, {one['links']} links, {one['months']} months"
        )
        lines.append("  " + ", ".join(f"{BY_KEY[r['room']].en} {r['total']}" for r in one["rooms"]))
        lines += [f"  vectors {v['model']}: {v['have']} of {v['want']}" for v in one["vectors"]]
    return "\n".join(lines)


VERB = Verb("info", takes_palace, _run, _text)
