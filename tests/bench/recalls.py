"""Whole recall without the question's own embedding: mirror, words, dates, links, thinking; and what the bits lose."""

import asyncio
import time
from pathlib import Path
from typing import Any

import numpy as np
from bench.generate import MODEL, Space
from bench.measure import Figure, peak_mb, percentiles, timed

from app.engine.engine import Engine
from app.engine.recall import Question, recall
from app.storage import characters

NEAREST = 50


class Asked:
    """An embedder that has the vector at hand: its time is no part of recall's."""

    model = MODEL

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self.vector: Any = None

    def pieces(self, text: str) -> list[str]:
        return [text]

    def embed(self, texts: Any) -> Any:
        return np.stack([self.vector for _ in texts])

    def calibrate(self, cosines: Any, language: str) -> Any:
        return np.clip(np.asarray(cosines, np.float32), 0, 1)


def run(palace: Path, memories: int, dim: int, times: int = 60) -> None:
    asyncio.run(_run(palace, f"{memories:,} × {dim}", dim, times, memories))


async def _run(palace: Path, size: str, dim: int, times: int, memories: int) -> None:
    engine = await Engine.open(palace, read_only=True)
    try:
        (character, *_) = await engine.ask(characters.every)
        stored, ids, texts = await engine.ask(_stored, character.id, dim)
        chance = np.random.default_rng(11)
        drawn = chance.integers(0, len(ids), times)
        queries = Space(dim, 7).queries(stored[drawn])
        asked = Asked(dim)
        asked.vector = queries[0]
        with timed() as spent:
            await recall(engine, character, Question("你好", mood=""), asked)
        Figure("recall", "first recall (mirror and lexicon read in)", size, *spent).tell()
        await _repeat(engine, character, asked, queries, [texts[i] for i in drawn], size, memories)
        await _lost(engine, character, queries, stored, ids, size)
    finally:
        await engine.close()


async def _repeat(
    engine: Engine, character: Any, asked: Asked, queries: Any, texts: list[str], size: str, memories: int
) -> None:
    walls, cpus = [], []
    for vector, text in zip(queries, texts, strict=True):
        asked.vector = vector
        cpu, wall = time.process_time(), time.perf_counter()
        found = await recall(engine, character, Question(text[:24], mood=""), asked)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
        assert found.items
        assert found.vectors_used
    wall, p95 = percentiles(walls)
    aim = {10_000: "p50 < 30 ms", 100_000: "p50 < 100 ms"}.get(memories, "")
    Figure("recall", "whole recall", size, wall, percentiles(cpus)[0], p95, rss_mb=peak_mb(), aim=aim).tell()


async def _lost(engine: Engine, character: Any, queries: Any, stored: Any, ids: Any, size: str) -> None:
    lost = []
    set_id = 1
    for vector in queries:
        exact = ids[np.argsort(-(stored @ vector))[:NEAREST]].tolist()
        found = await engine.ask(engine.mirror.nearest, set_id, "memory", character.id, vector, NEAREST)
        lost.append(1 - len(set(exact) & set(found)) / NEAREST)
    Figure("recall", f"lost of the nearest {NEAREST} against an exact scan", size, aim="≤ 1 %",
           note=f"{float(np.mean(lost)):.2%}").tell()  # fmt: skip


def _stored(conn: Any, character: int, dim: int) -> tuple[Any, Any, list[str]]:
    rows = conn.execute(
        """SELECT m.id, e.vec, m.content FROM memory m JOIN embedding e ON e.text_hash = m.content_hash
           WHERE m.character = ?""",
        (character,),
    ).fetchall()
    matrix = np.frombuffer(b"".join(row[1] for row in rows), "<f4").reshape(len(rows), dim)
    return matrix, np.array([row[0] for row in rows]), [row[2] for row in rows]
