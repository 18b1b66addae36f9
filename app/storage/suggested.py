"""What steps ask of the palace: boxes without a name, what was suggested before, memories of a day."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.storage.driver import Connection
from app.storage.statuses import LIVING, RECALLED

#: names that programs give a box nobody has named
NAMELESS: Final = ("", "未命名事件", "未命名", "unnamed event", "untitled event", "unnamed", "untitled")


@dataclass(frozen=True, slots=True)
class BoxContent:
    """A box with the texts of what lies in it, in order of time."""

    id: int
    uid: str
    name: str
    tags: tuple[str, ...]
    locked_fields: tuple[str, ...]
    texts: tuple[str, ...]


def nameless_boxes(conn: Connection, character: int) -> list[int]:
    """Give the boxes that bear a stand-in for a name, that are not locked and for which no name was ever proposed."""
    rows = conn.execute(
        """SELECT id FROM box WHERE character = :who AND lower(trim(name)) IN (SELECT value FROM json_each(:names))
             AND NOT EXISTS (SELECT 1 FROM json_each(locked_fields) WHERE value = 'name')
             AND id NOT IN (SELECT t.value FROM proposal p, json_each(p.targets) t
               WHERE p.character = :who AND p.op = 'change' AND p.patch ->> '$.table' = 'box') ORDER BY id""",
        {"who": character, "names": json.dumps(list(NAMELESS))},
    )
    return [row[0] for row in rows]


def boxes(conn: Connection, character: int, most: int) -> list[int]:
    """Give some boxes of a character, the newest first."""
    rows = conn.execute("SELECT id FROM box WHERE character = ? ORDER BY id DESC LIMIT ?", (character, most))
    return [row[0] for row in rows]


def box_contents(conn: Connection, character: int, ids: Sequence[int], most: int) -> list[BoxContent]:
    """Give boxes of a character with at most `most` texts each; an empty box is left out."""
    rows = conn.execute(
        """SELECT id, uid, name, tags, locked_fields FROM box
           WHERE character = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id""",
        (character, json.dumps(list(ids))),
    )
    found = []
    held: list[Any] = rows.fetchall()
    for box, uid, name, tags, locked in held:
        texts = conn.execute(
            f"""SELECT content FROM memory WHERE box = ? AND status IN {RECALLED}
               ORDER BY kind != 'summary', coalesce(occurred_at, recorded_at), id LIMIT ?""",
            (box, most),
        )
        inside = tuple(row[0] for row in texts)
        if inside:
            content = BoxContent(box, uid, name, tuple(json.loads(tags)), tuple(json.loads(locked)), inside)
            found.append(content)
    return found


def link_pairs(conn: Connection, character: int) -> set[tuple[int, int, str]]:
    """Give (lower id, higher id, kind) of every link ever proposed: a refused one is not asked about again."""
    rows = conn.execute(
        "SELECT targets, patch ->> '$.kind' FROM proposal WHERE op = 'link' AND character = ?", (character,)
    )
    found = set()
    for targets, kind in rows:
        ends = json.loads(targets)
        if len(ends) == 2 and kind:
            found.add((min(ends), max(ends), str(kind)))
    return found


@dataclass(frozen=True, slots=True)
class DayMemory:
    """A memory of a day as a line of the log can tell it."""

    id: int
    content: str
    mood: str | None
    importance: int


def day_memories(conn: Connection, character: int, day: str) -> list[DayMemory]:
    """Give the living memories of a local day in order of time, without what was made from that day's entries."""
    rows = conn.execute(
        f"""SELECT id, content, mood, importance FROM memory WHERE character = :who AND occurred_day = :day
             AND status IN {LIVING} AND kind != 'summary'
             AND id NOT IN (SELECT s.owner_id FROM source s JOIN fragment f ON f.id = s.target_id
               WHERE s.owner_kind = 'memory' AND s.target_kind = 'fragment' AND f.character = :who AND f.day = :day)
           ORDER BY occurred_at, id""",
        {"who": character, "day": day},
    )
    return [DayMemory(*row) for row in rows]


def moved_fragments(conn: Connection, character: int) -> set[int]:
    """Give the entries that memories, or proposals of memories whatever was decided of them, rest on."""
    rows = conn.execute(
        """SELECT s.target_id FROM source s JOIN memory m ON m.id = s.owner_id
           WHERE s.owner_kind = 'memory' AND s.target_kind = 'fragment' AND m.character = :who
           UNION SELECT e.value ->> '$.fragment' FROM proposal p, json_each(p.evidence) e
           WHERE p.character = :who AND p.op IN ('add', 'duplicate') AND e.value ->> '$.fragment' IS NOT NULL""",
        {"who": character},
    )
    return {int(row[0]) for row in rows}


def open_days(conn: Connection, character: int) -> list[tuple[int, str, str, str]]:
    """Give (proposal, day, provenance, text) of each entry of a day that waits for a verdict."""
    return list(
        conn.execute(
            """SELECT id, patch ->> '$.day', patch ->> '$.provenance', patch ->> '$.content' FROM proposal
               WHERE op = 'fragment' AND character = ? AND state IN ('waiting', 'later')""",
            (character,),
        )
    )
