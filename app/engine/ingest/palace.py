"""Boxes, memories, vectors and links of an import."""

import json
from typing import Any

from app.domain.errors import KnownError, mark
from app.domain.merge import BOX_FIELDS, MEMORY_FIELDS, three_way
from app.domain.records import BoxRecord, LinkRecord, MemoryRecord, Skip, VectorRecord
from app.domain.text import clean, text_hash
from app.engine.ingest.intake import Intake, extra_json
from app.storage import intake, rows, vectors, writes
from app.storage.driver import Connection


def owner_of(it: Intake, record: Any, kind: str) -> int | None:
    owner = it.characters.get(record.character)
    if owner is None:
        it.account.skip(Skip(kind, record.external_id, mark("Its character is not in the file")))
    return owner


def take_box(it: Intake, conn: Connection, record: BoxRecord) -> None:
    owner = owner_of(it, record, "boxes")
    if owner is None:
        return
    held = {} if owner < 0 else intake.owned(conn, "box", owner, [record.external_id])
    if record.external_id in held:
        it.boxes[record.external_id] = held[record.external_id]
        meet_box(it, conn, owner, held[record.external_id], record)
        return
    fields = _box_fields(record)
    it.boxes[record.external_id] = it.insert(
        conn,
        "box",
        {
            **fields,
            "character": owner,
            "predecessor": it.boxes.get(record.predecessor or ""),
            "compression_count": record.compression_count,
            "last_compressed_at": record.last_compressed_at,
            "external_id": record.external_id,
            "origin_system": it.system,
            "base": writes.dumped(fields),
            "extra": extra_json(record.extra),
            "run": it.run,
            "recorded_at": it.now,
            "updated_at": it.now,
        },
    )
    it.account.count("boxes", "new")


def meet_box(it: Intake, conn: Connection, owner: int, box: int, record: BoxRecord) -> None:
    """Merge a box that was imported before; how often it was compressed is theirs alone to count."""
    counted = ("compression_count", "last_compressed_at")
    held = intake.row(conn, "box", box, (*BOX_FIELDS, *counted, "base", "locked_fields"))
    base = json.loads(held["base"]) if held["base"] else {}
    ours, locked = {field: held[field] for field in BOX_FIELDS}, json.loads(held["locked_fields"])
    merge = three_way(base, _box_fields(record), ours, locked)
    take: dict[str, Any] = dict(merge.take)
    if take:
        take["base"] = writes.dumped({**base, **merge.take})
    if record.compression_count > held["compression_count"]:
        take |= {name: getattr(record, name) for name in counted}
    if take:
        it.update("box", box, {**take, "updated_at": it.now})
    fresh = bool(take)
    if merge.conflict:
        old = {field: base.get(field) for field in merge.conflict}
        fresh |= it.contest(conn, owner, [box], {"table": "box", **merge.conflict}, old)
    it.account.count("boxes", "changed" if fresh else "known")


def _box_fields(record: BoxRecord) -> dict[str, Any]:
    return {
        "name": clean(record.name),
        "tags": writes.dumped(list(record.tags)),
        "sealed": int(record.sealed),
    }


def take_memory(it: Intake, conn: Connection, record: MemoryRecord) -> None:
    owner = owner_of(it, record, "memories")
    if owner is None:
        return
    zone = it.zones.get(owner, it.zone)
    fields = _memory_fields(record)
    held = {} if owner < 0 else intake.owned(conn, "memory", owner, [record.external_id])
    if record.external_id in held:
        memory = held[record.external_id]
        it.memories[record.external_id] = memory
        it.owners[memory] = owner
        meet_memory(it, conn, owner, memory, record, fields, zone)
        return
    memory = it.insert(
        conn,
        "memory",
        {
            **{k: v for k, v in fields.items() if k != "occurred_from"},
            **writes.occurred_columns(record.occurred, zone),
            "character": owner,
            "kind": record.kind,
            "content_hash": text_hash(str(fields["content"])),
            "valence": record.valence,
            "arousal": record.arousal,
            "origin": "import",
            "origin_system": it.system,
            "external_id": record.external_id,
            "box": it.boxes.get(record.box or ""),
            "base": writes.dumped(fields),
            "extra": extra_json(record.extra),
            "run": it.run,
            "recorded_at": it.now,
            "updated_at": it.now,
        },
    )
    it.memories[record.external_id] = memory
    it.owners[memory] = owner
    add_life(it, conn, memory, record)
    it.account.count("memories", "new")


def add_life(it: Intake, conn: Connection, memory: int, record: MemoryRecord) -> None:
    """Write what stands beside a new memory: its use, its anticipation, its forebear."""
    if it.dry:
        return
    if record.access_count or record.last_accessed_at:
        intake.keep_use(conn, memory, record.access_count, record.last_accessed_at)
    if record.anticipation is not None:
        life = dict(record.anticipation)
        rows.insert(
            conn,
            "anticipation",
            {
                "memory": memory,
                "state": str(life.get("state", "active")),
                "anchored_at": life.get("anchored_at"),
                "resolved_at": life.get("resolved_at"),
                "external_id": life.get("external_id"),
                "origin_system": it.system,
                "run": it.run,
                "recorded_at": it.now,
            },
        )
    writes.add_sources(conn, _sources(it, conn, memory, record), run=it.run)


