"""What the palace file costs: edits, indexes, undo, nearest rows, words. Told, never asserted.

python tests/bench/bench_storage.py [--memories 10000 --messages 100000 --dim 512]
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import generate
from bench.generate import NOW, Size, Space

from app.domain.text import query_tokens
from app.storage import derived, driver, history, journal, rows, runs, search, undo
from app.storage.driver import Connection
from app.storage.mirror import Mirror


class Ticker:
    """A thread that wants to run each millisecond, as a window does: how long was it kept waiting?"""

    def __enter__(self) -> Self:
        self.longest, self._stop = 0.0, False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return self

    def _run(self) -> None:
        last = time.perf_counter()
        while not self._stop:
            time.sleep(0.001)
            now = time.perf_counter()
            self.longest = max(self.longest, now - last)
            last = now

    def __exit__(self, *_: object) -> None:
        self._stop = True
        self._thread.join()


def timed(name: str, work: Callable[[], Any]) -> dict[str, Any]:
    """Wall time, the process's own time (a busy machine stretches the first) and the longest stall."""
    cpu, wall = time.process_time(), time.perf_counter()
    with Ticker() as ticker:
        work()
    told = {
        "what": name,
        "seconds": round(time.perf_counter() - wall, 3),
        "cpu_seconds": round(time.process_time() - cpu, 3),
        "longest_stall_ms": round(ticker.longest * 1000),
    }
    print(json.dumps(told), flush=True)
    return told


def transacted(conn: Connection, work: Callable[..., Any], *args: Any) -> Callable[[], Any]:
    def run() -> Any:
        with driver.transaction(conn):
            return work(conn, *args)

    return run


def import_and_undo(conn: Connection, count: int) -> None:
    """An import of chat lines in edits of 2,000, taken back and brought back as one transaction each."""
    texts = list(generate.texts(random.Random(5), count))
    with driver.transaction(conn):
        run = runs.start_run(conn, "import", "Import", NOW).id
    stamp = journal.Stamp("Import", actor="import", run=run, form="insert", at=NOW)
    (owner,) = conn.execute("SELECT min(id) FROM character").fetchone() or (0,)
    timed(
        f"import {count} messages",
        lambda: generate.fill_messages(conn, stamp, int(owner), iter(texts), run),  # type: ignore[arg-type]
    )
    with driver.transaction(conn):
        runs.finish_run(conn, run, NOW)
    timed(f"undo the import of {count}", transacted(conn, undo.undo_run, run, NOW))
    timed(f"redo the import of {count}", transacted(conn, undo.redo_run, run, NOW))
    timed(f"undo it again, {count}", transacted(conn, undo.undo_run, run, NOW))


def one_large_edit(conn: Connection) -> None:
    """One edit over every memory, recorded as a changeset; and a small one beside it."""
    label = journal.Stamp("Move all", at=NOW)

    def move(conn: Connection) -> None:
        journal.record(conn, label, lambda c: c.execute("UPDATE memory SET room = 'attic', updated_at = 1"))

    def rewrite(conn: Connection) -> None:
        journal.record(conn, label, lambda c: c.execute("UPDATE memory SET content = content || ' and more'"))

    for name, work in (("move every memory", move), ("rewrite every memory", rewrite)):
        timed(name, transacted(conn, work))
        step = undo.newest_undoable(conn, "author")
        assert step is not None
        timed(f"undo: {name}", transacted(conn, undo.undo, step, NOW))

    def small(conn: Connection) -> None:
        def work(conn: Connection) -> bool:
            return rows.update(conn, "memory", 1, {"content": f"x{time.time()}"})

        journal.record(conn, label, work)

    each = [_one(transacted(conn, small)) for _ in range(20)]
    print(json.dumps({"what": "one small edit", "p50_ms": round(statistics.median(each), 2)}))
    timed("history, first page", lambda: history.edits(conn, 200))
    timed("history of one memory", lambda: history.of_row(conn, "memory", 1))


def _one(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def nearest(conn: Connection, dim: int) -> None:
    """The mirror against an exact scan."""
    query = """SELECT m.id, e.vec FROM memory m JOIN embedding e ON e.text_hash = m.content_hash
        WHERE m.character = 1"""
    stored: list[Any] = conn.execute(query).fetchall()
    ids = np.array([row[0] for row in stored])
    matrix = np.frombuffer(b"".join(row[1] for row in stored), "<f4").reshape(len(stored), dim)
    asked = Mirror()
    timed("read the mirror in", lambda: asked.has_any(conn, 1, "memory", 1))
    chance = np.random.default_rng(11)
    queries = Space(dim, 7).queries(matrix[chance.integers(0, len(matrix), 60)])
    lost, wall, cpu = [], [], []
    for one in queries:
        cpu_at, at = time.process_time(), time.perf_counter()
        found = asked.nearest(conn, 1, "memory", 1, one, 50)
        wall.append((time.perf_counter() - at) * 1000)
        cpu.append((time.process_time() - cpu_at) * 1000)
        exact = ids[np.argsort(-(matrix @ one))[:50]].tolist()
        lost.append(1 - len(set(exact) & set(found)) / 50)
    _percentiles(f"nearest 50 of {len(ids)} × {dim}", wall, cpu, lost=round(float(np.mean(lost)), 4))


def words(conn: Connection) -> None:
    texts = [row[0] for row in conn.execute("SELECT content FROM memory WHERE id % 397 = 1 LIMIT 40")]
    timed("read the lexicon in", lambda: search.lexical_stats(conn, "memory", 1, ["x"]))
    wall, cpu = [], []
    for text in texts:
        asked = query_tokens(str(text)[:24])
        cpu_at, at = time.process_time(), time.perf_counter()
        search.lexical_candidates(conn, "memory", 1, asked, 100)
        search.lexical_stats(conn, "memory", 1, asked)
        wall.append((time.perf_counter() - at) * 1000)
        cpu.append((time.process_time() - cpu_at) * 1000)
    _percentiles("100 lexical candidates with figures", wall, cpu)


def _percentiles(name: str, wall: list[float], cpu: list[float], **more: object) -> None:
    cuts = statistics.quantiles(wall, n=20)
    told = {"what": name, "p50_ms": round(statistics.median(wall), 1), "p95_ms": round(cuts[18], 1)}
    print(json.dumps({**told, "p50_cpu_ms": round(statistics.median(cpu), 1), **more}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--dim", type=int, default=512)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.palace"
        size = Size(given.memories, 0, given.dim)
        timed(f"generate {given.memories} memories", lambda: generate.generate(path, size))
        print(json.dumps({"what": "file", "bytes": path.stat().st_size}))
        conn = driver.connect(path)
        nearest(conn, given.dim)
        words(conn)
        one_large_edit(conn)
        if given.messages:
            import_and_undo(conn, given.messages)
        timed("rebuild every index", transacted(conn, derived.rebuild))
        conn.close()


if __name__ == "__main__":
    main()
