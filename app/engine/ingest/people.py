"""Characters, sessions and messages of an import."""

import json
from collections.abc import Sequence
from typing import Any

from app.domain.errors import KnownError, mark
from app.domain.merge import CHARACTER_FIELDS, three_way
from app.domain.records import CharacterRecord, MessageRecord, SessionRecord, Skip
from app.domain.text import clean, text_hash
from app.engine.ingest.account import Imported
from app.engine.ingest.intake import Intake, extra_json
from app.storage import characters, intake, rows, writes
from app.storage.driver import Connection


def take_character(it: Intake, conn: Connection, record: CharacterRecord) -> None:
    if it.into is not None and it.characters:
        raise KnownError(
            "import.several",
            "The file holds several characters, so it cannot be read into one.",
            "Import it without naming a character.",
        )
    found = by_name(it, conn) if it.into else intake.character(conn, record.external_id, record.name)
    if found is not None:
        it.characters[record.external_id] = found
        meet_character(it, conn, found, record)
        return
    name = characters.unique_name(conn, it.into or record.name, record.external_id)
    taken = {imported.name for imported in it.account.characters.values()}
    if name in taken:
        name = f"{name} ({record.external_id})"
    base = _character_fields(record)
    row = {
        **base,
        "name": clean(name),
        "card": writes.dumped(record.card) if record.card else None,
        "source_ids": writes.dumped([record.external_id]),
        "timezone": record.timezone or it.zone,
        "external_id": record.external_id,
        "origin_system": it.system,
        "base": writes.dumped(base),
        "extra": extra_json(record.extra),
        "recorded_at": it.now,
        "updated_at": it.now,
        "run": it.run,
    }
    new = it.insert(conn, "character", row)
    it.characters[record.external_id] = new
    it.zones[new] = str(row["timezone"])
    add_blocks(it, conn, new, record)
    note(it, conn, new, name, record.external_id, new=True)
    it.account.count("characters", "new")


def by_name(it: Intake, conn: Connection) -> int | None:
    found = characters.find(conn, it.into or "")
    return found[0].id if found else None


def meet_character(it: Intake, conn: Connection, row: int, record: CharacterRecord) -> None:
    held = intake.row(conn, "character", row, ("name", "timezone", "source_ids", "base", *CHARACTER_FIELDS))
    it.zones[row] = held["timezone"]
    note(it, conn, row, held["name"], record.external_id, new=False)
    ids = json.loads(held["source_ids"])
    if record.external_id not in ids:
        it.update("character", row, {"source_ids": writes.dumped([*ids, record.external_id])})
    theirs = {k: v for k, v in _character_fields(record).items() if v is not None}
    base = json.loads(held["base"]) if held["base"] else {}
    merge = three_way(base, theirs, {field: held[field] for field in CHARACTER_FIELDS})
    fresh = bool(merge.take)
    if merge.take:
        new_base = writes.dumped({**base, **merge.take})
        it.update("character", row, {**merge.take, "base": new_base, "updated_at": it.now})
    if merge.conflict:
        fresh |= it.contest(conn, row, [], merge.conflict)
    it.account.count("characters", "changed" if fresh else "known")


def add_blocks(it: Intake, conn: Connection, character: int, record: CharacterRecord) -> None:
    for key, content in record.self_blocks.items():
        if content.strip():
            it.insert(
                conn,
                "self_block",
                {
                    "character": character,
                    "key": key,
                    "content": clean(content),
                    "base": clean(content),
                    "run": it.run,
                    "updated_at": it.now,
                },
            )


def note(it: Intake, conn: Connection, row: int, name: str, source_id: str, *, new: bool) -> None:
    uid = None if row < 0 else intake.row(conn, "character", row, ("uid",))["uid"]
    it.account.characters[source_id] = Imported(uid, name, source_id, new)


