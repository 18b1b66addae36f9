"""Is the palace sound, and can what is not be mended? Every mend of a person's rows is an edit that can be undone."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import apsw
import numpy as np

from app.domain.errors import KnownError, mark
from app.domain.text import tokens
from app.storage import derived, journal, rows, soundness
from app.storage.driver import Connection, breathe, now_ms
from app.storage.soundness import DELETE, Rule
from app.storage.statuses import GONE

SHOWN: Final = 50
_DAY: Final = 86_400_000
_PASSES: Final = 3  # a mend may leave another rule's row alone in the world
_BATCH: Final = 2_000
_HOMELESS: Final = (
    "memory",
    "box",
    "fragment",
    "summary",
    "self_block",
)  # never deleted: given a character again
_INDEX: Final = re.compile(r"^(row \d+ missing|wrong # of entries|non-unique entry|row \d+ values differ)")


@dataclass(frozen=True, slots=True)
class Problem:
    """One kind of fault: how many rows, and the uids of the first of them (none for derived rows)."""

    kind: str
    count: int
    uids: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """An English template, to be translated where it is shown."""
        return soundness.TEXTS[self.kind]


def check(conn: Connection, now: int | None = None) -> list[Problem]:
    """Look at everything; an empty list is a sound palace. Reads only."""
    pages = _check_pages(conn)
    if any(problem.kind == "damaged" for problem in pages):
        return pages  # nothing else that a damaged file says can be trusted
    found = [*pages, *_check_rows(conn, _tomorrow(now)), *_check_journal(conn), *_check_derived(conn)]
    return _together(found)


def repair(conn: Connection, now: int | None = None) -> list[Problem]:
    """Mend what can be mended, inside the caller's transaction; gives what was found before. Damage is told."""
    now = now_ms() if now is None else now
    found = check(conn, now)
    kinds = {problem.kind for problem in found}
    if "damaged" in kinds:
        raise KnownError(
            "palace.damaged",
            "Pages of the file are damaged; nothing was mended, for what they say cannot be trusted.",
            "Restore a backup.",
        )
    if "index" in kinds:
        conn.execute("REINDEX")
    journal.record(
        conn, journal.Stamp(mark("Repair"), actor="rule", at=now), lambda c: mend_rows(c, _tomorrow(now), now)
    )
    _mend_journal(conn)
    if kinds & {"bad_vector", "orphan_vector"}:
        conn.executemany("DELETE FROM embedding WHERE id = ?", [(bad,) for bad in _bad_vectors(conn)])
        conn.execute(f"DELETE FROM embedding WHERE {_ORPHAN}")
    if kinds & {"text_index", "vector_index", "bad_vector", "orphan_vector"}:
        derived.rebuild(conn)
    return found


def mend_rows(conn: Connection, tomorrow: int, now: int) -> int:
    """Mend tracked rows by the rules; gives how many rows were changed or taken out."""
    mended = 0
    for _ in range(_PASSES):
        before = mended
        mended += _give_home(conn, now)
        for rule in soundness.rules():
            values = {"tomorrow": tomorrow} if ":tomorrow" in rule.where else {}
            conn.execute(_mend_text(rule), values)
            mended += conn.changes()
        if mended == before:
            break
    return mended


def _mend_text(rule: Rule) -> str:
    if rule.mend == DELETE:
        return f"DELETE FROM {rule.table} WHERE {rule.where}"
    return f"UPDATE {rule.table} SET {rule.mend} WHERE {rule.where}"


def _give_home(conn: Connection, now: int) -> int:
    """A lost character or conversation comes back under a plain name, so that nothing of it is lost."""
    made = 0
    for (lost,) in conn.execute(_LOST_CHARACTERS).fetchall():
        stamps = {"recorded_at": now, "updated_at": now}
        rows.insert(conn, "character", {"id": lost, "name": f"Recovered {lost}", **stamps})
        made += 1
    for (lost,) in conn.execute(_LOST_SESSIONS).fetchall():
        rows.insert(conn, "session", {"id": lost, "title": "Recovered", "recorded_at": now})
        made += 1
    return made


