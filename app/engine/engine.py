"""The open palace as the window and the command line hold it: ask, execute, undo."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, Literal, ParamSpec, Self, TypeVar

from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.domain.labels import Label
from app.domain.profile import PROFILES, SEED, Profile
from app.engine.clock import character_now, real_now
from app.engine.commands.base import Command, Effect
from app.engine.events import Events
from app.engine.tasks import Tasks
from app.machine import backup_folder
from app.storage import characters, journal, opening, runs, undo
from app.storage.characters import Character
from app.storage.coverage import Coverages
from app.storage.database import Database
from app.storage.driver import Connection
from app.storage.undo import Undone

if TYPE_CHECKING:
    from app.models.seconds import Seconds
    from app.storage.mirror import Mirror

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger("belvedere.engine")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an edit did. `edit` is its uid, None when nothing changed; `dry` when it was only tried."""

    label: Label
    effect: Effect
    rows: int
    edit: str | None
    changes: Changes
    dry: bool = False


class _Rollback(Exception):  # noqa: N818 - not an error: it carries a tried edit out of its transaction
    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


class Engine:
    """One palace, opened. Reads go through `ask`, writes through `execute`: there is no other door."""

    def __init__(
        self, database: Database, *, now: Callable[[], int] = real_now, profile: str = "seed"
    ) -> None:
        self.database = database
        self.now = now
        self.profile: Profile = PROFILES.get(profile, SEED)
        self.on_fault: Callable[[BaseException], None] = _log_fault
        self.events = Events(self._fault)
        self.tasks = Tasks(self._fault)
        #: who can make second sets on this machine, imported when first wanted; None: nobody
        self.seconds: Callable[[], Seconds] | None = None
        self.coverages = Coverages()
        self._busy: dict[str, asyncio.Lock] = {}

    @cached_property
    def mirror(self) -> "Mirror":
        """The bits in memory; made when they are first asked for, as numpy takes its time to be imported."""
        from app.storage.mirror import Mirror

        made = Mirror()
        self.events.subscribe(made.forget)
        return made

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False, now: Callable[[], int] = real_now) -> Self:
        database = await Database.open(path, read_only, backups=backup_folder())
        engine = cls(database, now=now)
        try:
            if not database.read_only:
                await database.write(runs.mark_interrupted)
        except BaseException:
            await database.close()
            raise
        return engine

    @classmethod
    async def create(cls, path: Path, *, now: Callable[[], int] = real_now) -> Self:
        await asyncio.to_thread(opening.create, path)
        return await cls.open(path, now=now)

    async def close(self) -> None:
        await self.tasks.drain()
        await self.database.close()

    async def ask(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read: `fn(conn, …)` over one unchanging state of the palace."""
        return await self.database.read(fn, *args, **kwargs)

    async def execute(
        self,
        command: Command,
        *,
        actor: str = "author",
        run: int | None = None,
        form: Literal["changeset", "insert"] = "changeset",
        dry_run: bool = False,
    ) -> Outcome:
        """Write: one transaction, one edit, one notice after the commit."""

        def work(conn: Connection) -> Outcome:
            stamp = journal.Stamp(command.label, dict(command.facts), actor, run, form, self.now())
            recorded = journal.record(conn, stamp, lambda c: command.apply(c, self.now()))
            outcome = Outcome(
                Label(command.label, dict(command.facts)),
                recorded.value,
                recorded.rows,
                recorded.edit_uid,
                recorded.changes,
                dry_run,
            )
            if dry_run:
                raise _Rollback(outcome)
            return outcome

        try:
            outcome = await self.database.write(work)
        except _Rollback as tried:
            return tried.outcome
        self.events.emit(outcome.changes)
        return outcome

    async def undo(self, target: str | None = None, *, actor: str | None = None) -> Undone:
        """Take back an edit or run (by uid), or the newest that is in force; with `actor`, only that actor's edits."""

        def work(conn: Connection) -> Undone:
            found = undo.newest_undoable(conn, actor) if target is None else undo.find(conn, target)
            if found is None:
                raise KnownError("undo.nothing", "There is nothing to undo.")
            return undo.undo(conn, found, self.now())

        return await self.take_back(work)

    async def redo(self, target: str | None = None, *, actor: str | None = None) -> Undone:
        """Bring back an undone edit or run (by uid), or what was undone last."""

        def work(conn: Connection) -> Undone:
            found = undo.newest_redoable(conn, actor) if target is None else undo.find(conn, target)
            if found is None:
                raise KnownError("redo.nothing", "There is nothing to redo.")
            return undo.redo(conn, found, self.now())

        return await self.take_back(work)

    async def take_back(self, work: Callable[[Connection], Undone]) -> Undone:
        """Do an undo or redo as one transaction and tell of it after the commit."""
        undone = await self.database.write(work)
        self.events.emit(undone.changes)
        return undone

    async def clock(self, character: Character) -> int:
        """Give the character's now in milliseconds UTC."""
        span = await self.ask(characters.span, character.id)
        return character_now(character.clock, span.last_at, self.profile, self.now())

    def lock(self, name: str) -> asyncio.Lock:
        """Give the lock of a piece of work that must not run twice at once."""
        return self._busy.setdefault(name, asyncio.Lock())

    def _fault(self, fault: BaseException) -> None:
        self.on_fault(fault)


def _log_fault(fault: BaseException) -> None:
    log.error("a listener or task failed", exc_info=fault)
