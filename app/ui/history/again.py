"""An import that was cut short: its file found again on this machine, and the work taken up from it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from app.engine import embedding, resume
from app.engine.ingest import Account, origin
from app.storage.history import Line
from app.ui.i18n import tr
from app.ui.machine import Machine
from app.ui.studio import Studio


async def files_of(lines: Sequence[Line]) -> dict[str, Path]:
    """Give, by uid, the files of cut imports that still lie where they were, unchanged."""
    cut = [line for line in lines if line.entry.kind == "import"]
    return await asyncio.to_thread(_found, cut) if cut else {}


def _found(lines: Sequence[Line]) -> dict[str, Path]:
    known = [Path(entry) for entry in Machine.load().imports]
    found: dict[str, Path] = {}
    for line in lines:
        facts = line.entry.label.facts
        path = next((one for one in known if origin.is_that(one, facts)), None)
        if path is not None:
            found[line.entry.id] = path
    return found


async def take_up(studio: Studio, uid: str, path: Path) -> None:
    """Go on with an import; says when it is done, and makes the vectors that are wanted."""
    from app.bootstrap import embedder

    engine = studio.engine
    if engine is None:
        return
    account = await (await resume.resume_import(engine, uid, path)).wait()
    if not isinstance(account, Account):
        return  # cancelled: it stays as it is
    words = tr("The import of {file} is complete.", file=path.name)
    studio.toast(words, undo=uid, undo_text=tr("Undo import"), sticky=True)
    await studio.reread_characters()
    uids = {one.uid for one in account.characters.values()}
    touched = [who for who in studio.characters if who.uid in uids]
    if touched:
        embedding.start(engine, embedder(), touched)
