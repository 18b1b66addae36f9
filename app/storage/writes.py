"""Row writes that know a table's derived columns: hashes, sort keys, local days. Called inside a recorded edit."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.text import text_hash
from app.domain.when import Occurred
from app.storage import rows
from app.storage.driver import Connection


def occurred_columns(occurred: Occurred, zone: str) -> dict[str, Any]:
    """Give the columns of an `Occurred`, with its sort key and local day reckoned in `zone`."""
    return {
        "occurred_from": occurred.start,
        "occurred_to": occurred.end,
        "occurred_precision": occurred.precision,
        "occurred_text": occurred.text,
        "occurred_tz": occurred.tz,
        "occurred_at": occurred.at_ms(zone),
        "occurred_day": occurred.day(zone),
    }


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def add_memories(conn: Connection, values: Sequence[Mapping[str, Any]], now: int) -> list[int]:
    """Insert memories; `content_hash`, `recorded_at` and `updated_at` are worked out here."""
    full = [
        {"recorded_at": now, "updated_at": now, **row, "content_hash": text_hash(row["content"])}
        for row in values
    ]
    return rows.insert_many(conn, "memory", full)


def change_memory(conn: Connection, memory: int, values: Mapping[str, Any], now: int) -> None:
    full = dict(values)
    if "content" in full:
        full["content_hash"] = text_hash(full["content"])
    rows.update(conn, "memory", memory, {**full, "updated_at": now})


def add_sources(
    conn: Connection, values: Sequence[Mapping[str, Any]], *, run: int | None = None
) -> list[int]:
    return rows.insert_many(conn, "source", [{"run": run, **row} for row in values])


def add_links(conn: Connection, values: Sequence[Mapping[str, Any]], now: int) -> list[int]:
    """Insert links; a pair and kind that is linked already must have been left out."""
    return rows.insert_many(conn, "link", [{"recorded_at": now, **row} for row in values])


def mark_processed(conn: Connection, messages: Sequence[int], run: int | None) -> int:
    conn.execute(
        "UPDATE message SET processed_run = ? WHERE id IN (SELECT value FROM json_each(?))",
        (run, json.dumps(list(messages))),
    )
    return conn.changes()


def add_proposals(conn: Connection, values: Sequence[Mapping[str, Any]], now: int) -> list[int]:
    """Insert proposals; `targets`, `patch`, `base` and `evidence` are given as plain values."""
    as_text = {"targets", "patch", "base", "evidence"}
    full = [
        {
            "recorded_at": now,
            **{k: dumped(v) if k in as_text and v is not None else v for k, v in row.items()},
        }
        for row in values
    ]
    return rows.insert_many(conn, "proposal", full)


def change_summary(
    conn: Connection, summary: int, values: Mapping[str, Any], origin: str, run: int | None, now: int
) -> bool:
    """Change a summary; its old and its new text are kept as versions. Tell whether it was there."""
    held = conn.execute("SELECT content FROM summary WHERE id = ?", (summary,)).fetchone()
    if held is None:
        return False
    full = {**values, "updated_at": now}
    if "content" in values and values["content"] != held[0]:
        _keep_version(conn, summary, held[0], "author", None, now)
        full["version"] = _keep_version(conn, summary, values["content"], origin, run, now)
    return rows.update(conn, "summary", summary, full)


def _keep_version(
    conn: Connection, summary: int, content: str | None, origin: str, run: int | None, now: int
) -> int | None:
    """Write a version unless the newest says the same; give its id, None where there is no text."""
    if not content:
        return None
    newest = conn.execute(
        "SELECT id, ordinal, content FROM summary_version WHERE summary = ? ORDER BY ordinal DESC LIMIT 1",
        (summary,),
    ).fetchone()
    if newest is not None and newest[2] == content:
        return int(newest[0])
    row = {
        "summary": summary,
        "ordinal": newest[1] + 1 if newest is not None else 1,
        "content": content,
        "origin": origin,
        "run": run,
        "recorded_at": now,
    }
    return rows.insert(conn, "summary_version", row)


def dissolve_box(conn: Connection, box: int, now: int) -> bool:
    """Take a box away; what lay in it stays, in no box. Tell whether it was there."""
    members = [row[0] for row in conn.execute("SELECT id FROM memory WHERE box = ?", (box,))]
    for memory in members:
        change_memory(conn, memory, {"box": None}, now)
    conn.execute("UPDATE box SET predecessor = NULL WHERE predecessor = ?", (box,))
    return bool(delete(conn, "box", [box]))


def delete(conn: Connection, table: str, ids: Sequence[int]) -> list[int]:
    """Delete rows and give the ids of those that were there."""
    gone = []
    for row in ids:
        conn.execute(f"DELETE FROM {table} WHERE id = ?", (row,))
        if conn.changes():
            gone.append(row)
    return gone
