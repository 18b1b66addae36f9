"""The mood of the moment: set by hand, else one light call over the role settings, else the built-in estimate."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from app.domain.errors import KnownError
from app.domain.mood import key_of, mood_va
from app.domain.text import estimate_tokens
from app.domain.when import month_at
from app.engine.engine import Engine
from app.engine.identity import Identity, Material, MemoryCall, call, identity_of
from app.engine.steps import fields, material
from app.engine.steps.asking import Speaker, template_of
from app.models.builtin.mood import mood_now as built_in_mood
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.storage import messages, months
from app.storage.characters import Character
from app.storage.driver import Connection

PURPOSE: Final = "mood_now"
AROUND: Final = 6  # messages on each side of the partner's last one
MONTHS_TOKENS: Final = 2_000  # of the role settings: months and the days of this one


@dataclass(frozen=True, slots=True)
class Fields:
    partner: str
    moods: str


@dataclass(frozen=True, slots=True)
class MoodNow:
    """A mood and who found it; `fault` says why the model was not heard though it was asked."""

    mood: str | None
    by: Literal["hand", "model", "built-in", "nobody"]
    why: str | None = None
    model: str | None = None
    template: str | None = None
    fault: KnownError | None = None
    doubt: str | None = None  # why a reply was not taken


async def mood_now(
    engine: Engine,
    character: Character,
    embedder: Embedder | None,
    speaker: Speaker | None = None,
    *,
    now: int | None = None,
    by_hand: bool = True,
) -> MoodNow:
    """Tell the mood a recall is primed with. Nothing is written: it is no edit and no run.

    Without `by_hand` the author wants to hear the model, whatever is set.
    """
    if by_hand and character.mood_now:
        return MoodNow(character.mood_now, "hand")
    at = await engine.clock(character) if now is None else now
    fault: KnownError | None = None
    doubt: str | None = None
    if speaker is not None:
        try:
            found = await _ask(engine, character, speaker, at)
        except KnownError as failed:
            fault = failed
        else:
            if found.by == "model":
                return found
            doubt = found.doubt
    said = await engine.ask(messages.newest_of_partner, character.id, at)
    if embedder is None or not said:
        return MoodNow(None, "nobody", fault=fault, doubt=doubt)
    mood = await asyncio.to_thread(built_in_mood, said, embedder)
    return MoodNow(mood, "built-in" if mood else "nobody", fault=fault, doubt=doubt)


async def _ask(engine: Engine, character: Character, speaker: Speaker, now: int) -> MoodNow:
    identity = await identity_of(engine, character)
    template = await template_of(engine, PURPOSE, identity)
    made = await engine.ask(_call, character, identity, template, now)
    if made is None:
        return MoodNow(None, "nobody")
    answer = await speaker.ask(made, single=True)
    item: Mapping[str, Any] = answer.reading.items[0] if answer.reading.items else {}
    mood = key_of(fields.text(item, "mood", 24))
    if mood is None or mood_va(mood) is None:
        return MoodNow(None, "nobody", doubt="\n".join(answer.reading.reasons) or None)
    why = fields.text(item, "why", 300)
    return MoodNow(mood, "model", why, answer.reply.model or speaker.name, template.stamp)


async def example(
    engine: Engine, character: Character, embedder: Embedder, identity: Identity
) -> tuple[Fields, list[Material]]:
    """Give what a call would show at this moment."""
    del embedder
    found = await engine.ask(_asked, character, identity, await engine.clock(character))
    return found or (Fields(identity.partner_told, material.moods_told(identity.language)), [])


def _call(
    conn: Connection, character: Character, identity: Identity, template: Template, now: int
) -> MemoryCall | None:
    found = _asked(conn, character, identity, now)
    return None if found is None else call(identity, template, *found)


def _asked(
    conn: Connection, character: Character, identity: Identity, now: int
) -> tuple[Fields, list[Material]] | None:
    last = messages.newest_of_partner(conn, character.id, now, 1)
    if not last:
        return None
    around = messages.to_read(conn, messages.around(conn, last[-1].id, AROUND))
    said = [one for one in around if (one.occurred_at or 0) <= now]
    told = identity.language
    pieces = [
        Material("months", _role_settings(conn, character, now)),
        Material("messages", material.messages_told(said, character.timezone, told)),
    ]
    values = Fields(identity.partner_told, material.moods_told(told))
    return values, [one for one in pieces if one.text]


def _role_settings(conn: Connection, character: Character, now: int) -> str:
    """Give the months' summaries and this month's days, the newest that fit, in order of time."""
    month = month_at(now, character.timezone)
    lines = [
        f"[{one.month}] {' '.join(one.summary.split())}"
        for one in months.every(conn, character.id)
        if one.summary and one.month <= month
    ]
    lines += [
        f"{one.day}: {' '.join(one.content.split())}" for one in months.fragments(conn, character.id, month)
    ]
    kept: list[str] = []
    left = MONTHS_TOKENS
    for line in reversed(lines):
        left -= estimate_tokens(line)
        if left < 0:
            break
        kept.append(line)
    return "\n".join(reversed(kept))
