"""When a memory happened: the day it was told, unless its words name exactly one earlier day."""

from datetime import date
from typing import Final

from app.domain import dates
from app.domain.when import Occurred
from app.models.builtin.binding import Bound
from app.models.builtin.reasons import DATED, OTHER_TIME

LONG_AGO: Final = 366 * 100


def dated(bound: Bound, zone: str) -> tuple[Occurred, tuple[str, ...]]:
    """Give the memory's time, and the reason when its words had a say in it."""
    told = bound.messages[0].occurred
    day = told.day(zone)
    if day is None:
        return told, ()
    today = date.fromisoformat(day)
    named = [
        (words, quote.text[words.start : words.end])
        for quote in bound.quotes
        if quote.message.role != "assistant"
        for words in dates.find(quote.text, today)
        if words.span.start.date() != today
    ]
    if not named:
        return told, ()
    words, label = named[0]
    earlier = 0 < (today - words.span.start.date()).days < LONG_AGO
    if len(bound.parts) == len(named) == 1 and words.span.exact and earlier:
        return Occurred(words.span.start.date().isoformat(), None, "day", label, told.tz or zone), (DATED,)
    return told, (OTHER_TIME,)
