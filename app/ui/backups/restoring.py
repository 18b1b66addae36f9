"""Putting a backup in the palace's place: close, restore, open again, say where the old file is."""

from pathlib import Path

from app.engine import care
from app.ui import palaces
from app.ui.i18n import tr
from app.ui.studio import Studio


async def put_back(studio: Studio, backup: Path) -> None:
    """Restore `backup` over the open palace. Belongs to the studio: the page goes while the palace is closed."""
    engine = studio.engine
    if engine is None:
        return
    place, now = engine.database.path, engine.now()
    await studio.close()
    kept: Path | None = None
    try:
        kept = await care.restore(backup, place, now)
    finally:
        await palaces.open_palace(studio, place)  # the old one, where restoring failed
    studio.open_panel("backups")
    detail = tr("The palace as it was is kept as {file}", file=kept.name) if kept else ""
    studio.toast(tr("The backup is back in its place"), detail=detail, sticky=True)
