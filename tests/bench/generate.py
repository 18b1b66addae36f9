"""A palace of any size, the same each time for one seed: memories, links, messages and vectors that behave like real ones.

python tests/bench/generate.py OUT.palace --memories 10000 --messages 20000
"""

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.rooms import ROOM_KEYS
from app.domain.text import text_hash
from app.storage import driver, journal, opening, rows, runs, vectors
from app.storage.driver import Connection

NOW = int(datetime(2026, 3, 31, 20, tzinfo=UTC).timestamp() * 1000)
BATCH = 2_000
MODEL = "synthetic"
ZH = (
    "我们昨天一起去了海边他说想吃火锅妈妈打电话来问工作累不猫又把杯子推下桌雨的晚上看部老影有点难过也很安心约定明年春再樱花"
    "学校考试同事会议加班地铁咖啡窗台书房卧室钥匙礼物生日信纸旅行火车票医院药发烧妹弟爸爸朋友邻居狗散步公园湖山星月亮梦醒哭笑气"
    "谢谢对不起喜欢讨厌害怕勇敢秘密答应忘记得永远马上以后从前慢快早饭午睡歌曲吉他画笔颜色蓝红绿白黑衣服鞋帽围巾冬夏秋风雪阳光"
)
EN = [
    "sea",
    "rain",
    "kitchen",
    "promise",
    "mother",
    "phone",
    "letter",
    "guitar",
    "exam",
    "bus",
    "coffee",
    "window",
    "cat",
    "garden",
    "birthday",
    "fever",
    "train",
    "movie",
    "song",
    "deadline",
    "apology",
    "sunrise",
    "recipe",
    "umbrella",
    "bookshop",
    "nightmare",
    "holiday",
    "sister",
    "painting",
    "bridge",
]
SYLLABLES = [
    "ba",
    "ren",
    "to",
    "mi",
    "sha",
    "lor",
    "ven",
    "ki",
    "du",
    "pel",
    "an",
    "ter",
    "os",
    "ri",
    "mo",
    "fen",
    "gal",
    "su",
    "ne",
    "cho",
]
MOODS = ("happy", "sad", "anxious", "tender", "peaceful", "nostalgic", "neutral")


@dataclass(frozen=True, slots=True)
class Size:
    memories: int = 1_000
    messages: int = 0
    dim: int = 512
    links: int = 3  # a memory
    model: str = MODEL


def generate(path: Path, size: Size, seed: int = 7) -> Path:
    """Make the palace; its character is Mio, with a second one, Rin, who holds a tenth."""
    opening.create(path)
    conn = driver.connect(path)
    try:
        _fill(conn, size, seed)
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        conn.close()
    return path


def _fill(conn: Connection, size: Size, seed: int) -> None:
    chance = random.Random(seed)
    with driver.transaction(conn):
        run = runs.start_run(conn, "import", "Generated", NOW).id
        stamp = journal.Stamp("Generated", actor="import", run=run, form="insert", at=NOW)
        owners = journal.record(conn, stamp, lambda c: _characters(c, run)).value
    space = Space(size.dim, seed)
    if size.messages:
        fill_messages(conn, stamp, owners[0], texts(chance, size.messages), run)
    with driver.transaction(conn):
        set_id = vectors.ensure_set(conn, size.model, size.dim, "portable", NOW)
    for start in range(0, size.memories, BATCH):
        count = min(BATCH, size.memories - start)
        batch = list(texts(chance, count, start))
        with driver.transaction(conn):
            vecs = space.vectors(count)
            items = [(text_hash(text), 0, vec.tobytes()) for text, vec in zip(batch, vecs, strict=True)]
            vectors.store_vectors(conn, set_id, items)
            made = [
                _memory(chance, text, owners, start + i, size.memories, run) for i, text in enumerate(batch)
            ]
            ids = journal.record(conn, stamp, lambda c, made=made: rows.insert_many(c, "memory", made)).value
            links = list(_links(chance, made, ids, size.links, run))
            journal.record(conn, stamp, lambda c, links=links: rows.insert_many(c, "link", links))
    with driver.transaction(conn):
        runs.finish_run(conn, run, NOW)


def _characters(conn: Connection, run: int) -> list[int]:
    base = {
        "run": run,
        "partner_name": "TA",
        "timezone": "Asia/Shanghai",
        "recorded_at": NOW,
        "updated_at": NOW,
    }
    return [rows.insert(conn, "character", {"name": name, **base}) for name in ("Mio", "Rin")]


def texts(chance: random.Random, count: int, first: int = 0) -> Iterator[str]:
    """Chinese and English sentences in turns; words as uneven as in real talk, no two texts alike."""
    chinese, english = _vocabulary()
    for number in range(first, first + count):
        if number % 2:
            words = (_word(chance, english) for _ in range(chance.randint(6, 20)))
            yield f"On day {number} " + " ".join(words) + "."
        else:
            clauses = (
                "".join(_word(chance, chinese) for _ in range(chance.randint(2, 5)))
                for _ in range(chance.randint(2, 6))
            )
            yield "，".join(clauses) + f"（第{number}天）。"


@cache
def _vocabulary() -> tuple[list[str], list[str]]:
    """2,000 words of each language, the same for every palace."""
    chance = random.Random(1)
    signs = sorted(set(ZH))
    chinese = list(dict.fromkeys(a + b for a, b in pairwise(ZH)))
    chinese += ["".join(chance.sample(signs, 2)) for _ in range(2_000)]
    english = EN + ["".join(chance.sample(SYLLABLES, chance.randint(2, 4))) for _ in range(2_000)]
    return chinese[:2_000], english[:2_000]


