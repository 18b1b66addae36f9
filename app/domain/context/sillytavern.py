"""The context in the order of SillyTavern's story string: world info before, card fields, persona, world info after.

Months are constant entries of a lorebook that stands behind the character, the days switched on too; the palace is
injected into the chat, at depth.
"""

from collections.abc import Iterator
from typing import Final

from app.domain.assemble import Block
from app.domain.assemble_lines import Line, say
from app.domain.context import belvedere
from app.domain.context.known import Count, Known, Mode, SelfText

_PERSONALITY: Final = "{name}'s personality: "
_CARD: Final = ("self_model", "world", "self_insights")


def layout(known: Known, mode: Mode, count: Count) -> list[Block]:
    """Give the blocks in that program's order; the palace is the part that changes with each turn."""
    del count
    told = [one for one in known.months if one.content]
    days = known.days_of(mode)
    return [
        Block("world", list(_plain(known.self_text("world")))),
        Block("identity", list(_description(known))),
        Block("insights", list(_personality(known))),
        Block("months", [line for one in told for line in belvedere.month_line(one)]),
        Block("days", [line for one in days for line in belvedere.day_line(one, known.language)]),
        Block("partner", list(_persona(known))),
        *([Block("palace", known.palace, part="volatile")] if mode == "core" else []),
    ]


def _plain(told: SelfText | None) -> Iterator[Line]:
    if told is not None:
        yield from say(told.content, told.uid)


def _description(known: Known) -> Iterator[Line]:
    told = [one for one in known.selves if one.key == "self_model" or one.key not in _CARD]
    for one in told:
        yield from _plain(one)
    if not told and known.description:
        yield from say(known.description, known.uid)


def _personality(known: Known) -> Iterator[Line]:
    told = known.self_text("self_insights")
    if told is not None:
        yield from say(_PERSONALITY.format(name=known.name) + told.content, told.uid)


def _persona(known: Known) -> Iterator[Line]:
    if known.partner and known.partner_note:
        yield from say(f"[{known.partner}: {known.partner_note}]", known.uid)
    elif known.partner:
        yield Line(f"[{known.partner}]", known.uid)
