"""A palace of many months: entries, messages, memories, texts of months, some switched on, some stale."""

import random
from calendar import monthrange
from pathlib import Path

from ui.living import NOW

from app.engine.commands import ActivateMonths, CreateCharacter, WriteMonth
from app.engine.commands.fragments import insert
from app.engine.engine import Engine
from app.storage.driver import Connection

_SAID = (
    "We talked about the thesis until midnight and {who} read me a page about the weather.",
    "{who} came home late, tired, and made soup; the radio stayed silent on the table.",
    "A long walk by the river. {who} counted nine herons and refused to count the tenth.",
    "The kettle broke. Theo from next door lent his; nobody was allowed to laugh.",
    "Rain all day. {who} wrote 900 words and deleted 400 of them, which she calls a profit.",
)
_TEXT = (
    "{who} began the month tired. Work had eaten her evenings, and most nights she fell asleep on the sofa.\n\n"
    "On the 11th the radio broke.\n\nWe spoke of the sea again."
)
_MOODS = ("happy", "sad", "peaceful", "tender", "anxious", None)


def write_days(conn: Connection, character: int, first_year: int, years: int, a_month: int) -> int:
    """Write entries straight into the store, with texts of months older than some of them."""
    dice = random.Random(7)
    written = 0
    for number in range(years * 12):
        year, month = first_year + number // 12, number % 12 + 1
        key = f"{year}-{month:02}"
        for place in range(a_month):
            day = place % monthrange(year, month)[1] + 1
            told = {
                "character": character,
                "day": f"{key}-{day:02}",
                "day_text": f"{key}-{day:02}",
                "mood": dice.choice(_MOODS),
                "provenance": dice.choice(("archive", "import", "auto", "palace")),
                "content": " ".join(dice.sample(_SAID, dice.randint(1, 3))).format(who="Mara"),
                "locked_fields": "[]",
                "ordinal": place // 28,
            }
            insert(conn, told, NOW - 10_000_000)
            written += 1
    return written


async def make_years(path: Path, years: int = 5, a_month: int = 31) -> int:
    """Make a palace of `years` full years of entries; gives how many."""
    engine = await Engine.create(path, now=lambda: NOW)
    try:
        who = (await engine.execute(CreateCharacter("Wren", "Mara", "UTC"))).effect.ids[0]
        first = 2026 - years
        written = await engine.database.write(lambda conn: write_days(conn, who, first, years, a_month))
        for number in range(0, years * 12, 2):
            key = f"{first + number // 12}-{number % 12 + 1:02}"
            await engine.execute(WriteMonth(who, key, _TEXT.format(who="Mara"), "model"))
        on = [f"{first + years - 1}-{number:02}" for number in (9, 11, 12)]
        await engine.execute(ActivateMonths(who, on, active=True))
        return written
    finally:
        await engine.close()