def take_session(it: Intake, conn: Connection, record: SessionRecord) -> None:
    owners = [it.characters[p.character] for p in record.participants if p.character in it.characters]
    if not owners:
        it.account.skip(Skip("sessions", record.external_id, mark("None of its characters is in the file")))
        return
    found = intake.session(conn, [c for c in owners if c > 0], record.external_id)
    if found is not None:
        it.sessions[record.external_id] = found
        it.participants[found] = intake.participants(conn, found)
        it.session_zones[found] = it.zones.get(owners[0], it.zone)
        it.account.count("sessions", "known")
        return
    new = it.insert(
        conn,
        "session",
        {
            "kind": record.kind,
            "title": record.title,
            "timezone": it.zone,
            "external_id": record.external_id,
            "origin_system": it.system,
            "extra": extra_json(record.extra),
            "run": it.run,
            "recorded_at": it.now,
        },
    )
    it.sessions[record.external_id] = new
    it.ordinals[new] = 0
    it.participants[new] = {
        p.name: it.insert(
            conn,
            "participant",
            {
                "session": new,
                "name": clean(p.name),
                "kind": p.kind,
                "character": it.characters.get(p.character or ""),
                "external_id": p.character,
                "run": it.run,
            },
        )
        for p in record.participants
    }
    it.session_zones[new] = it.zones.get(owners[0], it.zone)
    it.account.count("sessions", "new")


def take_messages(it: Intake, conn: Connection, batch: Sequence[MessageRecord]) -> None:
    by_session: dict[str, list[MessageRecord]] = {}
    for record in batch:
        by_session.setdefault(record.session, []).append(record)
    for external, records in by_session.items():
        session = it.sessions.get(external)
        if session is None:
            for record in records:
                it.account.skip(Skip("messages", record.external_id, mark("Its session is not in the file")))
            continue
        take_of_session(it, conn, session, records)


def take_of_session(it: Intake, conn: Connection, session: int, records: Sequence[MessageRecord]) -> None:
    held = {} if session < 0 else intake.messages(conn, session, [r.external_id for r in records])
    if session not in it.ordinals:
        it.ordinals[session] = intake.next_ordinal(conn, session)
    new: list[dict[str, Any]] = []
    for record in records:
        content = clean(record.content)
        known = held.get(record.external_id, [])
        row = message_row(it, conn, session, record, content)
        it.account.see(record, row["occurred_at"], row["occurred_day"])
        if not known:
            it.account.count("messages", "new")
        elif any(content == text for _, text in known):
            it.account.count("messages", "known")
            continue
        else:
            # The log is never rewritten: a changed text stands beside the old one.
            row["variant_of"] = known[0][0]
            it.account.changed_texts.append((known[0][1], content))
            it.account.count("messages", "changed")
        held.setdefault(record.external_id, []).append((0, content))
        new.append(row)
    if not it.dry:
        rows.insert_many(conn, "message", new)


def message_row(
    it: Intake, conn: Connection, session: int, record: MessageRecord, content: str
) -> dict[str, Any]:
    zone = it.session_zones.get(session, it.zone)
    ordinal = it.ordinals[session]
    it.ordinals[session] = ordinal + 1
    return {
        "session": session,
        "participant": participant(it, conn, session, record),
        "role": record.role,
        "ordinal": ordinal,
        "hidden": int(record.hidden),
        "content_type": record.content_type,
        "content": content,
        "content_hash": text_hash(content),
        "payload": extra_json(record.payload) if record.payload else None,
        **writes.occurred_columns(record.occurred, zone),
        "processed_run": it.run if record.processed else None,
        "external_id": record.external_id,
        "origin_system": it.system,
        "extra": extra_json(record.extra),
        "run": it.run,
        "recorded_at": it.now,
    }


def participant(it: Intake, conn: Connection, session: int, record: MessageRecord) -> int:
    people = it.participants[session]
    if record.speaker not in people:
        kind = {"user": "partner", "assistant": "other"}.get(record.role, "system")
        people[record.speaker] = it.insert(
            conn,
            "participant",
            {"session": session, "name": clean(record.speaker), "kind": kind, "run": it.run},
        )
    return people[record.speaker]


def _character_fields(record: CharacterRecord) -> dict[str, Any]:
    return {
        "partner_name": clean(record.partner_name) if record.partner_name else None,
        "description": clean(record.description) if record.description else None,
        "personality_style": record.personality_style,
        "rumination_tendency": record.rumination_tendency,
    }
