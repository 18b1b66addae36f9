"""Saved searches: a name and what was typed."""

from dataclasses import dataclass

from app.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search with the name it has in the sidebar."""

    id: int
    name: str
    query: str


def every(conn: Connection) -> list[SavedSearch]:
    """Give them in the order they were saved."""
    return [
        SavedSearch(*row)
        for row in conn.execute("SELECT id, name, query FROM saved_search ORDER BY ordinal, id")
    ]
