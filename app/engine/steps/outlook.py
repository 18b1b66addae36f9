"""Before reading: what waits, why nothing would be done, and what it would cost."""

import asyncio
from dataclasses import dataclass
from math import ceil
from typing import Final

from app.domain import buffer
from app.domain.buffer import Plan
from app.domain.profile import Profile
from app.engine.engine import Engine
from app.engine.read_new import Wish
from app.engine.steps import box_naming, consent, deep_links, extraction
from app.engine.steps.asking import Speaker
from app.engine.steps.consent import Way
from app.engine.steps.spending import Estimate
from app.storage import messages, proposals
from app.storage.characters import Character
from app.storage.driver import Connection

MEMORY_TOKENS: Final = (
    150  # of a reply, for one memory: content, fields and punctuation, as models write them
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for a character: beyond the hot zone, in all; and what becomes of each step's output."""

    beyond: Plan
    whole: Plan
    ways: dict[str, Way]
    trusted: bool  # whether a run over this character has been reviewed before

    def plan(self, all_: bool) -> Plan:
        return self.whole if all_ else self.beyond


@dataclass(frozen=True, slots=True)
class Outlook:
    """What reading would cost; `seconds` by this model's own pace, None until it has one."""

    estimate: Estimate
    seconds: float | None


async def waiting(engine: Engine, character: Character) -> Waiting:
    return await engine.ask(_waiting, character.id, engine.profile)


async def outlook(engine: Engine, character: Character, speaker: Speaker, wish: Wish) -> Outlook:
    """Estimate a reading with the steps that follow it: how many memories it will give is a guess by its replies."""
    reading = await extraction.estimate(engine, character, speaker, all_=wish.all_, force=wish.force)
    whole = reading
    if wish.links != "off" and not wish.review:
        likely = ceil(reading.completion / MEMORY_TOKENS)
        whole += await deep_links.estimate(engine, character, speaker, likely)
    if wish.names != "off":
        whole += await box_naming.estimate(engine, character, speaker)
    return await at_pace(speaker, whole)


async def at_pace(speaker: Speaker, estimate: Estimate) -> Outlook:
    """Tell how long an estimate would take at the pace that its model has shown."""
    pace = await asyncio.to_thread(speaker.ledger.usual_seconds, speaker.name)
    return Outlook(estimate, None if pace is None else pace * estimate.calls)


def _waiting(conn: Connection, character: int, profile: Profile) -> Waiting:
    held = messages.buffer(conn, character)
    return Waiting(
        buffer.plan(held, profile),
        buffer.plan(held, profile, all_=True),
        {step: consent.way_now(conn, character, step) for step in consent.STEPS},
        proposals.reviewed(conn, character),
    )
