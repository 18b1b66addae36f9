"""Reading new messages into memories, from the window: asked first, run as a task, told with Undo."""

from PySide6.QtWidgets import QWidget

from app.bootstrap import embedder
from app.domain import buffer
from app.domain.errors import mark
from app.domain.profile import Profile
from app.engine.process import Reading, process
from app.engine.tasks import Task
from app.storage import messages, proposals
from app.storage.driver import Connection
from app.ui import dialogs
from app.ui.i18n import tr
from app.ui.studio import Studio

REVIEW, ROOMS, EVERYTHING = "review", "rooms", "everything"


async def read_new(studio: Studio, parent: QWidget) -> None:
    """Ask how, then read what waits beyond the hot zone (or everything) of the character in view."""
    engine, character = studio.engine, studio.character
    if engine is None or character is None:
        return
    if studio.read_only is not None:
        raise studio.read_only
    plan, every, trusted = await studio.ask(_what_waits, character.id, engine.profile)
    if not every.take:
        studio.say(tr(plan.reason or buffer.NOTHING_NEW))
        return
    choice = await dialogs.ask(
        parent, tr("Read messages into memories"), _question(plan, every, trusted), _ways(plan, trusted)
    )
    if choice not in (REVIEW, ROOMS, EVERYTHING):
        return
    all_ = choice == EVERYTHING or not plan.take
    review = choice != ROOMS and not (choice == EVERYTHING and trusted)

    async def body(task: Task) -> Reading:
        return await process(engine, character, embedder(), all_=all_, review=review, task=task)

    task = engine.tasks.start(
        mark("Reading {name}"), body, key=f"process:{character.id}", name=character.name
    )
    reading = await task.wait()
    if isinstance(reading, Reading):
        _tell(studio, reading)


def _what_waits(conn: Connection, character: int, profile: Profile) -> tuple[buffer.Plan, buffer.Plan, bool]:
    """Give the plan beyond the hot zone, the plan for everything, and whether a run has been reviewed before."""
    held = messages.buffer(conn, character)
    return (
        buffer.plan(held, profile),
        buffer.plan(held, profile, all_=True),
        proposals.reviewed(conn, character),
    )


def _question(plan: buffer.Plan, every: buffer.Plan, trusted: bool) -> str:
    if plan.take:
        told = tr(
            "{n} message waits beyond the newest ones.",
            "{n} messages wait beyond the newest ones.",
            n=len(plan.take),
        )
    else:
        told = tr(plan.reason or buffer.NOTHING_NEW)
        told += "\n" + tr("{n} unread message in all.", "{n} unread messages in all.", n=len(every.take))
    told += "\n" + tr("The built-in extractor reads them: it quotes, it invents nothing.")
    if not trusted:
        told += "\n" + tr("The first run goes to the Inbox, so that you see what it makes of this chat.")
    return told


def _ways(plan: buffer.Plan, trusted: bool) -> list[tuple[str, str, str]]:
    ways = [("cancel", tr("Cancel"), "plain"), (EVERYTHING, tr("Read to the last message"), "plain")]
    if plan.take:
        ways.append((REVIEW, tr("To the Inbox"), "plain" if trusted else "primary"))
        if trusted:
            ways.append((ROOMS, tr("Into the rooms"), "primary"))
    return ways


def _tell(studio: Studio, reading: Reading) -> None:
    if reading.skipped_reason is not None:
        studio.say(tr(reading.skipped_reason))
        return
    if reading.proposed:
        told = tr("{n} proposal waits in the Inbox", "{n} proposals wait in the Inbox", n=reading.proposed)
    else:
        told = tr("{n} memory added", "{n} memories added", n=reading.created)
    detail = tr("{n} message read", "{n} messages read", n=reading.read)
    studio.toast(told, detail=detail, undo=reading.run, sticky=True)
