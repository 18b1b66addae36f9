"""The palace's own wordings of prompts, version by version."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """One version of a wording; temperature and length None: as in the built-in one."""

    id: int
    uid: str
    purpose: str
    language: str
    name: str
    ordinal: int
    active: bool
    body: str
    temperature: float | None
    max_tokens: int | None
    recorded_at: int


_COLUMNS = "id, uid, purpose, language, name, ordinal, active, body, temperature, max_tokens, recorded_at"


def listed(conn: Connection, purpose: str | None = None, language: str | None = None) -> list[StoredTemplate]:
    """Give every version, name by name, the newest first."""
    rows = conn.execute(
        f"""SELECT {_COLUMNS} FROM template WHERE (:purpose IS NULL OR purpose = :purpose)
            AND (:language IS NULL OR language = :language) ORDER BY purpose, language, name, ordinal DESC""",
        {"purpose": purpose, "language": language},
    )
    return [_template(row) for row in rows]


def get(conn: Connection, template: int) -> StoredTemplate | None:
    row = conn.execute(f"SELECT {_COLUMNS} FROM template WHERE id = ?", (template,)).fetchone()
    return _template(row) if row else None


def active(conn: Connection, purpose: str, language: str) -> StoredTemplate | None:
    """Give the wording in use; None: the built-in one."""
    row = conn.execute(
        f"""SELECT {_COLUMNS} FROM template WHERE purpose = ? AND language = ? AND active
            ORDER BY id DESC LIMIT 1""",
        (purpose, language),
    ).fetchone()
    return _template(row) if row else None


def newest(conn: Connection, purpose: str, language: str, name: str) -> StoredTemplate | None:
    row = conn.execute(
        f"""SELECT {_COLUMNS} FROM template WHERE purpose = ? AND language = ? AND name = ?
            ORDER BY ordinal DESC LIMIT 1""",
        (purpose, language, name),
    ).fetchone()
    return _template(row) if row else None


def in_use(conn: Connection, purpose: str, language: str) -> list[int]:
    rows = conn.execute(
        "SELECT id FROM template WHERE purpose = ? AND language = ? AND active", (purpose, language)
    )
    return [row[0] for row in rows]


def _template(row: Sequence[Any]) -> StoredTemplate:
    values = list(row)
    values[6] = bool(values[6])
    return StoredTemplate(*values)
