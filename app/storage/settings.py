"""Settings that belong to a palace: named values, JSON."""

import json
from typing import Any

from app.storage import rows
from app.storage.driver import Connection


def get(conn: Connection, name: str) -> Any:
    """Give a value, None when it was never set."""
    row = conn.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
    return json.loads(row[0]) if row else None


def put(conn: Connection, name: str, value: object) -> int:
    """Set a value inside a recorded edit; give the row."""
    told = json.dumps(value, ensure_ascii=False)
    row = conn.execute("SELECT id FROM setting WHERE name = ?", (name,)).fetchone()
    if row is None:
        return rows.insert(conn, "setting", {"name": name, "value": told})
    rows.update(conn, "setting", int(row[0]), {"value": told})
    return int(row[0])
