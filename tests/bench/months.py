"""The months of a long life together: the overview, the context, and the first look at them after opening."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bench.generate import ZH
from bench.measure import Figure, percentiles

from app.domain.text import text_hash
from app.engine.commands import ActivateMonths, CreateCharacter, WriteMonth
from app.engine.engine import Engine
from app.engine.months import context
from app.engine.months.overview import overview
from app.storage import characters, rows
from app.storage.driver import Connection

YEARS, ENTRIES = range(2021, 2026), 31
SIGNS = 180  # of an entry, 300 of a month's text: as SullyOS's templates ask for
KEYS = [f"{year}-{month:02}" for year in YEARS for month in range(1, 13)]


def run(folder: Path, messages: int, times: int = 40) -> None:
    for said in (0, messages):
        asyncio.run(_run(folder / f"months-{said}.palace", said, times))


async def _run(path: Path, messages: int, times: int) -> None:
    engine = await Engine.create(path)
    await engine.execute(CreateCharacter("小满", "阿禾", "Asia/Shanghai"))
    who = (await engine.ask(characters.every))[0]
    chance = random.Random(7)
    await engine.database.write(lambda conn: _furnish(conn, who.id, messages, chance))
    for key in KEYS:
        await engine.execute(WriteMonth(who.id, key, "".join(chance.choices(ZH, k=300)), "model"))
    await engine.execute(ActivateMonths(who.id, KEYS[-24:], True))
    await engine.close()
    engine = await Engine.open(path, read_only=True)
    try:
        size = f"{len(KEYS)} months × {ENTRIES}, {messages:,} messages"
        seconds, cpu = await _timed(lambda: overview(engine, who), 1)
        Figure("months", "first overview after opening", size, seconds[0], cpu).tell()
        seconds, cpu = await _timed(lambda: overview(engine, who), times)
        Figure("months", "overview", size, *_told(seconds, cpu), aim="< 200 ms").tell()
        seconds, cpu = await _timed(lambda: context.core(engine, who), times)
        Figure("months", "core context, 24 months switched on", size, *_told(seconds, cpu)).tell()
    finally:
        await engine.close()


def _furnish(conn: Connection, character: int, messages: int, chance: random.Random) -> None:
    texts = ["".join(chance.choices(ZH, k=SIGNS)) for _ in range(len(KEYS) * ENTRIES)]
    shared = {
        "character": character,
        "provenance": "archive",
        "mood": "happy",
        "recorded_at": 1,
        "updated_at": 1,
    }
    rows.insert_many(
        conn,
        "fragment",
        [
            {
                **shared,
                "day": f"{KEYS[place // ENTRIES]}-{place % ENTRIES % 28 + 1:02}",
                "content": text,
                "content_hash": text_hash(text),
            }
            for place, text in enumerate(texts)
        ],
    )
    session = rows.insert(conn, "session", {"recorded_at": 1})
    person = {"session": session, "name": "小满", "kind": "character", "character": character}
    speaker = rows.insert(conn, "participant", person)
    said = {"session": session, "participant": speaker, "role": "assistant", "recorded_at": 1}
    rows.insert_many(
        conn,
        "message",
        [
            {
                **said,
                "ordinal": place,
                "content": "".join(chance.choices(ZH, k=40)),
                "occurred_day": f"{KEYS[place * len(KEYS) // messages]}-{place % 28 + 1:02}",
                "occurred_at": 1_609_459_200_000 + place * 1_500_000,
            }
            for place in range(messages)
        ],
    )


async def _timed(work: Callable[[], Awaitable[Any]], times: int) -> tuple[list[float], float]:
    seconds, before = [], time.process_time()
    for _ in range(times):
        start = time.perf_counter()
        await work()
        seconds.append(time.perf_counter() - start)
    return seconds, (time.process_time() - before) / times


def _told(seconds: list[float], cpu: float) -> tuple[float, float, float]:
    middle, late = percentiles(seconds)
    return middle, cpu, late