_LOST_CHARACTERS: Final = " UNION ".join(
    f"SELECT character FROM {table} WHERE character NOT IN (SELECT id FROM character)" for table in _HOMELESS
)
_LOST_SESSIONS: Final = "SELECT DISTINCT session FROM message WHERE session NOT IN (SELECT id FROM session)"


def _check_pages(conn: Connection) -> list[Problem]:
    lines: list[str] = []
    try:
        lines.extend(str(row[0]) for row in conn.execute("PRAGMA integrity_check(100)") if row[0] != "ok")
    except (apsw.CorruptError, apsw.NotADBError) as error:
        lines.append(str(error))
    texts = [line for line in lines if "FTS5" in line]
    indexes = [line for line in lines if _INDEX.match(line)]
    damaged = len(lines) - len(texts) - len(indexes)
    sums = (("damaged", damaged), ("index", len(indexes)), ("text_index", len(texts)))
    return [Problem(kind, count) for kind, count in sums if count]


def _check_rows(conn: Connection, tomorrow: int) -> Iterator[Problem]:
    for table in _HOMELESS:
        where = "character NOT IN (SELECT id FROM character)"
        yield from _broken(conn, Rule("lost_character", table, where, ""), {})
    lost = Rule("lost_session", "message", "session NOT IN (SELECT id FROM session)", "")
    yield from _broken(conn, lost, {})
    known = set()
    for rule in soundness.rules():
        known.add(rule.table)
        yield from _broken(conn, rule, {"tomorrow": tomorrow} if ":tomorrow" in rule.where else {})
    others = [row[0] for row in conn.execute("PRAGMA foreign_key_check") if row[0] not in known]
    if others:
        yield Problem("foreign_key", len(others))


def _broken(conn: Connection, rule: Rule, values: dict[str, int]) -> Iterator[Problem]:
    count: Any = conn.execute(f"SELECT count(*) FROM {rule.table} WHERE {rule.where}", values).get
    if count:
        query = f"SELECT uid FROM {rule.table} WHERE {rule.where} ORDER BY id LIMIT {SHOWN}"
        yield Problem(rule.kind, count, tuple(str(row[0]) for row in conn.execute(query, values)))


_LOST_CHANGES: Final = """form = 'changeset' AND sealed = 0 AND rows > 0
    AND NOT EXISTS (SELECT 1 FROM edit_part p WHERE p.edit = edit.id AND length(p.changeset) > 0)"""


def _check_journal(conn: Connection) -> Iterator[Problem]:
    yield from _broken(conn, Rule("lost_changes", "edit", _LOST_CHANGES, ""), {})


def _mend_journal(conn: Connection) -> None:
    """Seal what can no longer be taken back, and let go of runs and edits that are gone."""
    conn.execute(f"UPDATE edit SET sealed = 1 WHERE {_LOST_CHANGES}")
    conn.execute("UPDATE edit SET run = NULL WHERE run NOT IN (SELECT id FROM run)")
    conn.execute("UPDATE edit SET undoes = NULL WHERE undoes NOT IN (SELECT id FROM edit)")
    conn.execute("DELETE FROM edit_part WHERE edit NOT IN (SELECT id FROM edit)")
    conn.execute("DELETE FROM embedding WHERE model NOT IN (SELECT id FROM vector_set)")


def _check_derived(conn: Connection) -> Iterator[Problem]:
    for kind, condition in _TEXTS:
        if drifted := _text_drift(conn, kind, condition):
            yield Problem("text_index", drifted)
    bad = sum(1 for _ in _bad_vectors(conn))
    if bad:
        yield Problem("bad_vector", bad)
    orphans: Any = conn.execute(f"SELECT count(*) FROM embedding WHERE {_ORPHAN}").get
    if orphans:
        yield Problem("orphan_vector", orphans)
    if drift := sum(_vector_drift(conn)):
        yield Problem("vector_index", drift)


_TEXTS: Final = (
    ("memory", f"o.status NOT IN {GONE}"),
    ("message", "1"),
    ("fragment", "1"),
    ("summary", "o.content IS NOT NULL"),
)


