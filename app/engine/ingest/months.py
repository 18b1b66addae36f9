"""Days, months and what is kept for the way home."""

import json
import zlib
from typing import Any

from app.domain.merge import three_way
from app.domain.records import FragmentRecord, Remainder, SummaryRecord
from app.domain.text import clean, text_hash
from app.engine.ingest.intake import Intake, extra_json
from app.engine.ingest.palace import owner_of
from app.storage import intake, writes
from app.storage.driver import Connection


def take_fragment(it: Intake, conn: Connection, record: FragmentRecord) -> None:
    owner = owner_of(it, record, "fragments")
    if owner is None:
        return
    content = clean(record.content)
    held = {} if owner < 0 else intake.owned(conn, "fragment", owner, [record.external_id])
    if record.external_id in held:
        meet_text(it, conn, "fragments", "fragment", held[record.external_id], owner, content)
        return
    it.insert(
        conn,
        "fragment",
        {
            "character": owner,
            "day": record.day,
            "day_text": record.day_text,
            "mood": record.mood,
            "provenance": record.provenance,
            "content": content,
            "content_hash": text_hash(content),
            "external_id": record.external_id,
            "origin_system": it.system,
            "base": as_base(content),
            "extra": extra_json(record.extra),
            "run": it.run,
            "recorded_at": it.now,
            "updated_at": it.now,
        },
    )
    it.account.count("fragments", "new")


def take_summary(it: Intake, conn: Connection, record: SummaryRecord) -> None:
    owner = owner_of(it, record, "months")
    if owner is None:
        return
    content = clean(record.content) if record.content else None
    held = None if owner < 0 else intake.summary(conn, owner, record.scope, record.key)
    if held is not None:
        meet_text(it, conn, "months", "summary", held, owner, content)
        return
    summary = it.insert(
        conn,
        "summary",
        {
            "character": owner,
            "scope": record.scope,
            "key": record.key,
            "content": content,
            "active": int(record.active),
            "external_id": record.external_id,
            "origin_system": it.system,
            "base": as_base(content),
            "extra": extra_json(record.extra),
            "run": it.run,
            "recorded_at": it.now,
            "updated_at": it.now,
        },
    )
    if content:
        it.insert(
            conn,
            "summary_version",
            {
                "summary": summary,
                "ordinal": 1,
                "content": content,
                "origin": "import",
                "run": it.run,
                "recorded_at": it.now,
            },
        )
    it.account.count("months", "new")


def as_base(content: str | None) -> str:
    """Give the text as imported the way `base` holds a record: as JSON by field."""
    return writes.dumped({"content": content})


def meet_text(
    it: Intake, conn: Connection, kind: str, table: str, row: int, owner: int, content: str | None
) -> None:
    """Merge a fragment or a month: one text, three ways."""
    held = intake.row(conn, table, row, ("content", "base", "locked_fields"))
    base = json.loads(held["base"]) if held["base"] else {"content": None}
    merge = three_way(
        base,
        {"content": content},
        {"content": held["content"]},
        json.loads(held["locked_fields"]),
    )
    fresh = bool(merge.take)
    if merge.take:
        take: dict[str, Any] = {"content": content, "base": as_base(content)}
        if table == "fragment":
            it.update(table, row, {**take, "content_hash": text_hash(content or ""), "updated_at": it.now})
        else:
            it.later.append(lambda c: writes.change_summary(c, row, take, "import", it.run, it.now))
    if merge.conflict:
        fresh |= it.contest(conn, owner, [row], {"table": table, "content": content}, base)
    it.account.count(kind, "changed" if fresh else "known")


def take_remainder(it: Intake, conn: Connection, record: Remainder) -> None:
    owner = it.characters.get(record.character or "")
    payload = zlib.compress(writes.dumped(record.payload).encode("utf-8", "backslashreplace"))
    held = None if owner is not None and owner < 0 else intake.remainder(conn, it.system, record.name, owner)
    if held is None:
        it.insert(
            conn,
            "remainder",
            {
                "origin_system": it.system,
                "name": record.name,
                "character": owner,
                "payload": payload,
                "run": it.run,
            },
        )
        it.account.count("kept", "new")
    elif zlib.decompress(held[1]) == zlib.decompress(payload):
        it.account.count("kept", "known")
    else:
        it.update("remainder", held[0], {"payload": payload})
        it.account.count("kept", "changed")
