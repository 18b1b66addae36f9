"""Saved searches: a name and what was typed."""

from app.storage.driver import Connection


def every(conn: Connection) -> list[tuple[str, str]]:
    """Give (name, query) in the order they were saved."""
    return list(conn.execute("SELECT name, query FROM saved_search ORDER BY ordinal, id"))