def _text_drift(conn: Connection, kind: str, condition: str) -> int:
    """Count rows that should stand in the full text and do not, the reverse, and those of another length."""
    drift: int = conn.execute(
        f"""SELECT
        (SELECT count(*) FROM {kind} o WHERE {condition} AND o.id NOT IN (SELECT id FROM {kind}_fts_docsize))
      + (SELECT count(*) FROM {kind}_fts_docsize d
         WHERE NOT EXISTS (SELECT 1 FROM {kind} o WHERE o.id = d.id AND {condition}))
      + (SELECT count(*) FROM lexicon l WHERE l.kind = '{kind}'
         AND NOT EXISTS (SELECT 1 FROM {kind} o WHERE o.id = l.row AND {condition}))"""
    ).get
    counted = conn.execute(
        f"""SELECT o.content, (SELECT min(l.tokens) FROM lexicon l WHERE l.kind = '{kind}' AND l.row = o.id) AS have
        FROM {kind} o WHERE {condition} AND have IS NOT NULL"""
    )
    for number, (content, have) in enumerate(counted):
        drift += len(tokens(content)) != have
        if number % _BATCH == 0:
            breathe()
    return drift


# A text that an edit took away may come back by undo: its vector is kept as long as any such edit can be undone.
_ORPHAN: Final = """
    text_hash NOT IN (SELECT content_hash FROM memory WHERE content_hash IS NOT NULL
        UNION ALL SELECT content_hash FROM message WHERE content_hash IS NOT NULL
        UNION ALL SELECT content_hash FROM fragment WHERE content_hash IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM edit WHERE sealed = 0)"""


def _bad_vectors(conn: Connection) -> Iterator[int]:
    for set_id, dim in derived.vector_sets(conn):
        wrong = conn.execute(
            "SELECT id FROM embedding WHERE model = ? AND length(vec) <> ?", (set_id, dim * 4)
        )
        yield from [row[0] for row in wrong]
        query = (
            "SELECT id, vec FROM embedding WHERE model = ? AND length(vec) = ? AND id > ? ORDER BY id LIMIT ?"
        )
        last = 0
        while batch := conn.execute(query, (set_id, dim * 4, last, _BATCH)).fetchall():
            ids: Any = [row[0] for row in batch]
            joined: Any = b"".join(row[1] for row in batch)  # type: ignore[misc]  # vectors are bytes
            matrix = np.frombuffer(joined, dtype="<f4").reshape(-1, dim)
            sound = np.isfinite(matrix).all(axis=1) & matrix.any(axis=1)
            yield from (ids[at] for at in np.flatnonzero(~sound))
            last = ids[-1]


def _vector_drift(conn: Connection) -> Iterator[int]:
    for set_id, _ in derived.vector_sets(conn):
        for kind in derived.VECTOR_KINDS:
            name = derived.bits_table(kind, set_id)
            if not conn.table_exists("main", name):
                yield 1
                continue
            count: Any = conn.execute(_bits_drift(kind, name, set_id)).get
            yield count


def _bits_drift(kind: str, name: str, set_id: int) -> str:
    first = f"(o.id * {derived.PIECES} + e.piece) * {derived.SLOTS}"
    owned = (
        f"o.status NOT IN {GONE}"
        if kind == "memory"
        else "EXISTS (SELECT 1 FROM participant p WHERE p.session = o.session AND p.character IS NOT NULL)"
    )
    pair = f"{kind} o JOIN embedding e ON e.text_hash = o.content_hash AND e.model = {set_id}"
    return f"""SELECT
        (SELECT count(*) FROM {pair} WHERE {owned} AND NOT EXISTS
            (SELECT 1 FROM {name}_rowids r WHERE r.rowid BETWEEN {first} AND {first} + {derived.SLOTS - 1}))
      + (SELECT count(*) FROM {name}_rowids r WHERE NOT EXISTS
            (SELECT 1 FROM {pair} WHERE {owned} AND o.id = r.rowid / {derived.STRIDE}
             AND e.piece = r.rowid / {derived.SLOTS} % {derived.PIECES}))"""


def _together(found: Iterable[Problem]) -> list[Problem]:
    sums: dict[str, Problem] = {}
    for one in found:
        had = sums.get(one.kind, Problem(one.kind, 0))
        uids = tuple(dict.fromkeys((*had.uids, *one.uids)))[:SHOWN]
        sums[one.kind] = Problem(one.kind, had.count + one.count, uids)
    return list(sums.values())


def _tomorrow(now: int | None) -> int:
    return (now_ms() if now is None else now) + _DAY
