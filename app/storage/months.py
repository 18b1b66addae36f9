"""Months and their daily fragments: the days, the text of a month and its versions."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.months.stamps import stamp
from app.storage.driver import Connection
from app.storage.statuses import LIVING


@dataclass(frozen=True, slots=True)
class Fragment:
    """An entry in the log of a day; `day` None: undated. Times in milliseconds UTC."""

    id: int
    uid: str
    day: str | None
    day_text: str | None
    mood: str | None
    provenance: str
    content: str
    content_hash: bytes | None
    locked: tuple[str, ...]
    ordinal: int
    recorded_at: int
    updated_at: int
    character: int
    run: int | None

    @property
    def stamp(self) -> str:
        """Tell this state of the fragment from another: what `fragment_hashes` of a version holds."""
        return stamp(self.day or "", self.content_hash, self.mood)


@dataclass(frozen=True, slots=True)
class Month:
    """A month that has a summary, or days, or messages."""

    month: str
    summary: str | None
    active: bool
    fragments: int
    messages: int
    memories: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A month as it is now; `content` None: it has no text yet; `version`: the id of the version shown."""

    id: int
    uid: str
    month: str
    content: str | None
    active: bool
    version: int | None
    locked: tuple[str, ...]
    updated_at: int
    character: int


@dataclass(frozen=True, slots=True)
class Version:
    """One text a month has had. `fragment_hashes`: the stamps of the days it rests on; None: not known."""

    id: int
    uid: str
    summary: int
    ordinal: int
    content: str
    label: str | None
    origin: str
    template: str | None
    model: str | None
    parameters: dict[str, Any]
    fragment_hashes: tuple[str, ...] | None
    recorded_at: int
    run: int | None


_FRAGMENT = """id, uid, day, day_text, mood, provenance, content, content_hash, locked_fields, ordinal,
    recorded_at, updated_at, character, run"""
_SUMMARY = "id, uid, key, content, active, version, locked_fields, updated_at, character"
_VERSION = """id, uid, summary, ordinal, content, label, origin, template, model, parameters, fragment_hashes,
    recorded_at, run"""


def every(conn: Connection, character: int) -> list[Month]:
    rows = conn.execute(
        f"""WITH days AS (
             SELECT substr(day, 1, 7) AS month, 1 AS f, 0 AS g, 0 AS m FROM fragment WHERE character = :c AND day NOT NULL
             UNION ALL SELECT substr(occurred_day, 1, 7), 0, 1, 0 FROM message
               WHERE session IN (SELECT session FROM participant WHERE character = :c)
                 AND variant_of IS NULL AND occurred_day NOT NULL
             UNION ALL SELECT substr(occurred_day, 1, 7), 0, 0, 1 FROM memory
               WHERE character = :c AND status IN {LIVING} AND occurred_day NOT NULL
             UNION ALL SELECT key, 0, 0, 0 FROM summary WHERE character = :c AND scope = 'month')
           SELECT days.month, s.content, coalesce(s.active, 0), sum(f), sum(g), sum(m) FROM days
           LEFT JOIN summary s ON s.character = :c AND s.scope = 'month' AND s.key = days.month
           GROUP BY days.month ORDER BY days.month""",
        {"c": character},
    )
    return [Month(row[0], row[1], bool(row[2]), *row[3:]) for row in rows]


def bare(conn: Connection, character: int, before: str) -> tuple[str, ...]:
    """Give the months before one (the running: it is not done) with messages or days and no text.

    A month that only a misdated memory lies in needs none.
    """
    return tuple(
        one.month
        for one in every(conn, character)
        if one.month < before and not one.summary and (one.messages or one.fragments)
    )


def fragments(conn: Connection, character: int, month: str | None = None) -> list[Fragment]:
    """Give the days of a month (`YYYY-MM`) in date order; None: every day, the undated last."""
    rows = conn.execute(
        f"""SELECT {_FRAGMENT} FROM fragment
           WHERE character = :c AND (:month IS NULL OR day BETWEEN :month AND :month || '-99')
           ORDER BY day IS NULL, day, ordinal, id""",
        {"c": character, "month": month},
    )
    return [_fragment(row) for row in rows]


def of_day(conn: Connection, character: int, day: str) -> list[Fragment]:
    """Give the fragments of one day (`YYYY-MM-DD`) in their order."""
    rows = conn.execute(
        f"SELECT {_FRAGMENT} FROM fragment WHERE character = ? AND day = ? ORDER BY ordinal, id",
        (character, day),
    )
    return [_fragment(row) for row in rows]


