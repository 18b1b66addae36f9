"""Reading what is unread into memories, or into proposals for the Inbox, as a task."""

from app.domain.errors import KnownError
from app.engine.process import Reading
from app.engine.read_new import Wish
from app.storage.characters import Character
from app.ui.i18n import tr
from app.ui.processing import work
from app.ui.studio import Studio


async def read(studio: Studio, who: Character, *, whole: bool, review: bool) -> None:
    """Read what waits (the first time to the last message); say what came of it, with Undo beside it."""
    engine = studio.engine
    if engine is None:
        return
    if studio.read_only is not None:
        raise studio.read_only

    result = await work.ended(work.start(engine, who, Wish(all_=whole, force=True, review=review), None))
    if isinstance(result, KnownError):
        raise result
    if isinstance(result, Reading):
        _tell(studio, result)


def _tell(studio: Studio, reading: Reading) -> None:
    if reading.skipped_reason is not None:
        studio.say(tr("Nothing was read: {reason}.", reason=tr(reading.skipped_reason)))
        return
    if reading.proposed:
        words = tr("{n} proposal waits in the Inbox", "{n} proposals wait in the Inbox", n=reading.proposed)
    else:
        words = tr("{n} memory made", "{n} memories made", n=reading.created)
    detail = tr("of {n} message", "of {n} messages", n=reading.read)
    studio.toast(words, detail=detail, undo=reading.run, undo_text=tr("Undo the reading"), sticky=True)
    if reading.proposed and studio.has_panel("inbox"):
        studio.open_panel("inbox")