def _word(chance: random.Random, words: list[str]) -> str:
    """The commonest stands in a few of a hundred texts, most in one of thousands (Zipf, flattened at the top)."""
    return words[int(len(words) * chance.random() ** 2.5)]


def _memory(
    chance: random.Random, text: str, owners: list[int], number: int, total: int, run: int
) -> dict[str, rows.Value]:
    moment = datetime.fromtimestamp(NOW / 1000, UTC) - timedelta(days=420 * (1 - number / total))
    return {
        "character": owners[1] if number % 10 == 9 else owners[0],
        "room": chance.choices(ROOM_KEYS, (30, 20, 15, 12, 8, 10, 5))[0],
        "content": text,
        "content_hash": text_hash(text),
        "tags": json.dumps(chance.sample(EN, 3)),
        "mood": chance.choice(MOODS),
        "valence": chance.uniform(-1, 1),
        "arousal": chance.uniform(0, 1),
        "importance": min(10, 1 + int(chance.expovariate(0.35))),
        "occurred_from": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "occurred_precision": "instant",
        "occurred_at": int(moment.timestamp() * 1000),
        "occurred_day": moment.strftime("%Y-%m-%d"),
        "origin": "import",
        "external_id": f"n{number}",
        "run": run,
        "recorded_at": NOW,
        "updated_at": NOW,
    }


def _links(
    chance: random.Random, made: list[dict[str, rows.Value]], ids: list[int], each: int, run: int
) -> Iterator[dict[str, rows.Value]]:
    seen: set[tuple[int, int]] = set()
    for at, source in enumerate(ids):
        for _ in range(each):
            other = min(len(ids) - 1, at + 1 + int(chance.expovariate(0.1)))
            pair = (source, ids[other])
            if pair in seen or pair[0] == pair[1] or made[at]["character"] != made[other]["character"]:
                continue
            seen.add(pair)
            yield {
                "character": made[at]["character"],
                "source": source,
                "target": ids[other],
                "kind": "temporal",
                "strength": round(chance.uniform(0.2, 0.8), 2),
                "origin": "import",
                "run": run,
                "recorded_at": NOW,
            }


def fill_messages(conn: Connection, stamp: journal.Stamp, owner: int, lines: Iterator[str], run: int) -> None:
    def begin(conn: Connection) -> tuple[int, int, int]:
        session = rows.insert(conn, "session", {"title": "Generated", "run": run, "recorded_at": NOW})
        base = {"session": session, "run": run}
        character = {**base, "name": "Mio", "kind": "character", "character": owner}
        partner = {**base, "name": "TA", "kind": "partner"}
        return (session, *rows.insert_many(conn, "participant", [partner, character]))

    with driver.transaction(conn):
        place = journal.record(conn, stamp, begin).value
    batch: list[dict[str, rows.Value]] = []
    for ordinal, text in enumerate(lines):
        batch.append(message(place, ordinal, text, run))
        if len(batch) == BATCH:
            keep(conn, stamp, batch)
            batch = []
    if batch:
        keep(conn, stamp, batch)


def keep(conn: Connection, stamp: journal.Stamp, batch: list[dict[str, rows.Value]]) -> None:
    with driver.transaction(conn):
        journal.record(conn, stamp, lambda c: rows.insert_many(c, "message", batch))


def message(place: tuple[int, int, int], ordinal: int, text: str, run: int) -> dict[str, rows.Value]:
    session, partner, character = place
    at = NOW - (1_000_000 - ordinal) * 60_000
    return {
        "session": session,
        "participant": character if ordinal % 2 else partner,
        "role": "assistant" if ordinal % 2 else "user",
        "ordinal": ordinal,
        "content": text,
        "content_hash": text_hash(text),
        "occurred_precision": "instant",
        "occurred_at": at,
        "occurred_day": datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d"),
        "external_id": f"{ordinal}",
        "run": run,
        "recorded_at": NOW,
    }


class Space:
    """Vectors as embeddings lie: a falling spectrum, topics, and a common direction."""

    def __init__(self, dim: int, seed: int, topics: int = 300) -> None:
        self._chance = np.random.default_rng(seed)
        self._scale = (np.arange(1, dim + 1) ** -0.4).astype(np.float32)
        self._turn = np.linalg.qr(self._chance.standard_normal((dim, dim)))[0].astype(np.float32)
        self._topics = self._chance.standard_normal((topics, dim)).astype(np.float32)

    def vectors(self, count: int) -> NDArray[np.float32]:
        topics = self._topics[self._chance.integers(0, len(self._topics), count)]
        own = self._chance.standard_normal(topics.shape).astype(np.float32)
        raw = (topics * 0.8 + own) * self._scale + 0.15 * self._scale[0]
        turned: NDArray[np.float32] = (raw @ self._turn).astype("<f4")
        return turned / np.linalg.norm(turned, axis=1, keepdims=True)

    def queries(self, stored: NDArray[np.float32], noise: float = 0.8) -> NDArray[np.float32]:
        """Questions: stored vectors with noise of about their own length."""
        own = self._chance.standard_normal(stored.shape).astype(np.float32) * self._scale
        turned = own @ self._turn
        turned /= np.linalg.norm(turned, axis=1, keepdims=True)
        found: NDArray[np.float32] = (stored + noise * turned).astype(np.float32)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--memories", type=int, default=1_000)
    parser.add_argument("--messages", type=int, default=0)
    parser.add_argument("--dim", type=int, default=512)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    generate(given.out, Size(given.memories, given.messages, given.dim), given.seed)


if __name__ == "__main__":
    main()
