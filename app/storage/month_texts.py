"""Row writes that know a fragment's hash and sources and a month's versions. Called inside a recorded edit."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from app.domain.text import text_hash
from app.storage import months, rows, sources, writes
from app.storage.driver import Connection


def change_fragment(conn: Connection, fragment: int, values: Mapping[str, Any], now: int) -> None:
    full = dict(values)
    if "content" in full:
        full["content_hash"] = text_hash(full["content"])
    rows.update(conn, "fragment", fragment, {**full, "updated_at": now})


def delete_fragments(conn: Connection, ids: Sequence[int]) -> list[int]:
    """Delete fragments with all that says what they rest on, or that something rests on them."""
    given = json.dumps(list(ids))
    for column in ("owner", "target"):
        conn.execute(
            f"""DELETE FROM source WHERE {column}_kind = 'fragment'
                AND {column}_id IN (SELECT value FROM json_each(?))""",
            (given,),
        )
    return writes.delete(conn, "fragment", ids)


def tell_maker(conn: Connection, fragment: int, made: Mapping[str, Any]) -> None:
    """Keep by what a fragment was made, beside what another program keeps of it."""
    conn.execute(
        "UPDATE fragment SET extra = json_set(coalesce(extra, '{}'), '$.made', json(?)) WHERE id = ?",
        (json.dumps(dict(made)), fragment),
    )


def set_sources(
    conn: Connection, fragment: int, wanted: Iterable[Mapping[str, Any]], run: int | None
) -> None:
    """Let a fragment rest on exactly these rows."""
    conn.execute("DELETE FROM source WHERE owner_kind = 'fragment' AND owner_id = ?", (fragment,))
    owner = {"owner_kind": "fragment", "owner_id": fragment}
    writes.add_sources(
        conn, [{**one, **owner, "ordinal": place} for place, one in enumerate(wanted)], run=run
    )


def take_sources(conn: Connection, keep: int, gone: Sequence[int]) -> None:
    """Let `keep` rest on what the others rest on, and what rests on them rest on `keep`."""
    wanted: dict[tuple[str, int], dict[str, Any]] = {}
    for one in (keep, *gone):
        for source in sources.of(conn, "fragment", one):
            wanted.setdefault((source.target_kind, source.target_id), asdict(source))
    set_sources(conn, keep, wanted.values(), None)
    given = json.dumps(list(gone))
    conn.execute(
        """UPDATE source SET target_id = ? WHERE target_kind = 'fragment'
           AND target_id IN (SELECT value FROM json_each(?))""",
        (keep, given),
    )
    conn.execute(
        """DELETE FROM source WHERE owner_kind = 'fragment' AND owner_id IN (SELECT value FROM json_each(?))""",
        (given,),
    )


def rest_on(conn: Connection, character: int, days: Iterable[str | None]) -> None:
    """Write down what the text of these days' months rests on, where nobody has yet: the days are about to change.

    An imported text does not say; all that was there when it came is taken for it.
    """
    for month in sorted({day[:7] for day in days if day}):
        held = months.summary(conn, character, month)
        text = months.shown(conn, held) if held else None
        if text is not None and text.fragment_hashes is None:
            there = [one for one in months.fragments(conn, character, month) if not months.newer(one, text)]
            told = json.dumps(months.stamps(there))
            rows.update(conn, "summary_version", text.id, {"fragment_hashes": told})
