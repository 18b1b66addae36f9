"""What may be opened, how, and what is refused before a byte is changed."""

from pathlib import Path

from app.domain.errors import KnownError
from app.storage import driver, migrate


def create(path: Path) -> None:
    """Make an empty palace; an existing path is never touched."""
    if path.exists() or path.is_symlink():
        raise KnownError("palace.exists", "{file} is there already.", "Choose another name.", file=path.name)
    if not path.parent.is_dir():
        raise KnownError(
            "palace.no_folder", "There is no folder {folder}.", "Make it first.", folder=str(path.parent)
        )
    conn = driver.make(path)
    try:
        with driver.told(path):
            migrate.apply(conn)
    finally:
        conn.close()
