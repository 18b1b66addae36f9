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
    conn: Connection,
    summary: int,
    values: Mapping[str, Any],
    origin: str,
    run: int | None,
    now: int,
    facts: Mapping[str, Any] | None = None,
) -> bool:
    """Change a summary; its old and its new text are kept as versions. Tell whether it was there.

    `facts` are further columns of the new version (template, model, parameters, fragment_hashes, as they are stored).
    """
    held = conn.execute("SELECT content, version FROM summary WHERE id = ?", (summary,)).fetchone()
    if held is None:
        return False
    full = {**values, "updated_at": now}
    if "content" in values and (facts is not None or values["content"] != held[0]):
        _keep_old(conn, summary, held[0], held[1], now)
        new = {"content": values["content"], "origin": origin, "run": run, **(facts or {})}
        full["version"] = _add_version(conn, summary, new, now) if values["content"] else None
    return rows.update(conn, "summary", summary, full)


def show_version(conn: Connection, summary: int, version: int, now: int) -> None:
    """Let a summary say what one of its versions says; what it said before is kept."""
    held: tuple[str | None, int | None] = conn.execute(
        "SELECT content, version FROM summary WHERE id = ?", (summary,)
    ).get
    _keep_old(conn, summary, *held, now)
    content = conn.execute("SELECT content FROM summary_version WHERE id = ?", (version,)).get
    rows.update(conn, "summary", summary, {"content": content, "version": version, "updated_at": now})


def _keep_old(conn: Connection, summary: int, content: str | None, shown: int | None, now: int) -> None:
    """Write the text that goes as a version, unless the shown or the newest one says the same."""
    if not content:
        return
    known = conn.execute(
        """SELECT 1 FROM summary_version WHERE summary = :s AND content = :content AND (id = :shown OR ordinal =
             (SELECT max(ordinal) FROM summary_version WHERE summary = :s))""",
        {"s": summary, "content": content, "shown": shown},
    ).fetchone()
    if not known:
        _add_version(conn, summary, {"content": content, "origin": "author"}, now)


def _add_version(conn: Connection, summary: int, values: Mapping[str, Any], now: int) -> int:
    ordinal = conn.execute(
        "SELECT coalesce(max(ordinal), 0) + 1 FROM summary_version WHERE summary = ?", (summary,)
    ).get
    return rows.insert(
        conn, "summary_version", {"summary": summary, "ordinal": ordinal, "recorded_at": now, **values}
    )


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
