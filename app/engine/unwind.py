"""Taking back an edit together with all that stands on it."""

from collections.abc import Sequence

from app.domain.errors import KnownError
from app.engine.engine import Engine
from app.storage import undo
from app.storage.driver import Connection
from app.storage.undo import Step, Undone


class _Tried(Exception):  # noqa: N818 - not an error: it carries what a trial found out of its transaction
    def __init__(self, blocking: Sequence[str]) -> None:
        self.blocking = tuple(blocking)


async def in_the_way(engine: Engine, uid: str) -> list[Step]:
    """Give the later edits that must be taken back with this one, the newest first; tried, nothing changed."""
    found: list[str] = []
    while True:
        try:
            await engine.database.write(_try, uid, found, engine.now())
        except _Tried as tried:
            fresh = [one for one in tried.blocking if one not in found]
            if not fresh:
                break
            found += fresh
    steps = await engine.ask(lambda conn: [undo.find(conn, one) for one in found])
    return sorted(steps, key=lambda step: -step.id)


def _try(conn: Connection, uid: str, others: Sequence[str], now: int) -> None:
    try:
        _take_back(conn, uid, others, now)
    except KnownError as told:
        conflicts = told.facts.get("conflicts")
        if told.code != "undo.conflict" or not isinstance(conflicts, list):
            raise
        raise _Tried([one["id"] for one in conflicts if not one["undone"]]) from told
    raise _Tried([])


async def undo_together(engine: Engine, uid: str, others: Sequence[str] = ()) -> Undone:
    """Take an edit or run back with the `others`, all or nothing."""
    return await engine.take_back(lambda conn: _take_back(conn, uid, others, engine.now()))


def _take_back(conn: Connection, uid: str, others: Sequence[str], now: int) -> Undone:
    step = undo.find(conn, uid)
    beside = [undo.find(conn, one).id for one in others]
    if step.kind == "edit":
        return undo.undo_edits(conn, [step.id, *beside], now)
    if beside:
        undo.undo_edits(conn, beside, now)
    return undo.undo_run(conn, step.id, now)
