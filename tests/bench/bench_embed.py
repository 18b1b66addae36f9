"""Measure the portable embedder: load, speed, one text, and how long it keeps another thread waiting.

python tests/bench/bench_embed.py
"""

import threading
import time
import tomllib
from pathlib import Path

import numpy as np

from app.models.use import UseEmbedder

PAIRS = Path(__file__).parents[1] / "models/data/pairs.toml"
TICK = 0.005


def texts(count):
    """Short chat lines of both languages, all different."""
    zh = "今天第{n}次去公园散步，看到了很多花，心情还不错。"
    en = "This is walk number {n} in the park, there were a lot of flowers and I felt fine."
    return [(zh if number % 2 else en).format(n=number) for number in range(count)]


def longest_wait(work):
    """The longest a thread that wants to run every 5 ms had to wait beyond that."""
    done = threading.Event()
    gaps = [0.0]

    def tick():
        last = time.perf_counter()
        while not done.is_set():
            time.sleep(TICK)
            now = time.perf_counter()
            gaps.append(now - last - TICK)
            last = now

    thread = threading.Thread(target=tick)
    thread.start()
    started = time.perf_counter()
    work()
    spent = time.perf_counter() - started
    done.set()
    thread.join()
    return spent, max(gaps)


def main():
    embedder = UseEmbedder()
    spent, wait = longest_wait(lambda: embedder.embed(["warm"]))
    print(f"load {spent:.2f} s, longest wait {wait * 1000:.0f} ms")
    many = texts(2000)
    spent, wait = longest_wait(lambda: embedder.embed(many))
    print(f"2,000 texts {len(many) / spent:.0f}/s, longest wait {wait * 1000:.0f} ms")
    spent, wait = longest_wait(lambda: embedder.embed(["今天去公园散步，看到了樱花。" * 1500]))
    print(f"21,000 characters {spent:.2f} s, longest wait {wait * 1000:.0f} ms")
    single = []
    for text in many[:50]:
        started = time.perf_counter()
        embedder.embed([text])
        single.append(time.perf_counter() - started)
    print(f"one text p50 {np.median(single) * 1000:.1f} ms, p95 {np.quantile(single, 0.95) * 1000:.1f} ms")
    for language, kinds in tomllib.loads(PAIRS.read_text("utf-8")).items():
        for kind, pairs in kinds.items():
            left, right = (embedder.embed([pair[side] for pair in pairs]) for side in (0, 1))
            raw = np.sum(left * right, axis=1)
            above = float(np.mean(embedder.calibrate(raw, language) > 0.9))
            print(f"{language} {kind}: mean {raw.mean():.2f}, from {raw.min():.2f} to {raw.max():.2f}, "
                  f"calibrated above 0.9: {above:.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
