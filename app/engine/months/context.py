"""The context as it would be injected: role settings and core context, in our layout and in those of other programs."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from app.domain import assemble
from app.domain.assemble import Line, Prompt
from app.domain.context import belvedere, sillytavern, sullyos
from app.domain.context.known import DayText, Known, Layout, Mode, MonthText, SelfText
from app.domain.errors import KnownError
from app.domain.pool import Recall
from app.domain.profile import SULLYOS, Profile
from app.domain.text import language as language_of
from app.engine.clock import character_now
from app.engine.engine import Engine
from app.engine.months.counting import counter_now
from app.engine.recall import Question, recall
from app.models.tokenizers import Counter
from app.storage import characters, contexts
from app.storage.characters import Character
from app.storage.driver import Connection

LAYOUTS: Final[Mapping[str, Layout]] = {
    "belvedere": belvedere.layout,
    "sullyos": sullyos.layout,
    "sullyos-chat": sullyos.chat_layout,
    "sillytavern": sillytavern.layout,
}


async def role(engine: Engine, character: Character, layout: str = "belvedere") -> Prompt:
    """Give the role settings: who the character is, every month's text and the days of the running month."""
    chosen = _layout(layout)
    known = await _known(engine, character, profile_of(engine, layout), "role")
    return await _assembled(known, "role", chosen)


async def core(
    engine: Engine,
    character: Character,
    layout: str = "belvedere",
    *,
    palace: Sequence[Line] | str | None = None,
    recalled: Recall | None = None,
    as_of: int | None = None,
) -> Prompt:
    """Give the core context: every month's text, the days of the months switched on, and the palace.

    The palace is what was `recalled`, or a text as it stands; with neither, what is there without any question.
    With `as_of` (milliseconds UTC) months and days that were not over by then are left out.
    """
    chosen = _layout(layout)
    if recalled is None:
        asked = Question("", profile=profile_of(engine, layout).name, as_of=as_of, mood="", rumination=False)
        recalled = await recall(engine, character, asked, None)
    known = await _known(engine, character, recalled.profile, "core", now=recalled.now_ms, as_of=as_of)
    if isinstance(palace, str):
        palace = [Line(line) for line in palace.splitlines()]
    told = palace_lines(character, recalled) if palace is None else palace
    return await _assembled(replace(known, palace=told), "core", chosen)


def palace_lines(character: Character, found: Recall) -> list[Line]:
    """Give the palace's part of the prompt."""
    sample = " ".join(item.candidate.content for item in found.items[:4])
    told = character.language or language_of(sample or character.name)
    now = datetime.fromtimestamp(found.now_ms / 1000, ZoneInfo(character.timezone))
    return assemble.memory_palace(
        found, found.anticipations, character.name, character.partner_name, told, now, found.profile
    )


async def _assembled(known: Known, mode: Mode, layout: Layout) -> Prompt:
    counter = await counter_now()
    return await asyncio.to_thread(_put_together, known, mode, layout, counter)


def _put_together(known: Known, mode: Mode, layout: Layout, counter: Counter) -> Prompt:
    blocks = [one for one in layout(known, mode, counter.count) if one.lines or one.clipped]
    return assemble.prompt(blocks, counter.count, counter.by)


def profile_of(engine: Engine, layout: str) -> Profile:
    """Another program's layout goes by that program's numbers: its clock, its way of printing memories."""
    return SULLYOS if layout.startswith("sullyos") else engine.profile


def _layout(name: str) -> Layout:
    if name not in LAYOUTS:
        raise KnownError(
            "context.layout",
            "There is no layout “{name}”.",
            "There are: {layouts}.",
            name=name,
            layouts=", ".join(LAYOUTS),
        )
    return LAYOUTS[name]


async def _known(
    engine: Engine,
    character: Character,
    profile: Profile,
    mode: Mode,
    *,
    now: int | None = None,
    as_of: int | None = None,
) -> Known:
    """Read all that a context may tell, in one hop."""
    real = engine.now()
    return await engine.ask(lambda conn: _read(conn, character, profile, mode, now, as_of, real))


def _read(
    conn: Connection,
    character: Character,
    profile: Profile,
    mode: Mode,
    now: int | None,
    as_of: int | None,
    real: int,
) -> Known:
    if now is None:
        now = character_now(character.clock, characters.span(conn, character.id).last_at, profile, real)
    local = datetime.fromtimestamp(now / 1000, ZoneInfo(character.timezone))
    months, day = contexts.month_texts(conn, character.id), None
    if as_of is not None:
        day = f"{local:%Y-%m-%d}"
        months = [one for one in months if one.month < day[:7] or (one.active and one.month == day[:7])]
        months = [replace(one, content=None) if one.month == day[:7] else one for one in months]
    wanted = {one.month for one in months if one.active} if mode == "core" else {f"{local:%Y-%m}"}
    days = contexts.day_texts(conn, character.id, wanted)
    selves = contexts.selves(conn, character.id)
    return Known(
        uid=character.uid,
        name=character.name,
        partner=character.partner_name,
        partner_note=contexts.partner_note(conn),
        language=character.language or _language(character, selves, months, days),
        description=character.description,
        selves=selves,
        months=months,
        days=[one for one in days if day is None or one.day <= day],
        now=local,
        rest=contexts.rest(conn, character.id),
        budget=contexts.budget(conn, character.uid, profile),
    )


def _language(
    character: Character,
    selves: Sequence[SelfText],
    months: Sequence[MonthText],
    days: Sequence[DayText],
) -> str:
    """Tell the language from what there is to tell, else from the name."""
    texts = [one.content for one in selves] + [one.content or "" for one in months[:3]]
    texts += [one.content for one in days[:3]]
    return language_of(" ".join(texts).strip() or character.name)