def _sources(it: Intake, conn: Connection, memory: int, record: MemoryRecord) -> list[dict[str, Any]]:
    said = intake.message_ids(conn, it.owners[memory], record.sources) if record.sources else []
    targets = [("message", message, "source") for message in said]
    if record.derived_from in it.memories:
        targets.append(("memory", it.memories[record.derived_from], "derived"))
    return [
        {
            "owner_kind": "memory",
            "owner_id": memory,
            "target_kind": kind,
            "target_id": target,
            "role": role,
            "ordinal": ordinal,
        }
        for ordinal, (kind, target, role) in enumerate(targets)
    ]


def meet_memory(
    it: Intake,
    conn: Connection,
    owner: int,
    memory: int,
    record: MemoryRecord,
    theirs: dict[str, Any],
    zone: str,
) -> None:
    held = intake.row(conn, "memory", memory, (*MEMORY_FIELDS, "base", "locked_fields"))
    base = json.loads(held["base"]) if held["base"] else {}
    merge = three_way(base, theirs, {f: held[f] for f in MEMORY_FIELDS}, json.loads(held["locked_fields"]))
    if not it.dry:
        intake.keep_use(conn, memory, record.access_count, record.last_accessed_at)
    fresh = bool(merge.take)
    if merge.take:
        take = dict(merge.take)
        if "occurred_from" in take:
            take.update(writes.occurred_columns(record.occurred, zone))
        take["base"] = writes.dumped({**base, **merge.take})
        it.later.append(lambda c: writes.change_memory(c, memory, take, it.now))
        if "content" in take:
            it.account.changed_texts.append((str(held["content"]), str(take["content"])))
    if merge.conflict:
        old = {field: base.get(field) for field in merge.conflict}
        fresh |= it.contest(conn, owner, [memory], merge.conflict, old)
    it.account.count("memories", "changed" if fresh else "known")


def take_vector(it: Intake, conn: Connection, record: VectorRecord) -> None:
    """Note a vector for the end of the batch: they are stored together."""
    memory = it.memories.get(record.memory)
    if memory is None:
        it.account.skip(Skip("vectors", record.memory, mark("Its memory is not in the file")))
        return
    if it.dry and memory < 0:
        it.account.count("vectors", "new")
        return
    key = (record.model, len(record.values) // 4)
    digest = intake.row(conn, "memory", memory, ("content_hash",))["content_hash"]
    try:
        held = _held_set(conn, key) if it.dry else vector_set(it, conn, key)
    except KnownError as error:
        it.account.skip(Skip("vectors", record.memory, error.message))
        return
    if held is not None and vectors.vectors_of(conn, held, [digest]):
        it.account.count("vectors", "known")
        return
    it.account.count("vectors", "new")
    if not it.dry and held is not None:
        it.vectors.setdefault(held, []).append((record.memory, digest, record.values))


def store_vectors(it: Intake, conn: Connection) -> None:
    """Store the batch's vectors; one that cannot be kept becomes a skip and costs the others nothing."""
    waiting, it.vectors = it.vectors, {}
    for held, given in waiting.items():
        try:
            vectors.store_vectors(conn, held, [(digest, 0, values) for _, digest, values in given])
        except KnownError:
            for memory, digest, values in given:
                _store_one(it, conn, held, memory, digest, values)


def _store_one(it: Intake, conn: Connection, held: int, memory: str, digest: bytes, values: bytes) -> None:
    try:
        vectors.store_vectors(conn, held, [(digest, 0, values)])
    except KnownError as error:
        it.account.count("vectors", "new", -1)
        it.account.skip(Skip("vectors", memory, error.message))


def vector_set(it: Intake, conn: Connection, key: tuple[str, int]) -> int:
    if key not in it.sets:
        it.sets[key] = vectors.ensure_set(conn, _set_name(*key), key[1], "imported", it.now)
    return it.sets[key]


def take_link(it: Intake, conn: Connection, record: LinkRecord) -> None:
    ends = [it.memories.get(record.source), it.memories.get(record.target)]
    source, target = ends
    if source is None or target is None or source == target:
        it.account.skip(Skip("links", record.external_id, mark("One end of the link is not in the file")))
        return
    if source > 0 and target > 0 and intake.has_link(conn, source, target, record.kind):
        it.account.count("links", "known")
        return
    it.insert(
        conn,
        "link",
        {
            "character": it.owners[source],
            "source": source,
            "target": target,
            "kind": record.kind,
            "strength": record.strength,
            "origin": "import",
            "external_id": record.external_id,
            "origin_system": it.system,
            "extra": extra_json(record.extra),
            "run": it.run,
            "recorded_at": it.now,
        },
    )
    it.account.count("links", "new")


def _memory_fields(record: MemoryRecord) -> dict[str, Any]:
    return {
        "content": clean(record.content),
        "room": record.room,
        "importance": record.importance,
        "mood": record.mood,
        "tags": writes.dumped(list(record.tags)),
        "status": record.status,
        "occurred_from": record.occurred.start,
        "pinned_until": record.pinned_until,
    }


def _set_name(model: str, dim: int) -> str:
    return f"{model}@{dim}d"


def _held_set(conn: Connection, key: tuple[str, int]) -> int | None:
    return next((one.id for one in vectors.sets(conn) if one.model == _set_name(*key)), None)
