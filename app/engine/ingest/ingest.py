"""The use-case: read a file in a child process, take it in batch by batch, give the account."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tzlocal

from app.domain.changes import Changes
from app.domain.changes import merge as merge_changes
from app.domain.errors import mark
from app.domain.records import (
    BoxRecord,
    CharacterRecord,
    Closing,
    Found,
    FragmentRecord,
    LinkRecord,
    MemoryRecord,
    MessageRecord,
    Record,
    Remainder,
    SessionRecord,
    Skip,
    SummaryRecord,
    VectorRecord,
)
from app.engine.engine import Engine
from app.engine.faults import told_fault
from app.engine.ingest import origin
from app.engine.ingest.account import Account
from app.engine.ingest.intake import Intake
from app.engine.ingest.months import take_fragment, take_remainder, take_summary
from app.engine.ingest.palace import store_vectors, take_box, take_link, take_memory, take_vector
from app.engine.ingest.people import take_character, take_messages, take_session
from app.engine.tasks import Task
from app.formats import reader_process
from app.storage import journal, runs
from app.storage.driver import Connection

Item = Record | Found | Closing


async def ingest(
    engine: Engine,
    path: Path,
    *,
    character: str | None = None,
    format_: str = "auto",
    timezone: str | None = None,
    dry_run: bool = False,
    task: Task | None = None,
    cut: runs.Run | None = None,
) -> Account:
    """Read `path` into the palace as one run of many edits; a dry run goes the same way and writes nothing.

    A file that is not recognised leaves no run behind. `cut` is a run of this file that was cut short: the work
    goes on under it, what it had taken in is met as known.
    """
    zone = timezone or tzlocal.get_localzone_name()
    account = Account(timezone=zone, dry=dry_run)
    async with engine.lock("import"):
        run: runs.Run | None = None
        taker = Intake(account, run=None, now=engine.now(), timezone=zone, dry=dry_run, into=character)
        changes: list[Changes] = []
        try:
            async for batch in reader_process.read(path, zone, format_=format_, on_progress=_progress(task)):
                if run is None and not dry_run:
                    facts = origin.described(path, zone, character, format_)
                    run = await (_start(engine, facts) if cut is None else _go_on(engine, cut))
                    taker.run, account.run = run.id, run.uid
                changes.append(await _take(engine, taker, batch))
            changes.append(await _finish(engine, taker))
        except BaseException as fault:
            if run is not None:
                kept = cut is not None or any(changes)
                await asyncio.shield(_fail(engine, run.id, account, fault, kept=kept))
            raise
        if run is not None:
            await engine.database.write(
                runs.finish_run, run.id, engine.now(), "done", report=_report(account)
            )
            engine.events.emit(Changes(merge_changes(changes).rows, everything=True, run=run.id))
    return account


async def take_all(engine: Engine, items: Sequence[Item], label: str, *, step: int = 1000) -> Account:
    """Take in records that are at hand (the demo's) the way a file's are taken."""
    account = Account(timezone="UTC")
    run = await engine.database.write(runs.start_run, "import", label, engine.now())
    account.run = run.uid
    taker = Intake(account, run=run.id, now=engine.now(), timezone="UTC", dry=False, into=None)
    for start in range(0, len(items), step):
        await _take(engine, taker, items[start : start + step])
    await engine.database.write(runs.finish_run, run.id, engine.now(), "done", report=_report(account))
    engine.events.emit(Changes(everything=True, run=run.id))
    return account


def _progress(task: Task | None) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        if task is not None:
            task.step(done, total, mark("Reading"))

    return tell


async def _go_on(engine: Engine, cut: runs.Run) -> runs.Run:
    return await engine.database.write(runs.resume, cut.id)


async def _start(engine: Engine, facts: dict[str, Any]) -> runs.Run:
    return await engine.database.write(
        runs.start_run,
        kind="import",
        label=mark("Import {file}"),
        facts=facts,
        now=engine.now(),
    )


async def _take(engine: Engine, taker: Intake, batch: Sequence[Item]) -> Changes:
    if taker.dry:
        await engine.ask(lambda conn: _sort(conn, taker, batch))
        taker.later.clear()
        return Changes()
    return await engine.database.write(lambda conn: _write(conn, taker, batch))


def _write(conn: Connection, taker: Intake, batch: Sequence[Item]) -> Changes:
    label = journal.Stamp(mark("Import"), {}, "import", taker.run, "insert", taker.now)
    inserted = journal.record(conn, label, lambda c: _sort(c, taker, batch))
    store_vectors(taker, conn)
    if not taker.later:
        return inserted.changes
    changed = journal.record(
        conn, journal.Stamp(mark("Import"), {}, "import", taker.run, at=taker.now), taker.settle
    )
    return merge_changes([inserted.changes, changed.changes])


async def _finish(engine: Engine, taker: Intake) -> Changes:
    if taker.dry:
        await engine.ask(taker.finish)
        return Changes()

    def work(conn: Connection) -> Changes:
        stamp = journal.Stamp(mark("Import"), {}, "import", taker.run, at=taker.now)
        return journal.record(conn, stamp, taker.finish).changes

    return await engine.database.write(work)


async def _fail(engine: Engine, run: int, account: Account, fault: BaseException, *, kept: bool) -> None:
    cancelled = isinstance(fault, asyncio.CancelledError)
    status: runs.Ending = "interrupted" if kept or cancelled else "failed"
    error = told_fault(fault)
    await engine.database.write(
        runs.finish_run, run, engine.now(), status, report=_report(account), error=error
    )
    if kept:
        engine.events.emit(Changes(everything=True, run=run))


def _report(account: Account) -> dict[str, object]:
    return {
        "found": account.found,
        **{outcome: account.total(outcome) for outcome in ("new", "known", "changed", "skipped")},
        "kinds": {
            kind.kind: {
                "new": kind.new,
                "known": kind.known,
                "changed": kind.changed,
                "skipped": kind.skipped,
            }
            for kind in account.kinds.values()
        },
        "proposals": account.gone,
    }


def _sort(conn: Connection, taker: Intake, batch: Sequence[Item]) -> None:
    """Hand each record to its taker, neighbouring messages together."""
    messages: list[MessageRecord] = []
    for record in batch:
        if isinstance(record, MessageRecord):
            messages.append(record)
            continue
        if messages:
            take_messages(taker, conn, messages)
            messages = []
        _take_one(conn, taker, record)
    if messages:
        take_messages(taker, conn, messages)


_TAKERS: dict[type, Callable[[Intake, Connection, Any], None]] = {
    CharacterRecord: take_character,
    SessionRecord: take_session,
    BoxRecord: take_box,
    MemoryRecord: take_memory,
    VectorRecord: take_vector,
    LinkRecord: take_link,
    FragmentRecord: take_fragment,
    SummaryRecord: take_summary,
    Remainder: take_remainder,
}


def _take_one(conn: Connection, taker: Intake, record: Item) -> None:
    match record:
        case Found():
            taker.account.found_as = record
        case Closing():
            taker.account.close(record)
        case Skip():
            taker.account.skip(record)
        case _:
            _TAKERS[type(record)](taker, conn, record)