def undated(conn: Connection, character: int) -> list[Fragment]:
    """Give the fragments whose day nobody knows."""
    rows = conn.execute(
        f"SELECT {_FRAGMENT} FROM fragment WHERE character = ? AND day IS NULL ORDER BY ordinal, id",
        (character,),
    )
    return [_fragment(row) for row in rows]


def fragments_by_id(conn: Connection, ids: Iterable[int]) -> list[Fragment]:
    """Give fragments in date order, without those that are no longer there."""
    rows = conn.execute(
        f"""SELECT {_FRAGMENT} FROM fragment WHERE id IN (SELECT value FROM json_each(?))
            ORDER BY day IS NULL, day, ordinal, id""",
        (json.dumps(list(ids)),),
    )
    return [_fragment(row) for row in rows]


def stamps(days: Iterable[Fragment]) -> tuple[str, ...]:
    """Give what a version records of the days it rests on."""
    return tuple(one.stamp for one in days if one.day)


def newer(day: Fragment, text: Version) -> bool:
    """Tell whether a fragment was made or changed after a text that does not say what it rests on."""
    came_with_it = day.run is not None and day.run == text.run and day.updated_at == day.recorded_at
    return day.updated_at > text.recorded_at and not came_with_it


def summary(conn: Connection, character: int, month: str) -> Summary | None:
    """Give a month's summary row; None when nothing was ever kept for it."""
    row = conn.execute(
        f"SELECT {_SUMMARY} FROM summary WHERE character = ? AND scope = 'month' AND key = ?",
        (character, month),
    ).fetchone()
    return _summary(row) if row else None


def summaries(conn: Connection, character: int) -> list[Summary]:
    """Give every kept month in order, also those that are only switched on."""
    rows = conn.execute(
        f"SELECT {_SUMMARY} FROM summary WHERE character = ? AND scope = 'month' ORDER BY key", (character,)
    )
    return [_summary(row) for row in rows]


def summary_by_id(conn: Connection, summary_id: int) -> Summary | None:
    row = conn.execute(f"SELECT {_SUMMARY} FROM summary WHERE id = ?", (summary_id,)).fetchone()
    return _summary(row) if row else None


def versions(conn: Connection, summary_id: int) -> list[Version]:
    """Give every text a month has had, the newest first."""
    rows = conn.execute(
        f"SELECT {_VERSION} FROM summary_version WHERE summary = ? ORDER BY ordinal DESC, id DESC",
        (summary_id,),
    )
    return [_version(row) for row in rows]


def version(conn: Connection, version_id: int) -> Version | None:
    row = conn.execute(f"SELECT {_VERSION} FROM summary_version WHERE id = ?", (version_id,)).fetchone()
    return _version(row) if row else None


def shown(conn: Connection, held: Summary) -> Version | None:
    """Give the version whose text the month shows; a row that names none shows its newest."""
    if held.content is None:
        return None
    if held.version is not None:
        return version(conn, held.version)
    return next(iter(versions(conn, held.id)), None)


def all_shown(conn: Connection, character: int) -> dict[int, Version]:
    """Give, by the summary's id, the version that each month shows."""
    names = ", ".join(f"v.{name.strip()}" for name in _VERSION.split(","))
    rows = conn.execute(
        f"""SELECT {names} FROM summary s JOIN summary_version v ON v.summary = s.id
            WHERE s.character = ? AND s.scope = 'month' AND s.content NOT NULL
              AND (v.id = s.version OR (s.version IS NULL AND v.ordinal =
                (SELECT max(ordinal) FROM summary_version WHERE summary = s.id)))""",
        (character,),
    )
    return {one.summary: one for one in map(_version, rows)}


def _fragment(row: Sequence[Any]) -> Fragment:
    values = list(row)
    values[8] = tuple(json.loads(values[8]))
    return Fragment(*values)


def _summary(row: Sequence[Any]) -> Summary:
    values = list(row)
    values[4] = bool(values[4])
    values[6] = tuple(json.loads(values[6]))
    return Summary(*values)


def _version(row: Sequence[Any]) -> Version:
    values = list(row)
    values[9] = json.loads(values[9]) if values[9] else {}
    values[10] = tuple(json.loads(values[10])) if values[10] else None
    return Version(*values)
